package console

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"buluo/engine"
)

// Command is a line from the client.
type Command interface{ String() string }

// Word is a command, or a reply, that is nothing but its name. What a client writes behind such a command is not looked at.
type Word string

// String is the word.
func (w Word) String() string { return string(w) }

// Single finds a line's first word among the commands of one word.
func Single(text string, singles []Word) (Command, error) {
	words := Split(text)
	word := Word(words.Next())
	switch {
	case word == "":
		return nil, errors.New("the line is empty")
	case slices.Contains(singles, word):
		return word, nil
	}
	return nil, fmt.Errorf("unknown command: %s", engine.Clip(text))
}

// Position is position startpos or position fen F, and moves M..., in UCI and UCCI.
type Position struct {
	FEN   string // "" is the variant's start
	Moves []string
}

// String writes the command.
func (c Position) String() string {
	text := "position startpos"
	if c.FEN != "" {
		text = "position fen " + c.FEN
	}
	if len(c.Moves) > 0 {
		text += " moves " + strings.Join(c.Moves, " ")
	}
	return text
}

// Position takes what follows the word position, to the end of the line.
func (w *Words) Position() (c Position, err error) {
	switch word := w.Next(); word {
	case "startpos":
	case "fen":
		if c.FEN = strings.Join(w.Until("moves"), " "); c.FEN == "" {
			return c, errors.New("position fen wants a FEN after it")
		}
	default:
		return c, fmt.Errorf("position wants startpos or fen after it, not %q", engine.Clip(word))
	}
	switch word := w.Next(); word {
	case "":
	case "moves":
		c.Moves = *w
	default:
		return c, fmt.Errorf("position startpos is followed by the word moves, not by %q", engine.Clip(word))
	}
	return c, nil
}

// Each hands over word by word what follows a command, to whoever takes what belongs to a word from the rest. An error ends that, and is told of
// the command.
func (w *Words) Each(command string, take func(word string, rest *Words) error) error {
	for len(*w) > 0 {
		if err := take(w.Next(), w); err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
	}
	return nil
}
