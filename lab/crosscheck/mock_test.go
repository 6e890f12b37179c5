package crosscheck

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// mockWord as the first argument turns the test binary into an engine; the second names its fault.
const mockWord = "play-mock-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == mockWord {
		mock := &mockEngine{fault: os.Args[2], file: &variant.File{}}
		mock.run()
		return
	}
	goleak.VerifyTestMain(m)
}

// mockCommand is the command of a mock engine with a fault, "" for one without.
func mockCommand(t testing.TB, fault string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{self, mockWord, fault}
}

// mockNames are the variants that the mock has without being told.
var mockNames = []string{"chess", "xiangqi", "minixiangqi", "horde"}

// mockEngine is our own rules behind the protocol, with a fault: faults of rules change the Spec, the others what is said.
type mockEngine struct {
	fault string
	file  *variant.File // from VariantPath
	spec  *variant.Spec
	r     *rules.Rules
	g     *movegen.Generator
	p     *position.Position
	given int // moves of the last position command
}

func (e *mockEngine) run() {
	e.choose("chess")
	sc := bufio.NewScanner(os.Stdin)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		words := strings.Fields(sc.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "uci":
			e.introduce()
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			e.set(words[2], words[4])
		case "position":
			e.position(words[1:])
		case "go":
			e.think(words[1], words[2])
		case "d":
			e.display()
		case "quit":
			return
		}
	}
}

func (e *mockEngine) introduce() {
	fmt.Println("id name Mock")
	if e.fault != "one-game" {
		fmt.Print("option name UCI_Variant type combo default chess")
		for _, n := range mockNames {
			fmt.Print(" var ", n)
		}
		for _, s := range e.file.Specs {
			fmt.Print(" var ", s.Name)
		}
		fmt.Println()
	}
	fmt.Println("option name Use NNUE type check default true")
	if e.fault != "no-path" {
		fmt.Println("option name VariantPath type string default <empty>")
	}
	fmt.Println("uciok")
}

func (e *mockEngine) set(name, value string) {
	switch name {
	case "UCI_Variant":
		e.choose(value)
	case "VariantPath":
		text, err := os.ReadFile(value)
		if err == nil {
			var f *variant.File
			if f, err = variant.Parse(value, string(text)); err == nil {
				e.file.Specs = append(e.file.Specs, f.Specs...)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

func (e *mockEngine) choose(name string) {
	spec, err := e.file.Find(name)
	if err != nil {
		if spec, err = variant.Load(name); err != nil {
			return
		}
	}
	if e.fault == "one-game" {
		spec, _ = variant.Load("minixiangqi")
	}
	changed := *spec
	changed.Pieces = slices.Clone(spec.Pieces)
	switch e.fault {
	case "horse-without-legs":
		e.unlame(&changed)
	case "early-soldier":
		changed.SoldierRank--
	case "no-facing":
		changed.FlyingGeneral = false
	case "no-extinction":
		changed.ExtinctionValue = variant.None
	}
	e.spec = &changed
	if e.r, err = rules.Compile(e.spec); err != nil {
		panic(err)
	}
	e.g, e.p = movegen.For(e.r), position.Start(e.r)
}

func (e *mockEngine) unlame(spec *variant.Spec) {
	for i := range spec.Pieces {
		if spec.Pieces[i].Key != "horse" {
			continue
		}
		steps := slices.Clone(spec.Pieces[i].Steps)
		for j := range steps {
			steps[j].Kind = variant.Leap
		}
		spec.Pieces[i].Steps = steps
	}
}

// text writes a move in the mock's dialect.
func (e *mockEngine) text(m board.Move) string {
	if text := e.r.UCI(m); e.fault != "ranks-from-0" {
		return text
	} else {
		return moveRanks(text, -1)
	}
}

func (e *mockEngine) position(words []string) {
	e.p, e.given = position.Start(e.r), 0
	i := slices.Index(words, "moves")
	if i < 0 {
		i = len(words)
	}
	if words[0] == "fen" {
		p, err := position.Parse(e.r, strings.Join(words[1:i], " "))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		e.p = p
	}
	for _, text := range words[min(i+1, len(words)):] {
		legal := e.legal()
		j := slices.IndexFunc(legal, func(m board.Move) bool { return e.text(m) == text })
		if j < 0 || e.fault == "forgetful" && e.given >= 10 {
			return
		}
		e.p.Do(legal[j])
		e.given++
	}
}

func (e *mockEngine) legal() []board.Move {
	moves := e.g.Legal(e.p, nil)
	if e.fault == "no-passing" {
		moves = slices.DeleteFunc(moves, func(m board.Move) bool { return m.Kind() == board.EnPassant })
	}
	return moves
}

func (e *mockEngine) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, m := range e.legal() {
		e.p.Do(m)
		n += e.perft(depth - 1)
		e.p.Undo()
	}
	return n
}

func (e *mockEngine) think(what, value string) {
	depth, _ := strconv.Atoi(value)
	if what != "perft" {
		e.search()
		return
	}
	switch {
	case e.fault == "no-perft":
		fmt.Println("info depth 1 score cp 0 pv a1a2")
		return
	case e.fault == "perft-unknown":
		fmt.Println("Unknown command: go perft")
		return
	case e.fault == "crash-in-check" && e.p.InCheck():
		os.Exit(3)
	}
	var sum uint64
	for i, m := range e.legal() {
		e.p.Do(m)
		n := e.perft(depth - 1)
		e.p.Undo()
		if e.fault == "miscount" && depth == 2 && i == 0 {
			n++
		}
		sum += n
		fmt.Printf("%s: %d\n", e.text(m), n)
	}
	fmt.Printf("\nNodes searched: %d\n\n", sum)
}

func (e *mockEngine) search() {
	legal := e.legal()
	score, best := "cp 0", "(none)"
	if len(legal) == 0 {
		o := e.g.Outcome(e.p)
		drawn := o.Winner == board.NoColor && e.fault != "decided-stalemate" ||
			e.fault == "drawn-smother" && o.Reason == board.Smother ||
			e.fault == "clock-first" && e.p.Claim().Over
		if !drawn {
			score = "mate 0"
		}
	} else {
		best = e.text(legal[0])
		o := &ours{spec: e.spec, rules: e.r, gen: e.g}
		w := o.wins(e.p)
		if w.plain && e.fault != "blind" || w.claim && e.fault != "no-claims" || e.fault == "boastful" {
			score = "mate 1"
		}
	}
	fmt.Printf("info depth 1 score %s\nbestmove %s\n", score, best)
}

func (e *mockEngine) display() {
	if e.fault == "no-display" {
		fmt.Println("Unknown command: d")
		return
	}
	fen, checkers := e.p.FEN(), ""
	if e.p.InCheck() && e.fault != "no-checkers" {
		checkers = "a1" // which ones is not compared
	}
	if fields := strings.Fields(fen); e.fault == "no-clock" {
		fields[len(fields)-2] = "0"
		fen = strings.Join(fields, " ")
	}
	fmt.Printf("Fen: %s\nCheckers: %s\n", fen, checkers)
}
