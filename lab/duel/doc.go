// Package duel plays two players against each other in pairs of games: one opening of random moves, each player once in each seat.
//
// The seats of a design need not be equal, and mostly are not; a pair cancels what the seat and the opening give, so that pairs are what is
// counted. Every move and outcome is judged by the referee, as everywhere in the lab. A game left unfinished at the cap is no result: its pair counts for
// nothing but is told.
package duel
