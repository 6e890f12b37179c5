package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"buluo/eval"
	"buluo/lab/duel"
	"buluo/lab/match"
	"buluo/lab/stat"
	"buluo/protocol/remote"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// matchJob is what the command line of `buluo lab match` asks for.
type matchJob struct {
	variants       []string
	engine         string
	options        []string
	nodes, nodesB  string
	movetime       time.Duration
	set, setB      []string
	games, plies   int
	seed           uint64
	capPlies       int
	threads        int
	elo0, elo1     float64
	sequentialTest bool
}

// newLabMatchCmd returns `buluo lab match`.
func newLabMatchCmd() *cobra.Command {
	var job matchJob
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play our engine against another, or against itself with other settings, and say what the difference is worth",
		Long: `Plays pairs of games: an opening of random moves, each player once in each seat, every move and outcome judged by the referee. Prints
won-drawn-lost by variant and seat and the Elo difference with its 95 % interval, counted over pairs. The opponent is another UCI engine, or
our own with settings of its own; a setting is a field of the search's parameters or the evaluation's weights.`,
		Example: `  buluo lab match --variants horde-veteran-36-r2 --set ReduceFrom=0 --nodes 20k --games 200
  buluo lab match --engine fairy-stockfish --option "Use NNUE=false" --variants "horde-veteran-*" --movetime 50ms`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&job.variants, "variants", []string{"horde-veteran-36-r2"}, "variants that take turns")
	f.StringVar(&job.engine, "engine", "", "the opponent's command (default our own engine)")
	f.StringArrayVar(&job.options, "option", nil, "an option of the opponent, name=value")
	f.StringVar(&job.nodes, "nodes", "20k", "nodes a move")
	f.StringVar(&job.nodesB, "nodes-b", "", "the opponent's nodes a move (default the same)")
	f.DurationVar(&job.movetime, "movetime", 0, "time a move, in place of nodes")
	f.StringArrayVar(&job.set, "set", nil, "a setting of ours, field=number")
	f.StringArrayVar(&job.setB, "set-b", nil, "a setting of the opponent where it is our own engine")
	f.IntVar(&job.games, "games", 200, "games, rounded up to pairs")
	f.IntVar(&job.plies, "opening-plies", 6, "random plies of an opening")
	f.Uint64Var(&job.seed, "seed", 1, "seed of the openings")
	f.IntVar(&job.capPlies, "cap", 2000, "leave a game unfinished after so many plies; 0 is never")
	f.IntVar(&job.threads, "threads", 1, "games at a time")
	f.BoolVar(&job.sequentialTest, "sprt", false, "stop as soon as the sequential test decides between --elo0 and --elo1 (5 % errors)")
	f.Float64Var(&job.elo0, "elo0", 0, "with --sprt: the difference to be refuted")
	f.Float64Var(&job.elo1, "elo1", 10, "with --sprt: the difference to be proved")
	must(cmd.RegisterFlagCompletionFunc("variants", completeVariant))
	return cmd
}

// run plays the match and prints a line a pair and the sum.
func (j *matchJob) run(ctx context.Context, out, log io.Writer) error {
	config, err := j.config()
	if err != nil {
		return usageError{err}
	}
	if j.sequentialTest {
		lower, upper := stat.Bounds(0.05, 0.05)
		config.Stop = func(p stat.Pairs) bool {
			llr := p.LLR(j.elo0, j.elo1)
			return llr <= lower || llr >= upper
		}
	}
	began := time.Now()
	res, err := duel.Run(ctx, config, func(p *duel.Pair, r *duel.Result) {
		fmt.Fprintf(log, "%d/%d %s: %s %d plies, %s %d plies; %s (%.0f s)\n", r.Pairs.Games(), 2*config.Pairs, p.Variant,
			ended(p.Games[0]), len(p.Games[0].Moves), ended(p.Games[1]), len(p.Games[1].Moves), r.Pairs, time.Since(began).Seconds())
	})
	printMatch(out, res)
	if j.sequentialTest {
		lower, upper := stat.Bounds(0.05, 0.05)
		fmt.Fprintf(out, "log-likelihood ratio of %+.1f against %+.1f: %.2f of [%.2f, %.2f]\n", j.elo1, j.elo0, res.Pairs.LLR(j.elo0, j.elo1), lower, upper)
	}
	return err
}

// ended says how a game ended.
func ended(g *match.Game) string {
	if !g.Outcome.Over {
		return g.Termination.String()
	}
	return g.Outcome.Result() + " " + g.Outcome.Reason.String()
}

func printMatch(out io.Writer, res *duel.Result) {
	var names []string
	for name := range res.Variants {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(out, "%-28s %s\n", name, res.Variants[name])
	}
	fmt.Fprintf(out, "all: %s", res.Pairs)
	if res.Unfinished > 0 {
		fmt.Fprintf(out, ", %d pairs left unfinished", res.Unfinished)
	}
	fmt.Fprintln(out)
}

// config turns the flags into a match.
func (j *matchJob) config() (duel.Config, error) {
	c := duel.Config{Pairs: (j.games + 1) / 2, Plies: j.plies, Seed: j.seed, Cap: j.capPlies, Workers: j.threads}
	if j.games < 1 || j.plies < 0 || j.capPlies < 0 || j.threads < 1 || j.threads > maxThreads {
		return c, fmt.Errorf("--games, --opening-plies, --cap or --threads is out of range")
	}
	for _, name := range j.variants {
		spec, err := variant.Load(name)
		if err != nil {
			return c, err
		}
		c.Variants = append(c.Variants, spec)
	}
	n, err := nodes(j.nodes)
	if err != nil {
		return c, err
	}
	nb := n
	if j.nodesB != "" {
		if nb, err = nodes(j.nodesB); err != nil {
			return c, err
		}
	}
	if j.movetime > 0 {
		n, nb = 0, 0
	}
	if c.Players[0], err = ourPlayer(n, j.movetime, j.set); err != nil {
		return c, err
	}
	if j.engine == "" {
		c.Players[1], err = ourPlayer(nb, j.movetime, j.setB)
		return c, err
	}
	c.Players[1], err = theirPlayer(j.engine, j.options, nb, j.movetime)
	return c, err
}

// ourPlayer returns the maker of our own engine with settings: a parameter of the search, name=number, or a weight of the evaluation,
// name=number or name=middle/ending, or weights=FILE for all of a file, weights=plain for those that nothing was fitted for.
func ourPlayer(n uint64, movetime time.Duration, settings []string) (duel.Maker, error) {
	weights, params := eval.DefaultWeights(), search.DefaultParams()
	for _, text := range settings {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("setting %q should be a name, = and a number", text)
		}
		if err := set(&params, &weights, name, value); err != nil {
			return nil, fmt.Errorf("setting %q: %w", text, err)
		}
	}
	return func(_ context.Context, r *rules.Rules) (match.Player, func(), error) {
		options := search.Options{TableMB: 64, Weights: &weights, Params: &params}
		return match.NewSearching(r, options, search.Limits{Nodes: n, Time: movetime}), nil, nil
	}, nil
}

// set changes one setting.
func set(params *search.Params, weights *eval.Weights, name, value string) (err error) {
	if name == "weights" {
		*weights, err = weightsNamed(value)
		return err
	}
	middle, ending, two := strings.Cut(value, "/")
	mg, err := strconv.Atoi(middle)
	eg := mg
	if err == nil && two {
		eg, err = strconv.Atoi(ending)
	}
	if err != nil {
		return fmt.Errorf("%q is not a whole number, nor two with a / between", value)
	}
	if !two && assign(params, name, mg) {
		return nil
	}
	if !strings.Contains(name, ".") {
		return fmt.Errorf("the search has no parameter %s; weights of the evaluation have a point in their names", name)
	}
	return weights.Set(name, eval.Pair{Mg: mg, Eg: eg})
}

// weightsNamed returns the weights of a file, or the plain ones.
func weightsNamed(name string) (eval.Weights, error) {
	if name == "plain" {
		return eval.PlainWeights(), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return eval.Weights{}, err
	}
	defer f.Close()
	return eval.ReadWeights(name, f)
}

// assign sets a field of a struct of integers by name.
func assign(to any, name string, value int) bool {
	f := reflect.ValueOf(to).Elem().FieldByName(name)
	if !f.IsValid() || f.Kind() != reflect.Int {
		return false
	}
	f.SetInt(int64(value))
	return true
}

// theirPlayer returns the maker of an external engine.
func theirPlayer(command string, texts []string, n uint64, movetime time.Duration) (duel.Maker, error) {
	words, err := splitCommand(command)
	if err != nil {
		return nil, err
	}
	options := map[string]string{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--option %q should be name=value", text)
		}
		options[name] = value
	}
	return func(ctx context.Context, r *rules.Rules) (match.Player, func(), error) {
		x, err := match.NewExternal(ctx, words, options, r.Spec(), remote.Limits{Nodes: n, MoveTime: movetime})
		if err != nil {
			return nil, nil, err
		}
		return x, func() { _ = x.Close() }, nil
	}, nil
}
