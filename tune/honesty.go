package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"buluo/board"
	"buluo/eval"
	"buluo/rules"
	"buluo/tune/corpus"
	"buluo/tune/fit"
	"buluo/variant"
)

// Rival scores positions of one variant, given as FENs, in centipawns for the side to move. It
// belongs to one goroutine.
type Rival interface {
	Score(ctx context.Context, fen string) (int, error)
	Close() error
}

// HonestyConfig says how two evaluations are held against the results of games. Rival is asked for
// one engine for each variant, and Honesty closes it.
type HonestyConfig struct {
	Games   []*corpus.Game
	Load    func(name string) (*variant.Spec, error) // nil is the catalogue
	Family  string                                   // "" is every family
	Filter  corpus.Filter
	Weights eval.Weights
	Rival   func(ctx context.Context, spec *variant.Spec) (Rival, error)
}

// Honest is how one family came out: both evaluations with the logistic curve that suits them best,
// fitted to other games than those that judge. Guess is what knowing only the mean result comes to:
// an evaluation that does no better knows nothing.
type Honest struct {
	Family             string
	Games              int // that judge
	Guess, Ours, Rival fit.Loss
}

// ours and theirs select one of the two scores that a row has. A row has two terms of two phases
// each, and every position counts as all middle game, so that the first of each pair is what is
// used.
func ours() fit.Weights   { return fit.Weights{1, 1, 0, 0} }
func theirs() fit.Weights { return fit.Weights{0, 0, 1, 1} }

// clearly bounds scores: a rival that sees a mate says no more than that it is clearly won. Without
// a bound a handful of mates would decide the comparison.
const clearly = 3000

// Honesty asks a rival about the positions of the games that no fit is made to, and says which of
// the two evaluations knows better how they ended. The games that say when a fit should stop serve
// to fit the curves. Neither is judged by games that its own weights were fitted to, as far as the
// games are those of the fit.
func Honesty(ctx context.Context, c HonestyConfig, progress func(done, of int)) ([]Honest, error) {
	if c.Load == nil {
		c.Load = variant.Load
	}
	var games []*corpus.Game
	for _, g := range c.Games {
		if partOf(&g.Key) != fit.Train {
			games = append(games, g)
		}
	}
	h := honesty{HonestyConfig: c, data: map[string]*fit.Data{}}
	defer h.close()
	for i, g := range games { // in the order of variants, so that a rival is started once for each
		if err := h.game(ctx, i, g); err != nil {
			return nil, err
		}
		progress(i+1, len(games))
	}
	var list []Honest
	for _, family := range eval.Families() {
		d := h.data[family]
		if d == nil || d.Rows(fit.Test) == 0 || d.Rows(fit.Train) == 0 {
			continue
		}
		list = append(list, Honest{
			Family: family, Games: d.Games(fit.Test), Guess: d.Guess(fit.Test),
			Ours:  d.Loss(fit.Test, ours(), d.Steepness(ours(), true, 1), 1),
			Rival: d.Loss(fit.Test, theirs(), d.Steepness(theirs(), true, 1), 1),
		})
	}
	if len(list) == 0 {
		return nil, errors.New("no games are held out, or none was finished; more games would do")
	}
	return list, nil
}

// honesty is a comparison under way. The rival is there for one variant at a time, and always
// closed before the next is started.
type honesty struct {
	HonestyConfig
	data   map[string]*fit.Data // by family
	name   string               // of the variant that is being asked about
	family string
	rules  *rules.Rules
	eval   *eval.Evaluator
	rival  Rival
}

// It may be called twice.
func (h *honesty) close() {
	if h.rival != nil {
		_ = h.rival.Close() // nothing more is wanted of it
		h.rival = nil
	}
}

// game asks about the positions of one game.
func (h *honesty) game(ctx context.Context, number int, g *corpus.Game) error {
	if g.Variant != h.name {
		if err := h.turn(ctx, g.Variant); err != nil {
			return err
		}
	}
	if h.rival == nil {
		return nil // of another family
	}
	// The games are renamed for this purpose: those for stopping train the two curves here.
	part := fit.Test
	if partOf(&g.Key) == fit.Stop {
		part = fit.Train
	}
	d := h.data[h.family]
	var failed error
	err := corpus.Positions(h.rules, h.eval, g, h.Filter, func(s corpus.Sample) {
		// A visit cannot end the replay; what follows a failure is passed over.
		if failed != nil {
			return
		}
		score, err := h.rival.Score(ctx, s.Position.FEN())
		if err != nil {
			failed = fmt.Errorf("%s: %w", g.Variant, err)
			return
		}
		us, them := h.eval.Score(s.Position), min(max(score, -clearly), clearly)
		if s.Position.Side() == board.Black {
			us, them = -us, -them
		}
		failed = d.Add(fit.Row{
			Phase: 1, Scale: 1, Counts: []fit.Count{{Term: 0, N: float64(us)}, {Term: 1, N: float64(them)}}, Result: s.Result, Game: number, Part: part,
		})
	})
	return errors.Join(err, failed)
}

// turn takes up another variant. A variant of another family leaves no rival, which is how its
// games are passed over.
func (h *honesty) turn(ctx context.Context, name string) error {
	h.close()
	spec, err := h.Load(name)
	if err != nil {
		return err
	}
	if h.rules, err = rules.Compile(spec); err != nil {
		return err
	}
	h.name, h.family = name, eval.Family(h.rules)
	if h.Family != "" && h.family != h.Family {
		return nil
	}
	h.eval = eval.New(h.rules, h.Weights)
	if h.data[h.family] == nil {
		h.data[h.family] = &fit.Data{}
	}
	r, err := h.Rival(ctx, spec)
	if err != nil {
		return err
	}
	h.rival = r
	return nil
}

// WriteHonesty writes what came of a comparison. Smaller is better in both measures.
func WriteHonesty(out io.Writer, rival string, list []Honest) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "family\tgames\tpositions\tlog-loss: mean result\tours\t%s\tBrier: mean result\tours\t%s\t\n", rival, rival)
	for _, h := range list {
		fmt.Fprintf(tab, "%s\t%d\t%d\t%.5f\t%.5f\t%.5f\t%.5f\t%.5f\t%.5f\t\n", h.Family, h.Games, h.Ours.Rows,
			h.Guess.Log, h.Ours.Log, h.Rival.Log, h.Guess.Brier, h.Ours.Brier, h.Rival.Brier)
	}
	return tab.Flush()
}
