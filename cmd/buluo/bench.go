package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pkg/profile"
	"github.com/spf13/cobra"

	"buluo/bench"
	"buluo/search"
)

// benchJob is what the command line of `buluo bench` asks for.
type benchJob struct {
	variants            []string
	depth               int
	json                bool
	profile, profileDir string

	against string
	options []string
	nodes   uint64
	hash    int
	runs    int
	threads int
}

// newBenchCmd returns `buluo bench`.
func newBenchCmd() *cobra.Command {
	var job benchJob
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions: the signature of the search, and its speed",
		Long: `Searches the fixed positions of several variants to a depth, each with an empty table and on one thread, and prints nodes, time
and nodes per second by variant. The last line, Bench: N, is the signature: the nodes of all searches together. It is the same on
every machine and in every build, and changes with every change to what the search does. With --variants there is none.

With --against a UCI engine searches the same positions by turns within a budget of --nodes. Every pair is printed, and the median
of the ratios of nodes per second by variant. A variant that the engine does not know is given to it as a stanza.

With --threads searches the same positions to a depth by turns, with one thread and with several, and prints what share of one's time by the clock
on the wall the others took: geometric means over the positions. The machine should have nothing else to do.`,
		Example: `  buluo bench
  buluo bench --profile cpu --profile-dir profiles
  buluo bench --against fairy-stockfish --option "Use NNUE=false" --option Hash=64 --variants xiangqi,orda
  buluo bench --threads 2 --runs 3`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.start(cmd)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&job.variants, "variants", nil, "only the positions of these variants; * and ? stand for any letters")
	must(cmd.RegisterFlagCompletionFunc("variants", cobra.NoFileCompletions))
	f.IntVar(&job.depth, "depth", bench.DefaultDepth, fmt.Sprintf("search to this depth; with --threads the default is %d", threadDepth))
	f.BoolVar(&job.json, "json", false, "print JSON")
	f.StringVar(&job.profile, "profile", "", "write a profile: cpu, mem or trace")
	must(cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions([]string{"cpu", "mem", "trace"}, cobra.ShellCompDirectiveNoFileComp)))
	f.StringVar(&job.profileDir, "profile-dir", ".", "with --profile: where to")
	must(cmd.MarkFlagDirname("profile-dir"))
	f.StringVar(&job.against, "against", "", "search by turns with another UCI engine, by its command, and print the ratios")
	f.StringArrayVar(&job.options, "option", nil, "with --against: an option of the other engine, name=value")
	f.Uint64Var(&job.nodes, "nodes", 200_000, "with --against: the budget of a search")
	f.IntVar(&job.hash, "hash", 64, "with --against or --threads: megabytes of our table; another engine's is an option")
	f.IntVar(&job.runs, "runs", 5, "with --against or --threads: searches of each position by each")
	f.IntVar(&job.threads, "threads", 1, "compare the time of so many threads with that of one")
	return cmd
}

// check refuses numbers out of range and flags that do not go together.
func (j *benchJob) check(changed func(flag string) bool) error {
	switch {
	case j.depth < 1 || j.depth >= search.MaxPly:
		return usagef("--depth %d is out of range; 1 to %d would do", j.depth, search.MaxPly-1)
	case j.runs < 1 || j.runs > 99:
		return usagef("--runs %d is out of range; 1 to 99 would do", j.runs)
	case j.hash < 1 || j.hash > maxHashMB:
		return usagef("--hash %d is out of range; 1 to %d would do", j.hash, maxHashMB)
	case j.nodes < 1:
		return usagef("--nodes 0 is no budget")
	case j.threads < 1 || j.threads > maxThreads:
		return usagef("--threads %d is out of range; 1 to %d would do", j.threads, maxThreads)
	case j.against != "" && changed("depth"):
		return usagef("--against gives both a budget of --nodes; --depth does not go with it")
	case j.against != "" && j.threads > 1:
		return usagef("--against compares engines of one thread each; --threads does not go with it")
	}
	for _, flag := range []string{"option", "nodes"} {
		if j.against == "" && changed(flag) {
			return usagef("--%s goes with --against", flag)
		}
	}
	for _, flag := range []string{"hash", "runs"} {
		if j.against == "" && j.threads == 1 && changed(flag) {
			return usagef("--%s goes with --against or --threads", flag)
		}
	}
	return nil
}

// start runs the job, profiled if it is to be.
func (j *benchJob) start(cmd *cobra.Command) error {
	if err := j.check(cmd.Flags().Changed); err != nil {
		return err
	}
	places, err := bench.Places()
	if err != nil {
		return err
	}
	if places, err = bench.Choose(places, j.variants); err != nil {
		return usagef("--variants: %w", err)
	}
	stop, err := j.profiled()
	if err != nil {
		return err
	}
	defer stop()
	switch {
	case j.against != "":
		return j.race(cmd.Context(), cmd.OutOrStdout(), places)
	case j.threads > 1:
		if !cmd.Flags().Changed("depth") {
			j.depth = threadDepth
		}
		return j.pull(cmd.Context(), cmd.OutOrStdout(), places)
	}
	return j.run(cmd.Context(), cmd.OutOrStdout(), places)
}

// profiled begins a profile; the function it returns writes it.
func (j *benchJob) profiled() (stop func(), err error) {
	mode, ok := map[string]func(*profile.Profile){
		"cpu": profile.CPUProfile, "mem": profile.MemProfileAllocs, "trace": profile.TraceProfile,
	}[j.profile]
	switch {
	case j.profile == "":
		return func() {}, nil
	case !ok:
		return nil, usagef("--profile %q is unknown; there are cpu, mem and trace", j.profile)
	}
	// The library ends the program where it cannot write, so that is found out before.
	if err := os.MkdirAll(j.profileDir, 0o755); err != nil {
		return nil, readFailure(j.profileDir, err)
	}
	probe, err := os.CreateTemp(j.profileDir, "profile")
	if err != nil {
		return nil, fmt.Errorf("--profile-dir: %w", err)
	}
	probe.Close()
	os.Remove(probe.Name())
	return profile.Start(mode, profile.ProfilePath(j.profileDir), profile.Quiet, profile.NoShutdownHook).Stop, nil
}

// benchLine is a line of the report.
type benchLine struct {
	Variant   string  `json:"variant"`
	Positions int     `json:"positions"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
	Speed     float64 `json:"nodes_per_second"`
}

// benchReport is what --json prints.
type benchReport struct {
	Depth     int         `json:"depth"`
	Variants  []benchLine `json:"variants"`
	Signature uint64      `json:"signature,omitempty"` // none with --variants
}

func lineOf(l bench.Line) benchLine {
	return benchLine{l.Variant, l.Positions, l.Nodes, l.Time.Seconds(), l.Speed()}
}

func (l benchLine) print(out io.Writer) {
	fmt.Fprintf(out, "%-22s %9d %11d %8.3f s %6.2f M\n", l.Variant, l.Positions, l.Nodes, l.Seconds, l.Speed/1e6)
}

// run searches and prints a table or JSON.
func (j *benchJob) run(ctx context.Context, out io.Writer, places []bench.Place) error {
	options := bench.Options{Places: places, Depth: j.depth}
	if !j.json {
		fmt.Fprintf(out, "%-22s %9s %11s %10s %8s\n", "variant", "positions", "nodes", "time", "nodes/s")
		options.Report = func(l bench.Line) { lineOf(l).print(out) }
	}
	res, err := bench.Run(ctx, options)
	if err != nil {
		return err
	}
	whole := len(j.variants) == 0
	if j.json {
		report := benchReport{Depth: res.Depth}
		for _, l := range res.Lines {
			report.Variants = append(report.Variants, lineOf(l))
		}
		if whole {
			report.Signature = res.Signature()
		}
		return writeJSON(out, report)
	}
	lineOf(res.Total()).print(out)
	if whole {
		fmt.Fprintf(out, "\nBench: %d\n", res.Signature())
	}
	return nil
}

// race searches by turns with another engine and prints every pair and the medians.
func (j *benchJob) race(ctx context.Context, out io.Writer, places []bench.Place) error {
	words, err := splitCommand(j.against)
	if err != nil {
		return usageError{err}
	}
	o := bench.RaceOptions{Command: words, Places: places, Nodes: j.nodes, TableMB: j.hash, Runs: j.runs}
	for _, text := range j.options {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return usagef("--option %q should be name=value", text)
		}
		o.Settings = append(o.Settings, bench.Setting{Name: name, Value: value})
	}
	lines := json.NewEncoder(out)
	o.Report = func(h bench.Heat) {
		if j.json {
			lines.Encode(heatLine{h.Variant, h.FEN, h.Run, h.OurSpeed, h.TheirSpeed, h.Ratio})
			return
		}
		fmt.Fprintf(out, "%-22s run %d  here %6.0f k  there %6.0f k  ratio %5.2f  %s\n",
			h.Variant, h.Run, h.OurSpeed/1e3, h.TheirSpeed/1e3, h.Ratio, h.FEN)
	}
	name, heats, err := bench.Against(ctx, o)
	if err != nil {
		return err
	}
	if len(heats) == 0 {
		return fmt.Errorf("no position could be compared: every search ended long before %d nodes", j.nodes)
	}
	standings := bench.Standings(heats)
	if j.json {
		for _, s := range standings {
			lines.Encode(standingLine{s.Variant, name, s.Heats, s.OurSpeed, s.TheirSpeed, s.Ratio, s.Low, s.High})
		}
		return nil
	}
	fmt.Fprintf(out, "\nmedian nodes/s, here and by %s\n", name)
	for _, s := range standings {
		fmt.Fprintf(out, "%-22s of %3d  here %6.0f k  there %6.0f k  ratio %5.2f (%.2f to %.2f)\n",
			s.Variant, s.Heats, s.OurSpeed/1e3, s.TheirSpeed/1e3, s.Ratio, s.Low, s.High)
	}
	return nil
}

// heatLine and standingLine are the JSON lines of --against: the pairs as they come, then the medians.
type (
	heatLine struct {
		Variant string  `json:"variant"`
		FEN     string  `json:"fen"`
		Run     int     `json:"run"`
		Here    float64 `json:"here"`
		There   float64 `json:"there"`
		Ratio   float64 `json:"ratio"`
	}
	standingLine struct {
		Variant string  `json:"variant"`
		Engine  string  `json:"engine"`
		Pairs   int     `json:"pairs"`
		Here    float64 `json:"here"`
		There   float64 `json:"there"`
		Ratio   float64 `json:"median_ratio"`
		Low     float64 `json:"low"`
		High    float64 `json:"high"`
	}
)
