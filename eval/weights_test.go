package eval

import (
	"bytes"
	"strings"
	"testing"
)

func TestWeightsRoundTrip(t *testing.T) {
	var w Weights
	for name, p := range map[string]Pair{"fsW.value": {120, 90}, "soldier.over27": {-3, 0}, "position.tempo": {7, 2}, "cannon.rank9": {1, -1}} {
		if err := w.Set(name, p); err != nil {
			t.Fatal(err)
		}
	}
	var first, second bytes.Buffer
	if err := w.Write(&first); err != nil {
		t.Fatal(err)
	}
	again, err := ReadWeights("a file", bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Write(&second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() || len(again.Names()) != 4 {
		t.Errorf("written %s, read and written again %s", &first, &second)
	}
}

// TestSetLeavesCopies checks that weights handed out before a change do not change with it.
func TestSetLeavesCopies(t *testing.T) {
	var a Weights
	_ = a.Set("cannon.value", Pair{1, 1})
	b := a
	_ = b.Set("cannon.value", Pair{2, 2})
	if p, _ := a.Get("cannon.value"); p.Mg != 1 {
		t.Errorf("the first copy says %v", p)
	}
}

func TestWrongWeights(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{`{"format": 2, "weights": {}}`, "format 2 is not known"},
		{`{"format": 1, "weights": {"cannon": [1, 1]}}`, "a name is a piece or position, a point, and a feature"},
		{`{"format": 1, "weights": {"cannon.glory": [1, 1]}}`, `"glory" is not a feature`},
		{`{"format": 1, "weights": {"cannon.rank10": [1, 1]}}`, `"rank10" is not a feature`},
		{`{"format": 1, "weights": {"cannon.over3": [1, 1]}}`, `"over3" is not a feature`},
		{`{"format": 1, "weights": {"position.value": [1, 1]}}`, `"value" is not a feature`},
		{`{"format": 1, "weights": {"cannon.value": [1, 30000]}}`, "out of range"},
		{`{"format": 1, "weigths": {}}`, "unknown field"},
		{`no`, "not a file of weights"},
	} {
		_, err := ReadWeights("f.json", strings.NewReader(tc.text))
		if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "f.json: ") {
			t.Errorf("%s: error %v, want one of f.json that says %q", tc.text, err, tc.want)
		}
	}
}

// FuzzReadWeights checks that whatever is accepted can be written and read again.
func FuzzReadWeights(f *testing.F) {
	f.Add(`{"format": 1, "weights": {"fsW.value": [120, 90]}}`)
	f.Add(`{"format": 1, "weights": {"a.b.c": [1]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ReadWeights("f", strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := w.Write(&out); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadWeights("f", &out); err != nil {
			t.Fatalf("%s: written and not read again: %v", text, err)
		}
	})
}
