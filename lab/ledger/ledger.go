package ledger

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"buluo/board"
	"buluo/lab/match"
	"buluo/lab/schedule"
)

// Record is one game.
type Record struct {
	Variant     string `json:"variant"`
	Start       string `json:"start"` // FEN
	Moves       string `json:"moves"` // as UCI writes them, one space between two
	Result      string `json:"result"`
	Reason      string `json:"reason"` // what ended the game; none where it was not ended by its rules, be it adjudicated
	Termination string `json:"termination"`
	Plies       int    `json:"plies"`
	Budget      uint64 `json:"budget"` // nodes a move
	Cap         int    `json:"cap"`    // ply cap of the run, 0 for none
	Engine      string `json:"engine"` // whose moves these are: search.Version

	// What the players thought, one entry a ply: the score for the side that moved, the depth it finished, the nodes it spent.
	Scores []int    `json:"scores"`
	Depths []int    `json:"depths"`
	Nodes  []uint64 `json:"nodes"`

	// Where the game comes from a store, or goes to one. A bare record has none of these.
	ID  string        `json:"id,omitempty"`  // of the job
	INI string        `json:"ini,omitempty"` // the variant as a stanza, where the catalogue has none of that name with that text
	Job *schedule.Job `json:"job,omitempty"`
}

// Of makes the record of a game.
func Of(variant, start, engine string, budget uint64, capPlies int, g *match.Game) Record {
	r := Record{
		Variant: variant, Start: start, Moves: strings.Join(g.Moves, " "),
		Result: g.Final().Result(), Reason: g.Outcome.Reason.String(), Termination: g.Termination.String(),
		Plies: len(g.Moves), Budget: budget, Cap: capPlies, Engine: engine,
		Scores: []int{}, Depths: []int{}, Nodes: []uint64{},
	}
	for _, c := range g.Choices {
		r.Scores = append(r.Scores, c.Score)
		r.Depths = append(r.Depths, c.Depth)
		r.Nodes = append(r.Nodes, c.Nodes)
	}
	return r
}

// OfJob makes the record of a job's game.
func OfJob(j *schedule.Job, start string, g *match.Game) Record {
	return Of(j.Variant, start, j.Engine(), j.Budget(), j.Cap, g)
}

// Digest is a hash of all that was played and thought, by which two results of one job can be held against each other.
func (r *Record) Digest() string {
	bare := *r
	bare.ID, bare.INI, bare.Job = "", "", nil
	text, err := json.Marshal(bare)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Adjudicated reports whether the result is an adjudication's.
func (r *Record) Adjudicated() bool { return r.Termination == match.Adjudicated.String() }

// Outcome returns how the game ended; the zero Outcome where its rules did not end it, so that a game that was adjudicated counts with the unfinished
// for everybody who does not ask for Final.
func (r *Record) Outcome() board.Outcome {
	if r.Adjudicated() {
		return board.Outcome{}
	}
	return r.Final()
}

// Final returns how the game ended, or what an adjudication gave, which has no reason.
func (r *Record) Final() board.Outcome {
	reason, _ := board.ParseReason(r.Reason)
	switch r.Result {
	case "1-0":
		return board.Win(board.White, reason)
	case "0-1":
		return board.Win(board.Black, reason)
	case "1/2-1/2":
		return board.Draw(reason)
	}
	return board.Outcome{}
}

// Check says what is wrong with a record from elsewhere, as far as it can be seen without the rules.
func (r *Record) Check() error {
	_, reason := board.ParseReason(r.Reason)
	_, termination := match.ParseTermination(r.Termination)
	moves := len(strings.Fields(r.Moves))
	switch {
	case r.Variant == "" || r.Start == "":
		return errors.New("variant and start must be given")
	case r.Result != "1-0" && r.Result != "0-1" && r.Result != "1/2-1/2" && r.Result != "*":
		return fmt.Errorf("result: %q is none of 1-0, 0-1, 1/2-1/2 and *", r.Result)
	case !reason:
		return fmt.Errorf("reason: %q is no reason a game ends for", r.Reason)
	case !termination:
		return fmt.Errorf("termination: %q is none of rules, cap, adjudication and unfinished", r.Termination)
	case r.Adjudicated() && (r.Result == "*" || r.Reason != board.NoReason.String()):
		return fmt.Errorf("termination: an adjudication gives a result and has no reason of the rules; this one has %s by %s", r.Result, r.Reason)
	case r.Plies != moves:
		return fmt.Errorf("plies: %d, but there are %d moves", r.Plies, moves)
	case len(r.Scores) != moves || len(r.Depths) != moves || len(r.Nodes) != moves:
		return fmt.Errorf("scores, depths and nodes must have an entry for each of the %d moves", moves)
	}
	return nil
}

// Read returns the records of a file of lines. Half a line at its end, which was not written whole, is left out. The name is for errors.
func Read(name string, in io.Reader) (records []Record, err error) {
	lines := bufio.NewReader(in)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		last := err == io.EOF
		if err != nil && !last {
			return records, fmt.Errorf("%s: %w", name, err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			var r Record
			err := json.Unmarshal(line, &r)
			if err != nil && last {
				return records, nil // half a line was never finished; a whole one that only lacks its line end is a game
			}
			if err != nil {
				return records, fmt.Errorf("%s:%d: not a game record: %w", name, n, err)
			}
			if err := r.Check(); err != nil {
				return records, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			records = append(records, r)
		}
		if last {
			return records, nil
		}
	}
}
