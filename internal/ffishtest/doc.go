// Package ffishtest holds the move generator against a live reference: ffish, Fairy-Stockfish's rules as a package of npm.
//
// A [Reference] is a child process of Node that answers positions with their legal moves. The test plays random games of the catalogue's
// variants with our generator and asks for every position on the way. It runs where Node is and `npm ci` has been run, and is
// skipped elsewhere: the recorded corpus serves there.
//
// ffish is licensed under the GPL. It stays a process of its own, which only this test talks to.
package ffishtest
