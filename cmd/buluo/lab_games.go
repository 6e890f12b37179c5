package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/stat"
	"buluo/lab/store"
	"buluo/variant"
)

// labTableMB is the table of a lab's players: small, as there are several of them and budgets are small.
const labTableMB = 16

// readDesigns selects designs by name, of the catalogue or of a file; the published ones, or all of the file, where none is named.
func readDesigns(file string, names []string) ([]design.Design, error) {
	return (&labJob{file: file, designs: names}).selected()
}

// inRange checks the numbers that the experiments share.
func inRange(games, capPlies, threads int) error {
	if games < 1 || capPlies < 0 || threads < 1 || threads > maxThreads {
		return fmt.Errorf("%d games, a cap of %d plies or %d threads is out of range: a game or more, a cap of 0 or more and 1 to %d threads would do",
			games, capPlies, threads, maxThreads)
	}
	return nil
}

// printJSON writes a value for programs, indented since people read it too.
func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// keeping keeps an experiment's games in a file, where one is named.
type keeping struct {
	path   string
	resume bool
	file   *ledger.Ledger
}

// flags adds --out and --resume.
func (k *keeping) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&k.path, "out", "", "keep the games in this file, one JSON object a line")
	cmd.Flags().BoolVar(&k.resume, "resume", false, "go on with the file where it exists; games that it holds are not played again")
}

// open opens the file and returns the games that it holds.
func (k *keeping) open() (kept []ledger.Record, err error) {
	switch {
	case k.path == "" && k.resume:
		return nil, usagef("--resume needs --out, the file to go on with")
	case k.path == "":
		return nil, nil
	case k.resume:
		k.file, kept, err = ledger.Resume(k.path)
	default:
		k.file, err = ledger.Create(k.path)
	}
	return kept, err
}

// add keeps a game that was just played.
func (k *keeping) add(rec *ledger.Record, fresh bool) error {
	if k.file == nil || !fresh {
		return nil
	}
	return k.file.Append(*rec)
}

func (k *keeping) close() error {
	if k.file == nil {
		return nil
	}
	return k.file.Close()
}

// gameBar shows how an experiment goes: a bar where someone watches, a line a game where not.
type gameBar struct {
	log       io.Writer
	bar       *progressbar.ProgressBar
	began     time.Time
	done, of  int
	tally     stat.Tally // by colour: horde, draw, army
	fresh     int        // of those done, the ones played in this run: what the estimate is made from
	unwatched bool
}

func newGameBar(log io.Writer, of int) *gameBar {
	f, ok := log.(*os.File)
	b := &gameBar{log: log, of: of, began: time.Now(), unwatched: !ok || !term.IsTerminal(int(f.Fd()))}
	if !b.unwatched {
		b.bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(log), progressbar.OptionFullWidth(), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return b
}

// game shows a game that was finished, or taken over from an earlier run.
func (b *gameBar) game(rec *ledger.Record, fresh bool) {
	b.done++
	b.tally.Add(rec.Outcome())
	if fresh {
		b.fresh++
	}
	if !b.unwatched {
		b.bar.Describe(fmt.Sprintf("horde-draw-army %s", b.tally))
		_ = b.bar.Add(1) // it only draws
		return
	}
	if fresh {
		left := time.Since(b.began) / time.Duration(b.fresh) * time.Duration(b.of-b.done)
		fmt.Fprintf(b.log, "%d/%d  %s  %s: %s, %d plies  horde-draw-army %s  %s left\n", b.done, b.of, rec.Variant, rec.Engine, endOf(rec), rec.Plies,
			b.tally, left.Round(time.Second))
	}
}

// endOf says how a stored game ended.
func endOf(rec *ledger.Record) string {
	if o := rec.Outcome(); o.Over {
		return design.Seat(o.Winner) + " by " + o.Reason.String()
	}
	return rec.Termination
}

// end leaves the line of the bar.
func (b *gameBar) end() {
	if b.bar != nil {
		fmt.Fprintln(b.log)
	}
}

// storedGames reads games from files, one after the other: a store of the lab, or JSON lines, compressed or not; "-" is JSON lines on standard input.
func storedGames(ctx context.Context, files []string, stdin io.Reader) iter.Seq2[ledger.Record, error] {
	return func(yield func(ledger.Record, error) bool) {
		for _, file := range files {
			for rec, err := range gamesOf(ctx, file, stdin) {
				if !yield(rec, err) || err != nil {
					return
				}
			}
		}
	}
}

// gamesOf reads the games of one file.
func gamesOf(ctx context.Context, file string, stdin io.Reader) iter.Seq2[ledger.Record, error] {
	return func(yield func(ledger.Record, error) bool) {
		stored := false
		var err error
		if file != "-" {
			stored, err = isStore(file)
		}
		switch {
		case err != nil:
			yield(ledger.Record{}, err)
		case stored:
			fromStore(ctx, file, yield)
		default:
			fromLines(file, stdin, yield)
		}
	}
}

// fromStore hands over the games of a store.
func fromStore(ctx context.Context, file string, yield func(ledger.Record, error) bool) {
	s, err := store.Read(ctx, file)
	if err != nil {
		yield(ledger.Record{}, err)
		return
	}
	defer s.Close()
	for g, err := range s.Games(ctx, store.Filter{}) {
		if !yield(g.Record, err) || err != nil {
			return
		}
	}
}

// fromLines hands over the games of JSON lines.
func fromLines(file string, stdin io.Reader, yield func(ledger.Record, error) bool) {
	var records []ledger.Record
	var err error
	if file == "-" {
		records, _, err = ledger.Read("standard input", stdin)
	} else {
		records, err = readRecords(file)
	}
	for _, r := range records {
		if !yield(r, nil) {
			return
		}
	}
	if err != nil {
		yield(ledger.Record{}, err)
	}
}

// variantOf finds the variant of a stored game: what the record itself says, where it says it, else the catalogue's.
func variantOf(rec *ledger.Record) (*variant.Spec, error) {
	switch {
	case rec.Job != nil:
		return rec.Job.Spec()
	case rec.INI != "":
		f, err := variant.Parse(rec.Variant, rec.INI)
		if err != nil {
			return nil, err
		}
		return f.Find(rec.Variant)
	}
	return variant.Load(rec.Variant)
}
