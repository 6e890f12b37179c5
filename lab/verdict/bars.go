package verdict

import (
	"fmt"
	"math"
	"strings"

	"buluo/lab/design"
	"buluo/lab/stat"
)

// Bar is one of the study's three, as measured.
type Bar struct {
	Name    string `json:"name"`
	Cleared bool   `json:"cleared"`
	Sure    bool   `json:"sure"` // the 95 % interval says the same as the figure; else the sample is too small
	Why     string `json:"why"`
}

// bar is a bar with its definition and what measures it. The two stand side by side so that who
// changes the one sees the other: a bar whose text and whose code have parted is worse than none.
type bar struct {
	name, definition string
	measure          func(*sample) Bar
}

// bars lists the three. The numbers in the texts are those of DefaultGates. Other gates move the
// bars, not the texts, which say what the study asked for.
func bars() []bar {
	return []bar{
		{"decided between good players", "Bar 1. At least half of the finished games are won by somebody, and no more " +
			"than one in a hundred runs into the ply cap. It is sure where the " +
			"whole interval of \"decided\" says so.", barDecided},
		{"neither side wins from the start", "Bar 2. The horde's share of the points is between 0.35 and 0.65. It is " +
			"sure where the whole interval of \"horde score\" lies inside, or outside.", barFair},
		{"both seats have something to do", "Bar 3. For each seat: decisions at least 0.5, waiting moves at most 0.25, " +
			"dead pieces at most 0.5, and, where a ladder was played, looking further is worth at least " +
			"0.05 (\"skill by seat\"): a seat that wins or loses whatever it does has nothing to do. For the game: the " +
			"longest run without a capture is at most half of it. " +
			"It is sure where it does not hang on the few games of the ladder, or their interval says the same.", barBusy},
	}
}

// barDecided measures the first bar. Games that ran into the cap are neither decided nor drawn, so
// they are left out of the share; but where they are many the share says nothing, and the bar is
// not cleared whatever it is, nor is it sure that it could not be.
func barDecided(s *sample) Bar {
	i := s.clustered(func(f *facts) float64 { return 1 - drawn(f) })
	done, all := len(s.finished()), len(s.games)
	b := Bar{Why: fmt.Sprintf("%d of %d finished games won by somebody, %s", len(s.decided()), done, interval(i))}
	if float64(ratio(done, all)) < s.gates.Completion {
		b.Why += fmt.Sprintf("; %d of %d games ran into the cap", all-done, all)
		return b
	}
	// The mean decides and the interval only says how sure that is: a bar that only a large sample
	// can clear would measure patience.
	b.Cleared = i.Mean >= s.gates.Decided
	b.Sure = i.Within(s.gates.Decided, 1) || i.Apart(s.gates.Decided, 1)
	return b
}

// barFair measures the second bar. Openings are the clusters of its interval: games from one
// opening by one engine are close to being one game, and counting them singly would make every
// figure look surer than it is.
func barFair(s *sample) Bar {
	i := s.clustered(whitePoints)
	low, high := 0.5-s.gates.Fair, 0.5+s.gates.Fair
	b := Bar{Cleared: i.Mean >= low && i.Mean <= high, Sure: i.Within(low, high) || i.Apart(low, high)}
	t := s.tally(func(*facts) bool { return true })
	b.Why = fmt.Sprintf("horde %d, drawn %d, army %d: the horde scores %s", t.White, t.Draw, t.Black, interval(i))
	// What people will play begins at the array, and random plies may have spoilt it for one side.
	// Few games cannot carry a figure of their own, so they are shown and not judged.
	if a := s.tally(func(f *facts) bool { return f.skip == 0 }); a.Finished() > 0 && a.Finished() < t.Finished() {
		b.Why += fmt.Sprintf("; from the array itself %d-%d-%d", a.White, a.Draw, a.Black)
	}
	return b
}

// barBusy names what stands in the way. It goes through the same table that is printed, so that no
// seat fails here for a figure that its page shows as fair. It is the only bar of many figures, and
// which of them failed is what a designer wants to know.
func barBusy(s *sample) Bar {
	var faults []string
	names := [2]string{"horde", "army"}
	for _, r := range append(lengths(), skill()...) {
		m := r.measure(s)
		if m.Gate != Flag || r.name == "draw slope" { // how draws grow is the first bar's business
			continue
		}
		// A figure of the game has no seat to blame.
		if m.Seats == nil {
			faults = append(faults, fmt.Sprintf("%s %s", r.name, m.Value.text(2)))
			continue
		}
		// The flag is that of the worse seat, and the other one may be well.
		for c, v := range m.Seats {
			if m.over(r.name, v, s.gates) {
				faults = append(faults, fmt.Sprintf("%s: %s %s", names[c], r.name, v.text(2)))
			}
		}
	}
	b := Bar{Cleared: len(faults) == 0, Why: strings.Join(faults, "; ")}
	// A seat in which a better player does no better is a spectator's, however many legal moves it
	// has.
	worth := [2]stat.Interval{s.seatSkill(design.Horde), s.seatSkill(design.Army)}
	if b.Cleared {
		b.Why = "choices, moves and pieces of both seats are used"
		if worth[0].Known() && worth[1].Known() {
			b.Why += fmt.Sprintf("; looking further is worth %+.2f to the horde, %+.2f to the army", worth[0].Mean, worth[1].Mean)
		}
	}
	b.Sure = s.busySure(faults, worth)
	return b
}

// busySure reports whether the third bar stands on more than a few games of a ladder. What is
// counted over thousands of moves is sure; what skill is worth in a seat is where its interval says
// so.
func (s *sample) busySure(faults []string, worth [2]stat.Interval) bool {
	counted := 0
	for _, f := range faults {
		if !strings.Contains(f, "skill by seat") {
			counted++
		}
	}
	switch {
	case len(s.games) < 2:
		return false
	// What was counted already settles it, or there is no ladder for it to hang on.
	case counted > 0 || !worth[0].Known() || !worth[1].Known():
		return true
	// Only skill is in the way: surely so where one seat's whole interval lies below.
	case len(faults) > 0:
		return worth[0].High < s.gates.Skill || worth[1].High < s.gates.Skill
	}
	return worth[0].Low >= s.gates.Skill && worth[1].Low >= s.gates.Skill
}

// over reports whether one seat's figure is what flagged the metric. The gate of a metric of two
// seats is taken of its worse one alone, so this asks again for each. A name that is not listed has
// no gate by seat.
func (m *Metric) over(name string, v Figure, g Gates) bool {
	switch name {
	case "decisions":
		return float64(v) < g.Decisions
	case "waiting":
		return float64(v) > g.Waiting
	case "skill by seat":
		return float64(v) < g.Skill
	case "dead pieces":
		return float64(v) > g.Dead
	}
	return false
}

// interval writes a share with its bounds. Of no games there is none, and a dash says so where a
// number would be taken for one.
func interval(i stat.Interval) string {
	if math.IsNaN(i.Mean) {
		return "-"
	}
	return rangeOf(i).text(2)
}
