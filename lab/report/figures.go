package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/stat"
)

// FiguresHead is the first line of WriteFigures's table.
const FiguresHead = "| design | clock | budgets | the study | ours | agreement |"

// SoFar is the agreement of a figure over several budgets of which some have not been played: nothing contradicts it yet.
const SoFar Agreement = "so far"

// Check is one of the study's figures held against our games.
type Check struct {
	Figure    Figure
	Games     []Row // ours at its budgets, from small to large
	Missing   int   // budgets that we have not played
	Agreement Agreement
	Why       string // where it is not exact
}

// clue is what a figure says of its games beyond who won: how one of them ended, or in how many plies all lie of whom it says nothing else.
type clue struct {
	reason    string // "" is any
	low, high int    // plies; the same for one game, 0 where it gives none
}

// single reports whether the clue is one game's.
func (c clue) single() bool { return c.low == c.high }

// fits reports whether a game may be meant by the clue.
func (c clue) fits(r *Row) bool {
	return (c.reason == "" || c.reason == r.Reason) && (c.low == 0 || c.low <= r.Plies && r.Plies <= c.high)
}

// String writes a clue as the study does.
func (c clue) String() string {
	switch {
	case c.low == 0:
		return c.reason
	case c.single():
		return strings.TrimSpace(fmt.Sprintf("%s %d", c.reason, c.low))
	}
	return strings.TrimSpace(fmt.Sprintf("%s %d-%d", c.reason, c.low, c.high))
}

// clues reads the columns of reasons and plies: "mate 287, clock 354", or "clock" and "372-456". A part without plies of its own has those of
// the column. Those of one game come first.
func (f *Figure) clues() ([]clue, error) {
	var list []clue
	for _, part := range strings.Split(f.Reason+", "+f.Plies, ", ") {
		words := strings.Fields(strings.TrimPrefix(part, "draw by "))
		if len(words) == 0 {
			continue
		}
		var c clue
		if last := words[len(words)-1]; last[0] >= '0' && last[0] <= '9' {
			low, high, isRange := strings.Cut(last, "-")
			if !isRange {
				high = low
			}
			var err error
			if c.low, err = strconv.Atoi(low); err == nil {
				c.high, err = strconv.Atoi(high)
			}
			if err != nil {
				return nil, fmt.Errorf("%s at %s: %q is no number of plies", f.Design, f.Budgets, last)
			}
			words = words[:len(words)-1]
		}
		c.reason = strings.Join(words, " ")
		if n := len(list); n > 0 && c.reason == "" && list[n-1].low == 0 {
			c.reason, list = list[n-1].reason, list[:n-1]
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b clue) int {
		if a.single() == b.single() {
			return 0
		} else if a.single() {
			return -1
		}
		return 1
	})
	return list, nil
}

// Checks holds our games against the figures of their designs, those of which a game has been played, in the study's order.
func (t *Tables) Checks() ([]Check, error) {
	figures, err := Published()
	if err != nil {
		return nil, err
	}
	var checks []Check
	for _, f := range figures {
		c := Check{Figure: f, Missing: strings.Count(f.Budgets, ",") + 1}
		for _, d := range t.Designs {
			if d.Clock != f.Clock || strings.TrimSuffix(d.Name(), fmt.Sprintf("-c%d", d.Clock)) != f.Design {
				continue
			}
			rows, err := (&Tables{Designs: []design.Design{d}, Budgets: t.Budgets, Records: t.Records}).Rows()
			if err != nil {
				return nil, err
			}
			for _, r := range rows {
				if f.at(r.Budget) {
					c.Games = append(c.Games, r)
					c.Missing--
				}
			}
		}
		if len(c.Games) == 0 {
			continue
		}
		if err := c.judge(); err != nil {
			return nil, err
		}
		checks = append(checks, c)
	}
	return checks, nil
}

// judge says whether the games are the figure's.
func (c *Check) judge() error {
	theirs, err := c.Figure.Tally()
	if err != nil {
		return err
	}
	clues, err := c.Figure.clues()
	if err != nil {
		return err
	}
	ours := tallied(c.Games)
	if c.Missing == 0 && ours != theirs || ours.White > theirs.White || ours.Draw > theirs.Draw || ours.Black > theirs.Black || ours.Unfinished > 0 {
		c.Agreement, c.Why = Other, fmt.Sprintf("horde-draw-army %s, published %s", ours, theirs)
		return nil
	}
	c.Why = c.against(clues)
	switch {
	case c.Why != "":
		c.Agreement = SameResult
	case c.Missing > 0:
		c.Agreement, c.Why = SoFar, c.found(clues)+fmt.Sprintf("%d of its games not played", c.Missing)
	default:
		c.Agreement = Exact
	}
	return nil
}

// against says what speaks against the games being the clues', "" where nothing does. Of a figure that is not played whole, a game may still come.
func (c *Check) against(clues []clue) string {
	left := slices.Clone(c.Games)
	for _, clue := range clues {
		if clue.single() {
			i := slices.IndexFunc(left, func(r Row) bool { return clue.fits(&r) })
			switch {
			case i >= 0:
				left = slices.Delete(left, i, i+1)
			case c.Missing == 0:
				return fmt.Sprintf("no %v", clue)
			}
			continue
		}
		if c.Missing > 0 && len(clues) > 1 {
			return "" // which games are meant is known when all are there
		}
		var plies []int
		for i := range left {
			if !clue.fits(&left[i]) {
				return fmt.Sprintf("%s %d is not %v", left[i].Reason, left[i].Plies, clue)
			}
			plies = append(plies, left[i].Plies)
		}
		if c.Missing == 0 && (!slices.Contains(plies, clue.low) || !slices.Contains(plies, clue.high)) {
			return fmt.Sprintf("plies %d-%d, not %d-%d", slices.Min(plies), slices.Max(plies), clue.low, clue.high)
		}
	}
	return ""
}

// found names the games of the clues that are there already.
func (c *Check) found(clues []clue) (text string) {
	for _, clue := range clues {
		if clue.single() && clue.low > 0 && slices.ContainsFunc(c.Games, func(r Row) bool { return clue.fits(&r) }) {
			text += clue.String() + " is there, "
		}
	}
	return text
}

// tallied counts the games of rows.
func tallied(rows []Row) (t stat.Tally) {
	for _, r := range rows {
		switch r.Winner {
		case "horde":
			t.White++
		case "draw":
			t.Draw++
		case "army":
			t.Black++
		default:
			t.Unfinished++
		}
	}
	return t
}

// WriteFigures prints the checks as a table in Markdown, a line a figure, and counts them.
func (t *Tables) WriteFigures(out io.Writer) error {
	checks, err := t.Checks()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, FiguresHead+"\n|---|---|---|---|---|---|")
	counts := map[Agreement]int{}
	for _, c := range checks {
		f := &c.Figure
		counts[c.Agreement]++
		var games []string
		for _, r := range c.Games {
			games = append(games, fmt.Sprintf("%s: %s %s %d", ledger.Budget(r.Budget), r.Winner, brief(r.Reason), r.Plies))
		}
		said := string(c.Agreement)
		if c.Why != "" {
			said += ": " + c.Why
		}
		words := strings.Join(strings.Fields(strings.Join([]string{f.Winner, f.Reason, f.Plies}, " ")), " ")
		fmt.Fprintf(out, "| %s | %d | %s | %s | %s | %s |\n", f.Design, f.Clock, strings.ReplaceAll(f.Budgets, ",", ", "), words, strings.Join(games, "; "), said)
	}
	_, err = fmt.Fprintf(out, "\n%d figures: %d exact, %d so far, %d the same result, %d other.\n",
		len(checks), counts[Exact], counts[SoFar], counts[SameResult], counts[Other])
	return err
}
