package movegen

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// tested writes the legal moves of a side by trying every pseudo-legal one. Slow and right.
func (g *Generator) tested(p *position.Position, side *rules.Side, buf []board.Move, w want) []board.Move {
	start := len(buf)
	var e emitter
	e.set(p, side, w, buf)
	e.movers()
	if side.Royal != board.NoType {
		king := p.Royal(side.Color)
		for to := e.targets(side.Of[side.Royal], king, e.r.Board); to.Any(); {
			e.buf = append(e.buf, board.NewMove(king, to.Pop()))
		}
	}
	if !p.InCheck() {
		e.castlings()
	}
	kept := e.buf[:start]
	for _, m := range e.buf[start:] {
		if g.allowed(p, side, m) {
			kept = append(kept, m)
		}
	}
	if w&quiet != 0 && side.Pass && p.Of(side.Color).Any() && g.mayPass(p, side, kept[start:], w) {
		kept = append(kept, pass(p))
	}
	return kept
}

// allowed reports whether a pseudo-legal move is legal under every rule that bends legality.
func (g *Generator) allowed(p *position.Position, side *rules.Side, m board.Move) bool {
	spec := g.r.Spec()
	if !p.Safe(m) {
		return false
	}
	if spec.ImmobilityBanned && m.Kind() == board.Normal && side.Of[p.At(m.From()).Type()].Immobile.Has(m.To()) {
		return false
	}
	if !spec.Checking && p.GivesCheck(m) {
		return false
	}
	return !spec.ExtinctionRoyal || p.SafePseudo(m)
}

// mayPass reports whether passing is legal: out of check, and with no other move where passing only saves from
// stalemate.
func (g *Generator) mayPass(p *position.Position, side *rules.Side, moves []board.Move, w want) bool {
	if p.InCheck() {
		return false
	}
	if !side.PassStale {
		return true
	}
	if len(moves) > 0 {
		return false
	}
	return w == all || len(g.tested(p, side, nil, noisy)) == 0
}
