package search

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// crowd notes, in the roster of a search that has begun, that somebody is at every so-many-th move of the position and at all of those a ply below,
// and returns the notes of the position's own.
func (s *Searcher) crowd(every int) (own []uint64) {
	moves := s.gen.Legal(s.p, nil)
	for _, m := range moves {
		s.p.Do(m)
		for _, m := range s.gen.Legal(s.p, nil) {
			s.enter(s.note(m))
		}
		s.p.Undo()
	}
	for i := 0; i < len(moves); i += every {
		own = append(own, s.note(moves[i]))
		s.enter(own[len(own)-1])
	}
	return own
}

// TestCrowd has another searcher be at all moves: they are put off, but none is left out. The value is the whole tree's, from a node and from the
// root, and whoever has searched a move strikes its note out.
func TestCrowd(t *testing.T) {
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1, Params: &Params{CheckExtend: 1, NoteDepth: 1}})
		random := rand.New(rand.NewPCG(uint64(i), 7))
		p := s.walked(random, random.IntN(60))
		if s.gen.Outcome(p).Over {
			p.Undo()
		}
		limits := Limits{Depth: 2, Roster: NewRoster(2)}
		s.begin(p, limits)
		want := s.minimax(2, 0)
		own := s.crowd(1)
		if got := s.visit(2, -infinite, infinite, 0); got != want {
			t.Errorf("%s: %s: a node's value is %d, want %d", name, p.FEN(), got, want)
		}
		limits.Depth, want = 1, s.minimax(1, 0) // a depth later no note is left
		for every := 1; every <= 3; every++ {
			s.Clear()
			s.crowd(every)
			if got := s.Run(p, limits, nil).Score; got != want {
				t.Errorf("%s: %s: the root's value is %d, want %d", name, p.FEN(), got, want)
			}
			for _, l := range s.later {
				if l.n == 0 {
					t.Errorf("%s: %s: the first move was put off", name, p.FEN())
				}
			}
			for _, m := range s.root {
				if m.score == unknown {
					t.Errorf("%s: %s: nobody searched %s", name, p.FEN(), s.r.UCI(m.move))
				}
			}
		}
		s.crowd(1)
		if s.Run(p, limits, nil); len(s.later) < len(own)/2 { // a few notes are overwritten
			t.Errorf("%s: %s: %d of the root's %d moves were put off", name, p.FEN(), len(s.later), len(own))
		}
		for _, note := range own {
			if s.roster.busy(note) {
				t.Errorf("%s: %s: a note of %d moves is left", name, p.FEN(), len(own))
			}
		}
	}
}

// TestCrowdSkips has another searcher be at all moves where late quiet moves are left out: those that were not late when they were put off are
// searched all the same.
func TestCrowdSkips(t *testing.T) {
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1, Params: &Params{NoteDepth: 1, LateDepth: 3, LateBase: 4}})
		p := s.walked(rand.New(rand.NewPCG(uint64(i), 8)), 8)
		nodes := func(crowd bool) uint64 {
			s.Clear()
			s.begin(p, Limits{Roster: NewRoster(2)})
			if crowd {
				s.crowd(1)
			}
			s.visit(1, -infinite, infinite, 0)
			return s.nodes
		}
		if alone, among := nodes(false), nodes(true); among < alone {
			t.Errorf("%s: %s: %d nodes where all moves are put off, %d where none is", name, p.FEN(), among, alone)
		}
	}
}

// TestNotes fills a roster with what is no note and sees which places a node and a root have written to and struck out: those of their moves, and
// none where notes are switched off. Nobody is left at any depth.
func TestNotes(t *testing.T) {
	const foreign = 1
	for _, depth := range []int{0, 1} {
		s := New(rulestest.Load(t, "xiangqi"), Options{TableMB: 1, Params: &Params{NoteDepth: depth}})
		p := s.walked(rand.New(rand.NewPCG(9, 9)), 10)
		for name, search := range map[string]func(r *Roster){
			"node": func(r *Roster) { s.begin(p, Limits{Roster: r}); s.visit(1, -infinite, infinite, 0) },
			"root": func(r *Roster) { s.Run(p, Limits{Depth: 1, Roster: r}, nil) },
		} {
			r := NewRoster(2)
			for i := range r.notes {
				r.notes[i].Store(foreign)
			}
			search(r)
			written := 0
			for i := range r.notes {
				if r.notes[i].Load() != foreign {
					written++
				}
			}
			for _, m := range s.gen.Legal(p, nil) {
				if got := r.notes[s.note(m)%rosterSize].Load(); (got == 0) != (depth > 0) {
					t.Errorf("%s, notes from depth %d: the place of %s holds %x", name, depth, s.r.UCI(m), got)
				}
			}
			if most := s.gen.Count(p) * depth; written > most {
				t.Errorf("%s, notes from depth %d: %d places written to for %d moves", name, depth, written, most)
			}
			for d := range r.depths {
				if n := r.depths[d].Load(); n != 0 {
					t.Errorf("%s: %d searchers are left at depth %d", name, n, d)
				}
			}
		}
	}
}

// TestPutOffOrder has another searcher be at all moves of a node but the last: it is searched right after the first, which is never put off.
func TestPutOffOrder(t *testing.T) {
	s := New(rulestest.Load(t, "xiangqi"), Options{TableMB: 1, Params: &Params{NoteDepth: 1}})
	p := s.walked(rand.New(rand.NewPCG(9, 9)), 10)
	s.begin(p, Limits{Roster: NewRoster(2)})
	f, order := &s.frames[0], []board.Move{}
	picks := s.order(f, s.gen.Legal(p, f.moves[:0]), board.NoMove, false)
	for m := s.next(f, &picks); m != board.NoMove; m = s.next(f, &picks) {
		order = append(order, m)
	}
	last := len(order) - 1
	for _, m := range order[:last] {
		s.enter(s.note(m))
	}
	if s.roster.busy(s.note(order[last])) {
		t.Fatal("the last move shares its place with another")
	}
	s.visit(1, -infinite, infinite, 0)
	if f.tried[0] != order[0] || f.tried[1] != order[last] {
		t.Errorf("%s and %s were searched first, want %s and %s", s.r.UCI(f.tried[0]), s.r.UCI(f.tried[1]), s.r.UCI(order[0]), s.r.UCI(order[last]))
	}
}

// TestRosterAlone holds a searcher with a roster and nobody beside it to one without: same nodes, same line.
func TestRosterAlone(t *testing.T) {
	for _, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1})
		p := s.walked(rand.New(rand.NewPCG(3, 3)), 12)
		want := s.Run(p, Limits{Depth: 9}, nil)
		s.Clear()
		got := s.Run(p, Limits{Depth: 9, Roster: NewRoster(1)}, nil)
		if got.Nodes != want.Nodes || got.Best != want.Best || got.Score != want.Score {
			t.Errorf("%s: %+v with a roster, %+v without", name, got, want)
		}
	}
}

// TestDepths lets half of the searchers begin with a depth, and any number with the last.
func TestDepths(t *testing.T) {
	for n, crowd := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 8: 4} {
		r := NewRoster(n)
		for i := range n {
			if got := r.begin(5, false); got != (i < crowd) {
				t.Errorf("of %d searchers no. %d may begin: %v", n, i+1, got)
			}
			if !r.begin(6, true) {
				t.Errorf("of %d searchers no. %d may not begin with the last depth", n, i+1)
			}
		}
		if r.end(5); !r.begin(5, false) {
			t.Errorf("of %d searchers none may begin where one is through", n)
		}
	}
	if none := (*Roster)(nil); !none.begin(1, false) {
		t.Error("without a roster a depth was refused")
	}
}

// TestPutOff puts every other move off, once as it comes and in vain the second time: each is handed out again after all others, with its place and
// its score, and none of the rest twice.
func TestPutOff(t *testing.T) {
	s := New(rulestest.Load(t, "chess"), Options{TableMB: 1})
	p := s.walked(rand.New(rand.NewPCG(1, 1)), 30)
	s.begin(p, Limits{})
	f := &s.frames[0]
	type picked struct {
		m     board.Move
		next  int
		score int32
	}
	var once, twice, all []picked
	picks := s.order(f, s.gen.Legal(p, f.moves[:0]), board.NoMove, false)
	for m := s.next(f, &picks); m != board.NoMove; m = s.next(f, &picks) {
		all = append(all, picked{m, picks.next, picks.score()})
		if len(all)%2 == 0 && picks.putOff() {
			once = append(once, all[len(all)-1])
		} else if picks.again {
			if twice = append(twice, all[len(all)-1]); picks.putOff() {
				t.Fatal("a move was put off twice")
			}
		}
	}
	if len(once) < 5 || len(once) != len(twice) || len(all) != s.gen.Count(p)+len(once) {
		t.Fatalf("%d moves put off, %d came back, %d came in all", len(once), len(twice), len(all))
	}
	for i := range once {
		if once[i] != twice[i] {
			t.Errorf("%+v came back as %+v", once[i], twice[i])
		}
	}
}
