package deptest

import (
	"slices"
	"strings"
	"testing"
)

// What a room may import: our own packages by directory, and other people's by import path. The table is exact: an import that is not listed
// fails, and so does a listed one that nobody makes, or a room that is gone. A new edge is a decision; it is made here.
//
// Imports point down only, in this order of storeys (see docs/architecture.md).
var rooms = []struct {
	dir    string
	ours   string
	theirs string
}{
	{dir: "board"},
	{dir: "variant", ours: "board"},
	{dir: "rules", ours: "board variant"},
	{dir: "position", ours: "board rules variant"},
	{dir: "movegen", ours: "board position rules variant"},

	// The witness must not share the suspect's tables: it sees the Spec and nothing made from it.
	{dir: "referee", ours: "board variant"},

	// One writer to a file that grows.
	{dir: "internal/filelock"},

	// What gzip may have packed, read and written.
	{dir: "internal/gz"},

	// One instruction that Go has no statement for.
	{dir: "internal/prefetch"},

	// Advice to the system about memory, where it takes any.
	{dir: "internal/pages"},

	// The table knows no position: it is handed keys.
	{dir: "tt", ours: "board internal/pages internal/prefetch"},
	{dir: "eval", ours: "board position rules variant"},
	{dir: "search", ours: "board eval internal/prefetch movegen position rules tt variant"},
	{dir: "game", ours: "board movegen position rules variant"},
	{dir: "game/replay", ours: "board game internal/gz movegen position rules variant"},

	// Words for what kinds of setting there are, in either direction.
	{dir: "protocol/option"},

	// Another program's moves are text; what they mean is the caller's business.
	{dir: "protocol/remote", ours: "protocol/option variant"},

	// Chances for people, fitted to games by somebody else's optimiser.
	{dir: "wdl", ours: "board game position rules variant", theirs: "gonum.org/v1/gonum/optimize"},

	// The assembled player.
	{dir: "engine", ours: "board eval movegen position protocol/option rules search tt variant"},

	// Fixed positions and problems; the dialects run the first on request.
	{dir: "bench", ours: "board engine movegen position protocol/remote rules search variant"},

	// The languages it is spoken to in. A dialect sees no rule: it has words for what the engine does.
	{dir: "protocol/console", ours: "board engine position protocol/option variant"},
	{dir: "protocol/uci", ours: "bench board engine protocol/console protocol/option rules wdl"},
	{dir: "protocol/ucci", ours: "board engine protocol/console protocol/option"},
	{dir: "protocol/xboard", ours: "board engine protocol/console protocol/option rules variant"},

	{dir: "lab/design", ours: "board variant"},
	{dir: "lab/stat", ours: "board", theirs: "gonum.org/v1/gonum/stat gonum.org/v1/gonum/stat/distuv"},
	{dir: "lab/parallel"},
	{dir: "lab/match", ours: "board game movegen position protocol/remote referee rules search variant"},
	{dir: "lab/schedule", ours: "lab/design lab/match rules variant"},
	{dir: "lab/ledger", ours: "board lab/match lab/schedule"},

	// One SQLite file knows no rule; who plays its jobs does. The queue between machines is NATS, and only here.
	{dir: "lab/store", ours: "board internal/filelock lab/ledger lab/schedule lab/stat",
		theirs: "github.com/pressly/goose/v3 modernc.org/sqlite modernc.org/sqlite/lib"},
	{dir: "lab/work", ours: "board eval game lab/ledger lab/match lab/schedule lab/store position protocol/remote rules search",
		theirs: "github.com/nats-io/nats-server/v2/server github.com/nats-io/nats.go github.com/nats-io/nats.go/jetstream"},
	{dir: "lab/export", ours: "board game lab/ledger lab/match lab/schedule lab/store search variant",
		theirs: "github.com/parquet-go/parquet-go"},
	{dir: "lab/report", ours: "board lab/design lab/ledger lab/match lab/stat"},
	{dir: "lab/duel", ours: "board lab/match lab/stat movegen position rules variant"},
	{dir: "lab/book", ours: "game rules"},
	{dir: "lab/twins", ours: "board movegen position referee rules variant"},
	{dir: "lab/crosscheck", ours: "board movegen position protocol/option protocol/remote rules variant"},
	{dir: "lab/series", ours: "board game lab/design lab/duel lab/ledger lab/schedule lab/store lab/work rules"},
	{dir: "lab/spar", ours: "board lab/design lab/schedule lab/series lab/work"},
	{dir: "lab/ladder", ours: "board lab/design lab/ledger lab/schedule lab/series lab/stat lab/work rules"},
	{dir: "lab/contest", ours: "board lab/book lab/design lab/duel lab/ledger lab/match lab/schedule lab/series lab/stat lab/work rules"},
	{dir: "lab/rescore", ours: "board lab/design lab/ledger lab/parallel lab/schedule referee variant"},
	{dir: "lab/explain", ours: "board game lab/design lab/ledger position rules variant"},
	{dir: "lab/verdict", ours: "board game lab/design lab/ladder lab/ledger lab/parallel lab/rescore lab/schedule lab/series lab/stat lab/store lab/work " +
		"movegen position rules search"},
	{dir: "lab", ours: "board game lab/ledger lab/match lab/schedule lab/series lab/stat lab/store lab/work referee rules search variant"},

	// Fits are mathematics and know no game.
	{dir: "tune/fit", theirs: "gonum.org/v1/gonum/blas gonum.org/v1/gonum/blas/blas64 gonum.org/v1/gonum/mat gonum.org/v1/gonum/optimize"},
	{dir: "tune/corpus", ours: "board eval game internal/filelock internal/gz lab/duel lab/ledger lab/match movegen position rules search variant"},
	{dir: "tune", ours: "board eval internal/filelock lab/duel lab/match lab/stat rules search tune/corpus tune/fit variant",
		theirs: "gonum.org/v1/gonum/optimize gonum.org/v1/gonum/stat gonum.org/v1/plot gonum.org/v1/plot/plotter gonum.org/v1/plot/vg " +
			"gonum.org/v1/plot/vg/draw gonum.org/v1/plot/vg/vgsvg"},

	// Finished analyses, remembered by somebody else's cache; the search's own table is another matter.
	{dir: "analysis", ours: "board movegen position rules search", theirs: "github.com/dgraph-io/ristretto/v2"},

	{dir: "wdl/train", ours: "lab/duel lab/ledger lab/match rules search variant wdl"},

	// A game against the engine, by lines of text.
	{dir: "play", ours: "board engine game position protocol/console rules search variant"},

	// Proofs of problems, on the referee's board alone; and who looks for problems.
	{dir: "internal/solver", ours: "board referee variant"},
	{dir: "internal/mine", ours: "board internal/solver movegen position rules search variant"},

	// Code on sets of one word, written from code on sets of two.
	{dir: "internal/lowtwin"},

	{dir: "internal/deptest"},
	{dir: "internal/ffishtest"},
	{dir: "internal/rulestest", ours: "rules variant"},
	{dir: "internal/talktest", ours: "engine protocol/console"},
	{dir: "e2e"},

	{dir: "cmd/buluo",
		ours: "analysis bench board engine eval game game/replay internal/gz lab lab/contest lab/crosscheck lab/design lab/explain " +
			"lab/export lab/ladder lab/ledger lab/match lab/report lab/rescore lab/schedule lab/series lab/spar lab/stat lab/store lab/twins lab/verdict lab/work " +
			"movegen play position protocol/console protocol/remote protocol/ucci protocol/uci protocol/xboard rules search tune tune/corpus tune/fit variant wdl wdl/train",
		theirs: "github.com/pkg/profile github.com/schollz/progressbar/v3 github.com/spf13/cobra golang.org/x/term"},
}

// testModules are what tests, and only tests, may import of other people's, on top of what their room may.
var testModules = []string{
	"github.com/google/go-cmp/cmp",
	"github.com/rogpeppe/go-internal/testscript",
	"github.com/rogpeppe/go-internal/txtar",
	"go.uber.org/goleak",
	"pgregory.net/rapid",
}

// TestImports holds every room to the table, both ways.
func TestImports(t *testing.T) {
	tr := readTree(t)
	listed := map[string]bool{}
	for _, room := range rooms {
		if listed[room.dir] {
			t.Errorf("%s is listed twice", room.dir)
		}
		listed[room.dir] = true
		own := tr.own(room.dir)
		if len(own) == 0 {
			t.Errorf("%s is listed, but there is no such package", room.dir)
			continue
		}
		made := imports(own)
		var may []string
		for _, dir := range strings.Fields(room.ours) {
			may = append(may, module+dir)
		}
		may = append(may, strings.Fields(room.theirs)...)
		for _, p := range made {
			if !slices.Contains(may, p) {
				t.Errorf("%s imports %s, which the table does not allow (%s)", room.dir, p, who(own, p))
			}
		}
		for _, p := range may {
			if !slices.Contains(made, p) {
				t.Errorf("%s may import %s but does not; take it off the table", room.dir, p)
			}
		}
	}
	for _, dir := range tr.dirs() {
		if !listed[dir] {
			t.Errorf("%s is not listed: what may it import?", dir)
		}
	}
}

// TestImportsPointDown checks the table itself: a row may only name rooms of rows above it, which also rules out a circle.
func TestImportsPointDown(t *testing.T) {
	above := map[string]bool{}
	for _, room := range rooms {
		for _, dir := range strings.Fields(room.ours) {
			if !above[dir] {
				t.Errorf("%s is allowed %s, which does not stand above it", room.dir, dir)
			}
		}
		above[room.dir] = true
	}
}

// TestTestImports holds the tests to their few modules, and every module on that list to having a user.
func TestTestImports(t *testing.T) {
	tr := readTree(t)
	used := map[string]bool{}
	for _, dir := range tr.dirs() {
		own := imports(tr.own(dir))
		for _, p := range imports(tr.packages[dir]) {
			used[p] = true
			if !strings.HasPrefix(p, module) && !slices.Contains(own, p) && !slices.Contains(testModules, p) {
				t.Errorf("%s: its tests import %s, which is on no list (%s)", dir, p, who(tr.packages[dir], p))
			}
		}
		for _, p := range own {
			if slices.Contains(testModules, p) {
				t.Errorf("%s imports %s, which is for tests (%s)", dir, p, who(tr.own(dir), p))
			}
		}
	}
	for _, p := range testModules {
		if !used[p] {
			t.Errorf("no test imports %s; take it off the list", p)
		}
	}
}

// who names the first file that makes an import.
func who(files []source, p string) string {
	for _, f := range files {
		if slices.Contains(imports([]source{f}), p) {
			return f.name
		}
	}
	return "nobody"
}
