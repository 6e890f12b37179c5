package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"buluo/eval"
)

// newTuneCmd returns `buluo tune`, where numbers come from.
func newTuneCmd() *cobra.Command {
	cmd := &cobra.Command{Use: "tune", Short: "Fit the evaluation's weights and the search's constants to games"}
	cmd.AddCommand(
		newTuneDataCmd(), newTuneTakeCmd(), newTuneFitCmd(), newTuneMobilityCmd(),
		newTuneVeteranCmd(), newTuneHonestyCmd(), newTuneSPSACmd(), newTuneCMACmd(),
	)
	return cmd
}

// The words that stand for weights in place of a file.
const (
	defaultWeights = "default"
	plainWeights   = "plain"
)

// weightsFrom returns the weights that a flag names: those of the program, the plain ones, or a file's.
func weightsFrom(name string) (eval.Weights, error) {
	switch name {
	case defaultWeights:
		return eval.DefaultWeights(), nil
	case plainWeights:
		return eval.PlainWeights(), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return eval.Weights{}, err
	}
	defer f.Close()
	return eval.ReadWeights(name, f)
}

// meter shows how far long work is: a bar where someone watches, lines now and then where not.
type meter struct {
	log     io.Writer
	what    string
	watched bool
	bar     *progressbar.ProgressBar
	began   time.Time
	told    time.Time
}

func newMeter(log io.Writer, what string) *meter {
	f, ok := log.(*os.File)
	return &meter{log: log, what: what, watched: ok && term.IsTerminal(int(f.Fd())), began: time.Now(), told: time.Now()}
}

// show moves the bar, or prints a line if the last one is old enough or the work is done.
func (m *meter) show(done, of int, words ...string) {
	switch {
	case of == 0:
	case m.watched:
		if m.bar == nil {
			m.bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(m.log), progressbar.OptionFullWidth(),
				progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond))
		}
		m.bar.Describe(strings.Join(append([]string{m.what}, words...), " "))
		_ = m.bar.Set(done) // it only draws
	case done == of || time.Since(m.told) > 10*time.Second:
		m.told = time.Now()
		left := time.Duration(0)
		if done > 0 {
			left = time.Duration(float64(time.Since(m.began)) * float64(of-done) / float64(done))
		}
		fmt.Fprintf(m.log, "%s %d/%d %s %s left\n", m.what, done, of, strings.Join(words, " "), left.Round(time.Second))
	}
}

// end leaves the line of the bar.
func (m *meter) end() {
	if m.bar != nil {
		fmt.Fprintln(m.log)
	}
}
