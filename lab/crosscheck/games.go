package crosscheck

import (
	"fmt"

	"buluo/position"
)

// everyPlies is how often in a game the moves themselves are compared, besides at its end. Positions given as FENs have seen
// to them already; here it is what the engine carries along that counts, and the FEN shows that after every ply.
const everyPlies = 8

// games plays random games, hands them to the engine as the array and moves, and compares after every ply.
func (c *one) games() error {
	player := newPlayer(c.ours, c.cfg.Seed, gamePlayer)
	for i := range c.cfg.Games {
		style := Style(i % int(numStyles))
		if err := c.game(player, style, fmt.Sprintf("game %d, %s", i+1, style)); err != nil {
			return err
		}
		c.report.Figures.Games++
		c.step("games")
	}
	return nil
}

// game plays one. It is over after the first difference: what follows would differ for the same reason.
func (c *one) game(player *player, style Style, name string) error {
	p := position.Start(c.ours.rules)
	var pl Place
	for ply := 1; ply <= c.cfg.Plies; ply++ {
		m, ok := player.move(p, style)
		if !ok {
			break
		}
		before := pl
		pl = pl.After(c.ours.rules.UCI(m))
		p.Do(m)
		c.report.Figures.Plies++
		s := &spot{Place: pl, p: p, found: fmt.Sprintf("%s, ply %d", name, ply)}
		found, err := c.shown(s)
		if elsewhere(found) {
			if cause, failed := c.refused(before, s.found); len(cause) > 0 || failed != nil {
				found, err = cause, failed
			}
		}
		if err := c.take(s, found, err); err != nil {
			return err
		}
		if len(found) > 0 || err != nil {
			break
		}
		if ply%everyPlies == 0 || ply == c.cfg.Plies || !c.ours.gen.Any(p) {
			if differs, err := c.more(s, 1); differs || err != nil {
				return err
			}
		}
	}
	return nil
}

// refused looks for the reason why the engine is in another position than we are after a move: that it does not know the
// move. Engines drop such moves without a word.
func (c *one) refused(before Place, found string) ([]*Difference, error) {
	p, err := c.ours.open(before)
	if err != nil {
		return nil, err
	}
	return c.tree(&spot{Place: before, p: p, found: found}, 1)
}
