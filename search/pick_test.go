package search

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"

	"pgregory.net/rapid"
)

// TestTop holds the move at the top to what a plain loop over scores finds, whatever they are and however many of them are equal.
func TestTop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.Int32Range(0, 1<<30).Draw(t, "width")
		scores := rapid.SliceOfN(rapid.Int32Range(-width, width), 1, 70).Draw(t, "scores")
		ranks := make([]ranked, len(scores))
		want := 0
		for i, v := range scores {
			ranks[i] = rank(v, i, board.Move(i))
			if v > scores[want] {
				want = i
			}
		}
		if got := top(ranks); got.place() != want || got.move() != board.Move(want) || got.score() != scores[want] {
			t.Fatalf("%v: the highest is said to be %d at %d, want %d at %d", scores, got.score(), got.place(), scores[want], want)
		}
	})
}

// TestRate holds the scores of quiet moves, which are added up in the loop over them, to what each history says of each move.
func TestRate(t *testing.T) {
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1})
		random := rand.New(rand.NewPCG(uint64(i), 8))
		rated := 0
		for range 4 {
			p := s.walked(random, random.IntN(60))
			s.Run(p, Limits{Depth: 6}, nil)
			for f := range 3 { // after no move, after one and after two
				frame := &s.frames[f]
				picks := s.order(frame, s.gen.Legal(p, frame.moves[:0]), board.NoMove, false)
				s.rate(frame, &picks)
				for j, m := range picks.moves {
					if v := picks.ranks[j].score(); s.quiet(m) && v < killerBase {
						if rated++; v != s.quietScore(frame, m) {
							t.Fatalf("%s: %s: %v scores %d, its histories say %d", name, p.FEN(), m, v, s.quietScore(frame, m))
						}
					}
				}
				if len(picks.moves) == 0 || s.gen.Outcome(p).Over {
					break
				}
				s.lead(frame, &s.frames[f+1], picks.moves[0])
				p.Do(picks.moves[0])
			}
		}
		if rated < 50 {
			t.Errorf("%s: only %d moves were compared", name, rated)
		}
	}
}

// quietScore returns what is known of a quiet move at a ply, history by history.
func (s *Searcher) quietScore(f *frame, m board.Move) int32 {
	h := &s.history
	pc, to := s.p.At(m.From()), m.To()
	row := h.rowOf(pc, to)
	v := h.quiet[row]
	if f.one != nil {
		v += int32(f.one[row])
	}
	if f.two != nil {
		v += int32(f.two[row])
	}
	return v
}

// TestPass holds the leap over unwanted quiet moves to looking at them one by one.
func TestPass(t *testing.T) {
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1})
		random := rand.New(rand.NewPCG(uint64(i), 9))
		for range 30 {
			p := s.walked(random, random.IntN(80))
			if s.p = p; !s.royal[p.Side().Other()] || s.gen.Outcome(p).Over {
				continue
			}
			f := &s.frames[0]
			f.one, f.two, f.from = nil, nil, s.history.rows-1
			k := s.order(f, s.gen.Legal(p, f.moves[:0]), board.NoMove, false)
			for m := s.next(f, &k); m != board.NoMove && !s.quiet(m); {
				m = s.next(f, &k)
			}
			k.rest = true
			want := k.next
			for want < len(k.ranks) && k.ranks[want].score() > losingBase/2 && !s.checks(k.ranks[want].move()) {
				want++
			}
			if s.pass(&k); k.next != want {
				t.Fatalf("%s: %s: it goes on with move %d of %d, want %d", name, p.FEN(), k.next, len(k.ranks), want)
			}
		}
	}
}
