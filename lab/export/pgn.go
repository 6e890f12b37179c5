package export

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/game"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/search"
	"buluo/variant"
)

// pgn writes PGN.
type pgn struct {
	out      io.Writer
	notation game.Notation
	compiler schedule.Compiler
}

// NewPGN returns a writer of PGN in a notation.
func NewPGN(out io.Writer, n game.Notation) Writer { return &pgn{out: out, notation: n} }

// Close has nothing to do.
func (*pgn) Close() error { return nil }

// Write replays the game and writes it.
func (w *pgn) Write(g *store.Game) error {
	r, err := w.compiler.Rules(g.Job)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	n := w.notation
	if !n.Defined(r) {
		n = game.UCI
	}
	played, err := game.FromFEN(r, g.Start)
	if err != nil {
		return fmt.Errorf("game %s: start: %w", g.ID, err)
	}
	for i, m := range strings.Fields(g.Moves) {
		if err := played.PlayUCI(m); err != nil {
			return fmt.Errorf("game %s: ply %d: %w", g.ID, i+1, err)
		}
	}
	// The game's own writer sets the tags; the moves are written here, as it knows no comments.
	var text bytes.Buffer
	if err := played.WritePGN(&text, n, tags(g, r.Spec())...); err != nil {
		return err
	}
	head, _, _ := strings.Cut(text.String(), "\n\n")
	var b strings.Builder
	b.WriteString(head + "\n\n")
	movetext(&b, played, n, &g.Record)
	_, err = io.WriteString(w.out, b.String())
	return err
}

// tags are what the record says of a game. There is no date: the same game is the same text.
func tags(g *store.Game, spec *variant.Spec) []game.Tag {
	list := []game.Tag{
		{Name: "Event", Value: "buluo lab"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: g.ID},
		{Name: "White", Value: g.Job.Players[0].String()}, {Name: "Black", Value: g.Job.Players[1].String()}, {Name: "Result", Value: g.Result},
		{Name: "Variant", Value: g.Variant}, {Name: "SetUp", Value: "1"}, {Name: "FEN", Value: g.Start},
	}
	if men := variantMen(spec); men != "" {
		list = append(list, game.Tag{Name: "VariantMen", Value: men})
	}
	for i, name := range []string{"WhiteNodes", "BlackNodes"} {
		if n := g.Job.Players[i].Nodes; n > 0 {
			list = append(list, game.Tag{Name: name, Value: strconv.FormatUint(n, 10)})
		}
	}
	for i, name := range []string{"WhiteMoveTime", "BlackMoveTime"} {
		if n := g.Job.Players[i].MoveTime; n > 0 {
			list = append(list, game.Tag{Name: name, Value: fmt.Sprintf("%dms", n)})
		}
	}
	termination := g.Reason
	if g.Termination != match.ByRules.String() {
		termination = g.Termination
	}
	return append(list, game.Tag{Name: "PlyCount", Value: strconv.Itoa(g.Plies)}, game.Tag{Name: "PlyCap", Value: strconv.Itoa(g.Cap)},
		game.Tag{Name: "Rules", Value: g.Job.Rules}, game.Tag{Name: "Termination", Value: termination})
}

// variantMen tells how the pieces move that no program can know by their letter, as XBoard reads it: V:fsW.
func variantMen(spec *variant.Spec) string {
	var men []string
	for i := range spec.Pieces {
		if p := &spec.Pieces[i]; strings.HasPrefix(p.Key, "customPiece") {
			men = append(men, strings.ToUpper(string(p.Letter))+":"+p.Betza)
		}
	}
	return strings.Join(men, ";")
}

// movetext writes a move a line, with what its player thought of it.
func movetext(b *strings.Builder, g *game.Game, n game.Notation, rec *ledger.Record) {
	number, last := 0, board.NoColor
	moves := g.Moves()
	for i, p := range g.Positions() {
		if i == len(moves) {
			break
		}
		side := p.Side()
		switch {
		case side == board.White && last != board.White:
			number++
			fmt.Fprintf(b, "%d. ", number)
		case side == board.Black && last == board.NoColor:
			number++
			fmt.Fprintf(b, "%d... ", number)
		}
		last = side
		b.WriteString(game.Format(n, p, moves[i]))
		if rec.Nodes[i] > 0 || rec.Depths[i] > 0 {
			fmt.Fprintf(b, " {%s/%d %d}", score(rec.Scores[i]), rec.Depths[i], rec.Nodes[i])
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "%s\n\n", rec.Result)
}

// score writes a score as match programs do: pawns, or M and the plies to a forced end.
func score(cp int) string {
	plies, forced := search.IsMate(cp)
	switch {
	case forced && plies < 0:
		return fmt.Sprintf("-M%d", -plies)
	case forced:
		return fmt.Sprintf("+M%d", plies)
	}
	return fmt.Sprintf("%+.2f", float64(cp)/100)
}
