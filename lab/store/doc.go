// Package store keeps all that a run of the lab knows in one SQLite file: the jobs planned, the games that came of them, the players and
// their versions, what engines did wrong. Tables and PGN are made from it, so that they cannot disagree with it.
//
//	s, err := store.Open(ctx, "lab.db")           // made where it is not there; store.Read only looks
//	new, err := s.Plan(ctx, jobs)                 // jobs it knows already are left as they are
//	todo, err := s.Pending(ctx, ids)              // what is still to be played
//	fate, err := s.Commit(ctx, result)            // a game with its job, in one transaction
//	for g, err := range s.Games(ctx, store.Filter{Variants: names}) { ... }
//
// A job has one row for ever, and its game at most one. A second result of a job must be equal to the first, byte for byte; one that is
// not puts the job in quarantine, where it counts for nothing until someone has looked. A game that its cell holds already at another budget is
// refused: it would count one game twice.
//
// A commit that has returned survives a kill of the process and of the machine. What can go wrong with the file (a full disk, damage,
// a schema from the future, a file that is no store) is said in a sentence, and nothing is written then.
package store
