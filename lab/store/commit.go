package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"buluo/board"
	"buluo/lab/ledger"
	"buluo/lab/schedule"
)

// State is what has become of a job.
type State uint8

// The states of a job. Only a Done one has a game that counts.
const (
	Unknown     State = iota
	Planned           // to be played
	Done              // its game is kept
	Refused           // its game is its cell's already, at another budget
	Failed            // its players did not get to the end of it, several times
	Quarantined       // two results of it differ
)

var stateNames = [...]string{"unknown", "open", "done", "refused", "failed", "quarantined"}

// String names the state as the file does.
func (s State) String() string { return stateNames[s] }

func parseState(word string) State { return State(max(0, slices.Index(stateNames[:], word))) }

// Fault is what a player did wrong in a game.
type Fault struct {
	Side   board.Color `json:"side"` // NoColor where it cannot be told
	Engine string      `json:"engine"`
	Kind   string      `json:"kind"` // crashed, stalled, garbage, illegal move, wrong variant, refused option, other
	Text   string      `json:"text"`
}

// Result is what a worker made of a job: a game, or a fault.
type Result struct {
	Job    string         `json:"job"` // its ID
	Worker string         `json:"worker"`
	Record *ledger.Record `json:"record,omitempty"`
	Fault  *Fault         `json:"fault,omitempty"`
}

// Fate is what a commit made of a result.
type Fate uint8

// The fates of a result.
const (
	NoFate   Fate = iota
	Kept          // the job's game
	Known         // equal to the game kept already
	Twin          // refused: see Refused
	Conflict      // unlike the game kept already: the job is in quarantine
	Retry         // a fault, and the job is to be played again
	GaveUp        // a fault, and it was the last
)

var fateNames = [...]string{"none", "kept", "known", "twin", "conflict", "retry", "gave up"}

// String names the fate.
func (f Fate) String() string { return fateNames[f] }

// Final reports whether the job needs no further play.
func (f Fate) Final() bool { return f != Retry }

// maxAttempts is how often a job is begun whose players do not get to its end.
const maxAttempts = 3

// job is what a commit must know of its job.
type job struct {
	id, state                    string
	attempts                     int
	variant, white, black        int64
	nodesW, nodesB               int64
	cap                          int
	opening, rules, after, start string
	more                         string
	seed                         int64
	timed                        bool
}

// Commit takes a result in, in one transaction, and says what came of it and why. The error is for what has nothing to do with the game: an
// unknown job, a full disk. When Commit has returned without one, the result is on the disk.
func (s *Store) Commit(ctx context.Context, r Result) (fate Fate, why string, err error) {
	fate, why, err = s.commit(ctx, &r)
	if errors.Is(err, ErrFull) && s.release() {
		if fate, why, again := s.commit(ctx, &r); again == nil {
			return fate, why, fmt.Errorf("%s: %w: this game was kept with room held back for it, and there is no more; make room and run again", s.path, ErrFull)
		}
	}
	return fate, why, err
}

func (s *Store) commit(ctx context.Context, r *Result) (Fate, string, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return NoFate, "", s.explain(err)
	}
	defer tx.Rollback()
	j := job{id: r.Job}
	err = tx.QueryRowContext(ctx, `SELECT j.state, j.attempts, j.variant, j.white, j.black, j.white_nodes, j.black_nodes, j.cap, j.opening, j.seed, j.rules,
		j.continues, j.more, coalesce(nullif(j.more, '') ->> 'start', v.start), coalesce(w.config ->> 'movetime', b.config ->> 'movetime', 0) > 0
		FROM `+jobTables+` WHERE j.id = ?`, r.Job).Scan(&j.state, &j.attempts, &j.variant, &j.white,
		&j.black, &j.nodesW, &j.nodesB, &j.cap, &j.opening, &j.seed, &j.rules, &j.after, &j.more, &j.start, &j.timed)
	if errors.Is(err, sql.ErrNoRows) {
		return NoFate, "", fmt.Errorf("%s: job %s: %w", s.path, r.Job, ErrUnplanned)
	}
	if err != nil {
		return NoFate, "", s.explain(err)
	}
	var fate Fate
	var why string
	if r.Record != nil {
		fate, why, err = j.game(ctx, tx, r)
	} else {
		fate, why, err = j.fault(ctx, tx, r)
	}
	if err != nil {
		return NoFate, "", s.explain(err)
	}
	return fate, why, s.explain(tx.Commit())
}

// fault notes what went wrong and gives the job up after several times.
func (j *job) fault(ctx context.Context, tx *sql.Tx, r *Result) (Fate, string, error) {
	f := r.Fault
	if f == nil {
		return NoFate, "", fmt.Errorf("a result of job %s has neither a game nor a fault", j.id)
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO faults (job, side, engine, kind, text, worker) VALUES (?, ?, ?, ?, ?, ?)",
		j.id, int(f.Side), f.Engine, f.Kind, f.Text, r.Worker); err != nil {
		return NoFate, "", err
	}
	if j.state != Planned.String() {
		return Known, "", nil // another worker got to the end of it
	}
	if j.attempts++; j.attempts < maxAttempts {
		_, err := tx.ExecContext(ctx, "UPDATE jobs SET attempts = ? WHERE id = ?", j.attempts, j.id)
		return Retry, f.Text, err
	}
	why := fmt.Sprintf("given up after %d attempts: %s", j.attempts, f.Text)
	_, err := tx.ExecContext(ctx, "UPDATE jobs SET attempts = ?, state = 'failed', why = ? WHERE id = ?", j.attempts, why, j.id)
	return GaveUp, why, err
}

// game keeps a game, or says why not.
func (j *job) game(ctx context.Context, tx *sql.Tx, r *Result) (Fate, string, error) {
	rec := r.Record
	if err := j.strange(rec); err != nil {
		f := &Fault{Side: board.NoColor, Kind: "strange result", Text: fmt.Sprintf("worker %q: %v", r.Worker, err)}
		return j.fault(ctx, tx, &Result{Job: r.Job, Worker: r.Worker, Fault: f})
	}
	digest := rec.Digest()
	switch j.state {
	case Done.String(), Quarantined.String():
		return j.again(ctx, tx, r, digest)
	case Refused.String():
		return Known, "", nil
	}
	if why, err := j.twin(ctx, tx, rec); err != nil || why != "" {
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE jobs SET state = 'refused', why = ? WHERE id = ?", why, j.id)
		}
		return Twin, why, err
	}
	if err := insertGame(ctx, tx, j.id, r.Worker, digest, rec); err != nil {
		return NoFate, "", err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE jobs SET state = 'done', why = '' WHERE id = ?", j.id); err != nil {
		return NoFate, "", err
	}
	return Kept, "", j.tally(ctx, tx, rec.Outcome().Result(), 1)
}

// strange says why a record cannot be the job's.
func (j *job) strange(rec *ledger.Record) error {
	if err := rec.Check(); err != nil {
		return fmt.Errorf("the record makes no sense: %w", err)
	}
	if rec.Start != j.start || rec.Cap != j.cap || rec.Budget != uint64(j.nodesW) || !begins(rec.Moves, j.opening) {
		return errors.New("the record is of another game")
	}
	if !rec.Adjudicated() {
		return nil
	}
	var more schedule.More
	if j.more != "" {
		if err := json.Unmarshal([]byte(j.more), &more); err != nil {
			return fmt.Errorf("what its job asks for is not to be read: %w", err)
		}
	}
	if !more.Adjudication.Any() {
		return errors.New("the game was adjudicated, which its job does not ask for")
	}
	return nil
}

func insertGame(ctx context.Context, tx *sql.Tx, id, worker, digest string, rec *ledger.Record) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO games (job, moves, plies, result, reason, termination, scores, depths, nodes, digest, worker)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, rec.Moves, rec.Plies, rec.Result, rec.Reason, rec.Termination, list(rec.Scores), list(rec.Depths), list(rec.Nodes), digest, worker)
	return err
}

// list writes numbers as JSON.
func list[T int | uint64](numbers []T) string {
	text, err := json.Marshal(numbers)
	if err != nil {
		panic(err) // numbers always encode
	}
	return string(text)
}

// again holds a second result of a job against the first.
func (j *job) again(ctx context.Context, tx *sql.Tx, r *Result, digest string) (Fate, string, error) {
	var kept, worker string
	if err := tx.QueryRowContext(ctx, "SELECT digest, worker FROM games WHERE job = ?", j.id).Scan(&kept, &worker); err != nil {
		return NoFate, "", err
	}
	if kept == digest {
		return Known, "", nil
	}
	if j.timed {
		return Known, "the store has another game of this job, which is by the clock; the one kept stays", nil
	}
	body, err := json.Marshal(r.Record)
	if err != nil {
		return NoFate, "", err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO conflicts (job, digest, worker, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		j.id, digest, r.Worker, string(body)); err != nil {
		return NoFate, "", err
	}
	why := fmt.Sprintf("two results differ: worker %q played %s, worker %q played %s; a player that is not the same every time cannot be counted",
		worker, kept[:12], r.Worker, digest[:12])
	if j.state == Done.String() {
		var result string
		if err := tx.QueryRowContext(ctx, "SELECT "+countedResult+" FROM games g WHERE job = ?", j.id).Scan(&result); err != nil {
			return NoFate, "", err
		}
		if err := j.tally(ctx, tx, result, -1); err != nil {
			return NoFate, "", err
		}
	}
	_, err = tx.ExecContext(ctx, "UPDATE jobs SET state = 'quarantined', why = ? WHERE id = ?", why, j.id)
	return Conflict, why, err
}

// twin names the game of the same cell that has the same moves at another budget, if there is one. Only of a player against itself is a second
// one no news: where the seats differ by player or budget, that both play alike is a result.
func (j *job) twin(ctx context.Context, tx *sql.Tx, rec *ledger.Record) (string, error) {
	if j.white != j.black || j.nodesW != j.nodesB {
		return "", nil
	}
	var nodes int64
	err := tx.QueryRowContext(ctx, `SELECT j.white_nodes FROM jobs j JOIN games g ON g.job = j.id
		WHERE j.variant = ? AND j.white = ? AND j.black = ? AND j.cap = ? AND j.opening = ? AND j.seed = ? AND j.rules = ? AND j.more = ? AND j.state = 'done'
		AND j.white_nodes = j.black_nodes AND j.white_nodes <> ? AND g.moves = ? ORDER BY j.seq LIMIT 1`,
		j.variant, j.white, j.black, j.cap, j.opening, j.seed, j.rules, j.more, j.nodesW, rec.Moves).Scan(&nodes)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return fmt.Sprintf("%s: budgets %d and %d played the same game of %d plies; a cell's games must differ, so the second is refused",
		rec.Variant, nodes, rec.Budget, rec.Plies), err
}

// tally counts a result, or takes one back.
func (j *job) tally(ctx context.Context, tx *sql.Tx, result string, by int) error {
	column := map[string]string{"1-0": "won", "1/2-1/2": "drawn", "0-1": "lost", "*": "unfinished"}[result]
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`INSERT INTO tallies (variant, white, black, cap, %[1]s) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (variant, white, black, cap) DO UPDATE SET %[1]s = %[1]s + excluded.%[1]s`, column), j.variant, j.white, j.black, j.cap, by)
	return err
}

// begins reports whether a game starts with the moves of an opening.
func begins(moves, opening string) bool {
	return opening == "" || strings.HasPrefix(moves+" ", opening+" ")
}

// Take plans a job and commits its game: the way of games that were played elsewhere.
func (s *Store) Take(ctx context.Context, j *schedule.Job, r Result) (Fate, string, error) {
	if _, err := s.Plan(ctx, []schedule.Job{*j}); err != nil {
		return NoFate, "", err
	}
	return s.Commit(ctx, r)
}

// GiveUp marks a job that is still to be played as failed.
func (s *Store) GiveUp(ctx context.Context, id, why string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE jobs SET state = 'failed', why = ? WHERE id = ? AND state = 'open'", why, id)
	return s.explain(err)
}
