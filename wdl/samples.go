package wdl

import (
	"fmt"

	"buluo/board"
	"buluo/game"
	"buluo/position"
	"buluo/rules"
)

// Record is what is known of a game that was played to its end by the rules.
type Record struct {
	Start  string   // FEN
	Moves  []string // as UCI writes them
	Scores []int    // one a move, for the side that moved
	Winner board.Color
}

// forced is the score from which on a search claims the end rather than values a position.
const forced = 20_000

// Samples takes positions out of a game: every one whose score is that of a search (openings played by chance have none, with score 0 and
// depth 0, which used says by move) and no forced end.
func Samples(r *rules.Rules, j *Judge, rec Record, number int, used func(ply int) bool) ([]Sample, error) {
	if len(rec.Scores) != len(rec.Moves) {
		return nil, fmt.Errorf("%d scores for %d moves; there should be one each", len(rec.Scores), len(rec.Moves))
	}
	p, err := position.Parse(r, rec.Start)
	if err != nil {
		return nil, err
	}
	var list []Sample
	for i, text := range rec.Moves {
		if score := rec.Scores[i]; used(i) && score > -forced && score < forced {
			if p.Side() == board.Black {
				score = -score
			}
			phase, clock := j.Facts(p)
			list = append(list, Sample{Score: score, Phase: phase, Clock: clock, Winner: rec.Winner, Game: number})
		}
		m, err := game.Parse(game.UCI, p, text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		p.Do(m)
	}
	return list, nil
}
