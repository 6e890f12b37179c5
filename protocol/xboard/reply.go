package xboard

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
)

// Reply is a line to the program.
type Reply interface{ String() string }

// OfferDraw offers a draw, or takes one that was offered.
const OfferDraw Word = "offer draw"

// Feature declares a feature. Its value is quoted where it is text.
type Feature struct {
	Name, Value string
	Quoted      bool
}

// String writes the declaration.
func (r Feature) String() string {
	if r.Quoted {
		return fmt.Sprintf(`feature %s="%s"`, r.Name, r.Value)
	}
	return "feature " + r.Name + "=" + r.Value
}

// Move is the engine's move.
type Move string

// String writes the reply.
func (r Move) String() string { return "move " + string(r) }

// Pong answers ping.
type Pong int

// String writes the reply.
func (r Pong) String() string { return "pong " + strconv.Itoa(int(r)) }

// Illegal refuses a move.
type Illegal string

// String writes the reply.
func (r Illegal) String() string { return "Illegal move: " + string(r) }

// Failure refuses a command: what is wrong, and the line.
type Failure struct{ Why, Line string }

// String writes the reply.
func (r Failure) String() string { return "Error (" + r.Why + "): " + r.Line }

// Note is a line for people who read along.
type Note string

// String writes the reply.
func (r Note) String() string { return "# " + string(r) }

// Claim says that the game is over.
type Claim struct{ Result, Reason string }

// String writes the reply.
func (r Claim) String() string { return r.Result + " {" + r.Reason + "}" }

// HintMove answers hint.
type HintMove string

// String writes the reply.
func (r HintMove) String() string { return "Hint: " + string(r) }

// mate is a score which a forced end exceeds by the moves it takes.
const mate = 100000

// Thinking is what a search found out: ply, score, hundredths of a second, nodes, line.
type Thinking struct {
	Depth int
	Score engine.Score // but for its Plies, which the protocol does not tell
	Time  time.Duration
	Nodes uint64
	PV    []string
}

// String writes the reply.
func (r Thinking) String() string {
	return strings.TrimSpace(fmt.Sprintf("%d %d %d %d %s", r.Depth, score(r.Score), r.Time/centisecond, r.Nodes, strings.Join(r.PV, " ")))
}

// centisecond is the protocol's unit of time.
const centisecond = 10 * time.Millisecond

func score(s engine.Score) int {
	switch {
	case !s.Mate:
		return s.Centipawns
	case s.Moves > 0:
		return mate + s.Moves
	}
	return s.Moves - mate
}

// Stat answers a full stop during analysis: time, nodes and depth; the moves of the root are not counted.
type Stat struct {
	Time  time.Duration
	Nodes uint64
	Depth int
}

// String writes the reply.
func (r Stat) String() string {
	return fmt.Sprintf("stat01: %d %d %d 0 0", r.Time/centisecond, r.Nodes, r.Depth)
}

// ParseReply reads what a Reply writes.
func ParseReply(text string) (Reply, error) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "feature":
		return parseFeature(rest)
	case "move":
		return Move(rest), nil
	case "pong":
		n, err := strconv.Atoi(rest)
		return Pong(n), err
	case "offer":
		return OfferDraw, nil
	case "#":
		return Note(rest), nil
	case "Hint:":
		return HintMove(rest), nil
	case "1-0", "0-1", "1/2-1/2":
		return Claim{word, strings.TrimSuffix(strings.TrimPrefix(rest, "{"), "}")}, nil
	case "Illegal":
		return Illegal(strings.TrimPrefix(rest, "move: ")), nil
	case "Error":
		why, line, _ := strings.Cut(strings.TrimPrefix(rest, "("), "): ")
		return Failure{why, line}, nil
	case "setup":
		return parseSetup(rest)
	case "piece":
		id, moves, _ := strings.Cut(rest, " ")
		return Piece{strings.TrimSuffix(id, "&"), moves}, nil
	case "stat01:":
		var r Stat
		n, err := numbersOf(console.Split(rest), 3)
		if err == nil {
			r = Stat{time.Duration(n[0]) * centisecond, uint64(n[1]), n[2]}
		}
		return r, err
	}
	return parseThinking(text)
}

func parseFeature(text string) (Reply, error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return nil, fmt.Errorf("feature %q has no value", engine.Clip(name))
	}
	bare := strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`)
	return Feature{name, bare, bare != value}, nil
}

// numbersOf reads so many whole numbers.
func numbersOf(words console.Words, n int) ([]int, error) {
	list := make([]int, n)
	for i := range list {
		word := words.Next()
		var err error
		if list[i], err = strconv.Atoi(word); err != nil {
			return nil, fmt.Errorf("%q is no whole number", engine.Clip(word))
		}
	}
	return list, nil
}

func parseThinking(text string) (Reply, error) {
	words := console.Split(text)
	n, err := numbersOf(words, 4)
	if err != nil {
		return nil, fmt.Errorf("%q is no reply of this protocol", engine.Clip(text))
	}
	r := Thinking{Depth: n[0], Time: time.Duration(n[2]) * centisecond, Nodes: uint64(n[3]), PV: words[4:]}
	switch {
	case n[1] >= mate:
		r.Score = engine.Score{Mate: true, Moves: n[1] - mate}
	case n[1] <= -mate:
		r.Score = engine.Score{Mate: true, Moves: n[1] + mate}
	default:
		r.Score.Centipawns = n[1]
	}
	return r, nil
}
