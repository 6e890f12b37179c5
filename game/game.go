package game

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// MaxPlies bounds a game's length: the positions' counters have 16 bits, and a FEN may start its clock at 9,999.
const MaxPlies = 50_000

// Game is the record of one game: a variant's rules, the position it was set up from and the moves played since. It belongs to one
// goroutine.
type Game struct {
	r     *rules.Rules
	gen   *movegen.Generator
	setup string
	pos   *position.Position
	moves []board.Move

	// The outcome is worked out when it is asked for: judging a repetition can cost more than a move.
	outcome board.Outcome
	known   bool
}

// New returns a game at the variant's start.
func New(r *rules.Rules) *Game {
	g, err := FromFEN(r, "")
	if err != nil {
		// The variant's own check rules this out.
		panic(fmt.Sprintf("%s: startFen: %v", r.Spec().Name, err))
	}
	return g
}

// FromFEN returns a game set up from a position; "" is the variant's start.
func FromFEN(r *rules.Rules, fen string) (*Game, error) {
	if strings.TrimSpace(fen) == "" {
		fen = r.Spec().Start
	}
	p, err := position.Parse(r, fen)
	if err != nil {
		return nil, err
	}
	return &Game{r: r, gen: movegen.For(r), setup: p.FEN(), pos: p}, nil
}

// Rules returns what the game is played by.
func (g *Game) Rules() *rules.Rules { return g.r }

// Start returns the FEN of the position the game was set up from.
func (g *Game) Start() string { return g.setup }

// FEN returns the present position.
func (g *Game) FEN() string { return g.pos.FEN() }

// Position returns the present position with its history. It is the game's own: leave it as you found it.
func (g *Game) Position() *position.Position { return g.pos }

// Moves returns the moves played so far.
func (g *Game) Moves() []board.Move { return slices.Clone(g.moves) }

// Len returns the number of moves played.
func (g *Game) Len() int { return len(g.moves) }

// Legal returns the legal moves of the present position. There are still some where the game is over by what a player can claim
// (repetition, clock, material), although Play refuses them.
func (g *Game) Legal() []board.Move { return g.gen.Legal(g.pos, nil) }

// Outcome returns whether the game is over, for whom and why.
func (g *Game) Outcome() board.Outcome {
	if !g.known {
		g.outcome, g.known = g.gen.Outcome(g.pos), true
	}
	return g.outcome
}

// Play makes a move. The error names the move and the position where it is illegal or the game is over.
func (g *Game) Play(m board.Move) error {
	if err := g.open(uci(g.r, m)); err != nil {
		return err
	}
	if !g.gen.IsLegal(g.pos, m) {
		return fmt.Errorf("%s is not a legal move in %s", uci(g.r, m), g.FEN())
	}
	g.do(m)
	return nil
}

// PlayText makes the move that a text means in a notation. Text that means none gives the *ParseError of Parse.
func (g *Game) PlayText(n Notation, text string) error {
	if err := g.open(clip(text)); err != nil {
		return err
	}
	m, err := Parse(n, g.pos, text)
	if err != nil {
		return err
	}
	g.do(m)
	return nil
}

// PlayUCI makes a move given as UCI text.
func (g *Game) PlayUCI(text string) error { return g.PlayText(UCI, text) }

// open refuses a move where the game takes none.
func (g *Game) open(move string) error {
	if o := g.Outcome(); o.Over {
		return fmt.Errorf("the game is over (%s, %s): %s cannot be played in %s", o.Result(), o.Reason, move, g.FEN())
	}
	if len(g.moves) >= MaxPlies {
		return fmt.Errorf("the game has %d moves, more cannot be recorded: %s cannot be played in %s", MaxPlies, move, g.FEN())
	}
	return nil
}

// do makes a move that is known to be legal. What was known of the outcome is not any more.
func (g *Game) do(m board.Move) {
	g.pos.Do(m)
	g.moves = append(g.moves, m)
	g.known = false
}

// Undo takes back the last move and returns it, and false at the start.
func (g *Game) Undo() (board.Move, bool) {
	if len(g.moves) == 0 {
		return board.NoMove, false
	}
	last := len(g.moves) - 1
	m := g.moves[last]
	g.moves = g.moves[:last]
	g.pos.Undo()
	g.known = false
	return m, true
}

// Positions walks the game from its start: the number of moves played and the position after them, 0 and the set-up first, the present
// position last. The position is the walk's own and changes with the next step; it may be searched in between.
func (g *Game) Positions() iter.Seq2[int, *position.Position] {
	return func(yield func(int, *position.Position) bool) {
		p, err := position.Parse(g.r, g.setup)
		if err != nil {
			panic(fmt.Sprintf("%s: the game's own set-up %s: %v", g.r.Spec().Name, g.setup, err))
		}
		for i := 0; yield(i, p) && i < len(g.moves); i++ {
			p.Do(g.moves[i])
		}
	}
}

// Text returns the moves played, each as its notation writes it where it was played.
func (g *Game) Text(n Notation) []string {
	texts := make([]string, 0, len(g.moves))
	for i, p := range g.Positions() {
		if i < len(g.moves) {
			texts = append(texts, Format(n, p, g.moves[i]))
		}
	}
	return texts
}
