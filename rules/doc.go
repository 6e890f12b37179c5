// Package rules compiles a variant's Spec into Rules: attack patterns, zones, generator plans, line tables, hash keys,
// castlings and immediate ends, as tables and lists that hot code reads without asking why they are so.
//
// Rules is immutable and may be shared by any number of goroutines; String dumps it. What a Pattern reaches comes from
// one of a few shapes (leaper, lame leaper, riders, the cannon's hop), each with a fast path, and from rays walked step
// by step for everything else that Betza can say. Whether a side has a royal piece at all is decided here, from the
// start position, and a side without one never pays for legality.
//
// Nothing here moves a piece or reads ini text.
package rules
