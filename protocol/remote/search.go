package remote

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits says when a search ends: at the first of those that are not zero, of which there must be one.
type Limits struct {
	Nodes    uint64
	Depth    int
	MoveTime time.Duration // counted in milliseconds, at least one
}

func (l Limits) command() (string, error) {
	if l.Depth < 0 || l.MoveTime < 0 {
		return "", errors.New("go: a limit is negative")
	}
	if l == (Limits{}) {
		return "", errors.New("go: a search without a limit would not end")
	}
	command := "go"
	if l.Depth > 0 {
		command += fmt.Sprintf(" depth %d", l.Depth)
	}
	if l.Nodes > 0 {
		command += fmt.Sprintf(" nodes %d", l.Nodes)
	}
	if l.MoveTime > 0 {
		command += fmt.Sprintf(" movetime %d", max(1, l.MoveTime.Milliseconds()))
	}
	return command, nil
}

// ScoreKind says what a score counts.
type ScoreKind uint8

// The kinds of score.
const (
	NoScore    ScoreKind = iota
	Centipawns           // of the engine's own pawn
	MateIn               // full moves; negative where the side to move is mated, 0 where it is already
)

// Bound says on which side of a score the truth may lie.
type Bound uint8

// The bounds of a score.
const (
	Exact Bound = iota
	Lower       // at least so much
	Upper       // at most so much
)

// Score is an evaluation from the view of the side to move.
type Score struct {
	Kind  ScoreKind
	Value int
	Bound Bound
}

// String writes the score as UCI does: "cp 31", "mate -2", "cp 12 upperbound".
func (s Score) String() string {
	text := "none"
	switch s.Kind {
	case Centipawns:
		text = "cp " + strconv.Itoa(s.Value)
	case MateIn:
		text = "mate " + strconv.Itoa(s.Value)
	}
	switch s.Bound {
	case Lower:
		text += " lowerbound"
	case Upper:
		text += " upperbound"
	}
	return text
}

// Result is what a search came to, in the engine's own words.
type Result struct {
	Best   string // the move; "" if the engine has none, as where the game is over
	Ponder string // the answer it expects; "" if it does not say

	// The last line with an exact score, or with a bound where no score was exact.
	Score Score
	Depth int
	PV    []string

	// The last line that told them.
	Nodes, NPS uint64
	Time       time.Duration

	Unread int // info lines that made no sense and were skipped
}

// Go searches and waits for bestmove. Only the first line of several (multipv) counts. The engine has until the guard,
// however its limit is counted.
//
// When the context ends, the engine is told to stop, and if it obeys, it stays usable: the result is then returned
// together with an error that wraps the context's cause.
func (e *Engine) Go(ctx context.Context, limits Limits) (Result, error) {
	command, err := limits.command()
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", e.label, err)
	}
	x, err := e.ask(ctx, command, e.set.guard+limits.MoveTime)
	if err != nil {
		return Result{}, err
	}
	defer x.close()
	e.searched = true
	var stopped error
	x.onCancel = func() error {
		stopped = x.cancelled()
		x.extend(e.set.grace)
		x.during += ", stop"
		return e.send("stop")
	}
	var res Result
	for {
		text, err := x.next()
		if err != nil {
			return res, err
		}
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "info":
			if err := res.info(words[1:]); err != nil {
				res.Unread++
			}
		case "bestmove":
			if why := res.best(words[1:]); why != "" {
				return res, x.garbage(text, why)
			}
			return res, stopped
		}
	}
}

// best takes in what follows bestmove and says what is wrong with it.
func (r *Result) best(words []string) string {
	if len(words) == 0 {
		return "bestmove without a move"
	}
	switch {
	case words[0] == "(none)" || words[0] == "0000":
		r.Best = ""
	case looksLikeMove(words[0]):
		r.Best = words[0]
	default:
		return "bestmove is no move in UCI notation"
	}
	if len(words) > 2 && words[1] == "ponder" && looksLikeMove(words[2]) {
		r.Ponder = words[2]
	}
	return ""
}

// report is an info line. Which of the numbers were there is kept, since an engine may tell them on different lines and
// a line without nodes must not set the nodes back to 0.
type report struct {
	score      Score
	depth      int
	multi      int
	nodes, nps uint64
	time       time.Duration
	pv         []string
	has        struct{ nodes, nps, time bool }
}

// info takes in what follows info; a line with a fault in it is not taken in at all.
func (r *Result) info(words []string) error {
	line, err := parseReport(words)
	if err != nil {
		return err
	}
	if line.multi > 1 {
		return nil
	}
	if line.has.nodes {
		r.Nodes = line.nodes
	}
	if line.has.nps {
		r.NPS = line.nps
	}
	if line.has.time {
		r.Time = line.time
	}
	if line.score.Kind == NoScore || line.score.Bound != Exact && r.Score.Kind != NoScore && r.Score.Bound == Exact {
		return nil // a bound says less than the exact score before it
	}
	r.Score, r.Depth, r.PV = line.score, line.depth, slices.Clone(line.pv)
	return nil
}

func parseReport(words []string) (report, error) {
	var line report
	for i := 0; i < len(words); i++ {
		word, rest := words[i], words[i+1:]
		var err error
		switch word {
		case "string":
			return line, nil // the rest is for people
		case "pv":
			for line.pv = rest; len(rest) > 0; rest = rest[1:] {
				if !looksLikeMove(rest[0]) && rest[0] != "0000" {
					return line, fmt.Errorf("pv: %q is no move", shorten(rest[0]))
				}
			}
			return line, nil // a pv lasts to the end of the line
		case "score":
			var used int
			if line.score, used, err = parseScore(rest); err != nil {
				return line, err
			}
			i += used
		case "depth", "multipv", "nodes", "nps", "time":
			if len(rest) == 0 {
				return line, fmt.Errorf("%s without a number", word)
			}
			if err := line.number(word, rest[0]); err != nil {
				return line, err
			}
			i++
		}
	}
	return line, nil
}

func (line *report) number(word, text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	small := n <= math.MaxInt32
	switch {
	case err != nil:
	case word == "nodes":
		line.nodes, line.has.nodes = n, true
		return nil
	case word == "nps":
		line.nps, line.has.nps = n, true
		return nil
	case word == "time" && n <= math.MaxInt64/uint64(time.Millisecond):
		line.time, line.has.time = time.Duration(n)*time.Millisecond, true
		return nil
	case word == "depth" && small:
		line.depth = int(n)
		return nil
	case word == "multipv" && small:
		line.multi = int(n)
		return nil
	}
	return fmt.Errorf("%s %q is no number in range", word, shorten(text))
}

// parseScore reads what follows score and says how many words that was.
func parseScore(words []string) (Score, int, error) {
	if len(words) < 2 {
		return Score{}, 0, errors.New("score without a value")
	}
	var s Score
	switch words[0] {
	case "cp":
		s.Kind = Centipawns
	case "mate":
		s.Kind = MateIn
	default:
		return Score{}, 0, fmt.Errorf("score %q is neither cp nor mate", shorten(words[0]))
	}
	n, err := strconv.ParseInt(words[1], 10, 32)
	if err != nil {
		return Score{}, 0, fmt.Errorf("score %s %q is no number in range", words[0], shorten(words[1]))
	}
	s.Value = int(n)
	if len(words) > 2 {
		switch words[2] {
		case "lowerbound":
			s.Bound = Lower
			return s, 3, nil
		case "upperbound":
			s.Bound = Upper
			return s, 3, nil
		}
	}
	return s, 2, nil
}
