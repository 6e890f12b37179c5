package remote

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// divideTotal is the line that ends a perft; it follows the divide even where there was no move.
var divideTotal = regexp.MustCompile(`^(?i:nodes searched)\s*:\s*(\d+)$`)

// Perft has the engine count the leaves of the tree below the position, and returns the total and the counts below
// each move. Their sum has been checked.
//
// No engine can be stopped in a perft, so a context that ends kills it. One that does not know the command may begin a
// search without an end instead; that is noticed by what it prints, or by the guard.
func (e *Engine) Perft(ctx context.Context, depth int) (total uint64, divide map[string]uint64, err error) {
	if depth < 1 {
		return 0, nil, fmt.Errorf("%s: perft %d: the depth is at least 1", e.label, depth) // 0 would be a search
	}
	x, err := e.ask(ctx, fmt.Sprintf("go perft %d", depth), e.set.guard)
	if err != nil {
		return 0, nil, err
	}
	defer x.close()
	divide = map[string]uint64{}
	for {
		text, err := x.next()
		if err != nil {
			return 0, nil, err
		}
		if m := divideTotal.FindStringSubmatch(text); m != nil {
			if total, err = x.checkTotal(text, m[1], divide); err != nil {
				return 0, nil, err
			}
			return total, divide, nil
		}
		word, _, _ := strings.Cut(text, " ")
		switch {
		case strings.HasPrefix(text, "Unknown command"):
			return 0, nil, &UnsupportedError{Engine: e.label, Command: x.during}
		case word == "bestmove" || word == "info" && !strings.HasPrefix(text, "info string"):
			return 0, nil, x.garbage(text, "the engine searches instead of counting; perhaps it has no perft")
		}
		if err := x.divideLine(text, divide); err != nil {
			return 0, nil, err
		}
	}
}

// divideLine takes a line of the divide in and leaves others alone.
func (x *exchange) divideLine(text string, divide map[string]uint64) error {
	move, n, err := parseDivide(text)
	switch {
	case err != nil:
		return x.garbage(text, err.Error())
	case move == "":
		return nil
	}
	if _, twice := divide[move]; twice {
		return x.garbage(text, "the same move a second time")
	}
	divide[move] = n
	return x.keep(text)
}

// parseDivide reads "a2a3: 41". A line that does not begin with a move and a colon gives no move and no error.
func parseDivide(text string) (move string, n uint64, err error) {
	move, number, ok := strings.Cut(text, ":")
	move = strings.TrimSpace(move)
	if !ok || !looksLikeMove(move) {
		return "", 0, nil
	}
	if n, err = strconv.ParseUint(strings.TrimSpace(number), 10, 64); err != nil {
		return "", 0, errors.New("the count of a move is no number in range")
	}
	return move, n, nil
}

// checkTotal holds the engine's total against its own moves: a line that was lost or misread shows there.
func (x *exchange) checkTotal(text, number string, divide map[string]uint64) (uint64, error) {
	total, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return 0, x.garbage(text, "the total is no number in range")
	}
	var sum uint64
	for _, n := range divide {
		sum += n
	}
	if sum != total {
		return 0, x.garbage(text, fmt.Sprintf("the total is not the sum of the %d moves, %d", len(divide), sum))
	}
	return total, nil
}
