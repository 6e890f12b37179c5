package replay

import (
	"fmt"
	"strconv"
	"strings"
)

// expected is a report as another program gave it: only what it says is compared.
type expected struct {
	Legal  *string `json:"legal"`
	Sets   *string `json:"sets"`
	Check  *string `json:"check"`
	Over   *bool   `json:"over"`
	Result *string `json:"result"`
	Reason *string `json:"reason"`
	FEN    *string `json:"fen"`
	Error  *string `json:"error"`
}

// empty reports whether there is nothing to compare.
func (e *expected) empty() bool { return *e == expected{} }

// compareError compares what both sides find wrong with a record that neither can replay.
func (e *expected) compareError(line int, ours error) []Difference {
	if ours.Error() == *e.Error {
		return nil
	}
	return []Difference{{line, -1, "error", ours.Error(), *e.Error}}
}

// Difference is a field of a report that another program sees differently.
type Difference struct {
	Line         int // of the records, from 1
	Ply          int // the position, 0 for the start; -1 where the field speaks of the whole game
	Field        string
	Ours, Theirs string
}

// String writes the difference on one line.
func (d Difference) String() string {
	at := ""
	if d.Ply >= 0 {
		at = fmt.Sprintf("ply %d: ", d.Ply)
	}
	return fmt.Sprintf("line %d: %s%s: ours %s, theirs %s", d.Line, at, d.Field, d.Ours, d.Theirs)
}

// compare lists the differences between our report of a line and another one.
func (e *expected) compare(line int, ours *Report) []Difference {
	var list []Difference
	add := func(ply int, field, ours, theirs string) {
		if ours != theirs {
			list = append(list, Difference{line, ply, field, ours, theirs})
		}
	}
	perPly := func(field, ours string, theirs *string) {
		if theirs == nil {
			return
		}
		a, b := strings.Fields(ours), strings.Fields(*theirs)
		if field == "check" { // digits without spaces
			a, b = strings.Split(ours, ""), strings.Split(*theirs, "")
		}
		add(-1, field+" (positions)", strconv.Itoa(len(a)), strconv.Itoa(len(b)))
		for i := range min(len(a), len(b)) {
			add(i, field, a[i], b[i])
		}
	}
	whole := func(field, ours string, theirs *string) {
		if theirs != nil {
			add(-1, field, ours, *theirs)
		}
	}
	perPly("legal", ours.Legal, e.Legal)
	perPly("sets", ours.Sets, e.Sets)
	perPly("check", ours.Check, e.Check)
	if e.Over != nil {
		add(-1, "over", strconv.FormatBool(ours.Over), strconv.FormatBool(*e.Over))
	}
	whole("result", ours.Result, e.Result)
	whole("reason", ours.Reason, e.Reason)
	whole("fen", ours.FEN, e.FEN)
	if e.Error != nil {
		add(-1, "error", "none", *e.Error)
	}
	return list
}
