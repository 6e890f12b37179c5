package main

import (
	"fmt"
	"slices"
	"strings"

	"buluo/board"
	"buluo/internal/solver"
	"buluo/search"
)

// bounded returns a quick board that gives up at half as many moves again as the positions that a
// proof may take on the referee's: the two boards list moves in different orders, so that the one's
// proof may be shorter than the other's.
func (m *miner) bounded(q quick) limited {
	left := m.budget + m.budget/2
	return limited{q, &left}
}

// thought is what a short search makes of a position: its best move's score, and the next best's.
// Where there is one move only the second stays 0.
type thought struct{ first, second int }

// think searches a position for a moment. It says where a slow look is worth its time, and proves
// nothing.
func (m *miner) think(q quick) (t thought) {
	m.searcher.Run(q.p, search.Limits{Nodes: m.thinking, MultiPV: 2}, func(i search.Info) {
		if i.Line == 1 {
			t.first = i.Score
		} else {
			t.second = i.Score
		}
	})
	return t
}

// win looks for a win in 3, 5 or 7 plies with one first move.
func (m *miner) win(q quick, t thought) (none solver.Claim, asked string) {
	n, ok := search.IsMate(t.first)
	if !ok || n < 3 || n > solver.Horizon {
		return none, ""
	}
	// A second way that is as short would make the answer a matter of taste.
	if other, ok := search.IsMate(t.second); ok && other > 0 && other <= n {
		return none, ""
	}
	s := solver.New(m.bounded(q))
	// The search may have seen a longer way than there is; the solver counts.
	n, err := s.Distance(n)
	if err != nil || n < 3 {
		return none, ""
	}
	winning, err := s.Winning(n)
	if err != nil || len(winning) != 1 {
		return none, ""
	}
	_, end, err := s.Line(n)
	if err != nil {
		return none, ""
	}
	asked = fmt.Sprintf("%s wins in %d plies, by %s", m.side(q), n, end.Reason)
	if free := slices.DeleteFunc(m.free(q), func(c board.Move) bool { return c == winning[0] }); len(free) > 0 {
		asked += "; there is material to be had, " + m.texts(free) + ", which does not win so soon"
	}
	return solver.Claim{Kind: solver.Win, Plies: n, Moves: winning}, asked
}

// danger is the number of plies within which the wrong moves of the other problems lose. Longer
// ones are too dear to be proved for every move.
const danger = 4

// save looks for a position in which all moves but one lose soon. From four moves on, so that there
// is something to choose.
func (m *miner) save(q quick, t thought) (none solver.Claim, asked string) {
	legal := q.Legal()
	if lost, ok := search.IsMate(t.first); len(legal) < 4 || ok && lost < 0 {
		return none, ""
	}
	if lost, ok := search.IsMate(t.second); !ok || -lost > danger || lost > 0 {
		return none, ""
	}
	losing, err := solver.New(m.bounded(q)).Losing(danger)
	if err != nil || len(losing) != len(legal)-1 {
		return none, ""
	}
	only := legal[slices.IndexFunc(legal, func(c board.Move) bool { return !slices.Contains(losing, c) })]
	claim := solver.Claim{Kind: solver.Save, Plies: danger, Moves: []board.Move{only}}
	if _, err := claim.Prove(m.bounded(q)); err != nil {
		return none, ""
	}
	return claim, fmt.Sprintf("%s has one move of %d that does not lose within %d plies", m.side(q), len(legal), danger)
}

// avoid looks for captures that cost nothing and lose the race: the opponent wins by force soon,
// though there is a move that holds. It is the temptation that makes the problem: who looks no
// further than the material takes it.
func (m *miner) avoid(q quick, t thought) (none solver.Claim, asked string) {
	free := m.free(q)
	if lost, ok := search.IsMate(t.first); len(free) == 0 || ok && lost < 0 {
		return none, ""
	}
	s, them := solver.New(m.bounded(q)), q.Side().Other()
	free = slices.DeleteFunc(free, func(c board.Move) bool {
		q.p.Do(c)
		defer q.p.Undo()
		lost, err := s.Wins(them, danger-1)
		return !lost || err != nil
	})
	if len(free) == 0 {
		return none, ""
	}
	claim := solver.Claim{Kind: solver.Avoid, Plies: danger, Moves: free}
	if _, err := claim.Prove(m.bounded(q)); err != nil {
		return none, ""
	}
	return claim, fmt.Sprintf("%s may take for nothing, %s, and then loses within %d plies", m.side(q), m.texts(free), danger)
}

// free returns the captures after which nothing can be taken back on the same point. It sees one
// exchange and no further: that is what "for nothing" looks like to a player.
func (m *miner) free(q quick) []board.Move {
	var list []board.Move
	for _, c := range q.Legal() {
		if q.p.Captured(c) == board.NoPiece {
			continue
		}
		q.p.Do(c)
		back := slices.ContainsFunc(q.Legal(), func(a board.Move) bool { return a.To() == c.To() && q.p.Captured(a) != board.NoPiece })
		q.p.Undo()
		if !back {
			list = append(list, c)
		}
	}
	return list
}

// side is what the side to move is called.
func (m *miner) side(q quick) string {
	switch {
	case q.Side() == board.Black:
		return "Black"
	case m.spec.Family == "xiangqi":
		return "Red"
	}
	return "White"
}

// texts writes moves.
func (m *miner) texts(moves []board.Move) string {
	var list []string
	for _, c := range moves {
		list = append(list, m.rules.UCI(c))
	}
	return strings.Join(list, " ")
}
