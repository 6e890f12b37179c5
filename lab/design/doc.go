// Package design says what a lab plays: a variant of the catalogue, seen as a point in its designer's space.
//
// The catalogue names its designs by their dials: family, soldier, number of soldiers, shape of the block, and whatever else is not the
// usual (horde-veteran-36-r2, horde-standard-36-r1-c60). [Of] reads the dials back and holds them against what the
// variant really is, so that no table can claim what was not played. A variant that is not named so is a design
// without dials.
//
// Nothing is played here.
package design
