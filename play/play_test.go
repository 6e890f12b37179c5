package play

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"buluo/board"
	"buluo/game"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// begin sets a game up; the table is small so that tests are quick.
func begin(t testing.TB, name string, c Config) *Session {
	t.Helper()
	c.Rules, c.TableMB = rulestest.Load(t, name), 1
	if c.Level == 0 {
		c.Level = 1
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tell answers lines and returns what was said to the last.
func tell(s *Session, lines ...string) (said string) {
	for _, line := range lines {
		said = s.Answer(context.Background(), line)
	}
	return said
}

var (
	both  = [2]bool{true, true}
	white = [2]bool{true, false}
	black = [2]bool{false, true}
)

// TestMovesInAnyNotation types the same move in each way.
func TestMovesInAnyNotation(t *testing.T) {
	for _, c := range []struct{ variant, text, want string }{
		{"xiangqi", "h3e3", "h3e3"}, {"xiangqi", "C2=5", "h3e3"}, {"xiangqi", "炮二平五", "h3e3"}, {"xiangqi", "H2-E2", "h3e3"},
		{"xiangqi", "c2.5", "h3e3"},
		{"chess", "Nf3", "g1f3"}, {"chess", "g1f3", "g1f3"}, {"chess", " e4 ", "e2e4"},
		{"horde-veteran-36-r1", "a4a5", "a4a5"},
	} {
		s := begin(t, c.variant, Config{People: both})
		if said := tell(s, c.text); said != "" || s.Game().Len() != 1 || s.Game().Text(game.UCI)[0] != c.want {
			t.Errorf("%s in %s: %q, %v", c.text, c.variant, said, s.Game().Text(game.UCI))
		}
	}
}

// TestPlainSquaresAreNotGuessed refuses in UCI what would be another move in ICCS, and reads it as ICCS where that was asked for.
func TestPlainSquaresAreNotGuessed(t *testing.T) {
	s := begin(t, "xiangqi", Config{People: both})
	if said := tell(s, "h2e2"); !strings.Contains(said, "nothing on h2") || s.Game().Len() != 0 {
		t.Errorf("%q", said)
	}
	s = begin(t, "xiangqi", Config{People: both, Notation: game.ICCS})
	if said := tell(s, "h2e2"); said != "" || s.Game().Text(game.UCI)[0] != "h3e3" {
		t.Errorf("%q", said)
	}
}

// TestWrongInput holds every refusal to saying what would be right, and to changing nothing.
func TestWrongInput(t *testing.T) {
	const check = "4k4/9/9/9/9/9/4R4/9/9/3K5 b - - 0 1"
	for _, c := range []struct{ fen, line, want string }{
		{"", "xyzzy", `"xyzzy" is neither a command nor a move; a move looks like`},
		{"", "a4a9", `"a4a9" is not legal; from a4 there is P9+1.`},
		{"", "a7a6", "what stands on a7 is Black's"},
		{"", "a5a6", "there is nothing on a5"},
		{"", "a1i10", "from a1 there is R9+1, R9+2"},
		{"", "P+1", `"P+1" could be a4a5 or c4c5 or e4e5 or g4g5 or i4i5; say which.`},
		{"", "level", "level wants something after it: level N."},
		{"", "level 11", "There is no level 11; 1 is a beginner, 10 full strength."},
		{"", "level high", `"high" is no level`},
		{"", "back", "There is no turn of yours to take back."},
		{"", "hint please", `hint stands alone; "please" after it means nothing.`},
		{"", "save x", "There is nowhere to save it."},
		{"", "game", "Nothing has been played yet."},
		{"", strings.Repeat("\xff\x00x", 500), "is neither a command nor a move"},
		{check, "e10e9", "from e10 there is"},
		{"4k4/9/9/p8/9/9/4R4/9/9/3K5 b - - 0 1", "a7a6", "you are in check, and the piece on a7 cannot help"},
	} {
		s := begin(t, "xiangqi", Config{People: both, FEN: c.fen, Notation: game.WXF})
		said := tell(s, c.line)
		if !strings.Contains(said, c.want) || s.Game().Len() != 0 || len(said) > 400 {
			t.Errorf("%s: %q", clip(c.line), said)
		}
	}
}

// TestBack takes back whole turns, whoever they are of.
func TestBack(t *testing.T) {
	ctx := context.Background()
	s := begin(t, "xiangqi", Config{People: white})
	tell(s, "h3e3")
	if said, err := s.Reply(ctx); err != nil || !strings.HasPrefix(said, "Black (Buluo) plays ") {
		t.Fatalf("%q, %v", said, err)
	}
	if said := tell(s, "back"); !strings.HasPrefix(said, "2 moves are taken back.") || s.Game().Len() != 0 {
		t.Errorf("%q, %d moves", said, s.Game().Len())
	}
	// With one's own turn last there is no answer to take back yet.
	tell(s, "h3e3")
	if said := tell(s, "undo"); !strings.HasPrefix(said, "1 move is taken back.") {
		t.Errorf("%q", said)
	}
	// The engine has begun: its move stays.
	s = begin(t, "xiangqi", Config{People: black})
	if _, err := s.Reply(ctx); err != nil {
		t.Fatal(err)
	}
	if said := tell(s, "back"); said != "There is no turn of yours to take back." || s.Game().Len() != 1 {
		t.Errorf("%q, %d moves", said, s.Game().Len())
	}
	// Two moves a turn go back together, and so does half a turn.
	s = begin(t, "horde-twomoves-36-r1", Config{People: both})
	moves := func(n int) {
		for range n {
			tell(s, s.c.Rules.UCI(s.Game().Legal()[0]))
		}
	}
	moves(3)
	for _, want := range []int{2, 0} {
		if tell(s, "back"); s.Game().Len() != want {
			t.Errorf("%d moves are left, want %d", s.Game().Len(), want)
		}
	}
	moves(1)
	if tell(s, "back"); s.Game().Len() != 0 {
		t.Errorf("half a turn was not taken back")
	}
}

// TestResign gives up, is told so, and takes it back; the record says who.
func TestResign(t *testing.T) {
	s := begin(t, "chess", Config{People: black, Notation: game.SAN, Name: "Ann", Date: "2026.01.02", Seed: 7})
	if said := tell(s, "resign"); said != "" || s.State() != "Black has resigned: White wins." || s.Result() != "1-0" || !s.Over() {
		t.Errorf("%q, %q, %s", said, s.State(), s.Result())
	}
	var pgn bytes.Buffer
	if err := s.WritePGN(&pgn); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`[White "Buluo level 1, a beginner"]`, `[Black "Ann"]`, `[BlackType "human"]`, `[Level "1"]`, `[Seed "7"]`, `[Date "2026.01.02"]`,
		`[Result "1-0"]`, `[Termination "resignation"]`,
	} {
		if !strings.Contains(pgn.String(), want+"\n") {
			t.Errorf("the record lacks %s:\n%s", want, pgn.String())
		}
	}
	// The record is one that the project's own reader takes.
	read := game.NewPGNReader(&pgn, func(string) (*rules.Rules, error) { return s.c.Rules, nil })
	if g, _, err := read.Next(); err != nil || g.Len() != 0 {
		t.Errorf("the record cannot be read: %v", err)
	}
	if tell(s, "e5"); s.Game().Len() != 0 {
		t.Error("a move was taken after the end")
	}
	if tell(s, "back"); s.Over() || s.Result() != "*" {
		t.Error("the resignation stands")
	}
}

// TestSentences says how games end, in variants where the same reason means different things.
func TestSentences(t *testing.T) {
	for _, c := range []struct{ variant, fen, line, want string }{
		{"chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf8", "White wins: Black is checkmated."},
		{"chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "The game is drawn: there is no legal move and no check: stalemate."},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1", "R8+7", "Red wins: Black has no legal move left, which loses although it is not in check."},
		{"horde-standard-18-r1", "4k4/9/9/9/9/9/9/r8/9/P8 b - - 0 1", "R1+2", "Black wins: Red has not one man left."},
		{"chess", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", "Kxb2", "The game is drawn: neither side has what it takes to win."},
	} {
		s := begin(t, c.variant, Config{People: both, FEN: c.fen})
		said := tell(s, c.line)
		if said != "" || s.State() != c.want {
			t.Errorf("%s %s: %q, %q; want %q", c.variant, c.line, said, s.State(), c.want)
		}
	}
	for r := board.Mate; r.String() != "unknown"; r++ {
		if why[r] == "" {
			t.Errorf("%s has no sentence", r)
		}
	}
}

// TestState tells of check, of a clock that runs out and of repetition.
func TestState(t *testing.T) {
	s := begin(t, "chess", Config{People: both, FEN: "7k/8/8/8/8/8/8/K6R b - - 85 90"})
	if got := s.State(); got != "Black is in check. Without a capture or a pawn move the game is drawn in 15 plies." {
		t.Errorf("%q", got)
	}
	tell(s, "h8g8", "h1h2", "g8g7", "h2h1", "g7g8", "h1h2")
	if got := s.State(); !strings.Contains(got, "This position has come up 1 time before; at 3 in all the game ends.") {
		t.Errorf("%q", got)
	}
}

// TestRestarts says what sets the clock back, and plays it: the sentence must be what the rules do.
func TestRestarts(t *testing.T) {
	own, err := variant.Parse("own.ini", "[sided:xiangqi]\nnMoveRule = 50\nnMoveRuleTypesWhite = p\n[made:chess]\ncustomPiece1 = v:fsW\n"+
		"startFen = rnbqkbnr/pppppppp/8/8/8/8/VVVVVVVV/RNBQKBNR w KQkq - 0 1\nnMoveRuleTypes = v\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"chess":                 "a capture or a pawn move",
		"xiangqi-casual":        "a capture",
		"horde-promoting-36-r2": "a capture or a promotion",
		"sided":                 "a capture or a Red soldier move that cannot be taken back",
		"made":                  "a capture, a V move that cannot be taken back or a promotion",
	} {
		spec, err := own.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := restarts(r); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for line, want := range map[string]string{
		"h1h2": "The game is drawn: too many moves have gone by without a capture or a pawn move.",
		"e2e3": "",
	} {
		s := begin(t, "chess", Config{People: both, FEN: "6k1/8/8/8/8/8/4P3/K6R w - - 99 99"})
		if said := tell(s, line); s.State() != want {
			t.Errorf("%s: %q, %q; want %q", line, said, s.State(), want)
		}
	}
}

// TestHint leaves the game as it was, and finds a mate.
func TestHint(t *testing.T) {
	s := begin(t, "chess", Config{People: both, FEN: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Notation: game.SAN})
	if said := tell(s, "hint"); said != "White could play Qf8# (f1f8); it wins by force, in 1 ply." || s.Game().Len() != 0 {
		t.Errorf("%q", said)
	}
}

// TestHintInLongTurns has no answer to tell where the expected next move is the same side's.
func TestHintInLongTurns(t *testing.T) {
	s := begin(t, "five-tigers", Config{People: both})
	if said := tell(s, "hint"); !strings.Contains(said, " could play ") || strings.Contains(said, "is the answer") {
		t.Errorf("%q", said)
	}
}

// TestDrawn checks that the levels which draw their move have all their lines to draw from, where a position has many moves too.
func TestDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("searches hundreds of positions on one thread")
	}
	for _, name := range []string{"chess", "horde-lichess", "xiangqi"} {
		r := rulestest.Load(t, name)
		gen, o := movegen.For(r), NewOpponent(r, 1, 1)
		p := position.Start(r)
		for ply := range 24 {
			legal := gen.Legal(p, nil)
			if len(legal) == 0 {
				break
			}
			for l := Level(1); l <= 4; l++ {
				setting := l.Setting()
				if found, _ := o.search(context.Background(), p, setting); len(found) != min(setting.Lines, len(legal)) {
					t.Errorf("%s after %d plies: %s draws from %d of %d moves", name, ply, l, len(found), len(legal))
				}
			}
			p.Do(legal[ply*7%len(legal)])
		}
	}
}

// TestRun plays a piped game from both ends.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	s := begin(t, "horde-veteran-18-r1", Config{People: white, Seed: 1, Prompt: "> "})
	in := strings.NewReader("a2a3\nhelp\nnonsense\nquit\na1a2\n")
	if err := s.Run(context.Background(), in, &out); err != nil {
		t.Fatal(err)
	}
	if s.Game().Len() != 2 || strings.Count(out.String(), "Black (Buluo) plays ") != 1 || strings.Count(out.String(), "> ") != 4 {
		t.Errorf("%d moves\n%s", s.Game().Len(), out.String())
	}
	// Nobody to wait for: a whole game without input.
	s = begin(t, "minixiangqi", Config{Level: 1, Seed: 3})
	out.Reset()
	if err := s.Run(context.Background(), strings.NewReader(""), &out); err != nil || !s.Over() || s.Result() == "*" {
		t.Errorf("%v, %s", err, s.Result())
	}
	if !strings.Contains(out.String(), s.State()) {
		t.Error("the end was not told")
	}
}

// broken is a stream that fails.
type broken struct{ error }

func (b broken) Read([]byte) (int, error)  { return 0, b.error }
func (b broken) Write([]byte) (int, error) { return 0, b.error }

// TestRunEnds comes back with what went wrong: a context, an input, an output.
func TestRunEnds(t *testing.T) {
	failure := errors.New("broken pipe")
	s := begin(t, "chess", Config{People: white})
	if err := s.Run(context.Background(), broken{failure}, &bytes.Buffer{}); !errors.Is(err, failure) {
		t.Errorf("input: %v", err)
	}
	if err := s.Run(context.Background(), strings.NewReader("e4\n"), broken{failure}); !errors.Is(err, failure) {
		t.Errorf("output: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s = begin(t, "chess", Config{People: black, Level: Strongest})
	if err := s.Run(ctx, strings.NewReader(""), &bytes.Buffer{}); !errors.Is(err, context.Canceled) || s.Game().Len() != 0 {
		t.Errorf("context: %v", err)
	}
}

// TestSeed repeats a game with its seed, whatever was asked in between, and plays another with another.
func TestSeed(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	line := func(seed uint64, ask bool) string {
		s := begin(t, "horde-veteran-36-r2", Config{Level: 1, Seed: seed})
		for i := range 8 {
			if ask && i == 5 {
				tell(s, "hint")
			}
			if _, err := s.Reply(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		return strings.Join(s.Game().Text(game.UCI), " ")
	}
	if line(1, false) != line(1, true) {
		t.Error("a hint changes the game")
	}
	if line(1, false) == line(2, false) {
		t.Error("two seeds play the same game")
	}
}

// TestDraw draws by the weights: never a move that loses everything, and the best the more often the lower the temperature.
func TestDraw(t *testing.T) {
	found := []Choice{{Score: 100}, {Score: 50}, {Score: -31990}}
	count := func(temperature float64) (n [3]int) {
		for i := range 1000 {
			n[draw(found, temperature, float64(i)/1000)]++
		}
		return n
	}
	hot, cold := count(150), count(20)
	if hot[2] > 1 || cold[2] > 0 || hot[1] < 350 || hot[1] > 480 || cold[1] > 120 || cold[1] == 0 {
		t.Errorf("at 150: %v, at 20: %v", hot, cold)
	}
}

// TestLevels plays levels against each other: the higher one must be clearly better.
func TestLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	r := rulestest.Load(t, "minixiangqi")
	points := 0 // of the stronger, in halves
	const games = 16
	for i := range games {
		points += duel(t, r, [2]Level{4, 1}, i)
	}
	if points < games*3/2 {
		t.Errorf("level 4 makes %d of %d half points against level 1", points, 2*games)
	}
}

// duel plays a game, the first level in the seat of the game's number, and returns its half points.
func duel(t *testing.T, r *rules.Rules, levels [2]Level, n int) int {
	o := [2]*Opponent{NewOpponent(r, uint64(n), 1), NewOpponent(r, uint64(n)+1000, 1)}
	p := position.Start(r)
	for ply := range 200 {
		if over := movegen.For(r).Outcome(p); over.Over {
			switch over.Winner {
			case board.NoColor:
				return 1
			case board.Color(n % 2):
				return 2
			}
			return 0
		}
		who := (ply + n) % 2
		p.Do(o[who].Choose(context.Background(), p, levels[who]).Move)
	}
	return 1
}

// TestLevelTable checks that no level sees less, or errs more, than the one below.
func TestLevelTable(t *testing.T) {
	for l := Level(2); l <= Strongest; l++ {
		low, high := (l - 1).Setting(), l.Setting()
		if high.Nodes < low.Nodes || high.Temperature > low.Temperature || high.Lines > low.Lines || low.Depth == 0 && high.Depth != 0 {
			t.Errorf("%s: %+v after %+v", l, high, low)
		}
	}
	if Level(0).Check() == nil || Level(11).Check() == nil || Strongest.Check() != nil || Level(0).Setting() != Level(1).Setting() {
		t.Error("the bounds of levels are not held")
	}
}

// FuzzAnswer throws lines at a game: none may end it but those that are meant to.
func FuzzAnswer(f *testing.F) {
	for _, line := range []string{"C2=5", "back", "level 3", "moves", "炮二平五", "a10-a9", "O-O", "\x00", "save x", "=", "+", "h2e2q"} {
		f.Add(line)
	}
	r := rulestest.Load(f, "xiangqi")
	f.Fuzz(func(t *testing.T, line string) {
		s, err := New(Config{Rules: r, People: both, TableMB: 1})
		if err != nil {
			t.Fatal(err)
		}
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.EqualFold(word, "hint") {
			return // slow, and tested elsewhere
		}
		before := s.Game().FEN()
		said := s.Answer(context.Background(), line)
		if said == "" && s.Game().FEN() == before && !s.Over() && !s.left && strings.TrimSpace(line) != "" {
			t.Errorf("%q was met with silence", line)
		}
	})
}
