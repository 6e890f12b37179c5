// Package ledger is a game as a record, and records as text: one JSON object a line.
//
// A [Record] holds everything a tally is made from and everything needed to replay the game without trust: `buluo replay` reads
// the same lines. It carries no date and no machine, so that the same run gives the same records anywhere. The store keeps records; lines are how they
// leave it and come from elsewhere.
//
// A file that was cut off may end with half a line. It is left out, as a game that was not written whole was not played; a bad line anywhere else is an
// error, since a ledger that was edited proves nothing.
package ledger
