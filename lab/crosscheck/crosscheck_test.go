package crosscheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"buluo/position"
	"buluo/protocol/remote"
	"buluo/variant"
)

// specs loads variants of the catalogue.
func specs(t testing.TB, names ...string) []*variant.Spec {
	t.Helper()
	var list []*variant.Spec
	for _, name := range names {
		s, err := variant.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// small is a comparison that takes no time.
func small(cmd []string, list []*variant.Spec) Config {
	return Config{Engine: cmd, Variants: list, Depth: 3, Budget: 100_000, Positions: 10, Games: 4, Plies: 40, Seed: 1}
}

func mustRun(t testing.TB, cfg Config) *Report {
	t.Helper()
	r, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pieces counts the pieces of a place's FEN.
func pieces(t testing.TB, variantName string, pl Place) int {
	t.Helper()
	o, err := newOurs(specs(t, variantName)[0])
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.open(pl)
	if err != nil {
		t.Fatal(err)
	}
	return p.Occupied().Count()
}

func TestAgreement(t *testing.T) {
	t.Parallel()
	cfg := small(mockCommand(t, ""), specs(t, "xiangqi", "chess", "minixiangqi", "horde", "orda",
		"horde-veteran-36-r1", "horde-promoting-36-r1", "horde-pawn-27-r2", "horde-lichess", "horde-twomoves-36-r1"))
	cfg.Jobs = 2
	finished := 0
	var last Progress
	cfg.Progress = func(p Progress) {
		last = p
		if p.Finished != nil {
			finished++
		}
	}
	r := mustRun(t, cfg)
	if !r.Passed() {
		var b bytes.Buffer
		r.Write(&b)
		t.Fatalf("the mock agrees with itself, yet:\n%s", b.String())
	}
	if finished != len(cfg.Variants) || last.Done != last.Total || last.Total == 0 {
		t.Errorf("progress: %d variants finished, %d of %d units", finished, last.Done, last.Total)
	}
	for i, v := range r.Variants {
		if v.Name != cfg.Variants[i].Name {
			t.Errorf("variant %d of the report is %s", i, v.Name)
		}
		f := v.Figures
		switch {
		case v.Name == "horde-twomoves-36-r1":
			if !strings.Contains(v.Skipped, "white makes 2 moves a turn") {
				t.Errorf("%s: skipped %q", v.Name, v.Skipped)
			}
		case f.ArrayDepth < 2 || f.Built < 5 || f.Random != cfg.Positions || f.Games != cfg.Games ||
			f.Plies == 0 || f.Ends == 0 || f.Nodes == 0:
			t.Errorf("%s: figures %+v", v.Name, f)
		}
	}
	if notes := r.Variants[8].Notes; len(notes) != 2 || !strings.Contains(notes[0], "insufficientMaterial = horde") {
		t.Errorf("horde-lichess: notes %q", notes)
	}
}

// TestFaults plants one fault after the other and wants each found, under its kind, at the right place.
func TestFaults(t *testing.T) {
	tests := []struct {
		fault, variant string
		kind           Kind
		detail         string
		place          *Place // nil where chance has a say in it
		onlyEngine     string
		onlyOurs       string
		left           int // pieces at the smallest place
	}{
		{"horse-without-legs", "xiangqi", Moves, "only the engine moves n", &Place{}, "b1d2 h1f2", "", 5},
		{"early-soldier", "xiangqi", Moves, "only the engine moves p", &Place{Moves: []string{"a4a5", "a10a8"}}, "a5b5", "", 4},
		{"early-soldier", "horde-standard-36-r1", Moves, "only the engine moves p",
			&Place{Moves: []string{"a4a5", "a10a8"}}, "a5b5", "", 2},
		{"no-passing", "chess", Moves, "only we move p", nil, "", "*", 4},
		{"no-facing", "minixiangqi", Moves, "only the engine moves k", nil, "*", "", 2},
		{"no-extinction", "horde", End, "an end by extinction: the engine plays on", nil, "", "", 1},
		{"drawn-smother", "xiangqi", End, "an end by smother: the engine draws", nil, "", "", 0},
		{"blind", "minixiangqi", Win, "only we see a win in one move", nil, "", "", 0},
		{"boastful", "minixiangqi", Win, "only the engine sees a win in one move", nil, "", "", 0},
		{"decided-stalemate", "chess", End, "an end by stalemate: the engine decides", nil, "", "", 0},
		{"no-checkers", "xiangqi", Check, "whether the side to move is in check", nil, "", "", 3},
		{"no-clock", "xiangqi", Field, "clock", nil, "", "", 0},
		{"forgetful", "minixiangqi", Field, "board", nil, "", "", 0},
		{"miscount", "xiangqi", Counts, "leaves at depth 2", &Place{}, "", "", 0},
		{"crash-in-check", "xiangqi", Failure, "crashed", nil, "", "", 0},
		{"no-perft", "xiangqi", Failure, "garbage", &Place{}, "", "", 0},
	}
	for _, test := range tests {
		t.Run(test.fault+" "+test.variant, func(t *testing.T) {
			t.Parallel()
			r := mustRun(t, small(mockCommand(t, test.fault), specs(t, test.variant)))
			if r.Passed() {
				t.Fatal("not found")
			}
			d := difference(r.Variants[0], test.kind, test.detail)
			if d == nil {
				var b bytes.Buffer
				r.Write(&b)
				t.Fatalf("not found as %s, %s:\n%s", test.kind, test.detail, b.String())
			}
			if test.place != nil {
				if diff := cmp.Diff(*test.place, d.Place); diff != "" {
					t.Errorf("the shortest place (- want, + got):\n%s", diff)
				}
				if n := r.Variants[0].Figures.ArrayDepth; test.kind == Moves && n != len(test.place.Moves)+1 {
					t.Errorf("the array's trees were compared to depth %d after a difference", n)
				}
			}
			checkMoves(t, "only the engine has", test.onlyEngine, d.OnlyEngine)
			checkMoves(t, "only we have", test.onlyOurs, d.OnlyOurs)
			if test.left > 0 {
				if n := pieces(t, test.variant, d.Best()); n != test.left {
					t.Errorf("the smallest place, %s, has %d pieces, want %d", d.Best(), n, test.left)
				}
			}
		})
	}
}

func checkMoves(t *testing.T, what, want string, got []string) {
	t.Helper()
	if text := strings.Join(got, " "); want == "*" && text == "" || want != "*" && text != want {
		t.Errorf("%s %q, want %q", what, text, want)
	}
}

// difference finds one by kind and detail.
func difference(v *VariantReport, k Kind, detail string) *Difference {
	for _, d := range v.Differences {
		if d.Kind == k && d.Detail == detail {
			return d
		}
	}
	return nil
}

// TestAgain compares the place that a report names, as the command line that it prints would.
func TestAgain(t *testing.T) {
	t.Parallel()
	cfg := small(mockCommand(t, "no-passing"), specs(t, "chess"))
	found := difference(mustRun(t, cfg).Variants[0], Moves, "only we move p")
	cfg.Places, cfg.Depth = []Place{found.Best()}, 1
	r := mustRun(t, cfg)
	again := difference(r.Variants[0], Moves, "only we move p")
	if again == nil || r.Variants[0].Figures.Games != 0 || !r.Partial {
		t.Errorf("compared once more, alone: %+v", r.Variants[0])
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := "--variants chess --fen '" + again.Best().FEN + "'"
	if !strings.Contains(b.String(), want) {
		t.Errorf("the report lacks %q:\n%s", want, b.String())
	}
	cfg.Engine = mockCommand(t, "")
	if r := mustRun(t, cfg); !r.Passed() {
		t.Error("a sound engine differs at that place")
	}
	if _, err := mustRun(t, cfg).Certificate(); err == nil {
		t.Error("a certificate for one position")
	}
}

// TestClaims: draws that could be claimed excuse an engine that draws a decided end, and wins that can be claimed with the
// next move must be seen.
func TestClaims(t *testing.T) {
	t.Parallel()
	clock := small(mockCommand(t, "clock-first"), specs(t, "horde-standard-27-r4-c60"))
	clock.Places = []Place{{FEN: "3k5/4P4/9/9/9/9/9/9/9/9 b - - 60 70"}}
	r := mustRun(t, clock)
	if notes := strings.Join(r.Variants[0].Notes, "; "); !r.Passed() ||
		!strings.Contains(notes, "1 ends are decided to us and drawn to the engine") {
		t.Errorf("at the clock's end: notes %q, differences %d", notes, len(r.Variants[0].Differences))
	}
	clock.Places[0].FEN = "3k5/4P4/9/9/9/9/9/9/9/9 b - - 59 70"
	clock.Engine = mockCommand(t, "drawn-smother")
	if mustRun(t, clock).Passed() {
		t.Error("before the clock's end a drawn smother is let pass")
	}
	cycle := strings.Fields("f2e2 f3e3 e2f2 e3f3 f2e2 f3e3 e2f2 e3f3")
	perpetual := small(mockCommand(t, ""), specs(t, "xiangqi"))
	perpetual.Places = []Place{{FEN: "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1", Moves: cycle}}
	if !mustRun(t, perpetual).Passed() {
		t.Error("a sound engine differs where a win can be claimed")
	}
	perpetual.Engine = mockCommand(t, "no-claims")
	if d := difference(mustRun(t, perpetual).Variants[0], Win, "only we see a win by perpetual check or chase"); d == nil {
		t.Error("an engine without a law on perpetual checks passes")
	}
}

func TestOtherDialects(t *testing.T) {
	t.Parallel()
	tests := []struct {
		fault, variant, note string
	}{
		{"ranks-from-0", "xiangqi", "counts ranks from 0"},
		{"one-game", "minixiangqi", ""},
		{"no-display", "chess", "does not know the command d"},
	}
	for _, test := range tests {
		r := mustRun(t, small(mockCommand(t, test.fault), specs(t, test.variant)))
		notes := strings.Join(r.Variants[0].Notes, "; ")
		if !r.Passed() || !strings.Contains(notes, test.note) {
			var b bytes.Buffer
			r.Write(&b)
			t.Errorf("%s: notes %q, report:\n%s", test.fault, notes, b.String())
		}
	}
	two := small(mockCommand(t, "one-game"), specs(t, "minixiangqi", "xiangqi"))
	for _, v := range mustRun(t, two).Variants {
		if !strings.Contains(v.Skipped, "plays one game only") {
			t.Errorf("one-game: %s: skipped %q", v.Name, v.Skipped)
		}
	}
	pathless := mustRun(t, small(mockCommand(t, "no-path"), specs(t, "chess", "orda")))
	if !pathless.Passed() || !strings.Contains(pathless.Variants[1].Skipped, "no option VariantPath") {
		t.Errorf("no-path: orda: skipped %q", pathless.Variants[1].Skipped)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	chess := specs(t, "chess")
	good := mockCommand(t, "")
	for name, cfg := range map[string]Config{
		"its command is empty":      small(nil, chess),
		"no variants":               small(good, nil),
		"depth: 99 is out of range": {Engine: good, Variants: chess, Depth: 99},
		"positions: -1":             {Engine: good, Variants: chess, Positions: -1},
		"executable file not found": small([]string{"no-such-engine-anywhere"}, chess),
		"does not know the command": small(mockCommand(t, "perft-unknown"), chess),
		"is not legal at":           {Engine: good, Variants: chess, Depth: 1, Places: []Place{{Moves: []string{"e2e5"}}}},
		"white has 0 of the royal":  {Engine: good, Variants: chess, Depth: 1, Places: []Place{{FEN: "4k3/8/8/8/8/8/8/8 w"}}},
	} {
		if _, err := Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want an error with %q", err, name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cfg := small(good, chess)
	cfg.Progress = func(Progress) { cancel() }
	if _, err := Run(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSeed: the same seed gives the same places, whatever else is compared; another gives others.
func TestSeed(t *testing.T) {
	t.Parallel()
	fens := func(seed uint64) string {
		o, err := newOurs(specs(t, "xiangqi")[0])
		if err != nil {
			t.Fatal(err)
		}
		going, ended := newPlayer(o, seed, positionPlayer).samples(20, 100)
		var all []string
		for _, s := range append(going, ended...) {
			all = append(all, s.place.FEN)
		}
		return strings.Join(all, "\n")
	}
	first := fens(1)
	if again := fens(1); first != again {
		t.Error("the same seed gives other positions")
	}
	if first == fens(2) {
		t.Error("another seed gives the same positions")
	}
}

func TestCertificate(t *testing.T) {
	t.Parallel()
	cmd, list := mockCommand(t, ""), specs(t, "minixiangqi", "horde-veteran-18-r1", "five-tigers")
	cfg := small(cmd, list)
	cert, err := mustRun(t, cfg).Certificate()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := cert.Write(&b); err != nil {
		t.Fatal(err)
	}
	read, err := ReadCertificate(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(cert, read); diff != "" {
		t.Errorf("read back (- written, + read):\n%s", diff)
	}
	if err := Verify(read, cmd, list[:2]); err != nil {
		t.Errorf("what has passed: %v", err)
	}
	changed := *list[0]
	changed.ClockPlies++
	stale := *read
	stale.Variants = append([]Certified{}, read.Variants...)
	stale.Variants[0].Answers = strings.Repeat("0", 64)
	for _, test := range []struct {
		cert *Certificate
		cmd  []string
		list []*variant.Spec
		says string
	}{
		{nil, cmd, list[:1], "no certificate"},
		{read, mockCommand(t, "blind"), list[:1], "another program"},
		{read, []string{"no-such-engine-anywhere"}, list[:1], "executable file not found"},
		{read, cmd, list, "five-tigers: the certificate does not cover"},
		{read, cmd, []*variant.Spec{&changed}, "minixiangqi: the rules have changed"},
		{&stale, cmd, list[:1], "minixiangqi: this program plays the rules differently"},
	} {
		if err := Verify(test.cert, test.cmd, test.list); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("got %v, want %q", err, test.says)
		}
	}
	bad, err := mustRun(t, small(mockCommand(t, "blind"), list[:1])).Certificate()
	if err == nil || bad != nil {
		t.Errorf("a certificate for an engine that differs: %v, %v", bad, err)
	}
	cfg.Games = 0
	if bad, err := mustRun(t, cfg).Certificate(); err == nil {
		t.Errorf("a certificate without games: %v", bad)
	}
}

// TestBuilt: every hand-built position is one of some variant, and none stands there twice.
func TestBuilt(t *testing.T) {
	all, err := builtPositions()
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{}
	for _, b := range all {
		if open[b.name] {
			t.Errorf("%s: a second position of that name", b.name)
		}
		open[b.name] = true
	}
	for _, spec := range specs(t, "xiangqi", "manchu", "minixiangqi", "chess", "horde", "orda",
		"horde-veteran-36-r1", "horde-promoting-36-r1", "horde-pawn-36-r1") {
		o, err := newOurs(spec)
		if err != nil {
			t.Fatal(err)
		}
		list, _ := o.suited(all)
		for _, b := range list {
			delete(open, b.name)
		}
		if len(list) < 8 {
			t.Errorf("%s: only %d hand-built positions", spec.Name, len(list))
		}
	}
	for name := range open {
		t.Errorf("%s is a position of no variant", name)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	r := mustRun(t, small(mockCommand(t, "horse-without-legs"), specs(t, "minixiangqi")))
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	d := difference(back.Variants[0], Moves, "only the engine moves n")
	if d == nil || d.Times < 1 || len(d.OnlyEngine) == 0 || back.Passed() {
		t.Errorf("read back: %s", text)
	}
}

// TestReference holds a real engine against us, named by the environment.
func TestReference(t *testing.T) {
	path := os.Getenv("BULUO_REFERENCE")
	if path == "" {
		t.Skip("BULUO_REFERENCE names no engine")
	}
	cfg := small([]string{path}, specs(t, "xiangqi", "minixiangqi", "manchu", "chess", "horde", "orda",
		"horde-standard-36-r1", "horde-veteran-36-r1", "horde-diagonal-36-r1", "horde-doublestep-36-r1",
		"horde-promoting-36-r1", "horde-pawn-36-r1", "horde-cover-36-r1", "horde-sidecover-36-r1"))
	cfg.Settings = []remote.Setting{remote.WithGuard(time.Minute)}
	r := mustRun(t, cfg)
	if _, _, skipped := r.Totals(); !r.Passed() || skipped > 0 {
		var b bytes.Buffer
		r.Write(&b)
		t.Error(b.String())
	}
}

// TestOpenArray: an empty place is the array.
func TestOpenArray(t *testing.T) {
	o, err := newOurs(specs(t, "chess")[0])
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.open(Place{})
	if err != nil || p.FEN() != position.Start(o.rules).FEN() {
		t.Errorf("%v, %v", p.FEN(), err)
	}
}
