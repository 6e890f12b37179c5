// Package spar plays an engine against a random mover, from either seat of many designs.
//
// It is what must hold before anything else is said of a design: a player that does not beat chance from both seats has not
// understood the game, and its tallies show nothing. The random mover is seeded, so that a run can be repeated game for game.
package spar
