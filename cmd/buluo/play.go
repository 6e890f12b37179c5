package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"buluo/game"
	"buluo/play"
	"buluo/rules"
)

// playJob is what the command line of `buluo play` asks for.
type playJob struct {
	file, variant, fen string
	side               string
	level              int
	seed               uint64
	notation           string
	hash               int
	name, pgn          string
}

// sides are the seats that a person may take, by what they are called.
var sides = map[string][2]bool{
	"white": {true, false}, "red": {true, false}, "first": {true, false},
	"black": {false, true}, "second": {false, true},
	"both": {true, true}, "none": {false, false},
}

// newPlayCmd returns `buluo play`.
func newPlayCmd() *cobra.Command {
	var job playJob
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play a game in the terminal against the engine",
		Long: `Draws the board and takes moves by lines, in UCI, WXF, Chinese or SAN notation, or ICCS with a dash (H2-E2). hint, back (a turn), moves, level N,
resign, save FILE and help are there too. It works as well with its input piped.

Levels go from 1 to 10. 1 to 4 see one, two or three plies and captures; 5 and 6 search 20,000 and 40,000 nodes; up to 6 the move is drawn among
the best few, the better the likelier, and the less so the lower the level. 7 to 10 search 60 thousand, 250 thousand, 1 and 5 million nodes
and play the best. With the same --seed the engine answers the same game with the same moves.

At the end, however it comes, the game is added to a file as PGN; --pgn says which, and "" that it is not kept.`,
		Example: `  buluo play --variant horde-veteran-36-r2 --side black --level 3
  buluo play --variant xiangqi --notation chinese
  echo 'C2=5' | buluo play --variant xiangqi --pgn ""`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.run(cmd)
		},
	}
	addVariantFlag(cmd, &job.variant)
	addFileFlag(cmd, &job.file)
	f := cmd.Flags()
	f.StringVar(&job.fen, "fen", "", "the position to begin with (default the variant's start)")
	f.StringVar(&job.side, "side", "first", "yours: first (white, red), second (black), both, or none to watch")
	must(cmd.RegisterFlagCompletionFunc("side", cobra.FixedCompletions([]string{"first", "second", "both", "none"}, cobra.ShellCompDirectiveNoFileComp)))
	f.IntVar(&job.level, "level", int(play.DefaultLevel), "how well the engine plays, 1 to 10")
	f.Uint64Var(&job.seed, "seed", 0, "what the engine's draws depend on (default another every time)")
	f.IntVar(&job.hash, "hash", 64, "megabytes of the search's table")
	f.StringVar(&job.name, "name", "Player", "what the record calls you")
	f.StringVar(&job.pgn, "pgn", "buluo-games.pgn", `add the game to this file at the end; "" is none`)
	addNotationFlag(cmd, &job.notation)
	return cmd
}

// run plays a game and keeps it.
func (j *playJob) run(cmd *cobra.Command) error {
	s, err := j.session(cmd)
	if err != nil {
		return err
	}
	played := s.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
	if s.Game().Len() > 0 && j.pgn != "" {
		err := appendGame(j.pgn, s)
		if err == nil {
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "The game (%s, %d moves) is in %s.\n", s.Result(), s.Game().Len(), j.pgn)
		}
		played = errors.Join(played, err)
	}
	return played
}

// session sets the game up.
func (j *playJob) session(cmd *cobra.Command) (*play.Session, error) {
	people, ok := sides[j.side]
	switch {
	case !ok:
		return nil, usagef("--side %q is none of first, second, white, red, black, both and none", j.side)
	case j.hash < 1 || j.hash > maxHashMB:
		return nil, usagef("--hash %d is out of range; 1 to %d would do", j.hash, maxHashMB)
	}
	if err := play.Level(j.level).Check(); err != nil {
		return nil, usagef("--level: %w", err)
	}
	spec, err := loadSpec(j.file, j.variant)
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return nil, err
	}
	way, err := notationFor(j.notation, r)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	if !cmd.Flags().Changed("seed") {
		j.seed = uint64(now.UnixNano())
	}
	s, err := play.New(play.Config{
		Rules: r, FEN: j.fen, People: people, Level: play.Level(j.level), Notation: way, Seed: j.seed, TableMB: j.hash,
		Name: j.name, Date: now.Format("2006.01.02"), Prompt: prompt(cmd.InOrStdin()), Save: appendGame,
	})
	if err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// prompt is what a person at a terminal is shown; a pipe needs nothing.
func prompt(in io.Reader) string {
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return "> "
	}
	return ""
}

// appendGame adds a game's record to a file.
func appendGame(file string, s *play.Session) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return writeFailure(file, err)
	}
	if err := errors.Join(s.WritePGN(f), f.Close()); err != nil {
		return writeFailure(file, err)
	}
	return nil
}

// addNotationFlag gives a command --notation, with completion.
func addNotationFlag(cmd *cobra.Command, notation *string) {
	cmd.Flags().StringVar(notation, "notation", "", "how moves are written: uci, iccs, wxf, chinese or san (default wxf where there is one, else san)")
	must(cmd.RegisterFlagCompletionFunc("notation",
		cobra.FixedCompletions([]string{"uci", "iccs", "wxf", "chinese", "san"}, cobra.ShellCompDirectiveNoFileComp)))
}

// notationFor returns the notation of a name, "" for the usual one of a variant.
func notationFor(name string, r *rules.Rules) (game.Notation, error) {
	if name == "" {
		if game.WXF.Defined(r) {
			return game.WXF, nil
		}
		return game.SAN, nil
	}
	way, err := game.ParseNotation(name)
	if err != nil {
		return way, usagef("--notation: %w", err)
	}
	if !way.Defined(r) {
		return way, usagef("--notation: %s has no moves in %s notation", r.Spec().Name, way)
	}
	return way, nil
}
