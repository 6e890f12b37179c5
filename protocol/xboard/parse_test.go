package xboard

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"buluo/engine"
	"buluo/internal/talktest"
)

// TestParse reads lines as XBoard writes them.
func TestParse(t *testing.T) {
	talktest.Reads(t, Parse, map[string]Command{
		"xboard":                      Hello,
		"protover 2":                  Number{Protover, 2},
		"accepted setboard":           Ignored("accepted setboard"),
		"new":                         New,
		"variant horde-veteran-36-r1": Text{Variant, "horde-veteran-36-r1"},
		"level 40 5 0":                Level{40, 5 * time.Minute, 0},
		"level 0 2:30 12":             Level{0, 150 * time.Second, 12 * time.Second},
		"level 0 0:10 0.1":            Level{0, 10 * time.Second, 100 * time.Millisecond},
		"st 5":                        MoveTime(5 * time.Second),
		"st 0:01":                     MoveTime(time.Second),
		"sd 7":                        Number{Depth, 7},
		"time 1000":                   Number{Time, 1000},
		"otim -5":                     Number{TheirS, -5},
		"usermove h2e2":               Text{UserMove, "h2e2"},
		"h2e2":                        Text{UserMove, "h2e2"},
		"a8a9+":                       Text{UserMove, "a8a9+"},
		"@@@@":                        Text{UserMove, "@@@@"},
		"setboard 9/9 w - - 0 1":      Text{SetBoard, "9/9 w - - 0 1"},
		"option Clear Hash":           SetOption{"Clear Hash", ""},
		"option VariantPath=a=b":      SetOption{"VariantPath", "a=b"},
		"result 1-0 {White mates}":    Result,
		"?":                           MoveNow,
		".":                           Status,
	})
}

// TestParseWrong reads lines that are none, and wants to hear why.
func TestParseWrong(t *testing.T) {
	talktest.Refuses(t, Parse, map[string]string{
		"":                    "empty",
		"xyzzy":               "unknown command",
		"e2":                  "unknown command",
		"edit":                "unknown command",
		"ping":                "a number after it",
		"sd deep":             "sd deep",
		"variant":             "something after it",
		"usermove":            "something after it",
		"level":               "a number after it",
		"level 0 5":           "no time",
		"level 0 x 0":         "no time",
		"level 0 NaN 0":       "no time",
		"level 0 1e300 0":     "no time",
		"level 0 1:-90 0":     "no time",
		"st -1":               "no time",
		"option":              "a name after it",
		"memory 999999999999": "whole number",
	})
}

func word(t *rapid.T, name string) string {
	return rapid.StringMatching(`[A-Z][a-z0-9/+]{0,7}`).Draw(t, name)
}

// commands draws any command.
func commands(t *rapid.T) Command {
	tenths := func(name string) time.Duration {
		return time.Duration(rapid.IntRange(0, 10_000).Draw(t, name)) * 100 * time.Millisecond
	}
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom(singles).Draw(t, "word")
	case 1:
		return Number{rapid.SampledFrom(numbers).Draw(t, "name"), int(rapid.Int32().Draw(t, "n"))}
	case 2:
		return Text{rapid.SampledFrom(texts).Draw(t, "name"), word(t, "text")}
	case 3:
		return Level{rapid.IntRange(0, 99).Draw(t, "moves"), time.Duration(rapid.IntRange(0, 36_000).Draw(t, "base")) * time.Second, tenths("inc")}
	case 4:
		return MoveTime(tenths("st"))
	}
	return SetOption{word(t, "name") + " " + word(t, "more"), rapid.SampledFrom([]string{"", "5", "a=b"}).Draw(t, "value")}
}

// TestCommandsSurvive writes commands and reads them again.
func TestCommandsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { talktest.Survives(t, Parse, commands(t)) })
}

// replies draws any reply.
func replies(t *rapid.T) Reply {
	small := func(name string) int { return rapid.IntRange(1, 9999).Draw(t, name) }
	text := func(name string) string { return word(t, name) + " " + word(t, name) }
	kinds := []func() Reply{
		func() Reply { return Feature{"ping", "1", false} },
		func() Reply { return Feature{"myname", text("name"), true} },
		func() Reply { return Move(word(t, "move")) },
		func() Reply { return Pong(small("n")) },
		func() Reply { return OfferDraw },
		func() Reply { return Note(text("note")) },
		func() Reply { return HintMove(word(t, "move")) },
		func() Reply {
			return Claim{rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2"}).Draw(t, "result"), text("reason")}
		},
		func() Reply { return Illegal(word(t, "move")) },
		func() Reply { return Failure{text("why"), text("line")} },
		func() Reply { return Setup{"PN.pn.", small("files"), small("ranks"), "xiangqi", text("fen")} },
		func() Reply { return Piece{"+V", "fsW"} },
		func() Reply {
			return Stat{time.Duration(small("time")) * centisecond, uint64(small("nodes")), small("depth")}
		},
	}
	if i := rapid.IntRange(0, len(kinds)).Draw(t, "kind"); i < len(kinds) {
		return kinds[i]()
	}
	r := Thinking{Depth: small("depth"), Time: time.Duration(small("time")) * centisecond, Nodes: uint64(small("nodes")), PV: []string{word(t, "pv")}}
	if r.Score.Mate = rapid.Bool().Draw(t, "mate"); r.Score.Mate {
		r.Score.Moves = small("moves") * rapid.SampledFrom([]int{1, -1}).Draw(t, "sign")
	} else {
		r.Score.Centipawns = rapid.IntRange(-99_999, 99_999).Draw(t, "cp")
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
		"3 -12 7 4000 h2e2 h9g7":          Thinking{3, engine.Score{Centipawns: -12}, 70 * time.Millisecond, 4000, []string{"h2e2", "h9g7"}},
		"5 100002 0 9 h2e2":               Thinking{Depth: 5, Score: engine.Score{Mate: true, Moves: 2, Plies: 3}, Nodes: 9, PV: []string{"h2e2"}},
		"5 -100001 0 9":                   Thinking{Depth: 5, Score: engine.Score{Mate: true, Moves: -1, Plies: -2}, Nodes: 9},
		"Illegal move: e2e4":              Illegal("e2e4"),
		"Error (unknown command): xyzzy":  Failure{"unknown command", "xyzzy"},
		"1-0 {mate}":                      Claim{"1-0", "mate"},
		`feature myname="Buluo"`:          Feature{"myname", "Buluo", true},
		"feature ping=1":                  Feature{"ping", "1", false},
		"setup (Pp) 9x10+0_xiangqi 9/9 w": Setup{"Pp", 9, 10, "xiangqi", "9/9 w"},
		"piece V& fsW":                    Piece{"V", "fsW"},
		"stat01: 100 5 3 0 0":             Stat{time.Second, 5, 3},
	})
	for _, text := range []string{"", "nonsense", "1 2 x 4", "setup x", "pong x", "feature ping", "stat01: x"} {
		if r, err := ParseReply(text); err == nil {
			t.Errorf("%q: %+v", text, r)
		}
	}
}
