package work

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"buluo/board"
	"buluo/game"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/position"
	"buluo/protocol/remote"
	"buluo/rules"
	"buluo/search"
)

// Engines says how the programs are started that jobs name as players.
type Engines struct {
	// Commands go by the name that the engine gives itself, with its build where that counts. A name that several have is there with nil.
	Commands map[string][]string
	Guard    time.Duration // of the wall clock, for one search, however its budget is counted; 0 is five minutes
}

// settings are how long an engine is trusted.
func (e Engines) settings() []remote.Setting {
	// A machine that is full of games may take long to start another program.
	list := []remote.Setting{remote.WithHandshake(time.Minute)}
	if e.Guard > 0 {
		list = append(list, remote.WithGuard(e.Guard), remote.WithPatience(max(e.Guard, time.Minute)))
	}
	return list
}

// Introduce starts an engine, asks its name and options, and returns it as a player of jobs. An option that it would refuse is an error here, rather than
// in every game.
func (e *Engines) Introduce(ctx context.Context, command []string, options map[string]string) (schedule.Player, error) {
	pl, err := e.Identify(ctx, command, options)
	pl.Build = ""
	return pl, err
}

// Identify is Introduce for an engine that may meet another of its name: as a player its program goes by its contents and arguments too. Jobs without a
// build find it by its name alone, as long as no other engine of that name has been given.
func (e *Engines) Identify(ctx context.Context, command []string, options map[string]string) (schedule.Player, error) {
	x, err := remote.Start(ctx, command, e.settings()...)
	if err != nil {
		return schedule.Player{}, err
	}
	defer x.Close()
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if err := x.SetOption(name, options[name]); err != nil {
			return schedule.Player{}, err
		}
	}
	if e.Commands == nil {
		e.Commands = map[string][]string{}
	}
	pl := schedule.Player{Kind: schedule.UCI, Engine: x.Name(), Options: options}
	name := commandKey(pl)
	if pl.Build, err = buildOf(command); err != nil {
		return schedule.Player{}, fmt.Errorf("read the engine %s: %w", command[0], err)
	}
	if had, ok := e.Commands[commandKey(pl)]; ok && !sameCommand(had, command) {
		return schedule.Player{}, fmt.Errorf("the engines %q and %q are one to a job, by name, contents and arguments; give the same command for both",
			strings.Join(had, " "), strings.Join(command, " "))
	}
	e.Commands[commandKey(pl)] = command
	if had, ok := e.Commands[name]; ok && !sameCommand(had, command) {
		command = nil // which of them a job would mean cannot be told
	}
	e.Commands[name] = command
	return pl, nil
}

// sameCommand reports whether two commands start the same file with the same arguments.
func sameCommand(a, b []string) bool {
	return len(a) > 0 && len(b) > 0 && slices.Equal(a[1:], b[1:]) && place(a[0]) == place(b[0])
}

// place is where a program is found, however it was called.
func place(program string) string {
	path, err := exec.LookPath(program)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return program
	}
	return path
}

// commandKey is what an engine's command is found by.
func commandKey(pl schedule.Player) string {
	if pl.Build == "" {
		return pl.Engine
	}
	return pl.Engine + " build " + pl.Build
}

// buildOf returns the beginning of the hash of all that makes a command the engine that it is: the program's file, the arguments as words, and what is in
// those that name a regular file, since that may be the engine and the program only what runs it. For a program alone it is the hash of its file.
func buildOf(command []string) (string, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	if err := pour(sum, path); err != nil {
		return "", err
	}
	for _, word := range command[1:] {
		fmt.Fprintf(sum, "\x00%d\x00%s", len(word), word) // so that no two lists of words run together to the same
		if info, err := os.Stat(word); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := pour(sum, word); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:4]), nil
}

// pour writes a file's contents.
func pour(to io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(to, f)
	return err
}

// Ours is our own engine as a player of jobs, with its default settings.
func Ours() schedule.Player { return schedule.Player{Kind: schedule.Own, Engine: search.Version} }

// Stranger is a job that this program cannot play as it is meant: it names another version of ours, other rules, or an engine that was not
// given.
type Stranger struct{ Text string }

// Error says what is strange.
func (e *Stranger) Error() string { return e.Text }

func stranger(format string, args ...any) error { return &Stranger{fmt.Sprintf(format, args...)} }

// Player plays jobs. It may be shared by any number of goroutines.
type Player struct {
	name    string
	engines Engines

	compiler schedule.Compiler
	idle     idle
}

// New returns a player of jobs that signs its results with a name.
func New(name string, engines Engines) *Player {
	return &Player{name: name, engines: engines}
}

// Able says what is in the way of playing a job: a Stranger, or nil.
func (p *Player) Able(j *schedule.Job) error {
	if j.Rules != schedule.Rules {
		return stranger("job %s is judged by %s, this program knows %s", j.ID(), j.Rules, schedule.Rules)
	}
	for _, pl := range j.Players {
		switch pl.Kind {
		case schedule.Own:
			if pl.Engine != search.Version {
				return stranger("job %s is for %s, this program is %s", j.ID(), pl.Engine, search.Version)
			}
			if _, err := ownOptions(pl.Options); err != nil {
				return stranger("job %s: %v", j.ID(), err)
			}
		case schedule.UCI:
			command, given := p.engines.Commands[commandKey(pl)]
			if given && command == nil {
				return stranger("job %s is for the engine %q, of which name this worker was given several; which is meant cannot be told", j.ID(), pl.Engine)
			}
			if command == nil {
				return stranger("job %s is for the engine %q, which this worker was not given; those it has are %s", j.ID(), commandKey(pl), p.known())
			}
		case schedule.Random:
		default:
			return stranger("job %s: a %s player cannot be asked to play", j.ID(), pl.Kind)
		}
	}
	return nil
}

func (p *Player) known() string {
	if len(p.engines.Commands) == 0 {
		return "none"
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(p.engines.Commands)) {
		if p.engines.Commands[name] == nil {
			continue // several of that name, each here with its build
		}
		names = append(names, strconv.Quote(name))
	}
	return strings.Join(names, ", ")
}

// Play plays a job. What a player does wrong is a Fault of the result; the error is for what is no player's fault: the context's end, a Stranger, a variant
// that makes no sense, or a match.Disagreement, which should end the run.
func (p *Player) Play(ctx context.Context, j schedule.Job) (store.Result, error) {
	res := store.Result{Job: j.ID(), Worker: p.name}
	if err := p.Able(&j); err != nil {
		return res, err
	}
	compiled, err := p.compiler.Rules(&j)
	if err != nil {
		return res, err
	}
	opening, err := parseOpening(compiled, j.Start, j.Opening)
	if err != nil {
		return res, fmt.Errorf("job %s: %w", res.Job, err)
	}
	seats, closers, fault := p.seats(ctx, compiled, &j)
	defer func() {
		for _, c := range closers {
			c()
		}
	}()
	if ctx.Err() != nil {
		return res, ctx.Err()
	}
	if fault != nil {
		res.Fault = fault
		return res, nil
	}
	terms := match.Terms{Start: j.Start, Opening: opening, Cap: j.Cap, Adjudication: j.Adjudication}
	g, err := match.PlayOn(ctx, compiled, terms, [2]match.Player{seats[0], seats[1]})
	var d *match.Disagreement
	switch {
	case ctx.Err() != nil:
		return res, ctx.Err()
	case errors.As(err, &d):
		return res, err
	case err != nil:
		res.Fault = faultOf(err, &j, seats)
		return res, nil
	}
	rec := ledger.OfJob(&j, j.StartOf(compiled.Spec()), g)
	res.Record = &rec
	return res, nil
}

// parseOpening reads the moves of an opening.
func parseOpening(r *rules.Rules, start, text string) ([]board.Move, error) {
	var moves []board.Move
	g, err := game.FromFEN(r, start)
	if err != nil {
		return nil, fmt.Errorf("the start: %w", err)
	}
	p := g.Position()
	for i, word := range strings.Fields(text) {
		m, err := game.Parse(game.UCI, p, word)
		if err != nil {
			return nil, fmt.Errorf("the opening's ply %d: %w", i+1, err)
		}
		p.Do(m)
		moves = append(moves, m)
	}
	return moves, nil
}

// seat is a player at the table. It remembers whose move it was asked for last, as one player may have both seats.
type seat struct {
	match.Player
	side board.Color
}

// Choose notes the side and asks the player.
func (s *seat) Choose(ctx context.Context, p *position.Position) match.Choice {
	s.side = p.Side()
	return s.Player.Choose(ctx, p)
}

// Err passes on what the player says of itself.
func (s *seat) Err() error {
	if f, ok := s.Player.(match.Failing); ok {
		return f.Err()
	}
	return nil
}

// seats makes the job's players: one for both seats where they are configured alike, as a program that analyses both sides does, unless the job wants
// them apart. Another program is started anew for every game, so that nothing of one can show in the next.
func (p *Player) seats(ctx context.Context, r *rules.Rules, j *schedule.Job) (seats [2]*seat, closers []func(), fault *store.Fault) {
	for i, pl := range j.Players {
		if i == 1 && !j.Apart && pl.Kind != schedule.Random && pl.Config() == j.Players[0].Config() && pl.Nodes == j.Players[0].Nodes {
			seats[1] = seats[0]
			break
		}
		player, closer, err := p.seat(ctx, r, pl, j.Seed+uint64(i))
		if err != nil {
			return seats, closers, &store.Fault{Side: board.Color(i), Engine: pl.Engine, Kind: kindOf(err), Text: err.Error()}
		}
		if closer != nil {
			closers = append(closers, closer)
		}
		seats[i] = &seat{Player: player, side: board.Color(i)}
	}
	return seats, closers, nil
}

func (p *Player) seat(ctx context.Context, r *rules.Rules, pl schedule.Player, seed uint64) (match.Player, func(), error) {
	switch pl.Kind {
	case schedule.Own:
		return p.idle.own(r, pl)
	case schedule.Random:
		return match.NewRandom(r, seed), nil, nil
	}
	limits := remote.Limits{Nodes: pl.Nodes, MoveTime: clock(pl)}
	x, err := match.NewExternal(ctx, p.engines.Commands[commandKey(pl)], pl.Options, r.Spec(), limits, p.engines.settings()...)
	if err != nil {
		return nil, nil, err
	}
	if x.Name() != pl.Engine {
		defer x.Close()
		return nil, nil, fmt.Errorf("the engine calls itself %q, the job is for %q", x.Name(), pl.Engine)
	}
	return x, func() { _ = x.Close() }, nil
}

// faultOf words what a player did wrong in a game.
func faultOf(err error, j *schedule.Job, seats [2]*seat) *store.Fault {
	side := board.NoColor
	var illegal *match.Illegal
	if errors.As(err, &illegal) {
		side = illegal.Side
	}
	for i, s := range seats {
		if side == board.NoColor && s.Err() != nil {
			side = s.side
			if seats[0] != seats[1] {
				side = board.Color(i)
			}
		}
	}
	f := &store.Fault{Side: side, Kind: kindOf(err), Text: err.Error()}
	if side < board.NoColor {
		f.Engine = j.Players[side].Engine
	}
	return f
}

// kindOf names a fault in a word or two, for counts.
func kindOf(err error) string {
	var illegal *match.Illegal
	if errors.As(err, &illegal) {
		return "illegal move"
	}
	return remote.FailureOf(err).String()
}
