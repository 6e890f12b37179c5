package report

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
)

// Agreement says how one of our games compares with the study's figure for the same design, clock and budget.
type Agreement string

// The agreements. Where the study gives no plies the same result by the same reason is all there is to be had, and Exact too.
const (
	NoFigure   Agreement = ""
	Exact      Agreement = "exact"
	SameResult Agreement = "result" // but another reason, or other plies
	Other      Agreement = "other"
)

// Row is one game of a table, as programs read it.
type Row struct {
	Design    string    `json:"design"`
	Soldier   string    `json:"soldier,omitempty"`
	Soldiers  int       `json:"soldiers"`
	Array     string    `json:"array"`
	Clock     int       `json:"clock"`
	Budget    uint64    `json:"budget"`
	Winner    string    `json:"winner"` // horde, draw, army; "" where the game has not ended
	Reason    string    `json:"reason"`
	Plies     int       `json:"plies"`
	Cap       int       `json:"cap"`
	Game      string    `json:"game,omitempty"`
	Published string    `json:"published,omitempty"` // the study's words for this design at this budget, or its four
	Agreement Agreement `json:"agreement,omitempty"`
}

// Rows returns the tables as rows: designs in their order, budgets from small to large, games that are missing left out.
func (t *Tables) Rows() ([]Row, error) {
	var figures []Figure
	if t.Published {
		var err error
		if figures, err = Published(); err != nil {
			return nil, err
		}
	}
	var rows []Row
	for _, d := range t.Designs {
		start := len(rows)
		for i := range t.Records {
			if rec := &t.Records[i]; d.Is(rec.Variant, rec.INI) && slices.Contains(t.Budgets, rec.Budget) {
				rows = append(rows, rowOf(d, rec, figures))
			}
		}
		slices.SortStableFunc(rows[start:], func(a, b Row) int { return cmp.Compare(a.Budget, b.Budget) })
	}
	return rows, nil
}

func rowOf(d design.Design, rec *ledger.Record, figures []Figure) Row {
	row := Row{
		Design: d.Name(), Soldier: d.Soldier, Soldiers: d.Soldiers, Array: d.Array, Clock: d.Clock, Budget: rec.Budget,
		Reason: rec.Reason, Plies: rec.Plies, Cap: rec.Cap, Game: rec.ID,
	}
	if o := rec.Outcome(); o.Over {
		row.Winner = design.Seat(o.Winner)
	} else {
		row.Reason = rec.Termination
	}
	name := strings.TrimSuffix(d.Name(), fmt.Sprintf("-c%d", d.Clock))
	for i := range figures {
		f := &figures[i]
		if f.Design == name && f.Clock == d.Clock && f.at(rec.Budget) {
			row.Published = strings.Join(strings.Fields(f.Winner+" "+f.Reason+" "+f.Plies), " ")
			if !f.Several() {
				row.Agreement = f.agreement(&row)
			}
		}
	}
	return row
}

// at reports whether the figure speaks of a budget.
func (f *Figure) at(budget uint64) bool {
	return slices.Contains(strings.Split(f.Budgets, ","), ledger.Budget(budget))
}

// agreement compares one game with a figure of one game.
func (f *Figure) agreement(row *Row) Agreement {
	switch {
	case row.Winner != f.Winner:
		return Other
	case f.Plies != "" && f.Plies != strconv.Itoa(row.Plies):
		return SameResult
	case f.Reason != "" && strings.TrimPrefix(f.Reason, "draw by ") != row.Reason:
		return SameResult
	}
	return Exact
}

// Agreements counts the games that the study has a figure of their own for.
func Agreements(rows []Row) map[Agreement]int {
	counts := map[Agreement]int{}
	for _, r := range rows {
		if r.Agreement != NoFigure {
			counts[r.Agreement]++
		}
	}
	return counts
}

// columns are the headings of the CSV, which are the keys of the JSON.
var columns = []string{
	"design", "soldier", "soldiers", "array", "clock", "budget", "winner", "reason", "plies", "cap", "game", "published", "agreement",
}

// WriteCSV writes the rows under a line of headings.
func (t *Tables) WriteCSV(out io.Writer) error {
	rows, err := t.Rows()
	if err != nil {
		return err
	}
	w := csv.NewWriter(out)
	lines := [][]string{columns}
	for _, r := range rows {
		lines = append(lines, []string{
			r.Design, r.Soldier, strconv.Itoa(r.Soldiers), r.Array, strconv.Itoa(r.Clock), strconv.FormatUint(r.Budget, 10), r.Winner, r.Reason,
			strconv.Itoa(r.Plies), strconv.Itoa(r.Cap), r.Game, r.Published, string(r.Agreement),
		})
	}
	return w.WriteAll(lines)
}

// WriteJSON writes the rows and their agreements as one object.
func (t *Tables) WriteJSON(out io.Writer) error {
	rows, err := t.Rows()
	if err != nil {
		return err
	}
	if rows == nil {
		rows = []Row{}
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Rows       []Row             `json:"rows"`
		Agreements map[Agreement]int `json:"agreements"`
	}{rows, Agreements(rows)})
}

// Best chooses the record that stands for each cell of a table among those of one engine: of several games of a design at a budget the one
// that got furthest, which is a finished one, or that of the largest cap. The order is that of the cells' first games.
func Best(records []ledger.Record) []ledger.Record {
	type cell struct {
		design, stanza string
		budget         uint64
	}
	at := map[cell]int{}
	var best []ledger.Record
	for _, r := range records {
		c := cell{r.Variant, r.INI, r.Budget}
		i, ok := at[c]
		switch {
		case !ok:
			at[c] = len(best)
			best = append(best, r)
		case further(&r, &best[i]):
			best[i] = r
		}
	}
	return best
}

// further reports whether a game got further than another of its cell. Of two finished ones the one that was not played on from a cap
// stands, as the engine's memory was never cut.
func further(a, b *ledger.Record) bool {
	if x, y := a.Outcome() != (board.Outcome{}), b.Outcome() != (board.Outcome{}); x != y {
		return x
	}
	if x, y := whole(a), whole(b); x != y {
		return x
	}
	return capOf(a) > capOf(b)
}

func whole(r *ledger.Record) bool { return r.Job == nil || r.Job.After == "" }

// capOf returns a cap as a number to be compared; none is more than any.
func capOf(r *ledger.Record) int {
	if r.Cap == 0 {
		return int(^uint(0) >> 1)
	}
	return r.Cap
}
