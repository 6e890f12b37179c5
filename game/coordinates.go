package game

import (
	"strings"

	"buluo/board"
	"buluo/rules"
)

// uci writes any move, also one that no rule knows: what is no square or no type becomes a dash.
func uci(r *rules.Rules, m board.Move) string {
	if m.Kind() == board.Promotion && r.Spec().Piece(m.Promotion()) == nil {
		return r.Geometry.Name(m.From()) + r.Geometry.Name(m.To()) + "-"
	}
	return r.UCI(m)
}

// readUCI reads two squares and what may follow them. 0000 is a pass, as UCI writes a null move.
func (s *scribe) readUCI(text string) ([]want, bool) {
	// A pass is otherwise written as a square twice, which is read like any other move.
	if text == "0000" {
		return []want{{pass: true}}, false
	}
	g := s.r.Geometry
	from, rest, ok := g.CutSquare(text)
	if !ok {
		return nil, true
	}
	to, rest, ok := g.CutSquare(rest)
	if !ok {
		return nil, true
	}
	w := want{fromFile: g.File(from) + 1, fromRank: g.Rank(from) + 1, toFile: g.File(to) + 1, toRank: g.Rank(to) + 1}
	if !s.becoming(&w, rest) {
		return nil, true
	}
	return []want{w}, false
}

// becoming reads what a piece becomes: nothing, a plus, or a letter that may follow an equals sign.
func (s *scribe) becoming(w *want, text string) bool {
	switch {
	case text == "":
		return true
	case text == "+":
		w.plus = true
		return true
	}
	if text = strings.TrimPrefix(text, "="); len(text) != 1 {
		return false
	}
	w.promotion = s.r.Spec().Type(text[0])
	return w.promotion != board.NoType
}

// iccs writes a move with ranks from 0: h2e2.
func (s *scribe) iccs(m board.Move) string {
	g := s.r.Geometry
	text := make([]byte, 0, 6)
	for _, sq := range [2]board.Square{m.From(), m.To()} {
		text = append(text, byte('a'+g.File(sq)), byte('0'+g.Rank(sq)))
	}
	switch m.Kind() {
	case board.Promotion:
		text = append(text, s.r.Spec().Piece(m.Promotion()).Letter)
	case board.PiecePromotion:
		text = append(text, '+')
	}
	return string(text)
}

// readICCS reads h2e2, H2-E2 and what may follow them.
func (s *scribe) readICCS(text string) ([]want, bool) {
	// The standard has capitals and a dash, programs neither.
	text = strings.ToLower(text)
	if len(text) > 2 && text[2] == '-' {
		text = text[:2] + text[3:]
	}
	if len(text) < 4 {
		return nil, true
	}
	g := s.r.Geometry
	var at [4]int
	for i := range at {
		// Ranks count from 0, so that one digit does for the ten of xiangqi.
		if at[i] = int(text[i]) - 'a'; i%2 == 1 {
			at[i] = int(text[i]) - '0'
		}
	}
	if !g.On(at[0], at[1]) || !g.On(at[2], at[3]) {
		return nil, true
	}
	w := want{fromFile: at[0] + 1, fromRank: at[1] + 1, toFile: at[2] + 1, toRank: at[3] + 1}
	if !s.becoming(&w, text[4:]) {
		return nil, true
	}
	return []want{w}, false
}
