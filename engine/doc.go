// Package engine is the assembled player: variants, options, a position, and searches that run beside whoever asked for them.
//
// An [Engine] knows the catalogue and every stanza it was given since ([Engine.Load], [Engine.LoadFiles]), plays one variant at
// a time ([Engine.UseVariant]) and holds one position ([Engine.Setup], [Engine.Play]). Its settings are the rows of one table
// ([Engine.Options], [Engine.Set]), which every protocol writes in its own words.
//
// [Engine.Go] starts a search within [Limits] and returns a [Job] at once. What the search finds out comes as values from the
// job's channel: an [Info] for every iteration and one [Result] at the end, which is held back while a search is infinite or
// ponders. [Job.Stop] and [Job.PonderHit] may be called from anywhere. How long a clock lets a move take is worked out in
// limits.go; how several threads share a search, in run.go.
//
// Nothing here reads or writes a standard stream, and nothing knows a protocol. Words and lines are the protocols' business.
package engine
