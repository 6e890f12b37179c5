// Package ledger keeps what the lab played: one JSON object a line, appended and never changed.
//
// A [Record] holds everything a tally is made from and everything needed to replay the game without trust: `buluo replay` reads
// the same lines. It carries no date and no machine, so that the same run gives the same records anywhere.
//
// A run that was killed may leave half a line at the end. [Resume] cuts it off, as a game that was not written whole was not
// played; a bad line anywhere else is an error, since a ledger that was edited proves nothing.
package ledger
