package console

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"buluo/engine"
)

// Words are what is left of a line that is being read.
type Words []string

// Split takes a line apart at blanks.
func Split(line string) Words { return strings.Fields(line) }

// Next takes the first word, "" where there is none.
func (w *Words) Next() string {
	if len(*w) == 0 {
		return ""
	}
	word := (*w)[0]
	*w = (*w)[1:]
	return word
}

// Until takes all words before one of the marks, and leaves the mark.
func (w *Words) Until(marks ...string) []string {
	for i, word := range *w {
		for _, mark := range marks {
			if word == mark {
				taken := (*w)[:i]
				*w = (*w)[i:]
				return taken
			}
		}
	}
	taken := *w
	*w = nil
	return taken
}

// Rest takes everything that is left, one blank between words.
func (w *Words) Rest() string {
	text := strings.Join(*w, " ")
	*w = nil
	return text
}

// Number takes a whole number that belongs to the word before it and must lie between two bounds.
func (w *Words) Number(what string, low, high int64) (int64, error) {
	word := w.Next()
	if word == "" {
		return 0, fmt.Errorf("%s wants a number after it", what)
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s %s: it should be a whole number from %d to %d", what, engine.Clip(word), low, high)
	}
	return n, nil
}

// longest is the longest time that makes sense, a year: longer ones would overflow in sums.
const longest = 365 * 24 * time.Hour

// Time takes a time in units. A clock that is overdrawn shows as none left, and one of more than a year as a year.
func (w *Words) Time(what string, unit time.Duration) (time.Duration, error) {
	const most = 1 << 62
	n, err := w.Number(what, -most, most)
	if err != nil {
		return 0, err
	}
	return time.Duration(min(max(n, 0), int64(longest/unit))) * unit, nil
}
