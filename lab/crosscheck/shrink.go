package crosscheck

import (
	"slices"
	"strconv"
	"strings"
)

// again compares a place for one kind of difference and returns the same difference there, or nil. A place that we refuse
// shows nothing.
func (m *match) again(pl Place, want *Difference) (*Difference, error) {
	p, err := m.ours.open(pl)
	if err != nil {
		return nil, nil
	}
	s := &spot{Place: pl, p: p, found: want.Found}
	none := !m.ours.gen.Any(p)
	var found []*Difference
	switch {
	case want.Kind == Moves:
		found, err = m.tree(s, 1)
	case want.Kind == Field || want.Kind == Check:
		found, err = m.shown(s)
	case want.Kind == End && none:
		found, err = m.end(s)
	case want.Kind == Win && !none:
		found, err = m.win(s)
	}
	for _, d := range found {
		if d.same(want) {
			return d, nil
		}
	}
	return nil, err
}

// shrink looks for a smaller place that shows the same difference: first without the moves, or with the last one only;
// then with fewer pieces. It returns nil where there is none.
func (m *match) shrink(want *Difference) (*Place, error) {
	if want.Kind == Counts || want.Kind == Failure || want.Kind == Own {
		return nil, nil
	}
	start, err := m.shorten(want)
	if err != nil || start == nil {
		return nil, err
	}
	best := *start
	for smaller := true; smaller; {
		smaller = false
		for _, fen := range m.lighter(best.FEN) {
			next := Place{FEN: fen, Moves: best.Moves}
			d, err := m.again(next, want)
			if err != nil {
				return nil, err
			}
			if d != nil {
				best, smaller = next, true
				break
			}
		}
	}
	if best.FEN == want.Place.FEN && len(best.Moves) == len(want.Place.Moves) {
		return nil, nil
	}
	return &best, nil
}

// shorten returns the place as a FEN alone, or as a FEN and the last move, or nil where it takes more of the history than
// that.
func (m *match) shorten(want *Difference) (*Place, error) {
	for keep := 0; keep <= min(1, len(want.Place.Moves)); keep++ {
		cut := len(want.Place.Moves) - keep
		p, err := m.ours.open(Place{FEN: want.Place.FEN, Moves: want.Place.Moves[:cut]})
		if err != nil {
			return nil, nil
		}
		pl := Place{FEN: p.FEN(), Moves: want.Place.Moves[cut:]}
		if d, err := m.again(pl, want); d != nil || err != nil {
			return &pl, err
		}
		want.FENAgrees = true
	}
	return nil, nil
}

// lighter returns a FEN with one thing less in it, in every way there is: a piece, the castling rights, the square to
// capture on in passing, the counters.
func (m *match) lighter(fen string) []string {
	field := strings.Fields(fen)
	with := func(i int, text string) string {
		f := slices.Clone(field)
		f[i] = text
		return strings.Join(f, " ")
	}
	var list []string
	for i := 2; i < 4; i++ {
		if field[i] != "-" {
			list = append(list, with(i, "-"))
		}
	}
	n := len(field)
	if field[n-2] != "0" {
		list = append(list, with(n-2, "0"))
	}
	if field[n-1] != "1" {
		list = append(list, with(n-1, "1"))
	}
	ranks := strings.Split(field[0], "/")
	for i := range ranks {
		cells := cellsOf(ranks[i])
		for j, c := range cells {
			if c == "" {
				continue
			}
			cells[j] = ""
			r := slices.Clone(ranks)
			r[i] = rankOf(cells)
			list = append(list, with(0, strings.Join(r, "/")))
			cells[j] = c
		}
	}
	return list
}

// cellsOf takes a rank of a FEN apart, one text a point, "" for an empty one.
func cellsOf(rank string) []string {
	var cells []string
	for i := 0; i < len(rank); i++ {
		switch c := rank[i]; {
		case c >= '0' && c <= '9':
			n := int(c - '0')
			for i+1 < len(rank) && rank[i+1] >= '0' && rank[i+1] <= '9' {
				i++
				n = n*10 + int(rank[i]-'0')
			}
			cells = append(cells, make([]string, n)...)
		case c == '+' && i+1 < len(rank):
			cells = append(cells, rank[i:i+2])
			i++
		default:
			cells = append(cells, rank[i:i+1])
		}
	}
	return cells
}

// rankOf puts together what cellsOf takes apart.
func rankOf(cells []string) string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
			empty = 0
		}
	}
	for _, c := range cells {
		if c == "" {
			empty++
			continue
		}
		flush()
		b.WriteString(c)
	}
	flush()
	return b.String()
}
