package ucci

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"buluo/engine"
	"buluo/internal/talktest"
	"buluo/protocol/option"
)

// TestParse reads lines as clients write them.
func TestParse(t *testing.T) {
	talktest.Reads(t, Parse, map[string]Command{
		"ucci":                               Hello,
		"uxinewgame":                         NewGame,
		"setoption hashsize 32":              SetOption{"hashsize", "32"},
		"setoption newgame":                  SetOption{"newgame", ""},
		"position startpos":                  Position{},
		"position fen 9/9 w moves h2e2 h9g7": Position{FEN: "9/9 w", Moves: []string{"h2e2", "h9g7"}},
		"banmoves h2e2 a0a1":                 BanMoves{[]string{"h2e2", "a0a1"}},
		"ponderhit draw":                     PonderHit{true},
		"ponderhit":                          PonderHit{},
		"probe startpos":                     Probe,
		"go depth infinite":                  Go{Infinite: true},
		"go infinite":                        Go{Infinite: true},
		"go nodes 5000":                      Go{Nodes: 5000},
		"go draw time -3 increment 2":        Go{Draw: true, Clocked: true, Increment: 2},
		"go ponder time 100 movestogo 5 opptime 90 oppmovestogo 4 oppincrement 1": Go{
			Ponder: true, Clocked: true, Time: 100, MovesToGo: 5, TheirClocked: true, TheirTime: 90, TheirMoves: 4, TheirInc: 1},
		"go movetime 500 soon": Go{MoveTime: 500, Unknown: []string{"soon"}},
	})
}

// TestParseWrong reads lines that are none, and wants to hear why.
func TestParseWrong(t *testing.T) {
	talktest.Refuses(t, Parse, map[string]string{
		"":                       "empty",
		"uci":                    "unknown command: uci",
		"setoption":              "an option's name",
		"position":               "startpos or fen",
		"position fen":           "a FEN",
		"position startpos h2e2": "the word moves",
		"go depth":               "a number after it",
		"go depth 0":             "from 1 to",
		"go time x":              "time x",
		"go increment -1":        "from 0 to",
		"go nodes 0":             "from 1 to",
	})
}

func word(t *rapid.T, name string) string {
	return rapid.StringMatching(`[A-Zx][a-z0-9/+]{0,7}`).Draw(t, name)
}

func words(t *rapid.T, name string) []string {
	var list []string
	for range rapid.IntRange(0, 3).Draw(t, name) {
		list = append(list, word(t, name))
	}
	return list
}

// commands draws any command.
func commands(t *rapid.T) Command {
	yes := func(name string) bool { return rapid.Bool().Draw(t, name) }
	small := func(name string) int { return rapid.IntRange(0, 9999).Draw(t, name) }
	number := func(name string, given bool) int64 {
		if !given {
			return 0
		}
		return int64(rapid.IntRange(0, 1<<30).Draw(t, name))
	}
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom(singles).Draw(t, "word")
	case 1:
		return SetOption{word(t, "name"), strings.Join(words(t, "value"), " ")}
	case 2:
		return Position{FEN: strings.Join(words(t, "fen"), " "), Moves: words(t, "moves")}
	case 3:
		return BanMoves{append(words(t, "moves"), word(t, "moves"))}
	case 4:
		return PonderHit{yes("draw")}
	}
	c := Go{Ponder: yes("ponder"), Draw: yes("draw"), Infinite: yes("infinite"), Depth: small("depth"), Nodes: uint64(small("nodes")),
		Clocked: yes("clocked"), TheirClocked: yes("their"), Increment: number("inc", true), TheirInc: number("theirinc", true),
		MovesToGo: small("togo"), TheirMoves: small("theirtogo"), MoveTime: number("movetime", true)}
	c.Time, c.TheirTime = number("time", c.Clocked), number("theirtime", c.TheirClocked)
	return c
}

// TestCommandsSurvive writes commands and reads them again.
func TestCommandsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { talktest.Survives(t, Parse, commands(t)) })
}

// replies draws any reply.
func replies(t *rapid.T) Reply {
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]Word{OK, ReadyOK, NoBestMove, Bye}).Draw(t, "word")
	case 1:
		return ID{Key: "name", Value: word(t, "value")}
	case 2:
		return Note(strings.Join(append(words(t, "text"), word(t, "text")), "  "))
	case 3:
		return BestMove{Move: word(t, "move"), Ponder: rapid.SampledFrom([]string{"", "h9g7"}).Draw(t, "ponder")}
	case 4:
		o := Option{Name: word(t, "name"), Kind: option.Kind(rapid.IntRange(int(option.Check), int(option.Text)).Draw(t, "type"))}
		switch o.Kind {
		case option.Spin:
			o.Default, o.Min, o.Max = "5", rapid.IntRange(-9, 5).Draw(t, "min"), rapid.IntRange(5, 99).Draw(t, "max")
		case option.Combo:
			o.Default, o.Vars = word(t, "default"), append(words(t, "vars"), word(t, "vars"))
		case option.Text:
			o.Default = strings.Join(words(t, "default"), " ")
		case option.Check:
			o.Default = "true"
		}
		return o
	}
	r := Info{Depth: rapid.IntRange(1, 99).Draw(t, "depth"), Nodes: uint64(rapid.IntRange(0, 1<<40).Draw(t, "nodes")),
		Time: time.Duration(rapid.IntRange(0, 1<<30).Draw(t, "time")) * time.Millisecond, PV: words(t, "pv")}
	if r.Score.Mate = rapid.Bool().Draw(t, "mate"); r.Score.Mate {
		r.Score.Plies = rapid.IntRange(1, 999).Draw(t, "plies") * rapid.SampledFrom([]int{1, -1}).Draw(t, "sign")
	} else {
		r.Score.Centipawns = rapid.IntRange(-29000, 29000).Draw(t, "cp")
	}
	return r
}

// TestRepliesSurvive writes replies and reads them again.
func TestRepliesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { talktest.Survives(t, ParseReply, replies(t)) })
}

// TestReplies writes replies as the protocol wants them.
func TestReplies(t *testing.T) {
	talktest.Writes(t, map[string]Reply{
		"info depth 0 score -30000 time 0 nodes 0": Info{Score: engine.Score{Mate: true}},
		"info time 0 nodes 7":                      Info{Nodes: 7},
		"info depth 3 score 29997 time 2 nodes 4000 pv h2e2 h9g7": Info{
			3, engine.Score{Mate: true, Moves: 2, Plies: 3}, 4000, 2 * time.Millisecond, []string{"h2e2", "h9g7"}},
		"info depth 3 score -29998 time 0 nodes 1":            Info{Depth: 3, Score: engine.Score{Mate: true, Plies: -2}, Nodes: 1},
		"bestmove h2e2 ponder h9g7":                           BestMove{Move: "h2e2", Ponder: "h9g7"},
		"option newgame type button":                          Option{Name: "newgame", Kind: option.Button},
		"option hashsize type spin min 1 max 9 default 4":     Option{Name: "hashsize", Kind: option.Spin, Default: "4", Min: 1, Max: 9},
		"option UCI_Variant type combo var a var b default b": Option{Name: "UCI_Variant", Kind: option.Combo, Default: "b", Vars: []string{"a", "b"}},
	})
	for _, text := range []string{"", "uciok", "info depth x", "option a type b", "option a type spin min x"} {
		if r, err := ParseReply(text); err == nil {
			t.Errorf("%q: %+v", text, r)
		}
	}
}
