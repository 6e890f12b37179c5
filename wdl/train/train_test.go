package train

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"buluo/search"
	"buluo/wdl"
)

// small is two families of quick games.
func small(t *testing.T) (*wdl.Set, Config) {
	t.Helper()
	set, err := wdl.Load()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Games: 8, Nodes: 60, Cap: 400, Seed: 3}
	for _, f := range set.Families {
		switch f.Name {
		case "horde-standard":
			f.Play = []string{"horde-standard-18-r3"}
			c.Families = append(c.Families, f)
		case "chess":
			f.Play = []string{"chess"}
			c.Families = append(c.Families, f)
		}
	}
	return set, c
}

// TestCurrent wants the embedded models to be of the scores of the search that is here.
func TestCurrent(t *testing.T) {
	set, err := wdl.Load()
	if err != nil {
		t.Fatal(err)
	}
	if set.Engine != search.Version {
		t.Errorf("the models are fitted to the scores of %s, this is %s: buluo wdl fit makes them anew", set.Engine, search.Version)
	}
}

// TestPlayAndFit plays, fits and writes, twice, the second time with two games at once: the sets must be the same to the byte.
func TestPlayAndFit(t *testing.T) {
	var texts [2]string
	for i, workers := range []int{1, 2} {
		set, c := small(t)
		c.Workers = workers
		reports := 0
		c.Report = func(done, of int) {
			if reports++; done != reports || of != 16 {
				t.Errorf("%d of %d after %d games", done, of, reports)
			}
		}
		records, err := Play(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		fitted, list, err := Fit(set, records, "test", nil)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := fitted.Write(&b); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
		if _, err := wdl.Read("fitted", &b); err != nil || fitted.Engine != "test" {
			t.Error(err)
		}
		for i, r := range list {
			played := r.Family == "horde-standard" || r.Family == "chess"
			if changed := fitted.Families[i].Model != set.Families[i].Model; (r.Err == nil) != played || changed != played {
				t.Errorf("%s: %v, changed %v", r.Family, r.Err, changed)
			}
		}
	}
	if texts[0] != texts[1] {
		t.Error("two workers come to another set than one")
	}
}

// TestFitSome leaves the families alone that were not named.
func TestFitSome(t *testing.T) {
	set, c := small(t)
	records, err := Play(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	fitted, list, err := Fit(set, records, "test", []string{"chess"})
	if err != nil || len(list) != 1 || list[0].Family != "chess" || list[0].Err != nil {
		t.Errorf("%+v, %v", list, err)
	}
	for i, f := range fitted.Families {
		if changed := f.Model != set.Families[i].Model; changed != (f.Name == "chess") {
			t.Errorf("%s: changed %v", f.Name, changed)
		}
	}
}

// TestPlayStops comes back with its context's end.
func TestPlayStops(t *testing.T) {
	_, c := small(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Play(ctx, c); err == nil {
		t.Error("a context that has ended is not noticed")
	}
	c.Families[0].Play = []string{"no-such"}
	if _, err := Play(context.Background(), c); err == nil {
		t.Error("a variant that is not there is not noticed")
	}
}

// TestFitWrong names the game that makes no sense.
func TestFitWrong(t *testing.T) {
	set, c := small(t)
	c.Games, c.Families = 2, c.Families[:1]
	records, err := Play(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		records[i].Result, records[i].Moves = "1-0", "a1a1 "+records[i].Moves
		records[i].Scores, records[i].Depths = append(records[i].Scores, 0), append(records[i].Depths, 0)
	}
	if _, _, err := Fit(set, records, "test", nil); err == nil {
		t.Error("a move that is not one is not noticed")
	}
}

// TestPlayCutShort hands over the games that were over when it was stopped.
func TestPlayCutShort(t *testing.T) {
	_, c := small(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c.Workers, c.Report = 1, func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}
	records, err := Play(ctx, c)
	if !errors.Is(err, context.Canceled) || len(records) != 2 {
		t.Fatalf("%d games, %v", len(records), err)
	}
	for _, r := range records {
		if r.Moves == "" {
			t.Errorf("%+v is no game", r)
		}
	}
}
