package variant

import (
	"fmt"
	"sort"
	"strings"
)

// Problem is one mistake in a file of stanzas. Text says what is wrong and what would be right.
type Problem struct {
	File string // as given to Parse
	Line int    // from 1
	Key  string // the key, "[name]" for a stanza's header, "" where the line has neither
	Text string
}

// String writes the problem as file:line: key: text.
func (p Problem) String() string {
	if p.Key == "" {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s: %s", p.File, p.Line, p.Key, p.Text)
}

// Errors is every mistake of a file, in the order of its lines. It is never empty where it is an error.
type Errors []Problem

// Error writes the problems one a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, p := range e {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// sorted puts problems in the order of the file's lines; problems of one line keep the order in which they were found.
func (e Errors) sorted() Errors {
	sort.SliceStable(e, func(i, j int) bool { return e[i].Line < e[j].Line })
	return e
}

// nearest returns the candidate closest to word by edit distance, if one is close enough to be a likely slip.
func nearest(word string, candidates []string) (string, bool) {
	best, bestDistance := "", 0
	for _, c := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(c))
		if best == "" || d < bestDistance {
			best, bestDistance = c, d
		}
	}
	// A third of the letters wrong is a slip; more is another word.
	return best, best != "" && bestDistance*3 <= max(len(word), 3)
}

// didYouMean returns `; did you mean "x"?` where a candidate is near, and "" otherwise.
func didYouMean(word string, candidates []string) string {
	if c, ok := nearest(word, candidates); ok {
		return fmt.Sprintf("; did you mean %q?", c)
	}
	return ""
}

// distance counts the single-character edits (put in, take out, replace, swap two neighbours) between two words.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
