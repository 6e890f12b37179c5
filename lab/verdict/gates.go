package verdict

// Status is what a gate says of a figure. Open is not Flag: a figure whose interval lies on both
// sides of its gate is neither good nor bad until more games are played.
type Status uint8

// The statuses. A figure without a gate, or one that was not measured, has none.
const (
	NoGate Status = iota
	Pass
	Flag // it should be better
	Fail
	Open // the sample is too small to say
)

var statusNames = [...]string{"", "pass", "flag", "fail", "open"}

// String names the status.
func (s Status) String() string { return statusNames[s] }

// MarshalText writes the name, for JSON.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Gates are the thresholds. They are proposals: nobody has published any for games of two unlike
// armies but GAVEL's, for rejection. They are data and go into every report, so that a verdict can
// be read again when they have changed.
type Gates struct {
	Completion float64 `json:"completion"` // games that end by their rules: at least
	Decided    float64 `json:"decided"`    // games that somebody wins: at least (bar 1)
	Fair       float64 `json:"fair"`       // how far the horde's score may be from 1/2 (bar 2)
	Target     float64 `json:"target"`     // balance from which nothing is flagged
	Decisions  float64 `json:"decisions"`  // turns with a choice, of each seat: at least (bar 3)
	Waiting    float64 `json:"waiting"`    // moves that let time pass, of each seat: at most (bar 3)
	Skill      float64 `json:"skill"`      // what looking further is worth in each seat: at least, where a ladder was played (bar 3)
	Dead       float64 `json:"dead"`       // pieces that never move in any game, of each seat: at most (bar 3)
	Quiet      float64 `json:"quiet"`      // plies of the longest run without a capture, of the game's: at most (bar 3)
	Duplicates float64 `json:"duplicates"` // games played twice: at most
	Duration   [2]int  `json:"duration"`   // plies of an ideal game
	Lead       float64 `json:"lead"`       // how far a share of the points must be from 1/2 to be a lead
}

// DefaultGates returns the thresholds used unless told otherwise. The ideal duration is that of a
// game of chess or xiangqi between people, up to three times as long.
func DefaultGates() Gates {
	return Gates{
		Completion: 0.99, Decided: 0.5, Fair: 0.15, Target: 0.9, Decisions: 0.5, Waiting: 0.25, Skill: 0.05, Dead: 0.5, Quiet: 0.5, Duplicates: 0,
		Duration: [2]int{60, 240}, Lead: 0.05,
	}
}

// atLeast and atMost turn a figure into a status. What was not measured has passed no gate and
// failed none. A figure on the threshold passes.
func atLeast(f Figure, threshold float64) Status {
	switch {
	case !f.Known():
		return NoGate
	case float64(f) >= threshold:
		return Pass
	}
	return Flag
}

// atMost is atLeast the other way round.
func atMost(f Figure, threshold float64) Status {
	switch {
	case !f.Known():
		return NoGate
	case float64(f) <= threshold:
		return Pass
	}
	return Flag
}
