package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
)

// Reply is a line to the client.
type Reply interface{ String() string }

// The replies of one word.
const (
	OK      Word = "uciok"
	ReadyOK Word = "readyok"
)

// ID is id name N or id author N.
type ID struct{ Key, Value string }

// String writes the reply.
func (r ID) String() string { return "id " + r.Key + " " + r.Value }

// Note is info string T, for people.
type Note string

// String writes the reply.
func (r Note) String() string { return "info string " + string(r) }

// Option declares an option.
type Option engine.Option

// String writes the declaration.
func (r Option) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "option name %s type %s", r.Name, r.Kind)
	value := r.Default
	if r.Kind == engine.Text && value == "" {
		value = "<empty>"
	}
	if r.Kind != engine.Button {
		b.WriteString(" default " + value)
	}
	if r.Kind == engine.Spin {
		fmt.Fprintf(&b, " min %d max %d", r.Min, r.Max)
	}
	for _, v := range r.Vars {
		b.WriteString(" var " + v)
	}
	return b.String()
}

// Info is what a search found out. Moves are in the client's coordinates.
type Info struct {
	Depth int
	Score engine.Score // but for its Plies, which UCI does not tell
	Nodes uint64
	Time  time.Duration // in milliseconds
	PV    []string
}

// String writes the reply. The nodes per second follow from the rest.
func (r Info) String() string {
	score := "cp " + strconv.Itoa(r.Score.Centipawns)
	if r.Score.Mate {
		score = "mate " + strconv.Itoa(r.Score.Moves)
	}
	if r.Depth == 0 && r.Nodes == 0 {
		return "info depth 0 score " + score
	}
	text := "info"
	if r.Depth > 0 {
		text += fmt.Sprintf(" depth %d score %s", r.Depth, score)
	}
	ms := r.Time.Milliseconds()
	text += fmt.Sprintf(" nodes %d nps %d time %d", r.Nodes, r.Nodes*1000/uint64(max(ms, 1)), ms)
	if len(r.PV) > 0 {
		text += " pv " + strings.Join(r.PV, " ")
	}
	return text
}

// BestMove ends a search.
type BestMove struct{ Move, Ponder string } // Ponder may be ""

// String writes the reply.
func (r BestMove) String() string {
	if r.Ponder == "" {
		return "bestmove " + r.Move
	}
	return "bestmove " + r.Move + " ponder " + r.Ponder
}

// ParseReply reads what a Reply writes.
func ParseReply(text string) (Reply, error) {
	words := console.Split(text)
	switch word := words.Next(); word {
	case string(OK), string(ReadyOK):
		return Word(word), nil
	case "id":
		return ID{words.Next(), words.Rest()}, nil
	case "option":
		return parseOption(words)
	case "bestmove":
		r := BestMove{Move: words.Next()}
		if words.Next() == "ponder" {
			r.Ponder = words.Next()
		}
		return r, nil
	case "info":
		if note, ok := strings.CutPrefix(strings.TrimSpace(text), "info string "); ok {
			return Note(note), nil
		}
		return parseInfo(words)
	}
	return nil, fmt.Errorf("%q is no reply of UCI", engine.Clip(text))
}

func parseInfo(words console.Words) (Reply, error) {
	var r Info
	for len(words) > 0 {
		word := words.Next()
		switch word {
		case "pv":
			r.PV, words = words, nil
			continue
		case "score":
			r.Score.Mate = words.Next() == "mate"
		}
		n, err := parseNumber(words.Next())
		if err != nil {
			return nil, fmt.Errorf("info %s: %w", word, err)
		}
		switch {
		case word == "depth":
			r.Depth = n
		case word == "nodes":
			r.Nodes = uint64(n)
		case word == "time":
			r.Time = time.Duration(n) * time.Millisecond
		case word == "score" && r.Score.Mate:
			r.Score.Moves = n
		case word == "score":
			r.Score.Centipawns = n
		}
	}
	return r, nil
}

func parseOption(words console.Words) (Reply, error) {
	var r Option
	var err error
	words.Next()
	r.Name = strings.Join(words.Until("type"), " ")
	words.Next()
	var ok bool
	if r.Kind, ok = engine.ParseKind(words.Next()); !ok {
		return nil, fmt.Errorf("option %s has no type that there is", engine.Clip(r.Name))
	}
	for len(words) > 0 && err == nil {
		switch words.Next() {
		case "default":
			if r.Default = strings.Join(words.Until("min", "var"), " "); r.Default == "<empty>" {
				r.Default = ""
			}
		case "min":
			r.Min, err = parseNumber(words.Next())
		case "max":
			r.Max, err = parseNumber(words.Next())
		case "var":
			r.Vars = append(r.Vars, words.Next())
		}
	}
	return r, err
}
