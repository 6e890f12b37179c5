package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"buluo/game"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/lab/work"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// Imported counts what an import did with the games of a file.
type Imported struct {
	Fates map[store.Fate]int
	Wrong []Finding // games that the referee, or the store, did not take
	Notes []Finding // games taken for something else than they say
}

// importer takes games into a store.
type importer struct {
	store *store.Store
	judge *judge
	Imported
}

// take commits a game that the referee has passed.
func (im *importer) take(ctx context.Context, name string, j *schedule.Job, rec *ledger.Record) error {
	bare := *rec
	bare.ID, bare.INI, bare.Job = "", "", nil
	fate, why, err := im.store.Take(ctx, j, store.Result{Job: j.ID(), Worker: "import", Record: &bare})
	if err != nil {
		return err
	}
	im.Fates[fate]++
	if why != "" {
		im.Notes = append(im.Notes, Finding{name, why})
	}
	return nil
}

// ImportRecords takes the games of JSON lines in, each after the referee has replayed it and come to what it claims. One that carries its job keeps it; one
// that our own engine played by itself is the job that would play it again; any other is a game of somebody's.
func ImportRecords(ctx context.Context, s *store.Store, file string, records []ledger.Record) (Imported, error) {
	im := &importer{store: s, judge: newJudge(), Imported: Imported{Fates: map[store.Fate]int{}}}
	for i := range records {
		rec := &records[i]
		name := fmt.Sprintf("%s: game %d, %s", file, i+1, rec.Variant)
		if _, err := im.judge.check(rec); err != nil {
			im.Wrong = append(im.Wrong, Finding{name, err.Error()})
			continue
		}
		j, err := im.jobOf(rec)
		if err != nil {
			im.Wrong = append(im.Wrong, Finding{name, err.Error()})
			continue
		}
		if err := im.take(ctx, name, j, rec); err != nil {
			return im.Imported, err
		}
	}
	return im.Imported, nil
}

// jobOf returns the job of a record.
func (im *importer) jobOf(rec *ledger.Record) (*schedule.Job, error) {
	if rec.Job != nil {
		return rec.Job, nil
	}
	spec, err := im.judge.spec(rec)
	if err != nil {
		return nil, err
	}
	j := &schedule.Job{Variant: rec.Variant, Stanza: spec.INI(), Cap: rec.Cap, Rules: schedule.Rules, More: from(rec, spec)}
	player := schedule.Player{Kind: schedule.Foreign, Engine: rec.Engine, Nodes: rec.Budget}
	if rec.Engine == search.Version && rec.Termination != match.Unfinished.String() {
		player = work.Ours()
		player.Nodes = rec.Budget
	} else {
		j.Opening = rec.Moves // nothing else tells two games of a stranger apart
	}
	j.Players = [2]schedule.Player{player, player}
	return j, nil
}

// from returns where a game starts, as far as that is not its variant's own start.
func from(rec *ledger.Record, spec *variant.Spec) (m schedule.More) {
	if rec.Start != spec.Start {
		m.Start = rec.Start
	}
	return m
}

// ImportPGN takes the games of a PGN file in, in any notation that its tag Format names. The board decides: a game that it has not ended is kept as
// unfinished, whatever its Result says (a resignation, a loss on time), and one that it has ended otherwise than the Result says is refused.
func ImportPGN(ctx context.Context, s *store.Store, file string, in io.Reader) (Imported, error) {
	im := &importer{store: s, judge: newJudge(), Imported: Imported{Fates: map[store.Fate]int{}}}
	reader := game.NewPGNReader(in, loadRules)
	for n := 1; ; n++ {
		g, tags, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return im.Imported, nil
		}
		name := fmt.Sprintf("%s: game %d", file, n)
		var bad *game.PGNError
		if errors.As(err, &bad) {
			im.Wrong = append(im.Wrong, Finding{name, err.Error()})
			continue
		}
		if err != nil {
			return im.Imported, err
		}
		rec, j, note, err := im.fromPGN(g, tags)
		if err != nil {
			im.Wrong = append(im.Wrong, Finding{name, err.Error()})
			continue
		}
		if note != "" {
			im.Notes = append(im.Notes, Finding{name, note})
		}
		if err := im.take(ctx, name, j, rec); err != nil {
			return im.Imported, err
		}
	}
}

func loadRules(name string) (*rules.Rules, error) {
	if name == "" {
		return nil, errors.New("the game has no tag Variant")
	}
	spec, err := variant.Load(name)
	if err != nil {
		return nil, err
	}
	return rules.Compile(spec)
}

// fromPGN makes a record and a job of a game, and has the referee replay it.
func (im *importer) fromPGN(g *game.Game, tags []game.Tag) (*ledger.Record, *schedule.Job, string, error) {
	value := map[string]string{}
	for _, t := range tags {
		value[t.Name] = t.Value
	}
	spec := g.Rules().Spec()
	rec := &ledger.Record{Variant: spec.Name, Start: g.Start(), Moves: strings.Join(g.Text(game.UCI), " "), Plies: g.Len()}
	rec.Scores, rec.Depths, rec.Nodes = make([]int, rec.Plies), make([]int, rec.Plies), make([]uint64, rec.Plies)
	v, err := im.judge.replay(rec)
	if err != nil {
		return nil, nil, "", err
	}
	rec.Result, rec.Reason, rec.Termination = v.outcome.Result(), v.outcome.Reason.String(), match.Unfinished.String()
	if v.outcome.Over {
		rec.Termination = match.ByRules.String()
	}
	note := ""
	if said := value["Result"]; said != "" && said != "*" && said != rec.Result {
		if v.outcome.Over {
			return nil, nil, "", fmt.Errorf("its Result is %s, the board says %s by %s", said, rec.Result, rec.Reason)
		}
		note = fmt.Sprintf("its Result is %s, but the board has not ended it; it is kept as unfinished", said)
	}
	var players [2]schedule.Player
	for i, seat := range []string{"White", "Black"} {
		players[i] = schedule.Player{Kind: schedule.Foreign, Engine: value[seat]}
		if players[i].Engine == "" || players[i].Engine == "?" {
			players[i].Engine = "unknown"
		}
	}
	j := &schedule.Job{Variant: spec.Name, Stanza: spec.INI(), Players: players, Opening: rec.Moves, Rules: schedule.Rules, More: from(rec, spec)}
	rec.Engine = j.Engine()
	return rec, j, note, nil
}
