package uci

import (
	"strconv"

	"buluo/engine"
	"buluo/protocol/option"
	"buluo/rules"
	"buluo/wdl"
)

// optionWDL is the option that asks for chances beside every score. It is this protocol's alone: the engine searches the same with it
// and without.
const optionWDL = "UCI_ShowWDL"

// forecast is what a conversation knows of chances.
type forecast struct {
	on    bool
	judge *wdl.Judge
	of    *rules.Rules // whose judge it is
}

// option declares the option.
func (f *forecast) option() engine.Option {
	return engine.Option{Name: optionWDL, Kind: option.Check, Default: strconv.FormatBool(f.on)}
}

// odds returns the chances of the side to move at what a search says of the engine's position, nil where they are not to be told.
func (s *session) odds(i engine.Info) *wdl.Odds {
	f := &s.forecast
	p, err := s.Engine.Position()
	if !f.on || err != nil || i.Depth == 0 && i.Nodes > 0 {
		return nil
	}
	side := p.Side()
	if i.Depth == 0 {
		o := s.Engine.Outcome()
		if !o.Over {
			return nil // no allowed move
		}
		odds := wdl.Certain(o.Winner, side)
		return &odds
	}
	if i.Score.Mate {
		winner := side
		if i.Score.Plies < 0 {
			winner = side.Other()
		}
		odds := wdl.Certain(winner, side)
		return &odds
	}
	if r := s.Engine.Rules(); f.of != r {
		set, err := wdl.Load()
		if err != nil {
			s.complain(err)
			f.on = false
			return nil
		}
		f.judge, f.of = set.Judge(r), r
	}
	odds := f.judge.Odds(p, i.Score.Centipawns)
	return &odds
}
