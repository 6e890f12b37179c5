package rescore

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"buluo/game"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/rules"
	"buluo/variant"
)

func load(t testing.TB, name string) *variant.Spec {
	t.Helper()
	spec, err := variant.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// played records a game from a position: the moves given, or random ones of a seed to the end.
func played(t testing.TB, spec *variant.Spec, fen string, seed uint64, moves ...string) ledger.Record {
	t.Helper()
	r, err := rules.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.FromFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if err := g.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for len(moves) == 0 && !g.Outcome().Over {
		legal := g.Legal()
		if err := g.Play(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	end := match.Game{Moves: g.Text(game.UCI), Outcome: g.Outcome(), Termination: match.ByRules}
	end.Choices = make([]match.Choice, len(end.Moves))
	if !end.Outcome.Over {
		end.Termination = match.Capped
	}
	return ledger.Of(spec.Name, g.Start(), "somebody", 100, 0, &end)
}

func rule(t testing.TB, text string) Rule {
	t.Helper()
	r, err := ParseRule(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// smother is a position in which the horde's one move takes the general's last points away without attacking it.
const smother = "4k4/5V3/3V5/9/9/9/9/9/9/9 w - - 0 1"

// TestStalemate turns a smother into a draw, leaves a mate alone, and says so ply by ply.
func TestStalemate(t *testing.T) {
	spec := load(t, "horde-veteran-18-r1")
	won := played(t, spec, smother, 0, "d8d9")
	if won.Reason != "smother" {
		t.Fatalf("the position ends by %s", won.Reason)
	}
	got, err := Game(spec, &won, []Rule{rule(t, "stalemate=draw"), rule(t, "stalemate=loss"), rule(t, "stalemate=win")})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		class          Class
		result, reason string
	}{{Changed, "1/2-1/2", "stalemate"}, {Unchanged, "1-0", "smother"}, {Changed, "0-1", "stalemate"}} {
		if v := got[i]; v.Class != want.class || v.Result != want.result || v.Ply != 1 {
			t.Errorf("%s: %+v, want %+v", v.Rule, v, want)
		}
	}
	mate := played(t, spec, "4k4/3V1V3/4V4/9/9/9/9/9/9/9 w - - 0 1", 0, "e8e9")
	if mate.Reason != "mate" {
		t.Fatalf("the position ends by %s", mate.Reason)
	}
	if got, err := Game(spec, &mate, []Rule{rule(t, "stalemate=draw")}); err != nil || got[0].Class != Unchanged {
		t.Errorf("a mate: %+v, %v", got, err)
	}
}

// TestClock plays random endings to the clock: a shorter one ends a drawn game sooner, which changes nothing; a longer one cannot be decided; and of
// a game that went on to a win after a long quiet run, the shorter one makes a draw.
func TestClock(t *testing.T) {
	const ending = "3k5/9/9/9/V8/9/4V4/9/9/8r w - - 0 1"
	spec := load(t, "horde-veteran-18-r1")
	short, long, off := rule(t, "clock=60"), rule(t, "clock=200"), rule(t, "clock=0+fold=0")
	seen := map[string]int{}
	for seed := range uint64(60) {
		rec := played(t, spec, ending, seed)
		got, err := Game(spec, &rec, []Rule{short, long, off})
		if err != nil {
			t.Fatal(err)
		}
		quiet := longestQuiet(t, spec, &rec)
		switch {
		case rec.Reason == "clock":
			seen["clock"]++
			if got[0].Class != Unchanged || got[0].Ply >= rec.Plies || got[1].Class != Undecidable || got[2].Class != Undecidable || got[1].Ply != rec.Plies {
				t.Errorf("seed %d: a draw by the clock after %d plies: %+v", seed, rec.Plies, got)
			}
		case rec.Result == "0-1" && quiet < 60:
			seen["won"]++
			if got[0].Class != Unchanged || got[1].Class != Unchanged || got[2].Class != Unchanged {
				t.Errorf("seed %d: won, quiet for %d plies at most: %+v", seed, quiet, got)
			}
		case rec.Result == "0-1" && quiet > 60:
			seen["won late"]++
			if got[0].Class != Changed || got[0].Result != "1/2-1/2" || got[1].Class != Unchanged {
				t.Errorf("seed %d: won after %d quiet plies: %+v", seed, quiet, got)
			}
		}
	}
	for _, kind := range []string{"clock", "won", "won late"} {
		if seen[kind] == 0 {
			t.Errorf("no seed plays a game of the kind %q: %v", kind, seen)
		}
	}
}

func longestQuiet(t *testing.T, spec *variant.Spec, rec *ledger.Record) int {
	t.Helper()
	r, err := rules.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.FromFEN(r, rec.Start)
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	for _, m := range strings.Fields(rec.Moves) {
		if err := g.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, g.Position().Clock())
	}
	return longest
}

// TestFold ends a game at its second occurrence, and gives a repetition to somebody.
func TestFold(t *testing.T) {
	spec := load(t, "horde-veteran-18-r1")
	shuffle := []string{"a6b6", "d10d9", "b6a6", "d9d10"}
	rec := played(t, spec, "3k5/9/9/9/V8/9/4V4/9/9/8r w - - 0 1", 0, slices.Concat(shuffle, shuffle)...)
	if rec.Reason != "repetition" {
		t.Fatalf("the shuffle ends by %q", rec.Reason)
	}
	got, err := Game(spec, &rec, []Rule{rule(t, "fold=2"), rule(t, "foldvalue=loss"), rule(t, "fold=4")})
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Class != Unchanged || got[0].Ply != 4 || got[1].Class != Changed || got[1].Result != "0-1" || got[2].Class != Undecidable {
		t.Errorf("%+v", got)
	}
}

// TestRefused gives records that are not what they say.
func TestRefused(t *testing.T) {
	spec := load(t, "horde-veteran-18-r1")
	good := played(t, spec, smother, 0, "d8d9")
	for want, change := range map[string]func(*ledger.Record){
		"the record says 0-1 by smother after 1 plies, its moves say 1-0 by smother after 1": func(r *ledger.Record) { r.Result = "0-1" },
		"the record says 1-0 by mate after 1 plies":                                          func(r *ledger.Record) { r.Reason = "mate" },
		"its moves say 1-0 by smother after 1":                                               func(r *ledger.Record) { r.Moves, r.Plies = "d8d9 e10e9", 2 },
		"ply 1: move d8d7":                                                                   func(r *ledger.Record) { r.Moves = "d8d7" },
		"fen":                                                                                func(r *ledger.Record) { r.Start = "nonsense" },
	} {
		rec := good
		change(&rec)
		if _, err := Game(spec, &rec, nil); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestSuperseded leaves out a capped game that was played on, and numbers the others as they came.
func TestSuperseded(t *testing.T) {
	spec := load(t, "horde-veteran-18-r1")
	capped := played(t, spec, "3k5/9/9/9/V8/9/4V4/9/9/8r w - - 0 1", 0, "a6b6")
	whole := played(t, spec, smother, 0, "d8d9")
	capped.ID, whole.ID, whole.Job = "one", "two", &schedule.Job{After: "one"}
	res, err := Run(t.Context(), of(capped, whole), []Rule{rule(t, "stalemate=draw")}, 1, shipped)
	if err != nil || len(res.Games) != 1 || res.Games[0].Number != 2 || res.Games[0].Reason != "smother" {
		t.Errorf("%+v, error %v", res.Games, err)
	}
	bad := whole
	bad.Moves = "a1a1"
	if _, err := Run(t.Context(), of(capped, bad), []Rule{rule(t, "stalemate=draw")}, 1, shipped); err == nil || !strings.HasPrefix(err.Error(), "game 2 (") {
		t.Errorf("the second game is bad: error %v", err)
	}
}

// TestRun counts games by design and kind of players, and sets the horde's wins beside the study's.
func TestRun(t *testing.T) {
	spec := load(t, "horde-veteran-18-r1")
	won := played(t, spec, smother, 0, "d8d9")
	sparred, unended := won, played(t, spec, "3k5/9/9/9/V8/9/4V4/9/9/8r w - - 0 1", 0, "a6b6")
	sparred.Engine = "somebody v random mover 3"
	games := of(won, sparred, won, unended)
	res, err := Run(t.Context(), games, []Rule{rule(t, "stalemate=draw"), rule(t, "clock=60")}, 2, shipped)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Games) != 4 || res.Games[1].Number != 2 || len(res.Groups) != 2 {
		t.Fatalf("%+v", res)
	}
	g := res.Groups[0]
	if g.Games != 3 || g.Horde != 2 || g.Totals[0].Changed != 2 || g.Totals[0].Undecidable != 1 || g.Totals[0].To["horde to draw"] != 2 || g.Totals[1].Unchanged != 2 {
		t.Errorf("%+v", g)
	}
	var b strings.Builder
	if err := res.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"horde-veteran-18-r1  equals    2-0-0+1          stalemate=draw  0          2        1            horde to draw 2\n",
		"all                                             stalemate=draw  0          3        1            horde to draw 3\n",
		"equals    veteran  2 of 2  the study: 5 of 7\n",
		"sparring  veteran  1 of 1  the study: 16 of 38\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
	bad := won
	bad.Result = "0-1"
	if _, err := Run(t.Context(), of(won, bad), nil, 1, shipped); err == nil || !strings.Contains(err.Error(), "game 2 (horde-veteran-18-r1, 100 nodes): the record says") {
		t.Errorf("a game that lies: %v", err)
	}
	bad.Variant = "nosuch"
	if _, err := Run(t.Context(), of(bad), nil, 1, shipped); err == nil || !strings.Contains(err.Error(), "game 1: ") {
		t.Errorf("a variant that is none: %v", err)
	}
	broken := errors.New("half a line")
	if _, err := Run(t.Context(), func(yield func(ledger.Record, error) bool) { yield(ledger.Record{}, broken) }, nil, 1, shipped); !errors.Is(err, broken) {
		t.Errorf("games that cannot be read: %v", err)
	}
}

func of(records ...ledger.Record) iter.Seq2[ledger.Record, error] {
	return func(yield func(ledger.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func TestParseRule(t *testing.T) {
	if len(Usual()) < 4 {
		t.Error("few rules are usual")
	}
	spec := load(t, "xiangqi")
	changed := rule(t, "perpetual=off+chase=off+clock=60+fold=4+stalemate=draw").Under(spec)
	if changed.PerpetualCheck || changed.Chase != variant.NoChase || changed.ClockPlies != 60 || changed.Fold != 4 || changed.StalemateValue != variant.DrawValue {
		t.Errorf("%+v", changed)
	}
	if spec.ClockPlies == 60 || spec.Chase == variant.NoChase {
		t.Error("the variant itself was changed")
	}
	for text, want := range map[string]string{
		"":               `"" should be one of chase, clock, fold, foldvalue, perpetual, stalemate`,
		"clock":          `"clock" should be one of`,
		"clock=many":     `clock: "many" is no number of plies`,
		"clock=-1":       "from 2 to 1000, or 0 for never",
		"fold=1":         "occurrences",
		"stalemate=lost": "none of win, loss and draw",
		"chase=yes":      "neither on nor off",
		"clock=60+":      `"" should be one of`,
		"fold=2+fold=3":  "fold is set twice",
	} {
		if _, err := ParseRule(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// FuzzParseRule reads any text: it must give a rule or a sentence, and a rule must leave its variant one that can be played.
func FuzzParseRule(f *testing.F) {
	for _, text := range []string{"stalemate=draw", "clock=60+fold=2", "fold=0", "=", "+"} {
		f.Add(text)
	}
	spec, err := variant.Load("minixiangqi")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRule(text)
		if err != nil {
			return
		}
		if r.String() != text {
			t.Errorf("%q is read as %q", text, r)
		}
		if _, err := rules.Compile(r.Under(spec)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// shipped finds variants in the catalogue.
func shipped(r *ledger.Record) (*variant.Spec, error) { return variant.Load(r.Variant) }

// TestPlayersOf tells equals, sparring and a ladder apart by a record's job or by its words.
func TestPlayersOf(t *testing.T) {
	own := schedule.Player{Kind: schedule.Own, Engine: "e", Nodes: 100}
	weaker, random := own, schedule.Player{Kind: schedule.Random, Engine: "random"}
	weaker.Nodes = 10
	other := own
	other.Options = map[string]string{"Hash": "64"}
	for _, c := range []struct {
		rec  ledger.Record
		want Players
	}{
		{ledger.Record{Engine: "e-1"}, Equals},
		{ledger.Record{Engine: "e-1 at 10 v e-1 at 1, opening 0"}, Ladder},
		{ledger.Record{Engine: "e-1 against f-2"}, Ladder},
		{ledger.Record{Engine: "random mover 7 v e-1"}, Sparring},
		{ledger.Record{Engine: "e", Job: &schedule.Job{Players: [2]schedule.Player{own, own}}}, Equals},
		{ledger.Record{Engine: "e", Job: &schedule.Job{Players: [2]schedule.Player{own, weaker}}}, Ladder},
		{ledger.Record{Engine: "e", Job: &schedule.Job{Players: [2]schedule.Player{own, other}}}, Match},
		{ledger.Record{Engine: "e", Job: &schedule.Job{Players: [2]schedule.Player{random, own}}}, Sparring},
	} {
		if got := PlayersOf(&c.rec); got != c.want {
			t.Errorf("%+v: %s, want %s", c.rec, got, c.want)
		}
	}
}
