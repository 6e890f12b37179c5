package bench

import (
	"strings"
	"testing"

	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
)

// TestPlaces asks the embedded positions to be what the package says of them: several variants, each beginning with its array, all
// legal, none over, both sides on move somewhere.
func TestPlaces(t *testing.T) {
	places, err := Places()
	if err != nil {
		t.Fatal(err)
	}
	names := Variants(places)
	for _, want := range []string{"horde-veteran-36-r1", "horde-standard-36-r1", "xiangqi", "orda", "chess", "horde"} {
		if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+want+" ") {
			t.Errorf("there is no position of %s", want)
		}
	}
	sides := map[string]bool{}
	seen := map[Place]bool{}
	for i, place := range places {
		r := rulestest.Load(t, place.Variant)
		p, err := position.Parse(r, place.FEN)
		if err != nil {
			t.Errorf("%s: %v", place.Variant, err)
			continue
		}
		if p.FEN() != place.FEN {
			t.Errorf("%s: %s is read as %s", place.Variant, place.FEN, p.FEN())
		}
		if o := movegen.For(r).Outcome(p); o.Over {
			t.Errorf("%s: %s is over: %v", place.Variant, place.FEN, o)
		}
		if first := i == 0 || places[i-1].Variant != place.Variant; first && p.FEN() != position.Start(r).FEN() {
			t.Errorf("%s does not begin with its array", place.Variant)
		}
		if seen[place] {
			t.Errorf("%s: %s is there twice", place.Variant, place.FEN)
		}
		seen[place] = true
		sides[place.Variant+p.Side().String()] = true
	}
	if len(sides) != 2*len(names) {
		t.Errorf("some variant is searched for one side only: %v", sides)
	}
}

func TestReadPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"# a word\n\nchess\tx w\r\n":             "",
		"chess x w\n":                            "places.tsv:1: ",
		"chess\t\n":                              "places.tsv:1: ",
		"\nchesss\tx w\n":                        "places.tsv:2: ",
		"chess\ta\nxiangqi\tb\n\nchess\tc\n":     "places.tsv:4: chess was dealt with above",
		"chess\ta\nxiangqi\tb\nxiangqi\tc\n# \n": "",
	} {
		_, err := readPlaces(text)
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func FuzzReadPlaces(f *testing.F) {
	f.Add("chess\tx w\n# y\n\nxiangqi\tz")
	f.Fuzz(func(t *testing.T, text string) {
		places, err := readPlaces(text)
		for _, p := range places {
			if err == nil && (p.FEN == "" || p.Variant == "") {
				t.Errorf("%q gives %+v", text, p)
			}
		}
	})
}

func TestChoose(t *testing.T) {
	places := []Place{{"chess", "1"}, {"horde", "2"}, {"horde-a", "3"}}
	for _, c := range []struct {
		patterns []string
		want     string // the FENs, or none for an error
	}{
		{nil, "123"}, {[]string{"chess"}, "1"}, {[]string{"horde*"}, "23"}, {[]string{"horde-?", "chess"}, "13"},
		{[]string{"chess", "go"}, ""}, {[]string{"[", "chess"}, ""}, {[]string{""}, ""},
	} {
		chosen, err := Choose(places, c.patterns)
		got := ""
		for _, p := range chosen {
			got += p.FEN
		}
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q chooses %q, %v; want %q", c.patterns, got, err, c.want)
		}
	}
}
