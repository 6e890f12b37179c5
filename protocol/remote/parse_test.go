package remote

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/protocol/option"
)

func TestParseOption(t *testing.T) {
	tests := []struct {
		text string
		want Option
	}{
		{"option name Hash type spin default 16 min 1 max 33554432",
			Option{Name: "Hash", Kind: option.Spin, Default: "16", Min: 1, Max: 33554432}},
		{"option name Skill Level type spin default 20 min -20 max 20",
			Option{Name: "Skill Level", Kind: option.Spin, Default: "20", Min: -20, Max: 20}},
		{"option name Debug Log File type string default ", Option{Name: "Debug Log File", Kind: option.Text}},
		{"option name A type string default x type spin var y", Option{Name: "A", Kind: option.Text, Default: "x type spin var y"}},
		{"option name Book type type check default true", Option{Name: "Book type", Kind: option.Check, Default: "true"}},
		{"option name Style type combo default Very Solid var Very Solid var wild  var x",
			Option{Name: "Style", Kind: option.Combo, Default: "Very Solid", Vars: []string{"Very Solid", "wild", "x"}}},
		{"option name E type combo default <empty> var", Option{Name: "E", Kind: option.Combo, Default: "<empty>"}},
		{"  option name  Clear   Hash type button", Option{Name: "Clear Hash", Kind: option.Button}},
	}
	for _, test := range tests {
		got, err := parseOption(test.text)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%q: %v\n%s", test.text, err, diff)
		}
	}
	for _, text := range []string{
		"", "option", "option name", "option name  type spin min 1 max 2", "option name X type wheel",
		"option name X type spin default 1", "option name X type spin default a min 1 max 2",
	} {
		if o, err := parseOption(text); err == nil {
			t.Errorf("%q: read as %+v", text, o)
		}
	}
}

func TestLooksLikeMove(t *testing.T) {
	for _, m := range []string{
		"e2e4", "a9a10", "a10a9", "e7e8q", "a9a10+", "b3b2-", "e1e1", "P@e4", "+R@i10", "e2e4,e4e3", "e1f3h", "e1g1ea1", "h0g2",
	} {
		if !looksLikeMove(m) {
			t.Errorf("%q is refused", m)
		}
	}
	for _, m := range []string{
		"", "e2", "e2-e4", "Nf3", "O-O", "(none)", "0000", "e2e4 ", "e2e4qq", "e2e4,", "P@", "@e4", "a1a100", "炮二平五", "E2E4",
		strings.Repeat("a1", 20),
	} {
		if looksLikeMove(m) {
			t.Errorf("%q is taken", m)
		}
	}
}

func TestReport(t *testing.T) {
	var r Result
	for _, text := range []string{
		"depth 5 seldepth 7 multipv 1 score cp -13 lowerbound nodes 10 nps 5 time 2 pv a1a2",
		"depth 6 score mate -3 wdl 0 1 999 nodes 18446744073709551615 nps 7 tbhits 0 time 9 pv b1b2 b2b3",
		"depth 7 score cp 4 upperbound nodes 11 pv c1c2",
		"depth 7 currmove a1a2 currmovenumber 3",
		"depth 7 multipv 2 score cp 5 nodes 12 time 10 pv d1d2",
		"string depth 9 score cp 9",
	} {
		if err := r.info(strings.Fields(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	want := Result{
		Score: Score{Kind: MateIn, Value: -3}, Depth: 6, PV: []string{"b1b2", "b2b3"}, Nodes: 11, NPS: 7, Time: 9e6,
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{
		"score", "score cp", "score 35 nodes 1", "score cp 99999999999", "score mate x", "nodes -1", "nodes", "depth 3000000000",
		"time 18446744073709551615", "score cp 1 pv e2e4 zz",
	} {
		if err := r.info(strings.Fields(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("a line with a fault left its mark: %s", diff)
	}
}

func TestScoreString(t *testing.T) {
	for want, s := range map[string]Score{
		"none": {}, "cp -31": {Kind: Centipawns, Value: -31}, "mate 0": {Kind: MateIn},
		"cp 1 upperbound": {Centipawns, 1, Upper}, "mate 2 lowerbound": {MateIn, 2, Lower},
	} {
		if s.String() != want {
			t.Errorf("%#v reads %q", s, s)
		}
	}
	if Failure(99).String() != "unknown" {
		t.Error("a name is wrong")
	}
}

// TestReadLine: ends, an end that is missing, the limit, and lines longer than the buffer.
func TestReadLine(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("a\r\n\nb\r\r\n"+strings.Repeat("x", 40)+"\n"+strings.Repeat("y", 60)+"\nlast"), 16)
	var got []line
	for {
		l, err := readLine(r, 50)
		if err == nil || l.text != "" {
			got = append(got, l)
		}
		if errors.Is(err, io.EOF) {
			break
		}
	}
	if len(got) < 6 || got[0].text != "a" || got[1].text != "" || got[2].text != "b\r" ||
		got[3] != (line{strings.Repeat("x", 40), false}) ||
		got[4] != (line{strings.Repeat("y", 50), true}) || got[len(got)-1].text != "last" {
		t.Errorf("got %+v", got)
	}
}

func TestTail(t *testing.T) {
	var l tail
	io.WriteString(&l, "zero\n\n")
	mark := l.count()
	io.WriteString(&l, strings.Repeat("w", 5000)+"\nand ")
	io.WriteString(&l, "more")
	if diff := cmp.Diff([]string{strings.Repeat("w", tailWidth), "and more"}, l.since(mark)); diff != "" {
		t.Error(diff)
	}
	for range 100 {
		io.WriteString(&l, "line\n")
	}
	if n := len(l.since(0)); n != tailLines {
		t.Errorf("%d lines kept", n)
	}
}

func FuzzOption(f *testing.F) {
	f.Add("option name UCI_Variant type combo default chess var chess var xiangqi")
	f.Add("option name Hash type spin default 16 min 1 max 33554432")
	f.Add("option name x type y type string default type var")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := parseOption(text)
		if err != nil {
			return
		}
		if o.Name == "" || o.Kind < option.Check || o.Kind > option.Text {
			t.Errorf("%q: read as %+v", text, o)
		}
		for _, v := range o.Vars {
			if v == "" || o.refusal(v) != "" {
				t.Errorf("%q: the value %q is refused: %s", text, v, o.refusal(v))
			}
		}
	})
}

func TestParseDivide(t *testing.T) {
	for text, want := range map[string]uint64{
		"a2a3: 41": 41, " b1c10+ :7": 7, "e1e1:0": 0, "hello: 3": 0, "a2a3 41": 0, "Nodes searched: 9": 0, "": 0,
	} {
		if _, n, err := parseDivide(text); err != nil || n != want {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	for _, text := range []string{"a2a3:", "a2a3: -1", "a2a3: 99999999999999999999", "a2a3: 4 1"} {
		if move, n, err := parseDivide(text); err == nil {
			t.Errorf("%q: read as %s, %d", text, move, n)
		}
	}
}

func FuzzDivide(f *testing.F) {
	f.Add("a2a3: 41")
	f.Add("P@e4:7")
	f.Fuzz(func(t *testing.T, text string) {
		move, n, err := parseDivide(text)
		if err != nil || move == "" {
			return
		}
		if again, m, err := parseDivide(fmt.Sprintf("%s: %d", move, n)); again != move || m != n || err != nil {
			t.Errorf("%q: %s, %d, then %s, %d, %v", text, move, n, again, m, err)
		}
	})
}

func FuzzAnswer(f *testing.F) {
	f.Add("info depth 6 score cp 81 upperbound nodes 2000 time 7 pv b1c3 b10c8")
	f.Add("bestmove b1c3 ponder b10c8")
	f.Add("Fen: 9/9 w - - 0 1")
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		var r Result
		if len(words) > 0 {
			r.info(words[1:])
			if why := r.best(words[1:]); why == "" && r.Best != "" && !looksLikeMove(r.Best) {
				t.Errorf("%q: best move %q", text, r.Best)
			}
		}
		if r.Score.Kind == NoScore && (len(r.PV) > 0 || r.Depth != 0) {
			t.Errorf("%q: %+v", text, r)
		}
		new(Board).read(text)
	})
}

func FuzzStanzas(f *testing.F) {
	f.Add(design + second)
	f.Add("[a\n[b]\r\n; [c]\n")
	f.Fuzz(func(t *testing.T, ini string) {
		all, err := splitStanzas(ini)
		if (err == nil) != (len(all) > 0) {
			t.Errorf("%q: %v, %v", ini, all, err)
		}
		for _, s := range all {
			if again, err := splitStanzas(s.text); err != nil || len(again) != 1 || again[0] != s {
				t.Errorf("%q: stanza %q reads %q, %v", ini, s, again, err)
			}
		}
	})
}
