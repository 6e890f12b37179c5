package explain

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/game"
	"buluo/lab/ledger"
	"buluo/position"
	"buluo/rules"
)

// Event is something that happened at a ply. Squares and moves are words already, so that a story
// can be printed, or written as JSON, without the rules.
type Event struct {
	Ply    int    `json:"ply"` // 1 is the first move; 0 is the start
	Move   string `json:"move"`
	Side   string `json:"side"`
	Piece  string `json:"piece"`
	Square string `json:"square"`
}

// Capture is a piece taken. It tells what is left as well, since in a game of attrition the counts
// are the story.
type Capture struct {
	Event
	Taken   string `json:"taken"`
	Left    [2]int `json:"left"`    // pieces of White and Black afterwards
	Balance int    `json:"balance"` // White's material less Black's afterwards, in centipawns
}

// Chariot is the story of the line piece that got behind the block. The study holds this to be the
// turning point of a horde's game: nothing of the block looks back.
type Chariot struct {
	Event
	Took int `json:"took"` // what line pieces took from then on
}

// Quiet is a run of plies in which nothing was taken.
type Quiet struct {
	From  int `json:"from"` // the first of its plies
	To    int `json:"to"`
	Plies int `json:"plies"`
}

// Taker says what pieces of one kind took. Kinds and not single pieces: who reads the story asks
// whether it was the cannons or the chariots.
type Taker struct {
	Side  string         `json:"side"`
	Piece string         `json:"piece"`
	Took  int            `json:"took"`
	What  map[string]int `json:"what"`
}

// Story is what happened in a game. It is a pure function of the record and the prices: the same
// game is told the same way every time.
type Story struct {
	Variant     string `json:"variant"`
	Players     string `json:"players"`
	Budget      uint64 `json:"budget"`
	Result      string `json:"result"`
	Reason      string `json:"reason"`
	Termination string `json:"termination"`
	Plies       int    `json:"plies"`

	Sides     [2]string `json:"sides"`    // what White and Black are called: horde and army, where they are that
	Start     [2]int    `json:"start"`    // pieces of White and Black at the start
	Opening   int       `json:"opening"`  // material balance at the start, in centipawns
	Balances  []int     `json:"balances"` // material balance after each ply
	Captures  []Capture `json:"captures"`
	Takers    []Taker   `json:"takers"`    // in the order of their first captures
	Behind    *Chariot  `json:"behind"`    // nil where it never happened, or where no side is a block
	Crossings [2]*Event `json:"crossings"` // White's and Black's first move across the river, nil for never
	Longest   Quiet     `json:"longestQuiet"`
	Final     string    `json:"final"` // the last position
}

// Options say how a story is told. Neither changes what happened, only how it is worded and
// weighed.
type Options struct {
	Notation game.Notation
	Price    func(board.Piece) int // what a piece is worth, in centipawns
}

// teller tells a story as it replays the game. It belongs to one call of Game.
type teller struct {
	Options
	r     *rules.Rules
	names names
	story *Story
	block board.Color // the side that is a block of soldiers, NoColor where both have a general
	quiet int         // the ply of the last capture
}

// Game replays a record and tells its story. The error says where the record is not a game of its
// variant, or has not the result that its moves have: a story that ends otherwise than the game did
// would be believed.
func Game(r *rules.Rules, rec *ledger.Record, o Options) (*Story, error) {
	g, err := game.FromFEN(r, rec.Start)
	if err != nil {
		return nil, err
	}
	words := nameAll(r.Spec())
	t := &teller{Options: o, r: r, names: words, block: block(g.Position()), story: &Story{
		Sides:   [2]string{words.side(board.White), words.side(board.Black)},
		Variant: rec.Variant, Players: rec.Engine, Budget: rec.Budget,
		Result: rec.Result, Reason: rec.Reason, Termination: rec.Termination, Plies: rec.Plies,
		Start: pieces(g.Position()), Opening: material(g.Position(), o.Price),
	}}
	for i, text := range strings.Fields(rec.Moves) {
		p := g.Position()
		m, err := game.Parse(game.UCI, p, text)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		// Who moves and what is taken must be asked before the move is made, and how things stand
		// then after it.
		event, taken := t.event(p, i+1, m), p.Captured(m)
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		t.after(g.Position(), event, m, taken)
	}
	if o, recorded := g.Outcome(), rec.Outcome(); o != recorded || g.Len() != rec.Plies {
		return nil, fmt.Errorf("the record says %s after %d plies, its moves say %s after %d", said(recorded), rec.Plies, said(o), g.Len())
	}
	// The last run ends with the game.
	t.endQuiet(rec.Plies)
	t.story.Final = g.FEN()
	return t.story, nil
}

// said words an outcome for an error.
func said(o board.Outcome) string {
	if !o.Over {
		return "no result"
	}
	return fmt.Sprintf("%s by %s", o.Result(), o.Reason)
}

// block returns the side without a general, where the other has one. Where both have one, or
// neither does, nobody is a block, and the questions about blocks are not asked.
func block(p *position.Position) board.Color {
	royal := p.Rules().Spec().Royal()
	for c := range board.NoColor {
		if p.Count(c, royal) == 0 && p.Count(c.Other(), royal) > 0 {
			return c
		}
	}
	return board.NoColor
}

func pieces(p *position.Position) [2]int {
	return [2]int{p.Of(board.White).Count(), p.Of(board.Black).Count()}
}

// material returns the balance of material: White's less Black's.
func material(p *position.Position, price func(board.Piece) int) int {
	sum := 0
	for b := p.Occupied(); b.Any(); {
		if pc := p.At(b.Pop()); pc.Color() == board.White {
			sum += price(pc)
		} else {
			sum -= price(pc)
		}
	}
	return sum
}

// event says who moves where, before the move is made.
func (t *teller) event(p *position.Position, ply int, m board.Move) Event {
	return Event{ply, game.Format(t.Notation, p, m), t.names.side(p.Side()), t.names.of(p.At(m.From())), t.r.Geometry.Name(m.To())}
}

// after looks at the position that a move has led to. A piece that changes by its move counts as
// what it has become.
func (t *teller) after(p *position.Position, e Event, m board.Move, taken board.Piece) {
	s := t.story
	mover := p.At(m.To())
	s.Balances = append(s.Balances, material(p, t.Price))
	if s.Behind == nil && t.runsBehind(p, mover, m.To()) {
		s.Behind = &Chariot{Event: e}
	}
	// A pass leaves nothing on the square that it names.
	if mover != board.NoPiece && t.crosses(mover.Color(), m) && s.Crossings[mover.Color()] == nil {
		s.Crossings[mover.Color()] = &e
	}
	if taken == board.NoPiece {
		return
	}
	// The capture itself belongs to no quiet run.
	t.endQuiet(e.Ply - 1)
	t.quiet = e.Ply
	c := Capture{Event: e, Taken: t.names.of(taken), Left: pieces(p), Balance: s.Balances[len(s.Balances)-1]}
	s.Captures = append(s.Captures, c)
	t.credit(c)
	if s.Behind != nil && mover.Color() != t.block && t.lineRunner(mover) {
		s.Behind.Took++
	}
}

// credit counts a capture for its taker. The list keeps the order of first captures, which a map
// would lose: the text must not change from one run to the next.
func (t *teller) credit(c Capture) {
	s := t.story
	at := -1
	for i := range s.Takers {
		if s.Takers[i].Side == c.Side && s.Takers[i].Piece == c.Piece {
			at = i
		}
	}
	if at < 0 {
		s.Takers = append(s.Takers, Taker{Side: c.Side, Piece: c.Piece, What: map[string]int{}})
		at = len(s.Takers) - 1
	}
	s.Takers[at].Took++
	s.Takers[at].What[c.Taken]++
}

// endQuiet ends a run without captures at a ply, its last. The first of several runs of one length
// is the one told.
func (t *teller) endQuiet(ply int) {
	if n := ply - t.quiet; n > t.story.Longest.Plies {
		t.story.Longest = Quiet{t.quiet + 1, ply, n}
	}
}
