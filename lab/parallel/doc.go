// Package parallel works on a numbered list of tasks with several goroutines and hands the results over in the order of the numbers.
//
// What an experiment prints and keeps must not depend on how many games ran at once. Results that come early wait for those before them, so
// that files and tallies grow in one order on every machine.
package parallel
