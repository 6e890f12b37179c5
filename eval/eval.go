package eval

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// Evaluator scores the positions of one variant. It is immutable and may be shared by any number of goroutines.
type Evaluator struct {
	r        *rules.Rules
	squares  [board.MaxPieces][board.MaxSquares]packed // material and place, for the piece's own side
	standing position.Weights                          // the same for White, packed: what positions keep the sum of
	placed   [board.MaxPieces]*placing
	price    [board.MaxPieces]int // mean material alone

	terms []Term
	slots []int            // the counted terms, in the order of counts
	w     [maxSlots]packed // their weights, in the same order
	camps [2]camp
	// The slots of pieces that are attacked, by piece.
	loose, harried, pressed [board.MaxPieces]int
	tempo                   int     // its slot
	low                     bool    // all squares are in the lower word of a set
	survey                  *survey // counts in place of count.go; nil for the families that do without

	files     []board.Bits
	frame     frame
	lowFrame  lowFrame // the same by sets of one word, where low is set
	fullPhase int      // men on the board from which it is all middle game
	fadeAt    int      // plies of the clock from which the score fades
	slack     int      // see Slack
	manyMen   int      // men on the board from which a sketch serves
	faded     int      // percent of the score left when the clock runs out
	clock     int      // plies of the clock; 0 is none
}

// packed holds the two numbers of a Pair in the halves of a word, so that one addition adds both and one multiplication weighs both.
type packed int64

func pack(p Pair) packed { return packed(p.Eg)<<32 + packed(p.Mg) }

// unpack returns the two sums. The lower one is signed and has borrowed from the upper.
func (v packed) unpack() (mg, eg int) { return int(int32(v)), int((v + 1<<31) >> 32) }

// denseMen is how much of the board is taken, in percent, when all is middle game: the 32 men of xiangqi on 90 points.
const denseMen = 35

// New returns an evaluator.
func New(r *rules.Rules, w Weights) *Evaluator {
	family, err := FamilyWeights(Family(r))
	if err != nil {
		// The files are part of the program and a test reads them all.
		panic(err)
	}
	l := &lexicon{given: w, fitted: family, index: map[string]int{}}
	e := &Evaluator{r: r, low: r.Lines.Low, clock: r.Spec().ClockPlies, fullPhase: max(1, r.Board.Count()*denseMen/100)}
	for f := range r.Geometry.Files {
		e.files = append(e.files, r.Geometry.FileBits(f))
	}
	e.frame.lay(r)
	e.lowFrame.lay(r)
	for pc := range e.loose {
		e.loose[pc], e.harried[pc], e.pressed[pc] = sink, sink, sink
	}
	surveyed := surveyed(Family(r))
	tempo := Pair{plainTempo, plainTempo}
	if surveyed {
		tempo = Pair{surveyTempo, surveyTempo}
	}
	e.tempo = e.slot(l, "position", "tempo", tempo)
	for c := range r.Sides {
		side := &r.Sides[c]
		for _, m := range side.Movers {
			e.place(l, side, m)
		}
		e.enlist(l, side)
	}
	if surveyed {
		e.enlistSurvey(l)
	}
	e.terms = l.terms
	for k, i := range e.slots {
		e.w[k] = pack(l.pair(i))
	}
	e.fillHosts()
	for c := range r.Sides {
		for _, m := range r.Sides[c].Movers {
			e.setPrice(board.MakePiece(r.Sides[c].Color, m.Type), m)
		}
	}
	if surveyed {
		e.survey.settle(e)
	}
	e.slack, e.manyMen = slacks[Family(r)], position.Start(r).Occupied().Count()/2
	e.fadeAt = e.clock * single(l, "fade", plainFade) / 100
	e.faded = single(l, "faded", plainFaded)
	return e
}

// single returns a number that is no term: nothing is counted with it.
func single(l *lexicon, feature string, plain int) int {
	i := l.term("position", feature, Pair{plain, plain})
	p := l.pair(i)
	l.terms = l.terms[:i]
	delete(l.index, "position."+feature)
	return min(max(p.Mg, 0), 100)
}

// setPrice fills in what a piece is worth wherever it stands: the mean of its squares in middle game and ending, and half of what its
// number adds.
func (e *Evaluator) setPrice(pc board.Piece, m *rules.Mover) {
	if m.Royal {
		return
	}
	total := 0
	for b := e.r.Board; b.Any(); {
		mg, eg := e.squares[pc][b.Pop()].unpack()
		total += mg + eg
	}
	price := total / (2 * e.r.Geometry.Size())
	for i := range e.camps[pc.Color()].near {
		if k := &e.camps[pc.Color()].near[i]; k.t == pc.Type() && k.host != nil {
			for _, slot := range k.host.over {
				mg, eg := e.w[slot].unpack()
				price += (mg + eg) / 4
			}
		}
	}
	if len(e.r.Spec().Piece(m.Type).Steps) > 0 {
		price = max(price, 1)
	}
	e.price[pc] = price
}

// Price returns what a piece is worth wherever it stands, for ordering captures; 0 for NoPiece and for royal pieces.
func (e *Evaluator) Price(pc board.Piece) int { return e.price[pc%board.MaxPieces] }

// Terms returns the linear terms of the variant. What a Trace counts, it counts in this order.
func (e *Evaluator) Terms() []Term { return append([]Term(nil), e.terms...) }

// Score returns what a position is worth to the side to move.
func (e *Evaluator) Score(p *position.Position) int { return e.ScoreBy(nil, p) }

// ScoreBy is Score with the help of a memo, which may be nil.
func (e *Evaluator) ScoreBy(m *Memo, p *position.Position) int {
	counted, material := e.count(p, nil, m)
	mg, eg := (packed(p.Weigh(&e.standing)) + counted).unpack()
	phase := e.phase(p, material)
	score := (mg*phase + eg*(e.fullPhase-phase)) / e.fullPhase
	score = score * e.scale(p, score, material) / wholeScale
	score = e.fade(score, p.Clock())
	if p.Side() == board.Black {
		return -score
	}
	return score
}

// phase returns how much of a position is middle game, from 0 to fullPhase: the men on the board.
func (e *Evaluator) phase(p *position.Position, material [2]int) int {
	if e.survey != nil {
		return e.survey.phase(e, p, material)
	}
	return min(p.Occupied().Count(), e.fullPhase)
}

// fade draws a score towards zero as the no-capture clock runs, so that who is ahead sees that waiting is not winning.
func (e *Evaluator) fade(v, clock int) int {
	lost, of := e.lost(clock)
	if lost == 0 { // mostly, and a division takes its time
		return v
	}
	return v - v*lost/of
}

// Fading reports whether a position's score depends on its clock.
func (e *Evaluator) Fading(clock int) bool { return e.clock > 0 && clock > e.fadeAt }

// lost returns what part of a score the clock has taken: so much of so much.
func (e *Evaluator) lost(clock int) (part, of int) {
	if !e.Fading(clock) {
		return 0, 1
	}
	return (min(clock, e.clock) - e.fadeAt) * (100 - e.faded), 100 * max(1, e.clock-e.fadeAt)
}

// distance returns how many steps a king needs from one square to another.
func (e *Evaluator) distance(a, b board.Square) int {
	l := e.r.Lines
	files := int(l.Places[a&127].File) - int(l.Places[b&127].File)
	ranks := int(l.Places[a&127].Rank) - int(l.Places[b&127].Rank)
	return max(files, -files, ranks, -ranks)
}
