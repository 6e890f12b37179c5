// Package lab puts the rooms below it together: designs are played at budgets (schedule, work, match), each game is kept (store), and what is
// kept is counted (stat) and shown (report).
//
// [Run] is the study's main experiment: one player against itself, every move its first choice, nothing left to chance. What varies is
// the budget, so that two games of a cell that came out the same would count one game twice: the second is refused. [Continue] plays on the
// games that were left at a cap.
//
// [Verify] believes none of it: it replays every game of a store, or of an exported file, with the referee and counts again. [Import] lets
// nothing into a store that the referee has not replayed.
package lab
