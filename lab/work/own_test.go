package work

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"buluo/eval"
	"buluo/game"
	"buluo/lab/schedule"
	"buluo/search"
)

// weightsOf reads files that a test makes up.
func weightsOf(files map[string]string) func(string) (eval.Weights, error) {
	return func(name string) (eval.Weights, error) {
		text, ok := files[name]
		if !ok {
			return eval.Weights{}, errors.New("there is no such file")
		}
		return eval.ReadWeights(name, strings.NewReader(text))
	}
}

// TestConfigure writes settings in one way only, and says what is wrong with those that are none.
func TestConfigure(t *testing.T) {
	read := weightsOf(map[string]string{"w.json": `{"format": 1, "weights": {"cannon.value": [300, 400], "position.tempo": [5, 6]}}`})
	tempo, _ := eval.DefaultWeights().Get("position.tempo")
	usual := pairText(tempo)
	for line, want := range map[string]map[string]string{
		"":                                {},
		"Hash=64 ReduceFrom=7":            {"Hash": "64", "ReduceFrom": "7"},
		"ReduceFrom=3":                    {}, // as it is anyway
		"ReduceFrom=7 ReduceFrom=3":       {},
		"Hash=064 ReduceFrom=+7":          {"Hash": "64", "ReduceFrom": "7"},
		"cannon.value=+300/0400":          {"cannon.value": "300/400"},
		"Hash=16 position.tempo=" + usual: {"Hash": "16", "position.tempo": usual}, // defaults, named
		"cannon.value=300":                {"cannon.value": "300/300"},
		"cannon.value=300/400":            {"cannon.value": "300/400"},
		"weights=w.json":                  {"cannon.value": "300/400", "position.tempo": "5/6"},
		"weights=w.json weights=plain":    {"weights": "plain"},
		"weights=plain weights=w.json cannon.value=1/2": {"cannon.value": "1/2", "position.tempo": "5/6"},
	} {
		got, err := Configure(strings.Fields(line), read)
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", line, got, err, want)
		}
	}
	if search.DefaultParams().ReduceFrom != 3 {
		t.Error("the default that this test leaves out is another by now")
	}
	for text, want := range map[string]string{
		"Tempo": "should be a name, = and a number", "NoSuch=1": "no parameter NoSuch", "ReduceFrom=1/2": "no parameter ReduceFrom",
		"cannon.glory=3": `"glory" is not a feature`, "cannon.value=3/x": "is not a whole number", "weights=none.json": "no such file", "Hash=0": "megabytes",
	} {
		if _, err := Configure([]string{text}, read); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestOwnOptions finds the numbers again that options say.
func TestOwnOptions(t *testing.T) {
	o, err := ownOptions(map[string]string{"Hash": "2", "weights": "plain", "cannon.value": "1/2", "ReduceFrom": "9"})
	if err != nil {
		t.Fatal(err)
	}
	plain := eval.PlainWeights()
	if err := plain.Set("cannon.value", eval.Pair{Mg: 1, Eg: 2}); err != nil {
		t.Fatal(err)
	}
	got, ok := o.Weights.Get("cannon.value")
	if o.TableMB != 2 || o.Params.ReduceFrom != 9 || !ok || got != (eval.Pair{Mg: 1, Eg: 2}) || len(o.Weights.Names()) != 1 {
		t.Errorf("%+v", o)
	}
	if o, err = ownOptions(nil); err != nil || o != (search.Options{}) {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err = ownOptions(map[string]string{"weights": "best"}); err == nil {
		t.Error("weights of no kind are taken")
	}
}

// TestIdle plays a job before and after others on a player of jobs that keeps searchers: it is the same game, and each configuration has a searcher of its own.
func TestIdle(t *testing.T) {
	list := jobs(t, "minixiangqi", 300, 200)
	list = append(list, list[0], list[0], list[0])
	list[2].Apart = true
	list[3].Players[1].Options = map[string]string{"weights": "plain", "rook.value": "90/90"}
	list[4].Players[0].Options = map[string]string{"ReduceDepth": "0"}
	p := New("w", Engines{})
	var first []string
	for range 2 {
		for i, j := range list {
			res, err := p.Play(t.Context(), j)
			if err != nil || res.Record == nil {
				t.Fatal(err, res.Fault)
			}
			fresh, err := New("w", Engines{}).Play(t.Context(), j)
			if err != nil || fresh.Record.Digest() != res.Record.Digest() {
				t.Errorf("job %d: another game than by new searchers, %v", i, err)
			}
			first = append(first, res.Record.Moves)
		}
	}
	for i := range list {
		for k := range i {
			if i != k && first[i] == first[k] {
				t.Errorf("jobs %d and %d are one game", i, k)
			}
		}
	}
	if n := len(p.idle.list); n > maxIdle || n < 3 {
		t.Errorf("%d searchers are kept", n)
	}
}

// TestMore plays from a position, by the clock and to an adjudication, as jobs may ask.
func TestMore(t *testing.T) {
	j := jobs(t, "xiangqi", 200)[0]
	j.Start = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
	j.Adjudication.WinScore, j.Adjudication.WinPlies = 200, 4
	for i := range j.Players {
		j.Players[i].Nodes, j.Players[i].MoveTime = 0, 3
	}
	res, err := New("w", Engines{}).Play(t.Context(), j)
	if err != nil || res.Record == nil {
		t.Fatal(err, res.Fault)
	}
	rec := res.Record
	if rec.Start != j.Start || rec.Result != "1-0" || rec.Plies > 40 || rec.Outcome().Over == rec.Adjudicated() {
		t.Errorf("%s in %d plies by %s, from %s", rec.Result, rec.Plies, rec.Termination, rec.Start)
	}
	r, err := (&schedule.Compiler{}).Rules(&j)
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.FromFEN(r, j.Start)
	if err != nil || g.PlayUCI(strings.Fields(rec.Moves)[0]) != nil {
		t.Errorf("the game does not begin at its start: %v", err)
	}
	if j.Start = "nonsense"; err == nil {
		if _, err := New("w", Engines{}).Play(t.Context(), j); err == nil || !strings.Contains(err.Error(), "start") {
			t.Errorf("a start that is none: %v", err)
		}
	}
}
