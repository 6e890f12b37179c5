package uci

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"buluo/engine"
	"buluo/internal/talktest"
	"buluo/protocol/option"
	"buluo/wdl"
)

// TestParse reads lines as clients write them.
func TestParse(t *testing.T) {
	ms := time.Millisecond
	talktest.Reads(t, Parse, map[string]Command{
		"uci":                                   Hello,
		"  isready  ":                           IsReady,
		"debug on":                              Debug,
		"setoption name Hash value 32":          SetOption{"Hash", "32"},
		"setoption name Clear Hash":             SetOption{"Clear Hash", ""},
		"setoption name VariantPath value a  b": SetOption{"VariantPath", "a b"},
		"position startpos":                     Position{},
		"position startpos moves e2e4 e7e5":     Position{Moves: []string{"e2e4", "e7e5"}},
		"position fen 8/8 w - - 0 1 moves a1a2": Position{FEN: "8/8 w - - 0 1", Moves: []string{"a1a2"}},
		"fen 8/8 r - - 0 1 moves a1a2":          Bare{Position{FEN: "8/8 r - - 0 1", Moves: []string{"a1a2"}}},
		"startpos moves a1a2":                   Bare{Position{Moves: []string{"a1a2"}}},
		"go":                                    Go{},
		"go depth 5 nodes 1000":                 Go{Depth: 5, Nodes: 1000},
		"go wtime 60000 btime -35 winc 1000 binc 0 movestogo 0": Go{
			Clocked: [2]bool{true, true}, Time: [2]time.Duration{60000 * ms, 0}, Increment: [2]time.Duration{1000 * ms, 0}},
		"go wtime 99999999999999999":       Go{Clocked: [2]bool{true, false}, Time: [2]time.Duration{365 * 24 * time.Hour, 0}},
		"go ponder infinite movetime 0":    Go{Ponder: true, Infinite: true, MoveTime: ms},
		"go searchmoves e2e4 d2d4 depth 3": Go{SearchMoves: []string{"e2e4", "d2d4"}, Depth: 3},
		"go perft 5":                       Go{Perft: 5},
		"bench":                            Bench{},
		"bench 5":                          Bench{Depth: 5},
		"go mate 3 fast":                   Go{Mate: 3, Unknown: []string{"fast"}},
	})
}

// TestParseWrong reads lines that are none, and wants to hear why.
func TestParseWrong(t *testing.T) {
	talktest.Refuses(t, Parse, map[string]string{
		"":                              "empty",
		"xyzzy 1 2":                     "unknown command: xyzzy 1 2",
		"setoption":                     "wants the word name",
		"setoption name":                "an option's name",
		"setoption name value 5":        "an option's name",
		"position":                      "startpos or fen",
		"position e2e4":                 `"e2e4"`,
		"position fen":                  "a FEN",
		"position fen moves a1a2":       "a FEN",
		"position startpos e2e4":        "the word moves",
		"go depth":                      "a number after it",
		"go depth five":                 "depth five",
		"go depth 0":                    "from 1 to",
		"go depth 1.5":                  "whole number",
		"go nodes -1":                   "from 1 to",
		"go nodes 99999999999999999999": "whole number",
		"go wtime soon":                 "wtime soon",
		"bench 0":                       "from 1 to 40",
		"bench deep":                    "bench deep",
		"bench 5 6":                     `not "6"`,
	})
}

// word draws a word that no command takes for its own.
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

func milliseconds(t *rapid.T, name string) time.Duration {
	return time.Duration(rapid.IntRange(0, 1<<40).Draw(t, name)) * time.Millisecond % (365 * 24 * time.Hour)
}

// commands draws any command.
func commands(t *rapid.T) Command {
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 3:
		return Bench{rapid.IntRange(0, maxBench).Draw(t, "depth")}
	case 0:
		return rapid.SampledFrom(singles).Draw(t, "word")
	case 1:
		return SetOption{strings.Join(append(words(t, "name"), word(t, "name")), " "), strings.Join(words(t, "value"), " ")}
	case 2:
		p := Position{FEN: strings.Join(words(t, "fen"), " "), Moves: words(t, "moves")}
		if rapid.Bool().Draw(t, "bare") {
			return Bare{p}
		}
		return p
	}
	small := func(name string) int { return rapid.IntRange(0, maxDepth).Draw(t, name) }
	c := Go{
		Ponder: rapid.Bool().Draw(t, "ponder"), Infinite: rapid.Bool().Draw(t, "infinite"),
		Increment: [2]time.Duration{milliseconds(t, "winc"), milliseconds(t, "binc")},
		MovesToGo: small("movestogo"), Depth: small("depth"), Mate: small("mate"), Perft: small("perft"),
		Nodes: rapid.Uint64Range(0, 1<<63-1).Draw(t, "nodes"), MoveTime: milliseconds(t, "movetime"), SearchMoves: words(t, "searchmoves"),
	}
	for i := range c.Clocked {
		if c.Clocked[i] = rapid.Bool().Draw(t, "clocked"); c.Clocked[i] {
			c.Time[i] = milliseconds(t, "time")
		}
	}
	return c
}

// TestCommandsSurvive writes commands and reads them again.
func TestCommandsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { talktest.Survives(t, Parse, commands(t)) })
}

// replies draws any reply.
func replies(t *rapid.T) Reply {
	number := func(name string) int { return rapid.IntRange(-1000, 1<<30).Draw(t, name) }
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]Word{OK, ReadyOK}).Draw(t, "word")
	case 1:
		return ID{Key: rapid.SampledFrom([]string{"name", "author"}).Draw(t, "key"), Value: word(t, "value")}
	case 2:
		return Note(strings.Join(append(words(t, "text"), word(t, "text")), "  "))
	case 3:
		return BestMove{Move: word(t, "move"), Ponder: rapid.SampledFrom([]string{"", "e7e5"}).Draw(t, "ponder")}
	case 4:
		return options(t)
	}
	r := Info{Depth: rapid.IntRange(1, 99).Draw(t, "depth"), Nodes: uint64(rapid.IntRange(0, 1<<40).Draw(t, "nodes")),
		SelDepth: rapid.IntRange(0, 99).Draw(t, "seldepth"), Line: rapid.IntRange(0, 9).Draw(t, "line"),
		Hashfull: rapid.IntRange(0, 1000).Draw(t, "hashfull"), Time: milliseconds(t, "time"), PV: words(t, "pv")}
	if rapid.Bool().Draw(t, "told") {
		r.WDL = &wdl.Odds{Win: number("win"), Draw: number("draw"), Loss: number("loss")}
	}
	if r.Score.Mate = rapid.Bool().Draw(t, "mate"); r.Score.Mate {
		r.Score.Moves = number("moves")
	} else {
		r.Score.Centipawns = number("cp")
	}
	return r
}

func options(t *rapid.T) Option {
	o := Option{Name: strings.Join(append(words(t, "name"), word(t, "name")), " ")}
	switch o.Kind = option.Kind(rapid.IntRange(int(option.Check), int(option.Text)).Draw(t, "type")); o.Kind {
	case option.Check:
		o.Default = rapid.SampledFrom([]string{"true", "false"}).Draw(t, "default")
	case option.Spin:
		o.Default, o.Min, o.Max = "5", rapid.IntRange(-9, 5).Draw(t, "min"), rapid.IntRange(5, 99).Draw(t, "max")
	case option.Combo:
		o.Default, o.Vars = word(t, "default"), append(words(t, "vars"), word(t, "vars"))
	case option.Text:
		o.Default = strings.Join(words(t, "default"), " ")
	}
	return o
}

// TestRepliesSurvive writes replies and reads them again.
func TestRepliesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { talktest.Survives(t, ParseReply, replies(t)) })
}

// TestReplies writes replies as the protocol wants them.
func TestReplies(t *testing.T) {
	talktest.Writes(t, map[string]Reply{
		"info depth 0 score mate 0":    Info{Score: engine.Score{Mate: true}},
		"info depth 0 score cp 0":      Info{},
		"info nodes 1 nps 1000 time 0": Info{Nodes: 1},
		"info depth 3 score cp -12 nodes 4000 nps 2000000 time 2 pv e2e4 e7e5": Info{
			Depth: 3, Score: engine.Score{Centipawns: -12}, Nodes: 4000, Time: 2 * time.Millisecond, PV: []string{"e2e4", "e7e5"}},
		"info depth 3 seldepth 9 multipv 2 score cp -12 nodes 4000 nps 2000000 hashfull 17 time 2 pv e2e4": Info{
			Depth: 3, SelDepth: 9, Line: 2, Score: engine.Score{Centipawns: -12}, Nodes: 4000, Time: 2 * time.Millisecond, Hashfull: 17,
			PV: []string{"e2e4"}},
		"info depth 9 score mate -2 nodes 0 nps 0 time 0": Info{Depth: 9, Score: engine.Score{Mate: true, Moves: -2, Plies: -4}},
		"info depth 3 score cp 5 wdl 100 880 20 nodes 0 nps 0 time 0": Info{
			Depth: 3, Score: engine.Score{Centipawns: 5}, WDL: &wdl.Odds{Win: 100, Draw: 880, Loss: 20}},
		"info depth 0 score mate 0 wdl 0 0 1000":         Info{Score: engine.Score{Mate: true}, WDL: &wdl.Odds{Loss: 1000}},
		"bestmove (none)":                                BestMove{Move: "(none)"},
		"option name Clear Hash type button":             Option{Name: "Clear Hash", Kind: option.Button},
		"option name Path type string default <empty>":   Option{Name: "Path", Kind: option.Text},
		"option name N type spin default 1 min 1 max 9":  Option{Name: "N", Kind: option.Spin, Default: "1", Min: 1, Max: 9},
		"option name V type combo default a var a var b": Option{Name: "V", Kind: option.Combo, Default: "a", Vars: []string{"a", "b"}},
	})
	for _, text := range []string{"", "nonsense", "info depth x", "info wdl 1 2", "info score cp", "option name a type b", "option name a type spin min x"} {
		if r, err := ParseReply(text); err == nil {
			t.Errorf("%q: %+v", text, r)
		}
	}
}
