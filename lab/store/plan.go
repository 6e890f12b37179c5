package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"buluo/lab/schedule"
)

// Plan takes jobs in, in one transaction, and returns how many it did not know. Those it knows stay as they are, whatever became of them.
func (s *Store) Plan(ctx context.Context, jobs []schedule.Job) (added int, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, s.explain(err)
	}
	defer tx.Rollback()
	for i := range jobs {
		ok, err := plan(ctx, tx, &jobs[i])
		if err != nil {
			return 0, s.explain(err)
		}
		if ok {
			added++
		}
	}
	return added, s.explain(tx.Commit())
}

// plan takes one job in.
func plan(ctx context.Context, tx *sql.Tx, j *schedule.Job) (bool, error) {
	spec, err := j.Spec()
	if err != nil {
		return false, err
	}
	variant, err := rowOf(ctx, tx, "variants", []string{"name", "stanza"}, []string{"start"}, j.Variant, j.Stanza, spec.Start)
	if err != nil {
		return false, err
	}
	var seats [2]int64
	for i, p := range j.Players {
		if seats[i], err = rowOf(ctx, tx, "players", []string{"config"}, []string{"kind", "engine"}, p.Config(), p.Kind, p.Engine); err != nil {
			return false, err
		}
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO jobs (id, variant, white, black, white_nodes, black_nodes, opening, seed, cap, rules, continues, more)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
		j.ID(), variant, seats[0], seats[1], int64(j.Players[0].Nodes), int64(j.Players[1].Nodes), j.Opening, int64(j.Seed), j.Cap, j.Rules, j.After,
		moreText(&j.More))
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// moreText writes what few jobs have, "" where it is nothing.
func moreText(m *schedule.More) string {
	if *m == (schedule.More{}) {
		return ""
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return string(text)
}

// rowOf returns the number of the row with these values in its key columns, and makes it where there is none.
func rowOf(ctx context.Context, tx *sql.Tx, table string, key, more []string, values ...any) (id int64, err error) {
	find := fmt.Sprintf("SELECT id FROM %s WHERE %s = ?", table, strings.Join(key, " = ? AND "))
	if err = tx.QueryRowContext(ctx, find, values[:len(key)]...).Scan(&id); err != sql.ErrNoRows {
		return id, err
	}
	columns := append(append([]string{}, key...), more...)
	make := fmt.Sprintf("INSERT INTO %s (%s) VALUES (?%s)", table, strings.Join(columns, ", "), strings.Repeat(", ?", len(columns)-1))
	res, err := tx.ExecContext(ctx, make, values...)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// jobColumns are what scanJob reads, of jobs joined with variants v and players w and b.
const jobColumns = `j.id, v.name, v.stanza, w.config, b.config, j.white_nodes, j.black_nodes, j.opening, j.seed, j.cap, j.rules, j.continues,
	j.more`

const jobTables = `jobs j JOIN variants v ON v.id = j.variant JOIN players w ON w.id = j.white JOIN players b ON b.id = j.black`

// scanner is a row or rows.
type scanner interface{ Scan(...any) error }

// scanJob reads a job, and the columns that follow it into more.
func scanJob(row scanner, more ...any) (id string, j schedule.Job, err error) {
	var configs [2]string
	var nodes [2]int64
	var seed int64
	var text string
	into := []any{&id, &j.Variant, &j.Stanza, &configs[0], &configs[1], &nodes[0], &nodes[1], &j.Opening, &seed, &j.Cap, &j.Rules, &j.After, &text}
	if err := row.Scan(append(into, more...)...); err != nil {
		return "", j, err
	}
	j.Seed = uint64(seed)
	if text != "" {
		if err := json.Unmarshal([]byte(text), &j.More); err != nil {
			return id, j, fmt.Errorf("job %s: what more it asks is not to be read: %w", id, err)
		}
	}
	for i := range configs {
		if err := json.Unmarshal([]byte(configs[i]), &j.Players[i]); err != nil {
			return id, j, fmt.Errorf("job %s: the configuration of a player is not to be read: %w", id, err)
		}
		j.Players[i].Nodes = uint64(nodes[i])
	}
	return id, j, nil
}

// Pending returns those of the jobs that are still to be played, in the order given.
func (s *Store) Pending(ctx context.Context, jobs []schedule.Job) ([]schedule.Job, error) {
	var todo []schedule.Job
	for _, j := range jobs {
		state, _, err := s.State(ctx, j.ID())
		if err != nil {
			return nil, err
		}
		if state == Planned {
			todo = append(todo, j)
		}
	}
	return todo, nil
}

// State returns what became of a job and, where it is not a game, why.
func (s *Store) State(ctx context.Context, id string) (state State, why string, err error) {
	var word string
	err = s.db.QueryRowContext(ctx, "SELECT state, why FROM jobs WHERE id = ?", id).Scan(&word, &why)
	switch {
	case err == sql.ErrNoRows:
		return Unknown, "", nil
	case err != nil:
		return Unknown, "", s.explain(err)
	}
	return parseState(word), why, nil
}

// Job returns a planned job by its ID.
func (s *Store) Job(ctx context.Context, id string) (schedule.Job, error) {
	_, j, err := scanJob(s.db.QueryRowContext(ctx, "SELECT "+jobColumns+" FROM "+jobTables+" WHERE j.id = ?", id))
	if err == sql.ErrNoRows {
		return j, fmt.Errorf("%s: there is no job %s", s.path, id)
	}
	return j, s.explain(err)
}

// Restart has a job played again that failed or is in quarantine. What was kept of it is forgotten.
func (s *Store) Restart(ctx context.Context, id string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, "UPDATE jobs SET state = 'open', why = '', attempts = 0 WHERE id = ? AND state IN ('failed', 'quarantined')", id)
	if err != nil {
		return s.explain(err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errorsOr(s.explain(err), "%s: job %s has neither failed nor is it in quarantine", s.path, id)
	}
	for _, table := range []string{"games", "conflicts", "faults"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE job = ?", id); err != nil {
			return s.explain(err)
		}
	}
	return s.explain(tx.Commit())
}

func errorsOr(err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	return fmt.Errorf(format, args...)
}
