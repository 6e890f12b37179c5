package schedule

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"buluo/lab/design"
	"buluo/lab/match"
	"buluo/variant"
)

// Rules names the rules as this program carries them out. It changes whenever a legal move or an outcome of any variant does, since the
// games of before are then other games.
const Rules = "buluo-rules-1"

// The kinds of player that a job can name.
const (
	Own     = "own"     // our engine
	UCI     = "uci"     // another program
	Random  = "random"  // any legal move; the job's seed makes it the same one every time
	Foreign = "foreign" // whoever played a game that was imported; it cannot be asked again
)

// Player is all that is known of a player beforehand and may change what it plays.
type Player struct {
	Kind    string            `json:"kind"`
	Engine  string            `json:"engine"`            // what it calls itself, with its version
	Options map[string]string `json:"options,omitempty"` // settings that are not its defaults
	Nodes   uint64            `json:"nodes,omitempty"`   // budget a move; 0 is none

	MoveTime int    `json:"movetime,omitempty"` // milliseconds a move; 0 is no clock
	Build    string `json:"build,omitempty"`    // the beginning of its program's SHA-256, where two programs may call themselves the same
}

// Config returns the player without its budget, as one line of text: what the cells of a table have in common.
func (p Player) Config() string {
	p.Nodes = 0
	return encoded(p)
}

// fewOptions are as many as are told one by one. A file of weights may set hundreds.
const fewOptions = 8

// String names the player for people: its engine, and the options that are set, which are only numbered and hashed where they are many.
func (p Player) String() string {
	text := p.Engine
	if p.Build != "" {
		text += " build " + p.Build
	}
	if p.MoveTime > 0 {
		text += fmt.Sprintf(" %dms", p.MoveTime)
	}
	if n := len(p.Options); n > fewOptions {
		sum := sha256.Sum256([]byte(encoded(p.Options)))
		return text + fmt.Sprintf(" %d settings %s", n, hex.EncodeToString(sum[:4]))
	}
	for _, name := range slices.Sorted(maps.Keys(p.Options)) {
		text += fmt.Sprintf(" %s=%s", name, p.Options[name])
	}
	return text
}

// Job is one game to be played. Every field is part of its identity.
type Job struct {
	Variant string    `json:"variant"`
	Stanza  string    `json:"stanza"`              // the variant as text, complete
	Players [2]Player `json:"players"`             // White, Black
	Opening string    `json:"opening,omitempty"`   // moves that are nobody's choice, in UCI
	Seed    uint64    `json:"seed,omitempty"`      // of what is left to chance
	Cap     int       `json:"cap,omitempty"`       // plies after which the game is left unfinished; 0 is never
	Rules   string    `json:"rules"`               // Rules, as the game is judged
	After   string    `json:"continues,omitempty"` // the capped job whose moves the opening is
	More
}

// More is what few experiments ask of a game. The zero value asks nothing, and leaves a job's ID as if it were not there.
type More struct {
	Start        string             `json:"start,omitempty"` // FEN that the game starts from; "" is the variant's own start
	Adjudication match.Adjudication `json:"adjudication,omitzero"`
	Apart        bool               `json:"apart,omitempty"` // the seats have a player each, even where both are configured alike
}

// ID returns the job's name: a hash of all that decides which game it is.
func (j *Job) ID() string {
	sum := sha256.Sum256([]byte(encoded(j)))
	return hex.EncodeToString(sum[:16])
}

// encoded writes a value as JSON. The order of fields is theirs in the source, and that of options their names', so equal values are equal texts.
func encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return string(text)
}

// Spec returns the job's variant: the catalogue's where its text is the same, else what the stanza says.
func (j *Job) Spec() (*variant.Spec, error) {
	if j.Shipped() {
		return variant.Load(j.Variant)
	}
	f, err := variant.Parse(j.Variant, j.Stanza)
	if err != nil {
		return nil, err
	}
	return f.Find(j.Variant)
}

// StartOf returns the FEN that the job's game starts from, given its variant.
func (j *Job) StartOf(spec *variant.Spec) string {
	if j.Start != "" {
		return j.Start
	}
	return spec.Start
}

// Timed reports whether a player goes by the clock. What such a game comes to depends on the machine and its other work: played again it is
// another game.
func (j *Job) Timed() bool { return j.Players[0].MoveTime > 0 || j.Players[1].MoveTime > 0 }

// Budget returns the nodes a move of both players, or White's where they differ.
func (j *Job) Budget() uint64 { return j.Players[0].Nodes }

// Engine names who plays: one name where both seats have the same player.
func (j *Job) Engine() string {
	white, black := j.Players[0], j.Players[1]
	white.Nodes, black.Nodes = 0, 0
	if white.String() == black.String() {
		return white.String()
	}
	return white.String() + " against " + black.String()
}

// SelfPlay reports whether the job is a game of the study's main experiment: a player against itself with one budget, from the array itself, be it
// played on from a cap.
func (j *Job) SelfPlay() bool {
	white, black := j.Players[0], j.Players[1]
	return white.Kind != Random && white.Nodes == black.Nodes && white.Config() == black.Config() && (j.Opening == "" || j.After != "") &&
		j.More == More{} && !j.Timed()
}

// Continue returns the job of a game that was left unfinished at this job's cap, with another cap. The players' memories start anew where the moves
// so far end, so that it need not be the game that the larger cap would have given from the start.
func (j *Job) Continue(moves string, capPlies int) Job {
	next := *j
	next.Opening, next.Cap, next.After = moves, capPlies, j.ID()
	return next
}

// SelfPlay returns every design at every budget with one player in both seats. The largest budgets come first, as the longest games should not
// be begun last; within a budget the designs keep their order.
func SelfPlay(designs []design.Design, budgets []uint64, player Player, capPlies int) []Job {
	sorted := slices.Clone(budgets)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	sorted = slices.Compact(sorted)
	var jobs []Job
	for _, b := range sorted {
		player.Nodes = b
		for _, d := range designs {
			jobs = append(jobs, Job{
				Variant: d.Name(), Stanza: d.Spec.INI(), Players: [2]Player{player, player}, Cap: capPlies, Rules: Rules,
			})
		}
	}
	return jobs
}

// Shipped reports whether the job's variant is the catalogue's, by name and by text.
func (j *Job) Shipped() bool {
	spec, err := variant.Load(j.Variant)
	return err == nil && spec.INI() == j.Stanza
}
