package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"sync"

	"buluo/board"
	"buluo/game"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// Record is one game to replay.
type Record struct {
	Variant string `json:"variant"`
	Start   string `json:"start"` // a FEN; "" is the variant's start
	Moves   string `json:"moves"` // in UCI, separated by spaces
	INI     string `json:"ini"`   // stanzas that define the variant; "" is the catalogue
}

// Report is what the rules make of a game. Its fields are those of the package's description.
type Report struct {
	Legal  string `json:"legal"`
	Sets   string `json:"sets"`
	Check  string `json:"check"`
	Over   bool   `json:"over"`
	Result string `json:"result"`
	Reason string `json:"reason"`
	FEN    string `json:"fen"`
}

// Positions returns the number of positions the report speaks of.
func (r *Report) Positions() int { return len(r.Check) }

// Player replays records and keeps the rules it has compiled. It may be shared by any number of goroutines.
type Player struct {
	mu    sync.Mutex
	table map[string]*table
}

// NewPlayer returns a player that knows no variant yet.
func NewPlayer() *Player { return &Player{table: map[string]*table{}} }

// most bounds the compiled rules kept, as every line may bring stanzas of its own. Rules take some hundred kilobytes.
const most = 256

// Replay plays a record. The error says what is wrong with it: the variant, the start, or a move and its ply (0 is the start).
func (pl *Player) Replay(rec *Record) (*Report, error) {
	t, err := pl.tableOf(rec)
	if err != nil {
		return nil, err
	}
	start := rec.Start
	if strings.TrimSpace(start) == "" {
		start = t.r.Spec().Start
	}
	p, err := position.Parse(t.r, start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	moves := strings.Fields(rec.Moves)
	if len(moves) > game.MaxPlies {
		return nil, fmt.Errorf("moves: there are %d, a game has at most %d", len(moves), game.MaxPlies)
	}
	w := newWriter(t, len(moves))
	for ply := 0; ; ply++ {
		w.position(p)
		if ply == len(moves) {
			return w.report(p), nil
		}
		m, ok := w.find(moves[ply])
		if !ok {
			// The slow reader knows other spellings, and what to say of a text that is none.
			if m, err = game.Parse(game.UCI, p, moves[ply]); err != nil {
				return nil, fmt.Errorf("moves: ply %d: %w", ply+1, err)
			}
		}
		p.Do(m)
	}
}

func (pl *Player) tableOf(rec *Record) (*table, error) {
	key := rec.Variant + "\x00" + rec.INI
	// Two goroutines may compile the same rules at once; that is rare, and better than compiling under the lock.
	pl.mu.Lock()
	t := pl.table[key]
	pl.mu.Unlock()
	if t != nil {
		return t, nil
	}
	spec, err := specOf(rec)
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return nil, err
	}
	t = newTable(r)
	pl.mu.Lock()
	defer pl.mu.Unlock()
	if len(pl.table) >= most {
		clear(pl.table)
	}
	pl.table[key] = t
	return t, nil
}

func specOf(rec *Record) (*variant.Spec, error) {
	if rec.Variant == "" {
		return nil, fmt.Errorf("variant: is missing; it should be the name of one, such as xiangqi")
	}
	if rec.INI == "" {
		spec, err := variant.Load(rec.Variant)
		if err != nil {
			return nil, fmt.Errorf("variant: %w", err)
		}
		return spec, nil
	}
	file, err := variant.Parse("ini", rec.INI)
	if err != nil {
		return nil, err
	}
	spec, err := file.Find(rec.Variant)
	if err != nil {
		return nil, fmt.Errorf("variant: %w", err)
	}
	return spec, nil
}

// table is what writing UCI texts fast takes. A text of at most seven bytes is a number with its first byte highest, so that
// numbers sort as texts do.
type table struct {
	r    *rules.Rules
	gen  *movegen.Generator
	name [board.MaxSquares]uint64 // from the top byte down
	long [board.MaxSquares]uint   // bits of name that are in use
}

func newTable(r *rules.Rules) *table {
	t := &table{r: r, gen: movegen.For(r)}
	for s := range r.Geometry.Size() {
		name := r.Geometry.Name(board.Square(s))
		t.name[s], t.long[s] = packed(name), uint(8*len(name))
	}
	return t
}

// packed returns a text of at most eight bytes as a number.
func packed(text string) uint64 {
	var n uint64
	for i := 0; i < 8; i++ {
		n <<= 8
		if i < len(text) {
			n |= uint64(text[i])
		}
	}
	return n
}

// uci returns a move's UCI text as a number.
func (t *table) uci(m board.Move) uint64 {
	long := t.long[m.From()]
	n := t.name[m.From()] | t.name[m.To()]>>long
	long += t.long[m.To()]
	switch m.Kind() {
	case board.Promotion:
		n |= uint64(t.r.Spec().Piece(m.Promotion()).Letter) << 56 >> long
	case board.PiecePromotion:
		n |= '+' << 56 >> long
	}
	return n
}

// writer gathers a report position by position.
type writer struct {
	*table
	moves  []board.Move // legal in the last position
	texts  []uint64     // of moves, in their order
	sorted []uint64
	joined []byte

	legal, sets, check []byte
}

func newWriter(t *table, plies int) *writer {
	return &writer{
		table: t,
		moves: make([]board.Move, 0, board.MaxMoves),
		legal: make([]byte, 0, 3*plies+3),
		sets:  make([]byte, 0, 9*plies+9),
		check: make([]byte, 0, plies+1),
	}
}

// position adds what is to be said about a position.
func (w *writer) position(p *position.Position) {
	w.moves = w.gen.Legal(p, w.moves[:0])
	w.texts = w.texts[:0]
	for _, m := range w.moves {
		w.texts = append(w.texts, w.uci(m))
	}
	if len(w.check) > 0 {
		w.legal = append(w.legal, ' ')
		w.sets = append(w.sets, ' ')
	}
	w.legal = strconv.AppendInt(w.legal, int64(len(w.moves)), 10)
	w.sets = strconv.AppendUint(w.sets, uint64(w.digest()), 16)
	check := byte('0')
	if p.InCheck() {
		check = '1'
	}
	w.check = append(w.check, check)
}

// digest returns the CRC-32 of the sorted texts joined by spaces.
func (w *writer) digest() uint32 {
	w.sorted = append(w.sorted[:0], w.texts...)
	slices.Sort(w.sorted)
	w.joined = w.joined[:0]
	for i, n := range w.sorted {
		if i > 0 {
			w.joined = append(w.joined, ' ')
		}
		for ; n != 0; n <<= 8 { // no text holds a zero byte
			w.joined = append(w.joined, byte(n>>56))
		}
	}
	return crc32.ChecksumIEEE(w.joined)
}

// find returns the legal move of the last position that is written like that.
func (w *writer) find(text string) (board.Move, bool) {
	if len(text) > 8 {
		return board.NoMove, false
	}
	i := slices.Index(w.texts, packed(text))
	if i < 0 {
		return board.NoMove, false
	}
	return w.moves[i], true
}

// report sums up, the last position being p. The outcome is asked for here alone, since it is all that a report says of it.
func (w *writer) report(p *position.Position) *Report {
	o := w.gen.Outcome(p)
	return &Report{
		Legal: string(w.legal), Sets: string(w.sets), Check: string(w.check),
		Over: o.Over, Result: o.Result(), Reason: o.Reason.String(), FEN: p.FEN(),
	}
}

// parseRecord reads a line into a record and whatever report stands beside it.
func parseRecord(line []byte) (*Record, *expected, error) {
	var both struct {
		Record
		expected
	}
	err := json.Unmarshal(line, &both)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return nil, nil, fmt.Errorf("json: the line is of kind %s, it should be an object", kind.Value)
	case errors.As(err, &kind):
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]
		return nil, nil, fmt.Errorf("json: %s: is of kind %s, it should be %s", field, kind.Value, kind.Type)
	case err != nil:
		return nil, nil, fmt.Errorf("json: %w", err)
	}
	return &both.Record, &both.expected, nil
}
