// Package ladder plays our search with many nodes a move against itself with few, seats exchanged.
//
// A game in which looking further does not win is not played but suffered: where the larger budget scores no more than half, the seat was the
// result and not the search. Games come in pairs from one opening of random moves, as everywhere in the lab, and are told apart by the
// seat that the larger budget had.
package ladder
