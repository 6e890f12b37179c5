package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
	"buluo/protocol/option"
	"buluo/wdl"
)

// What is the same in UCI and UCCI.
type (
	Reply    = console.Reply
	ID       = console.ID
	BestMove = console.BestMove
)

// The replies of one word.
const (
	OK      Word = "uciok"
	ReadyOK Word = "readyok"
)

// Note is info string T, for people.
type Note string

// String writes the reply.
func (r Note) String() string { return "info string " + string(r) }

// Option declares an option.
type Option engine.Option

// String writes the declaration.
func (r Option) String() string {
	text := fmt.Sprintf("option name %s type %s", r.Name, r.Kind)
	value := r.Default
	if r.Kind == option.Text && value == "" {
		value = "<empty>"
	}
	if r.Kind != option.Button {
		text += " default " + value
	}
	return text + console.Range(engine.Option(r))
}

// Info is what a search found out. Moves are in the client's coordinates.
type Info struct {
	Depth    int
	SelDepth int          // 0: not told
	Line     int          // which of several lines, from 1; 0 where there is one
	Score    engine.Score // but for its Plies, which UCI does not tell
	WDL      *wdl.Odds    // of the side to move; nil: not told
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
	if r.WDL != nil {
		score += fmt.Sprintf(" wdl %d %d %d", r.WDL.Win, r.WDL.Draw, r.WDL.Loss)
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

// ParseReply reads what a Reply writes.
func ParseReply(text string) (Reply, error) {
	return console.Grammar{
		Protocol: "UCI",
		Single:   []string{string(OK), string(ReadyOK)},
		Note:     "info string ",
		Word:     func(word string) Reply { return Word(word) },
		Text:     func(text string) Reply { return Note(text) },
		Info:     parseInfo,
		Option:   parseOption,
	}.Parse(text)
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
		case "wdl":
			var err error
			if r.WDL, err = parseWDL(&words); err != nil {
				return nil, err
			}
			continue
		}
		n, err := words.Int()
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

// parseWDL takes the three numbers of a forecast.
func parseWDL(words *console.Words) (*wdl.Odds, error) {
	var odds wdl.Odds
	for _, into := range []*int{&odds.Win, &odds.Draw, &odds.Loss} {
		n, err := words.Int()
		if err != nil {
			return nil, fmt.Errorf("info wdl: %w", err)
		}
		*into = n
	}
	return &odds, nil
}

func parseOption(words console.Words) (Reply, error) {
	words.Next()
	name := strings.Join(words.Until("type"), " ")
	o, err := words.Option(name, func(w *console.Words) string {
		if value := strings.Join(w.Until("min", "var"), " "); value != "<empty>" {
			return value
		}
		return ""
	})
	return Option(o), err
}
