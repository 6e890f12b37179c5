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
	Depth    int
	SelDepth int          // 0: not told
	Line     int          // which of several lines, from 1; 0 where there is one
	Score    engine.Score // but for its Plies, which UCI does not tell
	Nodes    uint64
	Time     time.Duration // in milliseconds
	Hashfull int           // thousandths; 0: not told
	PV       []string
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
	number := func(name string, n int) {
		if n > 0 {
			text += " " + name + " " + strconv.Itoa(n)
		}
	}
	if r.Depth > 0 {
		number("depth", r.Depth)
		number("seldepth", r.SelDepth)
		number("multipv", r.Line)
		text += " score " + score
	}
	ms := r.Time.Milliseconds()
	text += fmt.Sprintf(" nodes %d nps %d", r.Nodes, r.Nodes*1000/uint64(max(ms, 1)))
	number("hashfull", r.Hashfull)
	text += fmt.Sprintf(" time %d", ms)
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
		case word == "seldepth":
			r.SelDepth = n
		case word == "multipv":
			r.Line = n
		case word == "hashfull":
			r.Hashfull = n
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
