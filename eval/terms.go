package eval

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/rules"
)

// Term is one number of the evaluation: a pair that counts as often as its feature is found on the board.
type Term struct {
	Name string
	Pair
	Min, Max int // what a fit may make of it
}

// The features of pieces. Some belong to some sorts of piece only; terms.go and count.go say which.
const (
	featValue   = "value"   // the piece itself
	featRank    = "rank"    // rank0 to rank9: where it stands, as its side counts, from the tenth part of the board nearest to it
	featFile    = "file"    // file0 to file4: files between it and the nearer edge, four and more alike
	featCrossed = "crossed" // it may go sideways where its like could not at home
	featSpent   = "spent"   // it has no step forward left
	featReach   = "reach"   // points that a long-range piece may go to
	featRing    = "ring"    // points around the opponent's royal piece that a long-range piece attacks
	featBeside  = "beside"  // pieces that a short-range neighbour on the same rank guards
	featBehind  = "behind"  // pieces that a short-range neighbour on another rank guards
	featClose   = "close"   // short-range pieces within two points of the opponent's royal piece
	featLoose   = "loose"   // attacked and not guarded
	featHarried = "harried" // long-range pieces that a short-range piece attacks
	featAlone   = "alone"   // soldiers of a side without a royal piece that have no neighbour at all
	featOpen    = "open"    // files without such a soldier
	featOver    = "over"    // over4 and so on: such soldiers beyond so many, so that the worth of one depends on how many there are
	featFacing  = "facing"  // such soldiers times the opponent's long-range pieces, in sixteenths
	featAim     = "aim"     // aim0 to aim2: long-range pieces on a line with a royal piece, by the pieces between
	featBared   = "bared"   // roaming pieces times the guards that the opponent's royal piece has lost
	featRoom    = "room"    // points around a royal piece, in its zone, that are free and not attacked
	featRear    = "rear"    // long-range pieces with most of a horde in front of them: they have got behind it
)

// The features of a survey: of pieces of longer range,
const (
	featFew     = "few"     // moves that it lacks to four
	featFree    = "free"    // it rides along a file without pawns of its own
	featBare    = "bare"    // ... and without any
	featOutpost = "outpost" // a pawn guards it, beyond the middle, and none can drive it away
	featPair    = "pair"    // pieces that stay on one colour, on both
	featMenaced = "menaced" // what costs less attacks it
	featAmple   = "ample"   // moves that it has beyond eight
	featAmid    = "amid"    // pawns of its own side that are left beyond half of those it began with
	featPressed = "pressed" // attacked, and guarded by no pawn nor by more than attack it
	featStalked = "stalked" // safe squares from where a cheaper piece may attack it next
)

// ... of a side's pawns ("foot", and "host" for those of a side without a royal piece),
const (
	featIsolated = "isolated" // no pawn of its own on the files beside it
	featDoubled  = "doubled"  // one of its own ahead of it
	featBackward = "backward" // it cannot step without being taken, nor will be guarded
	featPhalanx  = "phalanx"  // one of its own beside it, by its advance
	featLinked   = "linked"   // one of its own guards it, by its advance
	featLunge    = "lunge"    // it may step safely to where it attacks a piece
	featPassed   = "passed"   // passed1 to passed6: no pawn will stop it, by the steps that it has to go
	featClear    = "clear"    // ... and nothing else on its way, by its advance, as all that follow
	featWay      = "way"      // ... and nothing on its next square
	featHalted   = "halted"   // ... but a piece on its next square
	featBacked   = "backed"   // ... and a pawn guards it
	featChased   = "chased"   // ... times the steps of the opponent's king to its next square
	featLed      = "led"      // ... times those of its own king
	featRunner   = "runner"   // ... and too far for a king that is all its opponent has
	featHopeful  = "hopeful"  // no pawn ahead on its file, and as many of its own to lead it as may stop it, by its advance
)

// ... of the pawns of a side without a royal piece alone,
const (
	featJoined = "joined" // joined1 to joined7: its like beside it and diagonally behind it, by the steps that it has to go
	featMet    = "met"    // met1 to met7: ... of one with a pawn of the opponent ahead of it
	featSlim   = "slim"   // slim1 to slim3: files that hold so many
	featColumn = "column" // pawns of a file beyond those on the files beside it
	featEntry  = "entry"  // points of its first rank that pieces other than the king attack, and that are free of its pawns
	featPush   = "push"   // steps to where a pawn of its own guards or nothing attacks
)

// ... and of a royal piece.
const (
	featDanger = "danger" // what is brought against it, squared
	featAlarm  = "alarm"  // ... and not squared
	featShield = "shield" // pawns before it
	featStorm  = "storm"  // the opponent's pawns before it
	featRights = "rights" // castlings that it may still make
	featFlag   = "flag"   // its way to where it wins by getting there, squared
	featPath   = "path"   // path1 to path7: it may get there by points that are not attacked nor its own men's, by its steps
	featAstray = "astray" // steps to the nearest pawn of its own
	featDriven = "driven" // steps from the middle, of one that is bare
	featHunt   = "hunt"   // steps nearer to the opponent's that is bare
)

// rankBins and fileBins are how finely places are told apart.
const (
	rankBins = 10
	fileBins = 5
)

// Features of the board between the two sides.
const (
	featRestrained = "restrained" // squares that a side attacks, and its opponent as well, and that are not firmly its own
	featSpace      = "space"      // safe squares in the middle of a side's own half, and once more behind its pawns, by its pieces
)

// knots are the numbers of soldiers at which the worth of one more changes.
var knots = [...]int{2, 4, 6, 9, 12, 15, 18, 22, 27, 31, 36}

// wholeFeatures are those of the position as a whole. Tempo is the side to move's; the two of the clock are percents, of the clock from which
// the score fades and of the score left when it runs out: their middle-game number is used, and no fit touches them.
var wholeFeatures = []string{"tempo", "fade", "faded"}

// featureNames lists the features of pieces.
func featureNames() []string {
	return []string{
		featValue, "rank0-9", "file0-4", featCrossed, featSpent, featReach, featRing, featBeside, featBehind, featClose, featLoose, featHarried,
		featAlone, featOpen, "over2-36", featFacing, featRear, "aim0-2", featBared, featRoom,
		featFew, featFree, featBare, featOutpost, featPair, featMenaced, featIsolated, featDoubled, featBackward, featPhalanx, featLinked, featLunge,
		"passed1-6", featClear, featWay, featHalted, featBacked, featChased, featLed, featDanger, featAlarm, featShield, featStorm, featRights, featFlag,
		"path1-7",
		featHunt, featAmple, featAmid, featPressed, featStalked, featAstray, featDriven, featRunner, featHopeful, featRestrained, featSpace,
		"joined1-7", "met1-7", "slim1-3", featColumn, featEntry, featPush,
	}
}

// isFeature reports whether a word names a feature of pieces.
func isFeature(word string) bool {
	if slices.Contains(featureNames(), word) && !strings.Contains(word, "-") {
		return true
	}
	for _, numbered := range []struct {
		name string
		ok   func(int) bool
	}{
		{featRank, func(n int) bool { return n < rankBins }},
		{featFile, func(n int) bool { return n < fileBins }},
		{featAim, func(n int) bool { return n < 3 }},
		{featPassed, func(n int) bool { return n >= 1 && n <= passedBins }},
		{featJoined, func(n int) bool { return n >= 1 && n <= wallBins }},
		{featMet, func(n int) bool { return n >= 1 && n <= wallBins }},
		{featPath, func(n int) bool { return n >= 1 && n <= pathBins }},
		{featSlim, func(n int) bool { return n >= 1 && n <= slimBins }},
		{featOver, func(n int) bool { return slices.Contains(knots[:], n) }},
	} {
		digits, ok := strings.CutPrefix(word, numbered.name)
		n, err := strconv.Atoi(digits)
		if ok && err == nil && n >= 0 && numbered.ok(n) && strconv.Itoa(n) == digits {
			return true
		}
	}
	return false
}

// lexicon gives every term of a variant its number while an evaluator is made.
type lexicon struct {
	given, fitted Weights
	terms         []Term
	index         map[string]int
}

// term returns the number of a term, which it enters if it is new, with the weight that is given for it, or was fitted, or else the plain one.
func (l *lexicon) term(piece, feature string, plain Pair) int {
	if v, ok := l.fitted.Get(piece + "." + feature); ok && !l.given.plain {
		plain = v
	}
	return l.ownTerm(piece, feature, plain)
}

// ownTerm is term for one that no fit replaces.
func (l *lexicon) ownTerm(piece, feature string, p Pair) int {
	name := piece + "." + feature
	if i, ok := l.index[name]; ok {
		return i
	}
	if v, ok := l.given.Get(name); ok {
		p = v
	}
	l.index[name] = len(l.terms)
	l.terms = append(l.terms, Term{Name: name, Pair: p, Min: -maxWeight, Max: maxWeight})
	return len(l.terms) - 1
}

// pair returns the pair of a term.
func (l *lexicon) pair(i int) Pair { return l.terms[i].Pair }

// pieceName is what a type is called in the names of weights.
func pieceName(r *rules.Rules, t board.PieceType) string {
	p := r.Spec().Piece(t)
	if strings.HasPrefix(p.Key, "customPiece") {
		return p.Betza
	}
	return p.Key
}

// sideName is pieceName, but for the soldiers of a surveyed side without a royal piece: they are many, and where they are well placed and what
// they are worth is not what holds for the few of their opponent.
func (e *Evaluator) sideName(side *rules.Side, m *rules.Mover) string {
	name := pieceName(e.r, m.Type)
	if m.Steps != nil && side.Royal == board.NoType && Family(e.r) == "horde" {
		return hostPrefix + name
	}
	return name
}

// hostPrefix begins the names of such soldiers, and hostName is what they are called as a whole.
const (
	hostPrefix = "host-"
	hostName   = "host"
)

// overName is the name of a knot's feature.
func overName(n int) string { return fmt.Sprintf("%s%d", featOver, n) }

// pricedName is what a type is called in the name of its value: with its letter where the designer gave another type of the same name another
// price, so that neither is lost.
func pricedName(r *rules.Rules, t board.PieceType) string {
	name, spec := pieceName(r, t), r.Spec()
	own := spec.Piece(t)
	for i := range spec.Pieces {
		other := board.PieceType(i + 1)
		if other != t && pieceName(r, other) == name && spec.Piece(other).Value != own.Value && own.Value[0] > 0 {
			return fmt.Sprintf("%s:%c", name, own.Letter)
		}
	}
	return name
}
