package remote

import (
	"context"
	"strings"
)

// Board is how an engine displays the position it has.
type Board struct {
	Text        string   // all it said, unchanged but for the line ends
	FEN         string   // from the line "Fen:", or ""
	Checkers    []string // the squares on the line "Checkers:"
	HasCheckers bool     // there was such a line
}

// Display asks for the position by the command d, which is no part of UCI but common.
func (e *Engine) Display(ctx context.Context) (Board, error) {
	x, err := e.ask(ctx, "d", e.set.patience)
	if err != nil {
		return Board{}, err
	}
	defer x.close()
	var b Board
	var rows []string
	unknown := false
	err = x.sync(func(x *exchange, text string) error {
		unknown = unknown || strings.HasPrefix(text, "Unknown command")
		rows = append(rows, x.raw)
		b.read(text)
		return x.keep(x.raw + "\n")
	})
	if err != nil {
		return Board{}, err
	}
	b.Text = strings.Join(rows, "\n")
	if unknown || strings.TrimSpace(b.Text) == "" {
		return Board{}, &UnsupportedError{Engine: e.label, Command: "d"}
	}
	return b, nil
}

func (b *Board) read(text string) {
	key, value, ok := strings.Cut(text, ":")
	if !ok {
		return
	}
	switch strings.ToLower(key) {
	case "fen":
		b.FEN = strings.TrimSpace(value)
	case "checkers":
		b.HasCheckers = true
		b.Checkers = strings.Fields(value)
	}
}
