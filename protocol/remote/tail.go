package remote

import (
	"strings"
	"sync"
)

const (
	tailLines = 12
	tailWidth = 400
)

// tail keeps the last lines of what is written to it, in bounded memory. It may be used by many goroutines.
type tail struct {
	mu    sync.Mutex
	lines []string // complete, not empty, at most tailLines
	part  []byte   // of the line being written, at most tailWidth
	total int      // complete lines ever
}

// Write never fails.
func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range data {
		switch {
		case c == '\n':
			t.endLine()
		case len(t.part) < tailWidth:
			t.part = append(t.part, c)
		}
	}
	return len(data), nil
}

func (t *tail) endLine() {
	text := strings.TrimSpace(string(t.part))
	t.part = t.part[:0]
	if text == "" {
		return
	}
	t.total++
	if len(t.lines) == tailLines {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
	t.lines = append(t.lines, text)
}

// count says how many lines have been written so far: a mark for since.
func (t *tail) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// since returns the lines after the mark that are still kept, with an unfinished last one.
func (t *tail) since(mark int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := min(t.total-mark, len(t.lines))
	kept := append([]string(nil), t.lines[len(t.lines)-n:]...)
	if text := strings.TrimSpace(string(t.part)); text != "" {
		kept = append(kept, text)
	}
	return kept
}
