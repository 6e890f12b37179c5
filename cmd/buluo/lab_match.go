package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"buluo/eval"
	"buluo/lab/contest"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/stat"
	"buluo/lab/work"
)

// matchJob is what the command line of `buluo lab match` asks for.
type matchJob struct {
	file           string
	variants       []string
	sides          [2]matchSide
	movetime       time.Duration
	guard          time.Duration
	games          int
	book           string
	bookPlies      int
	elo0, elo1     float64
	sequentialTest bool
	asJSON         bool
	host           hostFlags
	config         contest.Config
}

// matchSide is one of the two players, as flags name it.
type matchSide struct {
	engine       string
	certificate  string
	options, set []string
	nodes        string
}

// newLabMatchCmd returns `buluo lab match`.
func newLabMatchCmd() *cobra.Command {
	var job matchJob
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play our engine against another, or against itself with other settings, and say what the difference is worth",
		Long: `Plays pairs of games: one opening, each player once in each seat, every move and outcome judged by the referee. Prints won-drawn-lost by variant
and seat, how many pairs gave the first player no point, half a point and so on to two, normalised Elo, the likelihood that it is the stronger
one, and the Elo difference with its 95 % interval, all counted over pairs. Either player is our own engine with settings of its own or another
UCI engine. A setting is Hash, a field of the search's parameters or of the evaluation's weights, or weights=FILE (plain: those that nothing
was fitted for).

Openings are random moves, or those of a --book, each once and in an order from the seed: a file of positions, one a line as FEN or EPD, or
startpos, with "moves ..." behind it where wanted; or the games of a PGN. A match ends early where there are no more.

With --store the games are kept: the same command goes on where it was stopped, and buluo lab verify, export and explain read them. Without, they
are forgotten. Games by the clock (--movetime) are kept too, but no machine will play them again; verify marks them.

--win-plies and --draw-plies have games adjudicated, which is off otherwise: a win where both players' scores give one side --win-score centipawns or more
for so many plies, a draw where neither gives more than --draw-score. The store keeps such an end as what it is, and verify derives it again.

The first Ctrl-C lets the games under way be finished, a second one drops them.`,
		Example: `  buluo lab match --variants horde-veteran-36-r2 --set ReduceFrom=0 --nodes 20k --games 200
  buluo lab match --engine fairy-stockfish --option "Use NNUE=false" --variants "horde-veteran-*" --movetime 50ms
  buluo lab match --engine old-buluo --book openings.epd --store match.db --win-plies 8 --draw-plies 16 --games 400`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), cmd.Flags().Changed("variants"))
		},
	}
	job.flags(cmd)
	return cmd
}

// flags declares the flags: those of players first, then those of games, then those of the whole.
func (j *matchJob) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	addFileFlag(cmd, &j.file)
	f.StringSliceVar(&j.variants, "variants", []string{"horde-veteran-36-r2"}, "variants that take turns, by names or patterns (with --file all that are in it)")
	f.StringVar(&j.sides[1].engine, "engine", "", "the opponent's command (default our own engine)")
	f.StringArrayVar(&j.sides[1].options, "option", nil, "an option of the opponent, name=value")
	f.StringVar(&j.sides[0].engine, "engine-a", "", "the first player's command (default our own engine)")
	f.StringArrayVar(&j.sides[0].options, "option-a", nil, "an option of the first player, name=value")
	f.StringVar(&j.sides[1].certificate, "certificate", "", "let the opponent play only if this file says that it has passed on these variants (buluo crosscheck --certificate)")
	f.StringVar(&j.sides[0].certificate, "certificate-a", "", "the same of the first player")
	f.StringVar(&j.sides[0].nodes, "nodes", "20k", "nodes a move")
	f.StringVar(&j.sides[1].nodes, "nodes-b", "", "the opponent's nodes a move (default the same)")
	f.DurationVar(&j.movetime, "movetime", 0, "time a move, in place of nodes")
	f.StringArrayVar(&j.sides[0].set, "set", nil, "a setting of ours, field=number")
	f.StringArrayVar(&j.sides[1].set, "set-b", nil, "a setting of the opponent where it is our own engine")
	f.DurationVar(&j.guard, "guard", 5*time.Minute, "the time of the wall clock after which a search of another engine counts as a stall")

	c := &j.config
	f.IntVar(&j.games, "games", 200, "games, rounded up to pairs")
	f.IntVar(&c.Plies, "opening-plies", 6, "random plies of an opening")
	f.Uint64Var(&c.Seed, "seed", 1, "seed of the openings")
	f.StringVar(&j.book, "book", "", "a file of openings in place of random ones")
	f.IntVar(&j.bookPlies, "book-plies", 0, "take so many plies of the book's moves at most; 0 is all")
	f.IntVar(&c.Cap, "cap", 2000, "leave a game unfinished after so many plies; 0 is never")
	a := &c.Adjudication
	f.IntVar(&a.WinScore, "win-score", 1000, "centipawns that both must give one side for a win to be adjudicated")
	f.IntVar(&a.WinPlies, "win-plies", 0, "... for so many plies; 0 adjudicates no win")
	f.IntVar(&a.DrawScore, "draw-score", 10, "centipawns that neither may give either side for a draw to be adjudicated")
	f.IntVar(&a.DrawPlies, "draw-plies", 0, "... for so many plies; 0 adjudicates no draw")
	f.IntVar(&a.DrawAfter, "draw-after", 80, "... which begin after this one")

	f.StringVar(&c.Store, "store", "", "keep the games in this file, and go on with it where it exists (default they are forgotten)")
	f.IntVar(&c.Workers, "threads", 1, "games at a time; with --listen 0 is none here")
	j.host.flags(cmd)
	f.BoolVar(&j.sequentialTest, "sprt", false, "stop as soon as the sequential test decides between --elo0 and --elo1 (5 % errors)")
	f.Float64Var(&j.elo0, "elo0", 0, "with --sprt: the difference to be refuted")
	f.Float64Var(&j.elo1, "elo1", 10, "with --sprt: the difference to be proved")
	f.BoolVar(&j.asJSON, "json", false, "print JSON")
	must(cmd.MarkFlagFilename("certificate", "json"))
	must(cmd.MarkFlagFilename("certificate-a", "json"))
	must(cmd.RegisterFlagCompletionFunc("variants", completeVariant))
}

// run plays the match and prints a line a pair and the sum, also where it ended early.
func (j *matchJob) run(ctx context.Context, out, log io.Writer, named bool) error {
	if err := j.configure(ctx, named); err != nil {
		return usageError{err}
	}
	lower, upper := stat.Bounds(0.05, 0.05)
	if j.sequentialTest {
		j.config.Stop = func(p stat.Pairs) bool {
			llr := p.LLR(j.elo0, j.elo1)
			return llr <= lower || llr >= upper
		}
	}
	began := time.Now()
	ctx, j.config.Drain = drained(ctx)
	j.host.host(&j.config.Config, log)
	res, err := contest.Run(ctx, j.config, func(p *contest.Pair, r *contest.Result, now work.Progress) {
		fmt.Fprintf(log, "%d/%d %s: %s %d plies, %s %d plies; %s (%.0f s), %s left\n", r.Pairs.Games(), 2*r.Of, p.Variant, ended(p.Games[0]), p.Games[0].Plies,
			ended(p.Games[1]), p.Games[1].Plies, r.Pairs, time.Since(began).Seconds(), now.Left().Round(time.Second))
	})
	if res.Of == 0 {
		return err
	}
	if j.asJSON {
		return errors.Join(err, printJSON(out, j.report(res)))
	}
	j.print(out, res)
	if j.sequentialTest {
		fmt.Fprintf(out, "log-likelihood ratio of %+.1f against %+.1f: %.2f of [%.2f, %.2f]\n", j.elo1, j.elo0, res.Pairs.LLR(j.elo0, j.elo1), lower, upper)
	}
	return err
}

// ended says how a game ended.
func ended(rec *ledger.Record) string {
	switch {
	case rec.Adjudicated():
		return rec.Result + " " + rec.Termination
	case rec.Result == "*":
		return rec.Termination
	}
	return rec.Result + " " + rec.Reason
}

// print prints what the match came to, the sum last.
func (j *matchJob) print(out io.Writer, res *contest.Result) {
	var names []string
	for name := range res.Variants {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(out, "%-28s %s\n", name, res.Variants[name])
	}
	if of := j.config.Pairs; res.Of < of {
		fmt.Fprintf(out, "openings: there are %d in place of %d\n", res.Of, of)
	}
	p := res.Pairs
	fmt.Fprintf(out, "pairs of no point: %d, of a half: %d, of one: %d, of one and a half: %d, of two: %d\n", p[0], p[1], p[2], p[3], p[4])
	if elo, low, high := p.Normalized(); !math.IsInf(low, 0) {
		fmt.Fprintf(out, "normalised Elo %+.0f [%+.0f, %+.0f], the stronger one with %.1f %%\n", elo, low, high, 100*p.Superiority())
	}
	if j.config.Adjudication.Any() {
		fmt.Fprintf(out, "adjudicated: %d of %s\n", res.Adjudicated, count(p.Games(), "game"))
	}
	if res.Missing > 0 {
		fmt.Fprintf(out, "not played: %s\n", count(res.Missing, "pair"))
	}
	fmt.Fprintf(out, "all: %s", p)
	if res.Unfinished > 0 {
		fmt.Fprintf(out, ", %d pairs left unfinished", res.Unfinished)
	}
	fmt.Fprintln(out)
}

// maxElo bounds the hypotheses of a sequential test; beyond it a player scores all points but one in three hundred.
const maxElo = 1000

// configure turns the flags into a match.
func (j *matchJob) configure(ctx context.Context, named bool) (err error) {
	c := &j.config
	c.Pairs = (j.games + 1) / 2
	switch {
	case j.games < 1 || c.Plies < 0 || c.Plies > 100 || c.Cap < 0 || j.bookPlies < 0 ||
		c.Workers < 1 && j.host.listen == "" || c.Workers < 0 || c.Workers > maxThreads:
		return fmt.Errorf("--games, --opening-plies, --book-plies, --cap or --threads is out of range")
	case j.movetime < 0 || j.movetime%time.Millisecond != 0 || j.movetime > time.Hour:
		return fmt.Errorf("--movetime %v is out of range; whole milliseconds would do, to an hour", j.movetime)
	case j.guard <= 0:
		return fmt.Errorf("--guard %v is out of range; a time would do, such as 5m", j.guard)
	case j.sequentialTest && !(j.elo0 < j.elo1 && max(-j.elo0, j.elo1) <= maxElo): // so that NaN is refused too
		return fmt.Errorf("--elo0 %v and --elo1 %v: the first must be less than the second, and neither beyond %d", j.elo0, j.elo1, maxElo)
	}
	if err := c.Adjudication.Check(); err != nil {
		return err
	}
	c.Adjudication = asked(c.Adjudication)
	if !named && j.file != "" {
		j.variants = nil
	}
	if c.Designs, err = selected(j.file, j.variants); err != nil {
		return err
	}
	if j.book != "" {
		text, err := readText(j.book)
		if err != nil {
			return err
		}
		if c.Books, err = contest.ReadBooks(j.book, text, c.Designs, j.bookPlies); err != nil {
			return err
		}
	}
	if j.sides[1].nodes == "" {
		j.sides[1].nodes = j.sides[0].nodes
	}
	c.Engines.Guard = j.guard
	for i := range j.sides {
		if c.Players[i], err = j.player(ctx, &j.sides[i]); err != nil {
			return err
		}
	}
	return nil
}

// asked leaves out what an adjudication is not asked for: a match without is the same job whatever the scores would be.
func asked(a match.Adjudication) (b match.Adjudication) {
	if a.WinPlies > 0 {
		b.WinScore, b.WinPlies = a.WinScore, a.WinPlies
	}
	if a.DrawPlies > 0 {
		b.DrawScore, b.DrawPlies, b.DrawAfter = a.DrawScore, a.DrawPlies, a.DrawAfter
	}
	return b
}

// matchTable is the size of our engine's table in a match, unless a setting says otherwise.
const matchTable = "Hash=64"

// player returns a player with its budget.
func (j *matchJob) player(ctx context.Context, s *matchSide) (p schedule.Player, err error) {
	n, err := nodes(s.nodes)
	if err != nil {
		return p, err
	}
	switch {
	case s.engine == "" && len(s.options) > 0:
		return p, errors.New("--option and --option-a are options of --engine and --engine-a; our own engine takes --set and --set-b")
	case s.engine != "" && len(s.set) > 0:
		return p, errors.New("--set and --set-b are settings of our own engine; another takes --option or --option-a")
	case s.engine == "" && s.certificate != "":
		return p, errors.New("--certificate and --certificate-a are those of --engine and --engine-a; our own engine is the referee's rules")
	case s.engine == "":
		p = work.Ours()
		p.Options, err = work.Configure(append([]string{matchTable}, s.set...), weightsIn)
	default:
		if p, err = j.external(ctx, s); err == nil {
			err = certified(s.certificate, s.engine, j.config.Designs)
		}
	}
	if p.Nodes = n; j.movetime > 0 {
		p.Nodes, p.MoveTime = 0, int(j.movetime.Milliseconds())
	}
	return p, err
}

// external starts another engine once, to know it by name.
func (j *matchJob) external(ctx context.Context, s *matchSide) (schedule.Player, error) {
	words, err := splitCommand(s.engine)
	if err != nil {
		return schedule.Player{}, err
	}
	options, err := optionsOf(s.options)
	if err != nil {
		return schedule.Player{}, err
	}
	return j.config.Engines.Identify(ctx, words, options)
}

// weightsIn reads a file of weights.
func weightsIn(name string) (eval.Weights, error) {
	f, err := os.Open(name)
	if err != nil {
		return eval.Weights{}, err
	}
	defer f.Close()
	return eval.ReadWeights(name, f)
}

// readText reads a whole file, compressed or not.
func readText(name string) (string, error) {
	in, err := openText(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return "", readFailure(name, err)
	}
	return string(text), nil
}
