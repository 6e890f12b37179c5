package main

import (
	"fmt"
	"strconv"

	"buluo/board"
	"buluo/internal/solver"
	"buluo/movegen"
	"buluo/position"
)

// quick is a solver's board on the engine's own rules. It is many times as fast as the referee's,
// which is why candidates are looked for on it, and it proves nothing to anybody.
type quick struct {
	gen *movegen.Generator
	p   *position.Position
}

var _ solver.Board = quick{}

func (q quick) Side() board.Color      { return q.p.Side() }
func (q quick) Outcome() board.Outcome { return q.gen.Outcome(q.p) }
func (q quick) Legal() []board.Move    { return q.gen.Legal(q.p, nil) }
func (q quick) Undo()                  { q.p.Undo() }

func (q quick) Play(m board.Move) error {
	q.p.Do(m)
	return nil
}

// The clock is part of the key: the same men with a clock that has run further may be drawn sooner.
func (q quick) Key() string {
	return strconv.FormatUint(q.p.Key(), 36) + "/" + strconv.Itoa(q.p.Clock())
}

// limited is a board that is good for so many moves. Counting moves and not time keeps the file the
// same on a slow machine.
type limited struct {
	quick
	left *int
}

func (l limited) Play(m board.Move) error {
	if *l.left--; *l.left < 0 {
		return fmt.Errorf("more positions than the budget allows")
	}
	return l.quick.Play(m)
}
