package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"buluo/protocol/option"
	"buluo/protocol/remote"
	"buluo/variant"
)

// rival is the engine under examination, playing one variant at a time. It belongs to one goroutine.
type rival struct {
	ctx      context.Context
	cmd      []string
	settings []remote.Setting
	engine   *remote.Engine
	given    map[string]bool // variants that it has from us, by name

	variant, ini string
	alone        bool // the engine plays one game only, and the caller has said that this is it
	ranksFrom0   bool // the engine counts ranks from 0; we count them from 1
	mute         bool // the engine does not know the command d
}

// startRival starts the engine. Networks are switched off: no score of theirs is asked for, and the reference quits where
// it misses one.
func startRival(ctx context.Context, cmd []string, settings []remote.Setting) (*rival, error) {
	r := &rival{ctx: ctx, cmd: cmd, settings: settings}
	return r, r.start()
}

func (r *rival) start() error {
	e, err := remote.Start(r.ctx, r.cmd, r.settings...)
	if err != nil {
		return err
	}
	r.engine, r.given = e, map[string]bool{}
	if o, ok := e.Options()["Use NNUE"]; ok && o.Kind == option.Check {
		return e.SetOption(o.Name, "false")
	}
	return nil
}

func (r *rival) close() {
	if r.engine != nil {
		r.engine.Close()
	}
}

// restart replaces an engine that has failed, and returns to the variant.
func (r *rival) restart() error {
	r.close()
	if err := r.start(); err != nil {
		return err
	}
	return r.choose()
}

// use has the engine play a variant: its own of that name where it has one, else the stanza. An engine that plays one game
// only is taken to play this one if the caller asks for no other.
func (r *rival) use(spec *variant.Spec, ini string, only bool) (own bool, err error) {
	o, ok := r.engine.Options()["UCI_Variant"]
	r.variant, r.ini, r.alone, r.ranksFrom0 = spec.Name, ini, !ok && only, false
	own = r.alone || slices.Contains(o.Vars, spec.Name) && !r.given[spec.Name]
	if own {
		r.ini = ""
	} else {
		r.given[spec.Name] = true
	}
	return own, r.choose()
}

func (r *rival) choose() error {
	if !r.alone {
		return r.engine.UseVariant(r.variant, r.ini)
	}
	if err := r.engine.NewGame(); err != nil {
		return err
	}
	return r.engine.Position("", nil)
}

// goTo sets a place up.
func (r *rival) goTo(pl Place) error {
	moves := pl.Moves
	if r.ranksFrom0 {
		moves = make([]string, len(pl.Moves))
		for i, m := range pl.Moves {
			moves[i] = moveRanks(m, -1)
		}
	}
	return r.engine.Position(pl.FEN, moves)
}

// divide counts the leaves of a depth below each move of a place.
func (r *rival) divide(pl Place, depth int) (map[string]uint64, error) {
	if err := r.goTo(pl); err != nil {
		return nil, err
	}
	_, counts, err := r.engine.Perft(r.ctx, depth)
	if err != nil || !r.ranksFrom0 {
		return counts, err
	}
	moved := make(map[string]uint64, len(counts))
	for m, n := range counts {
		moved[moveRanks(m, 1)] = n
	}
	return moved, nil
}

// show asks what stands on the engine's board, and reports false where it cannot say.
func (r *rival) show(pl Place) (remote.Board, bool, error) {
	if r.mute {
		return remote.Board{}, false, nil
	}
	if err := r.goTo(pl); err != nil {
		return remote.Board{}, false, err
	}
	b, err := r.engine.Display(r.ctx)
	if remote.FailureOf(err) == remote.Unsupported {
		r.mute = true
		return remote.Board{}, false, nil
	}
	return b, err == nil, err
}

// search looks a few plies deep, for what the engine makes of an end or of a win in one.
func (r *rival) search(pl Place, depth int) (remote.Result, error) {
	if err := r.goTo(pl); err != nil {
		return remote.Result{}, err
	}
	res, err := r.engine.Go(r.ctx, remote.Limits{Depth: depth})
	if r.ranksFrom0 {
		res.Best = moveRanks(res.Best, 1)
	}
	return res, err
}

// dead reports whether the engine can no longer be used after an error.
func dead(err error) bool {
	switch remote.FailureOf(err) {
	case remote.Crashed, remote.Stalled, remote.Garbage:
		return true
	}
	return errors.Is(err, remote.ErrClosed)
}

// moveRanks adds a number to every rank in a move.
func moveRanks(move string, add int) string {
	var b strings.Builder
	for i := 0; i < len(move); {
		n, j := 0, i
		for j < len(move) && move[j] >= '0' && move[j] <= '9' {
			n = n*10 + int(move[j]-'0')
			j++
		}
		if j > i {
			fmt.Fprint(&b, n+add)
			i = j
			continue
		}
		b.WriteByte(move[i])
		i++
	}
	return b.String()
}

// countsFrom0 reports whether the moves of a variant's array equal ours once every rank is raised by one.
func countsFrom0(mine, theirs map[string]uint64) bool {
	if len(mine) == 0 || len(mine) != len(theirs) {
		return false
	}
	for m := range theirs {
		if _, ok := mine[moveRanks(m, 1)]; !ok {
			return false
		}
	}
	return true
}
