// Package lab puts the rooms below it together: designs are played at budgets (schedule, match), each game is kept (ledger), and what is
// kept is counted (stat) and shown (report).
//
// [Run] is the study's main experiment: our player against itself, every move its first choice, nothing left to chance. What varies is
// the budget, so that two games of a cell that came out the same would count one game twice: the second is refused.
package lab
