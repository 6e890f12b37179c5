// Package schedule says what is to be played, in which order and by how many at once. It plays nothing itself.
//
// A [Job] is one game to be played, whole in itself: it carries the variant's text and both players' configurations, so that any
// machine can play it, and its [Job.ID] is a hash of all that decides which game that is. Two jobs of one ID are the same game, today
// and anywhere; a job of another engine version is another job.
package schedule
