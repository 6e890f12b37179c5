package main

import (
	"fmt"
	"strconv"

	"buluo/board"
	"buluo/internal/solver"
	"buluo/movegen"
	"buluo/position"
)

// quick is a solver's board on the engine's own rules.
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

func (q quick) Key() string {
	return strconv.FormatUint(q.p.Key(), 36) + "/" + strconv.Itoa(q.p.Clock())
}

// limited is a board that is good for so many moves.
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
