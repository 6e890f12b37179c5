// Command buluo is a chess-variant engine and design lab: one binary, a subcommand for each job.
//
// A subcommand turns its flags into one call of the room that does the work, prints what comes back and knows nothing
// else. Results go to standard output; an error is one sentence on standard error. The exit code is 0 for a job done, 1
// for a job that failed (mistakes in a file, a difference found) and 2 for a command line that is wrong in itself: an unknown
// command or flag, a variant that does not exist, a position that cannot be read. Ctrl-C cancels the context that every
// subcommand runs under; a second one ends the program at once.
package main
