// Package contest plays a match of two players by way of a store: pairs of games from one opening with the seats exchanged, each game a job, so that a
// match may be stopped anywhere and goes on, and can be verified and exported like every experiment.
//
//	res, err := contest.Run(ctx, c, each) // plays what is missing, and counts all
//
// What counts are pairs, as in package duel, which plays matches that nobody keeps. A game that was adjudicated counts as it was given and is
// told apart; one left unfinished makes its pair count for nothing. Openings are random plies or a book's, each played once: by players that are the
// same every time, a second pair from one opening would be the first one again.
package contest
