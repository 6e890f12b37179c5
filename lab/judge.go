package lab

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"buluo/board"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/referee"
	"buluo/variant"
)

// judge replays records with the referee alone. It remembers the variants it has read and may be used by many goroutines.
type judge struct {
	mu    sync.Mutex
	specs map[string]*variant.Spec
}

func newJudge() *judge { return &judge{specs: map[string]*variant.Spec{}} }

// spec returns the variant that a record was played by.
func (j *judge) spec(rec *ledger.Record) (*variant.Spec, error) {
	stanza := rec.INI
	if rec.Job != nil {
		stanza = rec.Job.Stanza
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	key := rec.Variant + "\x00" + stanza
	if spec := j.specs[key]; spec != nil {
		return spec, nil
	}
	var spec *variant.Spec
	var err error
	if stanza == "" {
		spec, err = variant.Load(rec.Variant)
	} else {
		spec, err = (&schedule.Job{Variant: rec.Variant, Stanza: stanza}).Spec()
	}
	if err == nil {
		j.specs[key] = spec
	}
	return spec, err
}

// verdict is what the referee made of a game.
type verdict struct {
	outcome   board.Outcome
	positions int
	sides     []board.Color // who made each move
}

// replay plays a record's moves and returns the outcome. That the game goes on after it has ended is an error, as is an illegal move.
func (j *judge) replay(rec *ledger.Record) (verdict, error) {
	spec, err := j.spec(rec)
	if err != nil {
		return verdict{}, err
	}
	g, err := referee.FromFEN(spec, rec.Start)
	if err != nil {
		return verdict{}, fmt.Errorf("start: %w", err)
	}
	v := verdict{positions: 1}
	for ply, text := range strings.Fields(rec.Moves) {
		if o := g.Outcome(); o.Over {
			return v, fmt.Errorf("ply %d: %s is played after the game has ended, %s by %s", ply+1, text, o.Result(), o.Reason)
		}
		m, err := g.ParseUCI(text)
		v.sides = append(v.sides, g.Side())
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return v, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		v.positions++
	}
	v.outcome = g.Outcome()
	return v, nil
}

// check replays a record and compares all that it claims.
func (j *judge) check(rec *ledger.Record) (positions int, err error) {
	if err := rec.Check(); err != nil {
		return 0, err
	}
	v, err := j.replay(rec)
	if err != nil {
		return v.positions, err
	}
	said := rec.Outcome()
	switch {
	case said != v.outcome:
		return v.positions, fmt.Errorf("recorded %s by %s, the referee says %s by %s", rec.Result, rec.Reason, v.outcome.Result(), v.outcome.Reason)
	case v.outcome.Over != (rec.Termination == match.ByRules.String()):
		return v.positions, fmt.Errorf("recorded as %s, the referee says %s by %s", rec.Termination, v.outcome.Result(), v.outcome.Reason)
	case rec.Termination == match.Capped.String() && (rec.Cap == 0 || rec.Plies < rec.Cap):
		return v.positions, fmt.Errorf("recorded as left at the cap of %d plies after %d", rec.Cap, rec.Plies)
	}
	if rec.Job != nil {
		return v.positions, errors.Join(j.fits(rec), ruled(rec, v.sides))
	}
	if rec.Adjudicated() {
		return v.positions, errors.New("it was adjudicated, and has no job that says by what")
	}
	return v.positions, nil
}

// fits says where a record is not of the job that it names.
func (j *judge) fits(rec *ledger.Record) error {
	job := rec.Job
	spec, err := j.spec(rec)
	if err != nil {
		return err
	}
	opening := len(strings.Fields(job.Opening))
	switch {
	case job.ID() != rec.ID:
		return fmt.Errorf("its job is %s, the record says %s", job.ID(), rec.ID)
	case rec.Variant != job.Variant || rec.Cap != job.Cap || rec.Budget != job.Budget() || rec.Engine != job.Engine():
		return errors.New("variant, cap, budget or engine are not those of its job")
	case rec.Start != job.StartOf(spec):
		return fmt.Errorf("it starts from %s, its job from %s", rec.Start, job.StartOf(spec))
	case job.Opening != "" && !strings.HasPrefix(rec.Moves+" ", job.Opening+" "):
		return errors.New("it does not begin with its job's opening")
	case rec.Plies > max(job.Cap, opening) && job.Cap > 0:
		return fmt.Errorf("it has %d plies, its cap is %d", rec.Plies, job.Cap)
	}
	if job.Players[0].Kind != schedule.Own || job.Players[1].Kind != schedule.Own {
		return nil // other engines count nodes in their own ways
	}
	for i, n := range rec.Nodes {
		if top := max(job.Players[0].Nodes, job.Players[1].Nodes); top > 0 && n > top {
			return fmt.Errorf("ply %d: %d nodes of a budget of %d", i+1, n, top)
		}
	}
	return nil
}
