package replay

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"buluo/internal/gz"
)

// Options say how Run works. The zero Options replay on all processors.
type Options struct {
	Compare bool      // hold each line against the report that stands in it, or in the same line of Against
	Against io.Reader // reports of another program, one for each record; nil is none
	Workers int       // 0 is one a processor
}

// Summary counts what a run saw.
type Summary struct {
	Games       int // replayed to their end
	Positions   int // in them
	Differences int
	Failures    int // lines that could not be replayed, or had nothing to be compared with
}

// Failed reports whether the run found anything wrong.
func (s Summary) Failed() bool { return s.Differences > 0 || s.Failures > 0 }

// String writes the counts of a comparison as a sentence.
func (s Summary) String() string {
	text := fmt.Sprintf("%s, %s, %s", count(s.Games, "game"), count(s.Positions, "position"), count(s.Differences, "difference"))
	if s.Failures > 0 {
		text += ", " + count(s.Failures, "bad line")
	}
	return text
}

func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// maxLine bounds a line: the longest game that can be recorded, with its report, is below a megabyte.
const maxLine = 16 << 20

// Run replays records from in and writes reports to out, or with Compare the differences alone, in the order of the records. Both inputs may be
// compressed with gzip. Lines that make no sense are reported and counted; the error is for what ends the run early: reading,
// writing, or the context's end.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) (Summary, error) {
	ctx, cancel := context.WithCancel(ctx)
	f := &feed{player: NewPlayer(), compare: o.Compare || o.Against != nil}
	workers := o.Workers // besides them there is the feed, and this goroutine writes
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	// The order's length bounds how far a slow line lets the others run ahead.
	jobs, order := make(chan *job, workers), make(chan *job, 4*workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for j := range jobs {
				j.done <- f.work(j)
			}
		})
	}
	var failed error // the feed's; read once order has been closed
	group.Go(func() {
		defer close(order)
		defer close(jobs)
		failed = f.read(ctx, in, o.Against, order, jobs)
	})
	sum, err := drain(ctx, order, out)
	cancel()
	group.Wait()
	return sum, errors.Join(err, failed)
}

// drain writes the answers in order.
func drain(ctx context.Context, order <-chan *job, out io.Writer) (sum Summary, err error) {
	w := bufio.NewWriterSize(out, 1<<16)
	for j := range order {
		select {
		case a := <-j.done:
			sum.Games += a.sum.Games
			sum.Positions += a.sum.Positions
			sum.Differences += a.sum.Differences
			sum.Failures += a.sum.Failures
			if _, err := w.Write(a.text); err != nil {
				return sum, err
			}
		case <-ctx.Done():
			return sum, errors.Join(ctx.Err(), w.Flush())
		}
	}
	return sum, errors.Join(ctx.Err(), w.Flush())
}

// job is a line on its way.
type job struct {
	number        int
	line, against []byte // against is nil where there is no other file
	torn          string // what is wrong with the pair of files here
	done          chan answer
}

// answer is what a line comes to.
type answer struct {
	text []byte
	sum  Summary
}

type feed struct {
	player  *Player
	compare bool
}

// read sends every line that is not blank to both channels, the ordered one first.
func (f *feed) read(ctx context.Context, in, against io.Reader, order, jobs chan<- *job) error {
	lines, err := newLines(in)
	if err != nil {
		return fmt.Errorf("records: %w", err)
	}
	var other *lineReader
	if against != nil {
		if other, err = newLines(against); err != nil {
			return fmt.Errorf("reports: %w", err)
		}
	}
	for {
		j := &job{done: make(chan answer, 1)}
		more := lines.next()
		j.line, j.number = lines.text(more), lines.number
		if other != nil {
			has := other.next()
			j.against = other.text(has)
			switch {
			case !more && has:
				j.torn = fmt.Sprintf("the reports go on at line %d, the records have ended", other.number)
			case more && !has:
				j.torn = "the reports have ended"
			}
			more = more || has
		}
		if !more {
			break
		}
		// Order first: a job that is worked on but not waited for would be lost, one that is only waited for ends with the context.
		for _, to := range [2]chan<- *job{order, jobs} {
			select {
			case to <- j:
			case <-ctx.Done():
				return nil
			}
		}
	}
	if lines.err() != nil {
		return fmt.Errorf("records: line %d: %w", lines.number+1, lines.err())
	}
	if other != nil && other.err() != nil {
		return fmt.Errorf("reports: line %d: %w", other.number+1, other.err())
	}
	return nil
}

// lineReader reads the lines of a text that are not blank, and counts them all.
type lineReader struct {
	in     *bufio.Scanner
	number int
}

// newLines reads lines that may be packed.
func newLines(in io.Reader) (*lineReader, error) {
	text, err := gz.Reader(in)
	if err != nil {
		return nil, err
	}
	l := &lineReader{in: bufio.NewScanner(text)}
	l.in.Buffer(make([]byte, 0, 1<<16), maxLine)
	return l, nil
}

func (l *lineReader) next() bool {
	for l.in.Scan() {
		l.number++
		if len(bytes.TrimSpace(l.in.Bytes())) > 0 {
			return true
		}
	}
	return false
}

func (l *lineReader) text(has bool) []byte {
	if !has {
		return nil
	}
	return bytes.Clone(l.in.Bytes())
}

// err returns what ended the text before its end.
func (l *lineReader) err() error {
	if errors.Is(l.in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("is longer than %d bytes", maxLine)
	}
	return l.in.Err()
}

// work answers one line.
func (f *feed) work(j *job) answer {
	if j.torn != "" {
		return f.bad(j, errors.New(j.torn))
	}
	rec, theirs, err := parseRecord(j.line)
	if err != nil {
		return f.bad(j, err)
	}
	if j.against != nil {
		if _, theirs, err = parseRecord(j.against); err != nil {
			return f.bad(j, fmt.Errorf("the report: %w", err))
		}
	}
	report, err := f.player.Replay(rec)
	switch {
	case err != nil && f.compare && theirs.Error != nil:
		return differing(Summary{}, theirs.compareError(j.number, err))
	case err != nil:
		return f.bad(j, err)
	case f.compare && theirs.empty():
		return f.bad(j, errors.New("there is no report to compare with"))
	}
	sum := Summary{Games: 1, Positions: report.Positions()}
	if f.compare {
		return differing(sum, theirs.compare(j.number, report))
	}
	return answer{text: encoded(report), sum: sum}
}

// differing answers with a list of differences.
func differing(sum Summary, list []Difference) answer {
	sum.Differences = len(list)
	var text strings.Builder
	for _, d := range list {
		fmt.Fprintln(&text, d)
	}
	return answer{text: []byte(text.String()), sum: sum}
}

// bad answers a line that makes no sense.
func (f *feed) bad(j *job, err error) answer {
	a := answer{sum: Summary{Failures: 1}}
	if f.compare {
		a.text = fmt.Appendf(nil, "line %d: error: %v\n", j.number, err)
		return a
	}
	a.text = encoded(struct {
		Line  int    `json:"line"`
		Error string `json:"error"`
	}{j.number, err.Error()})
	return a
}

// encoded returns a value as a line of JSON.
func encoded(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		// Strings, numbers and truth values always encode.
		panic(err)
	}
	return b.Bytes()
}
