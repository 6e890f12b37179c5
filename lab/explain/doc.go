// Package explain tells the story of one stored game: who took what and when, how the balance of
// material moved, when a chariot got behind the block, who crossed the river first, and how long
// nothing was taken.
//
// These are the study's questions to a game. They are answered from the moves alone, replayed by
// the rules; what a piece is worth is the caller's to say, since no rule says it.
package explain
