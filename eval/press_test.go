package eval

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
)

// TestPress counts what a survey says of mobility, grip and runners once more, square by square, in positions of random games of chess.
func TestPress(t *testing.T) {
	r := rulestest.Load(t, "chess")
	e := New(r, DefaultWeights())
	random := rand.New(rand.NewPCG(8, 2))
	seen := map[string]bool{}
	for range 400 {
		p := walk(r, random, 4+random.IntN(200))
		if p.Count(board.White, e.r.Sides[0].Royal) == 0 {
			continue
		}
		counts := e.counted(p)
		for name, want := range newSlow(p).press() {
			got, ok := counts[name]
			if !ok {
				t.Fatalf("there is no %s", name)
			}
			if got != float64(want) {
				t.Fatalf("%s: %s counts %v, square by square %d", p.FEN(), name, got, want)
			}
			seen[name] = seen[name] || want != 0
		}
	}
	for name, ok := range seen {
		if !ok {
			t.Errorf("no position has any %s", name)
		}
	}
}

// slow is a position of chess or orda on a plain board: letters by rank and file, as White and Black see them.
type slow struct {
	at   [8][8]byte // 0 where nothing stands
	side int        // to move
	hits [2][8][8]int
	feet [2][8][8]bool // squares that pawns attack
}

func newSlow(p *position.Position) *slow {
	b := &slow{side: int(p.Side())}
	for o := p.Occupied(); o.Any(); {
		s := o.Pop()
		pc := p.At(s)
		letter := "?pnbrqk"[0]
		for i, key := range []string{"pawn", "knight", "bishop", "rook", "queen", "king", "silver", "knibis", "kniroo", "centaur"} {
			if pieceName(p.Rules(), pc.Type()) == key {
				letter = "pnbrqkyalh"[i]
			}
		}
		if pc.Color() == board.White {
			letter -= 'a' - 'A'
		}
		b.at[s/8][s%8] = letter
	}
	for y := range 8 {
		for x := range 8 {
			if b.at[y][x] == 0 {
				continue
			}
			c := colour(b.at[y][x])
			for _, s := range b.attacks(y, x) {
				b.hits[c][s[0]][s[1]]++
				if b.at[y][x]|32 == 'p' {
					b.feet[c][s[0]][s[1]] = true
				}
			}
			if b.at[y][x]|32 == 'k' {
				b.hits[c][y][x]++ // a king's ring has the king's own square in it
			}
		}
	}
	return b
}

func colour(letter byte) int {
	if letter >= 'a' {
		return 1
	}
	return 0
}

func on(y, x int) bool { return y >= 0 && y < 8 && x >= 0 && x < 8 }

// attacks lists what a piece attacks.
func (b *slow) attacks(y, x int) (to [][2]int) {
	all := [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	steps, far := all, 8
	switch b.at[y][x] | 32 {
	case 'p':
		up := 1 - 2*colour(b.at[y][x])
		steps, far = [][2]int{{up, 1}, {up, -1}}, 1
	case 'n':
		steps, far = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}, 1
	case 'b':
		steps = all[4:]
	case 'r':
		steps = all[:4]
	case 'k':
		far = 1
	case 'y':
		steps, far = append(all[4:8:8], [2]int{1 - 2*colour(b.at[y][x]), 0}), 1
	case 'a': // it takes like a bishop, as the next like a rook
		steps = all[4:]
	case 'l':
		steps = all[:4]
	case 'h':
		steps, far = append(all, [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}...), 1
	}
	for _, d := range steps {
		for i := 1; i <= far && on(y+i*d[0], x+i*d[1]); i++ {
			to = append(to, [2]int{y + i*d[0], x + i*d[1]})
			if b.at[y+i*d[0]][x+i*d[1]] != 0 {
				break
			}
		}
	}
	return to
}

// rank is a rank as a side counts it.
func rank(c, y int) int {
	if c == 1 {
		return 7 - y
	}
	return y
}

// find calls visit with every piece of a side and a sort.
func (b *slow) find(c int, sort byte, visit func(y, x int)) {
	for y := range 8 {
		for x := range 8 {
			if p := b.at[y][x]; p != 0 && p|32 == sort && colour(p) == c {
				visit(y, x)
			}
		}
	}
}

func (b *slow) count(c int, sorts string) int {
	n := 0
	for i := range sorts {
		b.find(c, sorts[i], func(int, int) { n++ })
	}
	return n
}

var slowNames = map[byte]string{'p': "pawn", 'n': "knight", 'b': "bishop", 'r': "rook", 'q': "queen"}

// press counts for White less Black.
func (b *slow) press() map[string]int {
	n := map[string]int{}
	for c, by := range []int{1, -1} {
		b.mobility(n, c, by)
		b.grip(n, c, by)
		b.files(n, c, by)
		b.runners(n, c, by)
		b.stalked(n, c, by)
	}
	return n
}

func (b *slow) mobility(n map[string]int, c, by int) {
	up := 1 - 2*c
	for _, sort := range []byte("nbrq") {
		name := slowNames[sort]
		b.find(c, sort, func(y, x int) {
			moves := 0
			for _, s := range b.attacks(y, x) {
				p := b.at[s[0]][s[1]]
				own := p != 0 && colour(p) == c
				low := p|32 == 'p' && (rank(c, s[0]) < 3 || !on(s[0]+up, s[1]) || b.at[s[0]+up][s[1]] != 0)
				if !b.feet[1-c][s[0]][s[1]] && !(own && (p|32 == 'k' || p|32 == 'q' || low)) {
					moves++
				}
			}
			n[name+".reach"] += by * moves
			n[name+".few"] += by * max(0, 4-moves)
			if sort != 'n' {
				n[name+".ample"] += by * max(0, moves-8)
			}
			n[name+".amid"] += by * (b.count(c, "p") - 4)
		})
	}
}

// held reports whether a square is firmly a side's.
func (b *slow) held(c, y, x int) bool {
	return b.feet[c][y][x] || b.hits[c][y][x] > 1 && b.hits[1-c][y][x] < 2
}

func (b *slow) grip(n map[string]int, c, by int) {
	free := 0
	for y := range 8 {
		for x := range 8 {
			p := b.at[y][x]
			if b.hits[c][y][x] > 0 && b.hits[1-c][y][x] > 0 && !b.held(c, y, x) {
				n["board.restrained"] += by
				if p != 0 && p|32 != 'k' && colour(p) == c {
					n[slowNames[p|32]+".pressed"] += by
				}
			}
			own := p != 0 && p|32 == 'p' && colour(p) == c
			if rank(c, y) >= 1 && rank(c, y) <= 3 && x >= 2 && x <= 5 && !own && !b.feet[1-c][y][x] {
				free++
				behind := false
				b.find(c, 'p', func(py, px int) { behind = behind || px == x && rank(c, py) > rank(c, y) })
				if behind && b.hits[1-c][y][x] == 0 {
					free++
				}
			}
		}
	}
	n["board.space"] += by * (free * b.count(c, "nbrqk") / 8)
}

// files counts the rooks and queens on files without pawns of their own, and without any.
func (b *slow) files(n map[string]int, c, by int) {
	for _, sort := range []byte("rq") {
		b.find(c, sort, func(_, x int) {
			var pawns [2]int
			for side := range pawns {
				b.find(side, 'p', func(_, px int) {
					if px == x {
						pawns[side]++
					}
				})
			}
			if pawns[c] == 0 {
				n[slowNames[sort]+".free"] += by
				if pawns[1-c] == 0 {
					n[slowNames[sort]+".bare"] += by
				}
			}
		})
	}
}

func (b *slow) runners(n map[string]int, c, by int) {
	var king, other [2]int
	b.find(c, 'k', func(y, x int) { king = [2]int{y, x} })
	b.find(1-c, 'k', func(y, x int) { other = [2]int{y, x} })
	near, pawns := 6, 0
	b.find(c, 'p', func(y, x int) {
		pawns++
		near = min(near, max(abs(y-king[0]), abs(x-king[1])))
		sentries, leaders, blocked, mate := 0, 0, false, false
		for _, dx := range []int{-1, 0, 1} {
			b.find(1-c, 'p', func(py, px int) {
				if px == x+dx && rank(c, py) > rank(c, y) {
					blocked = blocked || dx == 0
					sentries += abs(dx)
				}
			})
			b.find(c, 'p', func(py, px int) {
				if px == x+dx && rank(c, py) <= rank(c, y) {
					leaders += abs(dx)
				}
				mate = mate || dx == 0 && px == x && rank(c, py) > rank(c, y)
			})
		}
		togo := 7 - rank(c, y)
		if !blocked && !mate && sentries > 0 && leaders >= sentries {
			n["foot.hopeful"] += by * int(pace[togo])
		}
		own := false // one of its own men on its way
		for i := 1; i <= togo; i++ {
			p := b.at[y+i*(1-2*c)][x]
			own = own || p != 0 && colour(p) == c
		}
		if !blocked && !mate && sentries == 0 && !own && b.count(1-c, "nbrq") == 0 {
			far := max(abs(other[0]-7*(1-c)), abs(other[1]-x))
			if b.side == c {
				far++
			}
			if far > togo+1 {
				n["foot.runner"] += by
			}
		}
	})
	if pawns > 0 {
		n["king.astray"] += by * max(near, 1)
	}
}

func (b *slow) stalked(n map[string]int, c, by int) {
	if b.count(c, "q") != 1 {
		return
	}
	b.find(c, 'q', func(qy, qx int) {
		found := map[[2]int]bool{}
		for _, sort := range []byte("nbr") {
			// From where it would attack the queen: where it would get to from the queen's square.
			ghost := *b
			ghost.at[qy][qx] = sort
			for _, from := range ghost.attacks(qy, qx) {
				b.find(1-c, sort, func(y, x int) {
					for _, to := range b.attacks(y, x) {
						p := b.at[to[0]][to[1]]
						if to == from && (p == 0 || colour(p) == c) && !b.held(c, to[0], to[1]) {
							found[to] = true
						}
					}
				})
			}
		}
		n["queen.stalked"] += by * len(found)
	})
}

func abs(n int) int { return max(n, -n) }
