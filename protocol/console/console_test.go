package console_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"buluo/engine"
	"buluo/internal/talktest"
	"buluo/protocol/console"
	"buluo/protocol/ucci"
	"buluo/protocol/uci"
	"buluo/protocol/xboard"
)

// dialects is a configuration in which the first word decides.
func dialects() console.Config {
	return console.Config{Default: uci.Speak, Hello: map[string]console.Speaker{
		"uci": uci.Speak, "ucicyclone": uci.SpeakCyclone, "ucci": ucci.Speak, "xboard": xboard.Speak,
	}}
}

// TestFirstWord lets the first word decide, after whatever was said in the default dialect; later words decide nothing more.
func TestFirstWord(t *testing.T) {
	for word, script := range map[string]string{
		"uci": `
			> uci
			< ^uciok$
			> ucci
			< ^info string unknown command: ucci$`,
		"ucicyclone": `
			> ucicyclone
			> uci
			< default xiangqi
			< ^uciok$`,
		"ucci": `
			> ucci
			< default xiangqi$
			< ^ucciok$
			> xboard
			< ^info message unknown command: xboard$`,
		"xboard": `
			> xboard
			> protover 2
			< ^feature done=1$
			> uci
			< ^Error \(unknown command\): uci$`,
	} {
		t.Run(word, func(t *testing.T) {
			k := talktest.Start(t, dialects())
			k.Play("> d\n< ^Fen: rnbqkbnr\n> isready\n< ^readyok$\n> go infinite\n< ^info depth 2\n" + script)
		})
	}
	t.Run("the variants stay", func(t *testing.T) {
		talktest.Start(t, dialects()).Play(`
			> load <<.
			> [kept:xiangqi]
			> .
			< no mistakes: kept$
			> check <<.
			> [next:kept]
			> .
			< no mistakes: next$
			> setoption name UCI_Variant value kept
			> ucci
			< default kept$
			> position startpos
			> go depth 1
			< ^bestmove [a-i]\d`)
	})
}

// TestLines counts what was said, and takes lines that end in any way.
func TestLines(t *testing.T) {
	for in, want := range map[string]int{"": 0, "\n": 1, "isready": 1, "isready\r\n\r\nquit\r\nisready\n": 3} {
		e, err := engine.New(engine.Config{})
		if err != nil {
			t.Fatal(err)
		}
		c := dialects()
		c.Engine = e
		var out bytes.Buffer
		lines, err := console.Run(context.Background(), c, strings.NewReader(in), &out)
		asked, _, _ := strings.Cut(in, "quit")
		ready := strings.Count(out.String(), "readyok\n")
		if lines != want || err != nil || ready != strings.Count(asked, "isready") {
			t.Errorf("%q: %d lines, %v, said %q", in, lines, err, out.String())
		}
	}
}

// deaf is an output that nobody reads.
type deaf struct{}

var errDeaf = errors.New("nobody listens")

func (deaf) Write([]byte) (int, error) { return 0, errDeaf }

// TestNobodyListens ends the conversation, and the search, when the other side has gone without closing its end.
func TestNobodyListens(t *testing.T) {
	ended := converse(t, context.Background(), deaf{})
	select {
	case err := <-ended:
		if !errors.Is(err, errDeaf) {
			t.Errorf("got %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it goes on talking")
	}
}

// TestContext ends the conversation from outside.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := converse(t, ctx, io.Discard)
	time.AfterFunc(20*time.Millisecond, cancel)
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it goes on")
	}
}

// converse begins an endless search and returns where the end is told.
func converse(t *testing.T, ctx context.Context, out io.Writer) <-chan error {
	e, err := engine.New(engine.Config{HashMB: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := dialects()
	c.Engine = e
	in, say := io.Pipe()
	t.Cleanup(func() { say.Close() })
	ended := make(chan error, 1)
	go func() {
		_, err := console.Run(ctx, c, in, out)
		ended <- err
	}()
	io.WriteString(say, "go infinite\n")
	return ended
}

// TestShow draws boards of every size the catalogue has: as many cells as points, and every piece in its place.
func TestShow(t *testing.T) {
	e, err := engine.New(engine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range e.Variants() {
		if err := e.UseVariant(name); err != nil {
			t.Fatal(err)
		}
		p, _ := e.Position()
		text := console.Show(p, e.Outcome(), engine.FromOne)
		var rows []string
		for line := range strings.SplitSeq(text, "\n") {
			if cells := strings.Split(line, "|"); len(cells) > 1 {
				var row strings.Builder
				for _, cell := range cells[1 : len(cells)-1] {
					if len(cell) != 3 {
						t.Fatalf("%s: the cell %q of %q", name, cell, line)
					}
					row.WriteString(strings.TrimSpace(cell + " "))
					if strings.TrimSpace(cell) == "" {
						row.WriteByte('.')
					}
				}
				rows = append(rows, row.String())
			}
		}
		board, _, _ := strings.Cut(e.Spec().Start, " ")
		for i, row := range strings.Split(board, "/") {
			for n := 12; n > 0; n-- {
				row = strings.ReplaceAll(row, []string{"", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}[n], strings.Repeat(".", n))
			}
			if rows[i] != row {
				t.Errorf("%s: rank %d is drawn %q, want %q", name, len(rows)-i, rows[i], row)
			}
		}
	}
}

// TestShowPromoted draws a promoted piece as a FEN writes it.
func TestShowPromoted(t *testing.T) {
	e, err := engine.New(engine.Config{Variant: "horde-promoting-36-r1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Setup("4k1+V2/9/9/9/9/9/9/9/9/V8 w - - 0 1", nil, engine.FromOne); err != nil {
		t.Fatal(err)
	}
	p, _ := e.Position()
	text := console.Show(p, e.Outcome(), engine.FromZero)
	if !strings.Contains(text, " |   |   |   |   | k |   |+V |   |   | 9\n") || !strings.Contains(text, " | V |   |") {
		t.Error("\n" + text)
	}
}

func TestWords(t *testing.T) {
	w := console.Split("  one two  stop three 7 99999999999 -5 9 x ")
	if got := w.Until("stop"); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("%q", got)
	}
	if w.Next() != "stop" || w.Next() != "three" {
		t.Error("the mark is not left")
	}
	if n, err := w.Number("n", 0, 9); n != 7 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if d, err := w.Time("t", time.Second); d != 365*24*time.Hour || err != nil {
		t.Errorf("%v, %v", d, err)
	}
	if d, err := w.Time("t", time.Second); d != 0 || err != nil {
		t.Errorf("%v, %v", d, err)
	}
	if _, err := w.Number("n", 0, 8); err == nil {
		t.Error("9 is taken for at most 8")
	}
	if _, err := w.Number("n", 0, 8); err == nil || !strings.Contains(err.Error(), "n x:") {
		t.Errorf("%v", err)
	}
	if _, err := w.Number("n", 0, 8); err == nil || w.Next() != "" || w.Rest() != "" || w.Until("x") != nil {
		t.Errorf("something is left: %v", err)
	}
}

// helper is a dialect whose every line starts work aside: it says the line, and once more when it is stopped.
type helper struct{ *console.Desk }

func (h helper) Event(engine.Event) {}
func (h helper) Note(text string)   { h.Say("note " + text) }
func (h helper) Line(text string) bool {
	h.Aside(func(ctx context.Context, say func(string)) {
		say("begins " + text)
		if text == "short" {
			say("ends " + text)
			return
		}
		<-ctx.Done()
		say("stopped " + text)
	})
	return text != "last"
}

// ending is an output that ends something as soon as anything is written.
type ending struct {
	bytes.Buffer
	end func()
}

func (e *ending) Write(p []byte) (int, error) {
	defer e.end()
	return e.Buffer.Write(p)
}

// TestAside ends work when other work begins or the conversation does, and lets what ends by itself come to its end after the input has.
func TestAside(t *testing.T) {
	for in, want := range map[string]string{
		"short":               "begins short\nends short\n",
		"long\nshort":         "begins long\nstopped long\nbegins short\nends short\n",
		"long\nlast\nshort\n": "begins long\nstopped long\nbegins last\nstopped last\n",
	} {
		e, err := engine.New(engine.Config{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		c := console.Config{Engine: e, Default: func(d *console.Desk) console.Dialect { return helper{d} }}
		if _, err := console.Run(context.Background(), c, strings.NewReader(in), &out); err != nil || out.String() != want {
			t.Errorf("%q: %q, %v; want %q", in, out.String(), err, want)
		}
	}
	// Work that would go on for ever after the input has ended goes on until the context does.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := ending{end: cancel}
	e, err := engine.New(engine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	c := console.Config{Engine: e, Default: func(d *console.Desk) console.Dialect { return helper{d} }}
	if console.Run(ctx, c, strings.NewReader("long"), &out); out.String() != "begins long\nstopped long\n" {
		t.Errorf("%q", out.String())
	}
}
