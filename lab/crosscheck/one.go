package crosscheck

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"buluo/position"
	"buluo/protocol/remote"
	"buluo/variant"
)

// Figures count what was compared.
type Figures struct {
	ArrayDepth int    `json:"array_depth"` // the deepest tree below the array
	Built      int    `json:"built"`       // hand-built positions
	Random     int    `json:"random"`      // positions of random play
	Ends       int    `json:"ends"`        // positions without a legal move
	Games      int    `json:"games"`
	Plies      int    `json:"plies"` // of the games, each with its FEN
	Nodes      uint64 `json:"nodes"` // leaves that the engine counted
}

// VariantReport is what came of one variant.
type VariantReport struct {
	Name        string        `json:"name"`
	Spec        string        `json:"spec"`                 // hash of the rules
	Answers     string        `json:"answers"`              // hash of our own answers at fixed positions
	Own         bool          `json:"own"`                  // the engine has the variant from elsewhere
	Skipped     string        `json:"skipped,omitempty"`    // why nothing was compared
	Notes       []string      `json:"notes,omitempty"`      // what was not compared, and why
	Figures     Figures       `json:"figures"`              // what was
	Differences []*Difference `json:"differences"`          // the shortest first; none is what one hopes for
	Seconds     float64       `json:"seconds"`              // of the wall clock
	Broken      string        `json:"broken,omitempty"`     // why it was given up before the end
	Unanswered  int           `json:"unanswered,omitempty"` // comparisons lost to failures of the engine
}

// Passed reports whether everything was compared and nothing differed.
func (v *VariantReport) Passed() bool {
	return v.Skipped == "" && v.Broken == "" && len(v.Differences) == 0
}

// one is the comparison of one variant.
type one struct {
	*match
	cfg    *Config
	report *VariantReport
	tally  tally
	fails  int
	step   func(stage string) // one unit of work done
}

// maxFails is how often an engine may fail in one variant before it is given up.
const maxFails = 3

// compareVariant runs everything on one variant. The error is one that ends the run: a cancelled context, an engine that
// cannot be started again.
func compareVariant(r *rival, cfg *Config, spec *variant.Spec, step func(string)) (*VariantReport, error) {
	began := time.Now()
	o, err := newOurs(spec)
	if err != nil { // the other variants can do without this one
		return &VariantReport{
			Name: spec.Name, Spec: SpecHash(spec), Differences: []*Difference{},
			Broken: "we cannot play it ourselves: " + err.Error(),
		}, nil
	}
	c := &one{
		match: &match{ours: o, rival: r}, cfg: cfg, step: step,
		report: &VariantReport{Name: spec.Name, Spec: SpecHash(spec), Differences: []*Difference{}},
	}
	if c.report.Answers, err = o.answers(); err != nil {
		return nil, err
	}
	if err = c.prepare(spec); err == nil && c.report.Skipped == "" {
		err = c.all()
	}
	var given *givenUp
	if errors.As(err, &given) {
		c.report.Broken, err = given.Error(), nil
	}
	if err != nil {
		return nil, err
	}
	if r.mute {
		c.report.Notes = append(c.report.Notes,
			"the engine does not know the command d: neither FENs nor checks were compared")
	}
	if c.claims > 0 {
		c.report.Notes = append(c.report.Notes, fmt.Sprintf("%d ends are decided to us and drawn to the engine, since a draw could be "+
			"claimed in the same position; this is not held against it", c.claims))
	}
	c.report.Figures.Nodes = c.nodes
	c.report.Differences = append(c.report.Differences, c.tally.sorted()...)
	c.report.Seconds = time.Since(began).Seconds()
	return c.report, nil
}

// givenUp says why a variant was not compared to the end.
type givenUp struct{ error }

// prepare has the engine take the variant up, or says why it is skipped.
func (c *one) prepare(spec *variant.Spec) error {
	ini, notes, skip := express(spec)
	if skip != "" {
		c.report.Skipped = skip
		return nil
	}
	own, err := c.rival.use(spec, ini, len(c.cfg.Variants) == 1)
	c.report.Own = own
	if remote.FailureOf(err) == remote.WrongVariant {
		c.report.Skipped = "the engine does not take it: " + err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	c.report.Notes = append(c.report.Notes, notes...)
	return nil
}

func (c *one) all() error {
	if len(c.cfg.Places) > 0 {
		if err := c.places(); err != nil {
			return err
		}
		return c.shrinkAll()
	}
	for _, part := range []func() error{c.array, c.built, c.random, c.games, c.shrinkAll} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// take keeps what a comparison found. A failure of the engine is a difference too; the engine is then started again.
func (c *one) take(s *spot, found []*Difference, err error) error {
	for _, d := range found {
		c.tally.add(d)
	}
	if err == nil {
		return nil
	}
	if c.rival.ctx.Err() != nil || !dead(err) {
		return err
	}
	d := s.difference(Failure, remote.FailureOf(err).String())
	d.Engine = err.Error()
	c.tally.add(d)
	c.report.Unanswered++
	if c.fails++; c.fails >= maxFails {
		return &givenUp{fmt.Errorf("the engine failed %d times", c.fails)}
	}
	return c.rival.restart()
}

// array compares the trees below the array, one depth after the other while they are within the budget.
func (c *one) array() error {
	p := position.Start(c.ours.rules)
	s := &spot{Place: Place{}, p: p, root: true}
	if err := c.dialect(s); err != nil {
		return err
	}
	last, now := uint64(1), uint64(1)
	for depth := 1; depth <= c.cfg.Depth; depth++ {
		// The next tree is about as many times larger as this one was.
		if now > 0 && depth > 2 && now*(now/max(1, last)) > c.cfg.Budget {
			break
		}
		s.found = fmt.Sprintf("perft %d of the array", depth)
		before := c.nodes
		found, err := c.tree(s, depth)
		if err := c.take(s, found, err); err != nil {
			return err
		}
		last, now = now, c.nodes-before
		c.report.Figures.ArrayDepth = depth
		c.step("array")
		if len(found) > 0 || err != nil {
			break // what differs here differs in every deeper tree
		}
	}
	s.found = "the array as shown"
	found, err := c.shown(s)
	return c.take(s, found, err)
}

// dialect finds out how the engine numbers ranks.
func (c *one) dialect(s *spot) error {
	theirs, err := c.rival.divide(s.Place, 1)
	if err != nil {
		s.found = "perft 1 of the array"
		return c.take(s, nil, err)
	}
	mine := c.ours.divide(s.p, 1)
	if c.sets(s, mine, theirs) != nil && countsFrom0(mine, theirs) {
		c.rival.ranksFrom0 = true
		c.report.Notes = append(c.report.Notes, "the engine counts ranks from 0; its moves were renumbered")
	}
	return nil
}

// at compares everything at one position. If the engine has another board or side to move, the rest would differ for that
// reason alone and is left out.
func (c *one) at(s *spot, depth int) error {
	found, err := c.shown(s)
	if err := c.take(s, found, err); err != nil {
		return err
	}
	if elsewhere(found) {
		return nil
	}
	_, err = c.more(s, depth)
	return err
}

// more compares what a position leads to: trees up to a depth, and the end, or wins in one.
func (c *one) more(s *spot, depth int) (differs bool, err error) {
	last := c.win
	if !c.ours.gen.Any(s.p) {
		c.report.Figures.Ends++
		depth, last = 1, c.end
	}
	found, err := c.upTo(s, depth)
	differs = len(found) > 0 || err != nil
	if err := c.take(s, found, err); err != nil {
		return differs, err
	}
	found, err = last(s)
	return differs || len(found) > 0 || err != nil, c.take(s, found, err)
}

// elsewhere reports whether a difference means that the engine is not in the position that it was told to be in.
func elsewhere(found []*Difference) bool {
	return slices.ContainsFunc(found, func(d *Difference) bool {
		return d.Kind == Field && (d.Detail == "board" || d.Detail == "side")
	})
}

// upTo compares trees of growing depth until something differs. The first depth is 2, which shows the moves and all the
// replies at the price of one command.
func (c *one) upTo(s *spot, depth int) ([]*Difference, error) {
	for d := min(2, depth); d <= depth; d++ {
		if found, err := c.tree(s, d); len(found) > 0 || err != nil {
			return found, err
		}
	}
	return nil, nil
}

func (c *one) built() error {
	list, set := c.ours.suited(c.cfg.built)
	for i, b := range list {
		s := &spot{Place: b.place, p: set[i], found: "hand-built position " + b.name}
		if err := c.at(s, 2); err != nil {
			return err
		}
		c.report.Figures.Built++
		c.step("hand-built positions")
	}
	return nil
}

func (c *one) random() error {
	going, ended := newPlayer(c.ours, c.cfg.Seed, positionPlayer).samples(c.cfg.Positions, c.cfg.Plies)
	for i, sm := range append(going, ended...) {
		p, err := c.ours.open(sm.place)
		if err != nil {
			c.tally.add(&Difference{
				Kind: Own, Detail: "we do not read the FEN that we write", Place: sm.place, FEN: sm.place.FEN, Ours: err.Error(),
				Found: fmt.Sprintf("random position %d, %s", i+1, sm.style), pieces: sm.pieces,
			})
			continue
		}
		s := &spot{Place: sm.place, p: p, found: fmt.Sprintf("random position %d, %s", i+1, sm.style)}
		if err := c.at(s, 2); err != nil {
			return err
		}
		if i < len(going) {
			c.report.Figures.Random++
			c.step("random positions")
		}
	}
	return nil
}

// places compares the positions that the caller named.
func (c *one) places() error {
	for _, pl := range c.cfg.Places {
		p, err := c.ours.open(pl)
		if err != nil {
			return err
		}
		if c.report.Figures.Built == 0 {
			if err := c.dialect(&spot{p: position.Start(c.ours.rules)}); err != nil {
				return err
			}
		}
		if err := c.at(&spot{Place: pl, p: p, found: "the position asked for"}, c.cfg.Depth); err != nil {
			return err
		}
		c.report.Figures.Built++
		c.step("positions asked for")
	}
	return nil
}

// maxShrunk bounds how many differences of a variant are made smaller. More than a few have one cause anyway.
const maxShrunk = 8

func (c *one) shrinkAll() error {
	for i, d := range c.tally.sorted() {
		if i == maxShrunk {
			break
		}
		var err error
		if d.Smallest, err = c.shrink(d); err != nil {
			if c.rival.ctx.Err() != nil || !dead(err) {
				return err
			}
			// An engine that falls over an odd position has been found out already; the place stays as it was.
			if err := c.rival.restart(); err != nil {
				return err
			}
		}
	}
	return nil
}
