package crosscheck

import (
	"fmt"
	"slices"
	"strings"

	"buluo/board"
	"buluo/position"
	"buluo/protocol/remote"
)

// match is one variant of ours against the engine. Its comparisons return differences without keeping them, so that they
// serve both to find a difference and to make its position smaller.
type match struct {
	ours  *ours
	rival *rival
	nodes uint64 // leaves that the engine has counted

	claims int // decided ends that the engine drew, where a draw could be claimed as well
}

// spot is a place that is being compared, set up on our side.
type spot struct {
	Place
	p     *position.Position
	found string // for the report
	root  bool   // in the array's own tree
}

// difference starts a difference at the spot.
func (s *spot) difference(k Kind, detail string) *Difference {
	return &Difference{
		Kind: k, Detail: detail, Found: s.found, Place: s.Place, FEN: s.p.FEN(),
		fromArray: s.root, pieces: s.p.Occupied().Count(),
	}
}

// after is the spot one move on. It owns its position.
func (s *spot) after(m board.Move, text string) *spot {
	p := s.p.Clone()
	p.Do(m)
	return &spot{Place: s.Place.After(text), p: p, found: s.found, root: s.root}
}

// widest is how many differing moves are followed at each level of a tree: the first would do to find the shortest line,
// the others find second mistakes.
const widest = 3

// tree compares leaves by move, and where counts differ the trees below, down to positions where the sets of moves differ.
func (m *match) tree(s *spot, depth int) ([]*Difference, error) {
	theirs, err := m.rival.divide(s.Place, depth)
	if err != nil {
		return nil, err
	}
	mine := m.ours.divide(s.p, depth)
	for _, n := range theirs {
		m.nodes += n
	}
	if d := m.sets(s, mine, theirs); d != nil {
		return []*Difference{d}, nil
	}
	var parted []string
	for move, n := range mine {
		if theirs[move] != n {
			parted = append(parted, move)
		}
	}
	if len(parted) == 0 {
		return nil, nil
	}
	slices.Sort(parted)
	var all []*Difference
	for _, text := range parted[:min(widest, len(parted))] {
		move, ok := m.ours.find(s.p, text)
		if !ok || depth == 1 {
			continue
		}
		found, err := m.tree(s.after(move, text), depth-1)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		d := s.difference(Counts, fmt.Sprintf("leaves at depth %d", depth))
		d.Ours = fmt.Sprintf("%s: %d", parted[0], mine[parted[0]])
		d.Engine = fmt.Sprintf("%s: %d, and agrees once it is asked about the positions below", parted[0], theirs[parted[0]])
		return []*Difference{d}, nil
	}
	return all, nil
}

// sets compares the moves themselves.
func (m *match) sets(s *spot, mine, theirs map[string]uint64) *Difference {
	onlyOurs, onlyEngine := lacking(mine, theirs), lacking(theirs, mine)
	if len(onlyOurs)+len(onlyEngine) == 0 {
		return nil
	}
	d := s.difference(Moves, strings.Join(append(
		m.classes(s.p, "only we", onlyOurs), m.classes(s.p, "only the engine", onlyEngine)...), ", "))
	d.OnlyOurs, d.OnlyEngine = onlyOurs, onlyEngine
	return d
}

// lacking returns the keys of a that b lacks, sorted.
func lacking(a, b map[string]uint64) []string {
	var list []string
	for key := range a {
		if _, ok := b[key]; !ok {
			list = append(list, key)
		}
	}
	slices.Sort(list)
	return list
}

// classes sums moves up by the piece that makes them and the kind of move: "only we move n".
func (m *match) classes(p *position.Position, who string, moves []string) []string {
	verbs := [2]string{"move", "take with"}
	if who != "only we" {
		verbs = [2]string{"moves", "takes with"}
	}
	g := m.ours.rules.Geometry
	var list []string
	for _, text := range moves {
		_, rest, _ := g.CutSquare(text)
		to, more, ok := g.CutSquare(rest)
		verb := verbs[0]
		if ok && p.At(to) != board.NoPiece && text != rest+rest {
			verb = verbs[1]
		}
		class := who + " " + verb + " " + m.ours.letter(p, text)
		switch {
		case strings.HasSuffix(text, " again"):
			class += " twice the same way"
		case more != "":
			class += " to promote"
		case text == rest+rest:
			class += " nowhere"
		}
		if !slices.Contains(list, class) {
			list = append(list, class)
		}
	}
	slices.Sort(list)
	return list
}

// fields are the fields of a FEN in their order. The checks still to give are there only where they are counted.
var fields = []string{"board", "side", "castling", "passing", "checks", "clock", "move number"}

// shown compares what the engine has on its board: every field of the FEN, and whether the side to move is in check.
func (m *match) shown(s *spot) ([]*Difference, error) {
	b, ok, err := m.rival.show(s.Place)
	if err != nil || !ok {
		return nil, err
	}
	var all []*Difference
	if b.FEN != "" {
		all = m.fen(s, b.FEN)
	}
	if b.HasCheckers && (len(b.Checkers) > 0) != s.p.InCheck() {
		d := s.difference(Check, "whether the side to move is in check")
		d.Ours, d.Engine = "no check", "no check"
		if s.p.InCheck() {
			d.Ours = "check"
		}
		if len(b.Checkers) > 0 {
			d.Engine = "check by " + strings.Join(b.Checkers, " ")
		}
		all = append(all, d)
	}
	return all, nil
}

func (m *match) fen(s *spot, fen string) []*Difference {
	mine, theirs := strings.Fields(s.p.FEN()), strings.Fields(fen)
	if len(mine) != len(theirs) {
		d := s.difference(Field, "number of fields")
		d.Ours, d.Engine = s.p.FEN(), fen
		return []*Difference{d}
	}
	var all []*Difference
	for i, text := range mine {
		if text == theirs[i] {
			continue
		}
		name := fields[i]
		if i >= 4 && len(mine) == 6 {
			name = fields[i+1]
		}
		d := s.difference(Field, name)
		d.Ours, d.Engine = text, theirs[i]
		all = append(all, d)
	}
	return all
}

// end compares a place without a legal move: that the engine's search has none either, and whether it calls that decided
// or drawn. Who has won it does not say: the reference's score is "mate 0" for both.
func (m *match) end(s *spot) ([]*Difference, error) {
	res, err := m.rival.search(s.Place, 1)
	if err != nil {
		return nil, err
	}
	o := m.ours.gen.Outcome(s.p)
	d := s.difference(End, "")
	d.Ours = fmt.Sprintf("%s by %s", o.Result(), o.Reason)
	switch {
	case res.Best != "":
		d.Detail, d.Engine = "an end by "+o.Reason.String()+": the engine plays on", "it would play "+res.Best
	case res.Score.Kind == remote.Centipawns && o.Winner != board.NoColor:
		if m.claimable(s.Place) {
			m.claims++
			return nil, nil
		}
		d.Detail, d.Engine = "an end by "+o.Reason.String()+": the engine draws", "its score is "+res.Score.String()
	case res.Score.Kind == remote.MateIn && o.Winner == board.NoColor:
		d.Detail, d.Engine = "an end by "+o.Reason.String()+": the engine decides", "its score is "+res.Score.String()
	default:
		return nil, nil
	}
	return []*Difference{d}, nil
}

// claimable reports whether a draw could be claimed at a place. Where the game has ended there as well, the reference is of
// two minds: its search says draw, its library says win.
func (m *match) claimable(pl Place) bool {
	p, err := m.ours.open(pl) // anew, so that the position knows of no more history than the engine
	if err != nil {
		return false
	}
	claim := p.Claim()
	return claim.Over && claim.Winner == board.NoColor
}

// winDepth is deep enough for a search to see a win in one move, and shallow enough to cost nothing.
const winDepth = 2

// win compares whether the side to move can win at once. It is how winners are compared: an engine that takes a win for a
// loss sees none.
func (m *match) win(s *spot) ([]*Difference, error) {
	res, err := m.rival.search(s.Place, winDepth)
	if err != nil || res.Score.Kind == remote.NoScore {
		return nil, err
	}
	w := m.ours.wins(s.p)
	sees := res.Score == remote.Score{Kind: remote.MateIn, Value: 1}
	switch {
	case w.plain && !sees:
		d := s.difference(Win, "only we see a win in one move")
		d.Ours, d.Engine = "there is one", "its score is "+res.Score.String()
		return []*Difference{d}, nil
	case w.claim && !w.quiet && !sees:
		d := s.difference(Win, "only we see a win by perpetual check or chase")
		d.Ours, d.Engine = "the next move brings one", "its score is "+res.Score.String()
		return []*Difference{d}, nil
	case sees && w == (wins{}):
		d := s.difference(Win, "only the engine sees a win in one move")
		d.Ours, d.Engine = "there is none", "there is one: "+res.Best
		return []*Difference{d}, nil
	}
	return nil, nil
}
