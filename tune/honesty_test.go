package tune

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"buluo/eval"
	"buluo/position"
	"buluo/rules"
	"buluo/tune/corpus"
	"buluo/tune/fit"
	"buluo/variant"
)

// double is a rival that says twice what an evaluation says, and now and then that it sees a mate.
type double struct {
	r      *rules.Rules
	e      *eval.Evaluator
	factor int
	asked  *int
	closed *int
}

func (d *double) Score(_ context.Context, fen string) (int, error) {
	*d.asked++
	p, err := position.Parse(d.r, fen)
	if err != nil {
		return 0, err
	}
	return d.factor * d.e.Score(p), nil
}

func (d *double) Close() error {
	*d.closed++
	return nil
}

// TestHonesty holds an evaluation against itself on another scale, and against one that knows nothing.
func TestHonesty(t *testing.T) {
	list := games(t, 40, "minixiangqi")
	for _, factor := range []int{2, 0} {
		asked, open, closed := 0, 0, 0
		c := HonestyConfig{Games: list, Weights: eval.PlainWeights(), Rival: func(_ context.Context, spec *variant.Spec) (Rival, error) {
			r, err := rules.Compile(spec)
			open++
			return &double{r, eval.New(r, eval.PlainWeights()), factor, &asked, &closed}, err
		}}
		res, err := Honesty(context.Background(), c, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		if open != closed || asked == 0 {
			t.Errorf("%d rivals begun, %d ended, %d positions", open, closed, asked)
		}
		for _, h := range res {
			if h.Ours.Rows == 0 || h.Ours.Rows != h.Rival.Rows || h.Ours.Log <= 0 {
				t.Errorf("factor %d: %+v", factor, h)
			}
			if factor == 0 && math.Abs(h.Rival.Log-math.Ln2) > 1e-9 { // no score at all is a coin
				t.Errorf("factor %d: %+v", factor, h)
			}
		}
		var out bytes.Buffer
		if err := WriteHonesty(&out, "rival", res); err != nil || !strings.Contains(out.String(), "xiangqi") {
			t.Errorf("%v: %s", err, out.String())
		}
	}
	twice(t, list)
	broken := errors.New("broken")
	c := HonestyConfig{Games: list, Rival: func(context.Context, *variant.Spec) (Rival, error) { return nil, broken }}
	if _, err := Honesty(context.Background(), c, func(int, int) {}); !errors.Is(err, broken) {
		t.Errorf("a rival that does not start: %v", err)
	}
	c.Family = "horde"
	if _, err := Honesty(context.Background(), c, func(int, int) {}); err == nil || errors.Is(err, broken) {
		t.Errorf("a family without games: %v", err)
	}
}

// twice asks a rival that says twice our score, and looks at every row.
func twice(t *testing.T, list []*corpus.Game) {
	t.Helper()
	asked, closed := 0, 0
	h := honesty{data: map[string]*fit.Data{}, HonestyConfig: HonestyConfig{
		Load: variant.Load, Weights: eval.PlainWeights(), Rival: func(_ context.Context, spec *variant.Spec) (Rival, error) {
			r, err := rules.Compile(spec)
			return &double{r, eval.New(r, eval.PlainWeights()), 2, &asked, &closed}, err
		},
	}}
	for i, g := range list[:10] {
		if err := h.game(context.Background(), i, g); err != nil {
			t.Fatal(err)
		}
	}
	d := h.data["xiangqi"]
	if asked == 0 || d.Rows(fit.Train)+d.Rows(fit.Test) != asked {
		t.Fatalf("%d rows of %d answers", d.Rows(fit.Train)+d.Rows(fit.Test), asked)
	}
	for i := range asked {
		if us, them := d.Value(i, ours()), d.Value(i, theirs()); them != min(max(2*us, -clearly), clearly) {
			t.Errorf("row %d: ours %v, theirs %v", i, us, them)
		}
	}
}
