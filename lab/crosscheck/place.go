package crosscheck

import (
	"fmt"
	"strings"
)

// Place is how to get to a position: a FEN, or the variant's array where it is empty, and moves from there in UCI
// notation.
type Place struct {
	FEN   string   `json:"fen,omitempty"`
	Moves []string `json:"moves,omitempty"`
}

// After returns the place one move on. It shares nothing with p.
func (p Place) After(move string) Place {
	moves := make([]string, 0, len(p.Moves)+1)
	return Place{FEN: p.FEN, Moves: append(append(moves, p.Moves...), move)}
}

// String describes the place in a few words.
func (p Place) String() string {
	at := p.FEN
	if at == "" {
		at = "the array"
	}
	if len(p.Moves) == 0 {
		return at
	}
	return fmt.Sprintf("%s after %s", at, strings.Join(p.Moves, " "))
}

// command is the place as UCI's position command has it.
func (p Place) command() string {
	text := "position startpos"
	if p.FEN != "" {
		text = "position fen " + p.FEN
	}
	if len(p.Moves) > 0 {
		text += " moves " + strings.Join(p.Moves, " ")
	}
	return text
}
