// Package talktest holds conversations with a protocol, for the tests of every dialect.
//
// A [Talk] is one with a dialect in this process. [Talk.Play] plays a script: a line that begins with > is said, and one that
// begins with < is a regular expression that some later line of the answer must match, in that order. What [Talk.Sync] returns
// is everything that was said before the answer to a question that is always answered.
//
// [Reads], [Refuses], [Writes] and [Survives] hold a dialect's lines against what they mean, and [Babble] says anything at all.
package talktest
