package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"buluo/board"
	"buluo/lab/ledger"
	"buluo/lab/schedule"
	"buluo/lab/stat"
)

// Filter chooses games. A zero field chooses all.
type Filter struct {
	IDs      []string // of jobs; the beginning of one is enough
	Variants []string // names, or patterns of *, ? and [...]
	Budgets  []uint64 // White's
	Engines  []string // of either seat, by name
	Caps     []int
	Capped   bool // only games that were left at a cap
	All      bool // also games in quarantine, which count for nothing
	Bare     bool // records as they were handed in: a continued game has no thoughts for the moves before its continuation
}

// where writes the filter as SQL.
func (f *Filter) where() (text string, args []any) {
	var parts []string
	if !f.All {
		parts = append(parts, "j.state = 'done'")
	}
	if f.Capped {
		parts = append(parts, "g.termination = 'cap'")
	}
	add(&parts, &args, "j.id GLOB ?", suffixed(f.IDs, "*"))
	add(&parts, &args, "v.name GLOB ?", f.Variants)
	add(&parts, &args, "j.white_nodes = ?", f.Budgets)
	add(&parts, &args, "? IN (w.engine, b.engine)", f.Engines)
	add(&parts, &args, "j.cap = ?", f.Caps)
	if len(parts) == 0 {
		return "1", nil
	}
	return strings.Join(parts, " AND "), args
}

// Fits returns an error that names the variant of a filter that the store has no job of, if there is one: a name that was mistyped chooses nothing,
// which is not what was meant.
func (s *Store) Fits(ctx context.Context, f Filter) error {
	for _, name := range f.Variants {
		var n int
		if err := s.db.QueryRowContext(ctx, "SELECT count(*) FROM variants WHERE name GLOB ?", name).Scan(&n); err != nil {
			return s.explain(err)
		}
		if n == 0 {
			have, err := s.words(ctx, "SELECT DISTINCT name FROM variants ORDER BY name")
			return errors.Join(err, fmt.Errorf("%s: it has no game of %q, but of: %s", s.path, name, strings.Join(have, ", ")))
		}
	}
	return nil
}

// suffixed makes patterns of the beginnings of names. What a pattern gives a meaning to is in no ID, and so finds nothing.
func suffixed(list []string, end string) []string {
	var all []string
	for _, s := range list {
		all = append(all, strings.NewReplacer("*", "!", "?", "!", "[", "!").Replace(s)+end)
	}
	return all
}

// add adds the alternatives of one field.
func add[T any](parts *[]string, args *[]any, test string, values []T) {
	if len(values) == 0 {
		return
	}
	*parts = append(*parts, "("+strings.Repeat(test+" OR ", len(values)-1)+test+")")
	for _, v := range values {
		if n, ok := any(v).(uint64); ok {
			*args = append(*args, int64(n)) // as it is stored
			continue
		}
		*args = append(*args, v)
	}
}

// Game is a game with its job. Its Record carries the job too, under ID, Job and, where the catalogue has no such variant, INI.
type Game struct {
	ledger.Record
	State  State
	Worker string // who played it
	Digest string // of the record as it was handed in
}

// Games returns the games a filter chooses, in the order in which their jobs were planned. Breaking off the loop is fine. After an
// error there are no more.
func (s *Store) Games(ctx context.Context, f Filter) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		where, args := f.where()
		rows, err := s.db.QueryContext(ctx, "SELECT "+jobColumns+`, v.start, j.state, g.moves, g.plies, g.result, g.reason, g.termination,
			g.scores, g.depths, g.nodes, g.digest, g.worker FROM `+jobTables+" JOIN games g ON g.job = j.id WHERE "+where+" ORDER BY j.seq", args...)
		if err != nil {
			yield(Game{}, s.explain(err))
			return
		}
		defer rows.Close()
		shipped := map[string]bool{} // whether the catalogue has a stanza
		for rows.Next() {
			g, err := scanGame(rows)
			if err == nil && !f.Bare && g.Job.After != "" {
				err = s.fill(ctx, &g)
			}
			if err == nil {
				setINI(&g.Record, shipped)
			}
			if !yield(g, s.explain(err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Game{}, s.explain(err))
		}
	}
}

// scanGame reads a row of Games.
func scanGame(rows *sql.Rows) (Game, error) {
	var g Game
	var state, scores, depths, nodes string
	var start string
	id, j, err := scanJob(rows, &start, &state, &g.Moves, &g.Plies, &g.Result, &g.Reason, &g.Termination, &scores, &depths, &nodes, &g.Digest, &g.Worker)
	if err != nil {
		return g, err
	}
	if g.Start = start; j.Start != "" {
		g.Start = j.Start
	}
	g.ID, g.Job, g.State = id, &j, parseState(state)
	g.Variant, g.Budget, g.Cap, g.Engine = j.Variant, j.Budget(), j.Cap, j.Engine()
	for _, list := range []struct {
		text string
		into any
	}{{scores, &g.Scores}, {depths, &g.Depths}, {nodes, &g.Nodes}} {
		if err := json.Unmarshal([]byte(list.text), list.into); err != nil {
			return g, fmt.Errorf("game %s: its numbers are not to be read: %w", id, err)
		}
	}
	return g, nil
}

// fill gives a continued game the thoughts on the moves that an earlier game of the store made.
func (s *Store) fill(ctx context.Context, g *Game) error {
	for before, err := range s.Games(ctx, Filter{IDs: []string{g.Job.After}, All: true}) {
		if err != nil {
			return err
		}
		n := min(before.Plies, g.Plies, len(before.Scores), len(before.Depths), len(before.Nodes), len(g.Scores), len(g.Depths), len(g.Nodes))
		copy(g.Scores, before.Scores[:n])
		copy(g.Depths, before.Depths[:n])
		copy(g.Nodes, before.Nodes[:n])
	}
	return nil
}

// setINI gives a record its stanza where the catalogue's variant of that name is another.
func setINI(r *ledger.Record, shipped map[string]bool) {
	key := r.Variant + "\x00" + r.Job.Stanza
	same, known := shipped[key]
	if !known {
		same = r.Job.Shipped()
		shipped[key] = same
	}
	if !same {
		r.INI = r.Job.Stanza
	}
}

// Tally is a count of the games of one design between two players.
type Tally struct {
	Variant string
	Stanza  string             // of the variant: two of one name are two
	Players [2]schedule.Player // without their budgets
	Cap     int
	stat.Tally
}

// countedResult is a game's result as far as its rules gave it: one that was adjudicated counts with the unfinished.
const countedResult = "iif(g.termination = 'adjudication', '*', g.result)"

// tallyQueries are the counts as they are kept, and as a recount of the games gives them.
const (
	keptTallies = `SELECT v.name, v.stanza, w.config, b.config, t.cap, t.won, t.drawn, t.lost, t.unfinished
		FROM tallies t JOIN variants v ON v.id = t.variant JOIN players w ON w.id = t.white JOIN players b ON b.id = t.black
		WHERE t.won + t.drawn + t.lost + t.unfinished <> 0 ORDER BY v.id, w.id, b.id, t.cap`
	countedTallies = `SELECT v.name, v.stanza, w.config, b.config, j.cap, sum(` + countedResult + ` = '1-0'), sum(` + countedResult + ` = '1/2-1/2'),
		sum(` + countedResult + ` = '0-1'), sum(` + countedResult + ` = '*') FROM ` + jobTables + `
		JOIN games g ON g.job = j.id WHERE j.state = 'done' GROUP BY v.id, w.id, b.id, j.cap ORDER BY v.id, w.id, b.id, j.cap`
)

// Tallies returns the counts kept beside the games.
func (s *Store) Tallies(ctx context.Context) ([]Tally, error) { return s.tallies(ctx, keptTallies) }

// Recount counts the games anew.
func (s *Store) Recount(ctx context.Context) ([]Tally, error) { return s.tallies(ctx, countedTallies) }

func (s *Store) tallies(ctx context.Context, query string) ([]Tally, error) {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var list []Tally
	for rows.Next() {
		var t Tally
		var configs [2]string
		if err := rows.Scan(&t.Variant, &t.Stanza, &configs[0], &configs[1], &t.Cap, &t.White, &t.Draw, &t.Black, &t.Unfinished); err != nil {
			return nil, s.explain(err)
		}
		for i := range configs {
			if err := json.Unmarshal([]byte(configs[i]), &t.Players[i]); err != nil {
				return nil, fmt.Errorf("%s: the configuration of a player is not to be read: %w", s.path, err)
			}
		}
		list = append(list, t)
	}
	return list, s.explain(rows.Err())
}

// FaultCount is how often an engine did something wrong in a seat.
type FaultCount struct {
	Engine, Kind string
	Side         board.Color
	Times        int
}

// Faults returns what engines did wrong, counted by engine, kind and seat.
func (s *Store) Faults(ctx context.Context) ([]FaultCount, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT engine, kind, side, count(*) FROM faults GROUP BY engine, kind, side ORDER BY engine, kind, side")
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var list []FaultCount
	for rows.Next() {
		var c FaultCount
		if err := rows.Scan(&c.Engine, &c.Kind, &c.Side, &c.Times); err != nil {
			return nil, s.explain(err)
		}
		list = append(list, c)
	}
	return list, s.explain(rows.Err())
}

// Trouble is a job that has no game that counts, and never will without help.
type Trouble struct {
	ID, Variant string
	Budget      uint64
	State       State
	Why         string
}

// Troubles returns the jobs that were refused, failed or are in quarantine.
func (s *Store) Troubles(ctx context.Context) ([]Trouble, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT j.id, v.name, j.white_nodes, j.state, j.why FROM jobs j JOIN variants v ON v.id = j.variant
		WHERE j.state NOT IN ('open', 'done') ORDER BY j.seq`)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var list []Trouble
	for rows.Next() {
		var t Trouble
		var word string
		var nodes int64
		if err := rows.Scan(&t.ID, &t.Variant, &nodes, &word, &t.Why); err != nil {
			return nil, s.explain(err)
		}
		t.State, t.Budget = parseState(word), uint64(nodes)
		list = append(list, t)
	}
	return list, s.explain(rows.Err())
}

// Count returns how many jobs are in a state.
func (s *Store) Count(ctx context.Context, state State) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM jobs WHERE state = ?", state.String()).Scan(&n)
	return n, s.explain(err)
}

// Check returns what is wrong with the file itself, without a look at any rule: damage, rows that point nowhere, games without a job that is done,
// jobs that are done without a game, IDs that their jobs do not have, digests that their games do not have.
func (s *Store) Check(ctx context.Context) (wrong []string, err error) {
	for _, pragma := range []string{"integrity_check", "foreign_key_check"} {
		words, err := s.words(ctx, "SELECT * FROM pragma_"+pragma)
		if err != nil {
			return wrong, err
		}
		for _, w := range words {
			if w != "ok" {
				wrong = append(wrong, pragma+": "+w)
			}
		}
	}
	words, err := s.words(ctx, `SELECT 'job ' || j.id || ' is ' || j.state || iif(g.job IS NULL, ' without a game', ' and has a game') FROM jobs j
		LEFT JOIN games g ON g.job = j.id WHERE (g.job IS NULL) <> (j.state NOT IN ('done', 'quarantined')) ORDER BY j.seq`)
	if err != nil {
		return wrong, err
	}
	wrong = append(wrong, words...)
	rows, err := s.db.QueryContext(ctx, "SELECT "+jobColumns+" FROM "+jobTables+" ORDER BY j.seq")
	if err != nil {
		return wrong, s.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		id, j, err := scanJob(rows)
		if err != nil {
			return wrong, s.explain(err)
		}
		if j.ID() != id {
			wrong = append(wrong, fmt.Sprintf("job %s: its configuration belongs to the ID %s", id, j.ID()))
		}
	}
	return wrong, s.explain(rows.Err())
}

// words returns the first column of a query as text.
func (s *Store) words(ctx context.Context, query string) (list []string, err error) {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var first sql.NullString
		into := []any{&first}
		for range columns[1:] {
			into = append(into, new(any))
		}
		if err := rows.Scan(into...); err != nil {
			return nil, s.explain(err)
		}
		list = append(list, first.String)
	}
	return list, s.explain(rows.Err())
}
