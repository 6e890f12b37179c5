// Package report shows what was played: the study's two tables, with the published results beside ours.
//
// The published figures are data (published.tsv): design, clock in plies, budgets, winner, reason, plies, and a note, as the
// study prints them. Nothing is counted here that stat does not count.
package report
