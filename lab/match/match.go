package match

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"buluo/board"
	"buluo/game"
	"buluo/referee"
	"buluo/rules"
)

// Termination says how a game came to its last ply.
type Termination uint8

// The terminations. Only a game that ended by its rules has an outcome.
const (
	Unfinished Termination = iota // who runs it stopped it
	ByRules
	Capped      // the ply cap was reached
	Adjudicated // both players had thought alike of it for long enough
)

// terminationNames are PGN's words where it has one.
var terminationNames = [...]string{"unfinished", "rules", "cap", "adjudication"}

// String names the termination.
func (t Termination) String() string { return terminationNames[t] }

// ParseTermination reads what String writes.
func ParseTermination(text string) (Termination, bool) {
	i := slices.Index(terminationNames[:], text)
	return Termination(max(i, 0)), i >= 0
}

// Game is a game played.
type Game struct {
	Moves       []string // as UCI writes them
	Choices     []Choice // one a move
	Outcome     board.Outcome
	Ruling      board.Outcome // what an adjudication gave; the Outcome stays open, as the rules had not ended the game
	Termination Termination
}

// Final returns the outcome, or the ruling that stands in for it.
func (g *Game) Final() board.Outcome {
	if g.Termination == Adjudicated {
		return g.Ruling
	}
	return g.Outcome
}

// Terms are what a game is played on beside its rules.
type Terms struct {
	Start        string       // FEN; "" is the variant's own start
	Opening      []board.Move // moves that are nobody's choice. They count as the game's, with empty choices
	Cap          int          // plies after which the game is left unfinished; 0 is never
	Adjudication Adjudication
}

// Disagreement is a difference between the rooms that play and the referee. It is a fault of the program.
type Disagreement struct {
	Variant string
	Ply     int // of the position they differ on, 0 for the start
	FEN     string
	Text    string   // what each says
	Start   string   // the FEN the game began with; "" is the variant's own
	Moves   []string // ... and how it came to the position: repetitions and clocks are in no FEN
}

// Error says where the two differ, what each says, and how to come there.
func (d *Disagreement) Error() string {
	start := "the start"
	if d.Start != "" {
		start = d.Start
	}
	return fmt.Sprintf("%s: ply %d: %s; position %s, from %s by %s", d.Variant, d.Ply, d.Text, d.FEN, start, strings.Join(d.Moves, " "))
}

// Illegal is a player's choice that the rules do not allow. It is the player's fault.
type Illegal struct {
	Variant string
	Ply     int         // of the choice, from 1
	Side    board.Color // who chose
	Move    string      // as the player said it, or as UCI writes it
	FEN     string
}

// Error says where what was chosen.
func (e *Illegal) Error() string {
	return fmt.Sprintf("%s: ply %d: the player chose %s, which is not legal in %s", e.Variant, e.Ply, e.Move, e.FEN)
}

// table is a game in progress, kept twice.
type table struct {
	rules   *rules.Rules
	ours    *game.Game
	referee *referee.Game
	moves   []board.Move // legal in the present position
	sorted  []board.Move // the same in the referee's order
}

// Play plays a game from the variant's start. players[c] has the seat of colour c; one player may have both. A cap of 0 is none.
// When ctx ends the game so far is returned, unfinished. The error is a Disagreement, an Illegal move or what a player says of itself
// (Failing).
func Play(ctx context.Context, r *rules.Rules, players [2]Player, capPlies int) (*Game, error) {
	return PlayOn(ctx, r, Terms{Cap: capPlies}, players)
}

// PlayFrom is Play after an opening that is nobody's choice. Its moves count as the game's, with empty choices.
func PlayFrom(ctx context.Context, r *rules.Rules, opening []board.Move, players [2]Player, capPlies int) (*Game, error) {
	return PlayOn(ctx, r, Terms{Opening: opening, Cap: capPlies}, players)
}

// PlayOn is Play on any terms. That the start or the opening makes no sense is an error too.
func PlayOn(ctx context.Context, r *rules.Rules, terms Terms, players [2]Player) (*Game, error) {
	t, err := sit(r, terms.Start)
	if err != nil {
		return nil, err
	}
	players[0].Reset()
	if players[1] != players[0] {
		players[1].Reset()
	}
	g := &Game{}
	umpire := umpire{Adjudication: terms.Adjudication}
	for _, m := range terms.Opening {
		if err := t.sameMoves(); err != nil {
			return g, err
		}
		text, side := game.Format(game.UCI, t.ours.Position(), m), t.ours.Position().Side()
		if err := t.play(m, text); err != nil {
			return g, err
		}
		g.Moves, g.Choices = append(g.Moves, text), append(g.Choices, Choice{Move: m})
		umpire.watch(side, Choice{})
	}
	for {
		if g.Outcome, err = t.outcome(); err != nil {
			return g, err
		}
		switch {
		case g.Outcome.Over:
			g.Termination = ByRules
			return g, t.samePosition()
		case g.Ruling.Over:
			g.Termination = Adjudicated
			return g, t.samePosition()
		case terms.Cap > 0 && len(g.Moves) >= terms.Cap:
			g.Termination = Capped
			return g, t.samePosition()
		}
		if err := t.sameMoves(); err != nil {
			return g, err
		}
		side := t.ours.Position().Side()
		player := players[side]
		c := player.Choose(ctx, t.ours.Position())
		if ctx.Err() != nil {
			// A choice made in a hurry is not the player's own; it is not part of the game.
			return g, nil
		}
		if f, ok := player.(Failing); ok && f.Err() != nil {
			return g, f.Err() // why it gave no move, rather than that it gave none
		}
		text := game.Format(game.UCI, t.ours.Position(), c.Move)
		if err := t.play(c.Move, text); err != nil {
			return g, err
		}
		g.Moves = append(g.Moves, text)
		g.Choices = append(g.Choices, c)
		g.Ruling = umpire.watch(side, c)
	}
}

// sit sets up a game, with its referee.
func sit(r *rules.Rules, fen string) (*table, error) {
	ours, err := game.FromFEN(r, fen)
	if err != nil {
		return nil, fmt.Errorf("%s: start: %w", r.Spec().Name, err)
	}
	ref, err := referee.FromFEN(r.Spec(), ours.Start())
	if err != nil {
		return nil, fmt.Errorf("%s: the referee refuses the start: %w", r.Spec().Name, err)
	}
	return &table{rules: r, ours: ours, referee: ref}, nil
}

// outcome returns what both say of the position, which must be the same.
func (t *table) outcome() (board.Outcome, error) {
	ours, theirs := t.ours.Outcome(), t.referee.Outcome()
	if ours != theirs {
		return ours, t.differ("we say %s, the referee says %s", said(ours), said(theirs))
	}
	return ours, nil
}

func said(o board.Outcome) string {
	if !o.Over {
		return "the game goes on"
	}
	return fmt.Sprintf("%s by %s", o.Result(), o.Reason)
}

// sameMoves compares the legal moves.
func (t *table) sameMoves() error {
	t.moves = append(t.moves[:0], t.ours.Legal()...)
	t.sorted = append(t.sorted[:0], t.moves...)
	slices.Sort(t.sorted)
	theirs := t.referee.Legal()
	for _, m := range t.sorted {
		if _, ok := slices.BinarySearch(theirs, m); !ok {
			return t.differ("we may play %s, the referee forbids it", t.rules.UCI(m))
		}
	}
	for _, m := range theirs {
		if _, ok := slices.BinarySearch(t.sorted, m); !ok {
			return t.differ("the referee may play %s, we forbid it", t.rules.UCI(m))
		}
	}
	return nil
}

// play makes a move on both.
func (t *table) play(m board.Move, text string) error {
	if !slices.Contains(t.moves, m) {
		return &Illegal{t.rules.Spec().Name, t.ours.Len() + 1, t.ours.Position().Side(), text, t.ours.FEN()}
	}
	if err := t.referee.Play(m); err != nil {
		return t.differ("we may play %s, the referee says: %v", text, err)
	}
	if err := t.ours.Play(m); err != nil {
		return t.differ("the referee may play %s, we say: %v", text, err)
	}
	return nil
}

// samePosition compares the positions as text.
func (t *table) samePosition() error {
	if ours, theirs := t.ours.FEN(), t.referee.FEN(); ours != theirs {
		return t.differ("the referee has come to another position, %s", theirs)
	}
	return nil
}

func (t *table) differ(format string, args ...any) error {
	return &Disagreement{
		Variant: t.rules.Spec().Name, Ply: t.ours.Len(), FEN: t.ours.FEN(), Text: fmt.Sprintf(format, args...),
		Start: t.ours.Start(), Moves: t.ours.Text(game.UCI),
	}
}
