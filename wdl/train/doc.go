// Package train makes the models of package wdl: it plays games of every family, or takes games
// that were kept, and fits.
//
// [Play] has the search play itself from openings of chance, refereed as all games of the
// laboratory are. [Fit] turns records into samples, holds every fifth game back, fits a model for
// each family that has games enough, and says how well each is calibrated on the games held back.
// The same inputs give the same set.
package train
