package spar

import (
	"context"
	"errors"
	"math/rand/v2"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/work"
)

// Config says what is played.
type Config struct {
	series.Config        // its Seed is that of the random movers
	Games         int    // from each seat of each design
	Nodes         uint64 // our nodes a move
}

// Row is a design's part of the result.
type Row struct {
	Design  design.Design   `json:"-"`
	Name    string          `json:"design"`
	Soldier string          `json:"soldier,omitempty"`
	Seats   [2]series.Score `json:"seats"` // ours as White, the horde, and as Black, the army
}

// Result is what a run came to, a row a design in the order of the config.
type Result struct {
	Player string `json:"player"`
	Nodes  uint64 `json:"nodes"`
	Seed   uint64 `json:"seed"`
	Rows   []Row  `json:"rows"`
}

// Jobs lists the games: design by design, the seats by turns.
func (c *Config) Jobs() []schedule.Job {
	var list []schedule.Job
	for _, d := range c.Designs {
		for n := range c.Games {
			for seat := range board.NoColor {
				players := [2]schedule.Player{{Kind: schedule.Random, Engine: "random mover"}, {Kind: schedule.Random, Engine: "random mover"}}
				players[seat] = c.With(c.Nodes)
				j := c.Job(d, players, "")
				// Seeds of neighbouring runs must not meet: the second of seed 1 is not the first of seed 2.
				j.Seed = rand.New(rand.NewPCG(c.Seed, uint64(n))).Uint64()
				list = append(list, j)
			}
		}
	}
	return list
}

// Run plays what the store does not hold yet, and counts. What was played until an error is in the result.
func Run(ctx context.Context, c Config, report func(work.Progress)) (*Result, error) {
	jobs := c.Jobs()
	games, err := series.Play(ctx, c.Config, jobs, report)
	return c.count(games), errors.Join(err, series.Trouble(jobs, games))
}

// count counts the games of the jobs, each in its row and seat.
func (c *Config) count(games []series.Game) *Result {
	res := &Result{Player: c.With(0).String(), Nodes: c.Nodes, Seed: c.Seed}
	for _, d := range c.Designs {
		res.Rows = append(res.Rows, Row{Design: d, Name: d.Name(), Soldier: d.Soldier})
	}
	for i, g := range games {
		if seat := board.Color(i % 2); g.Record != nil {
			res.Rows[i/(2*c.Games)].Seats[seat].Add(g.Record, seat)
		}
	}
	return res
}

// Games returns how many games were played.
func (r *Result) Games() (n int) {
	for _, row := range r.Rows {
		all := row.Seats[0].Plus(row.Seats[1])
		n += all.Games() + all.Unfinished
	}
	return n
}
