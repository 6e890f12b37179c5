package book

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"buluo/game"
	"buluo/rules"
)

// Opening is where a game begins.
type Opening struct {
	Start string // FEN; "" is the variant's own start
	Moves string // from there, as UCI writes them with one space between two
}

// Book is the openings of one variant, each once, in the order of the file.
type Book []Opening

// Shuffled returns the openings in the order of a seed.
func (b Book) Shuffled(seed uint64) Book {
	list := make(Book, len(b))
	for i, from := range rand.New(rand.NewPCG(seed, 0)).Perm(len(b)) {
		list[i] = b[from]
	}
	return list
}

// reader collects the openings of one variant.
type reader struct {
	rules *rules.Rules
	plies int // of each opening at most; 0 is all
	book  Book
	seen  map[Opening]bool
	errs  []error
}

// maxErrors are as many mistakes as are told; a file of another kind has one a line.
const maxErrors = 10

// wrong notes a mistake.
func (r *reader) wrong(address string, err error) {
	r.errs = append(r.errs, fmt.Errorf("%s: %w", address, err))
}

// add takes an opening that was played on the board. Moves over the limit are left out; what would leave nothing to play is refused.
func (r *reader) add(g *game.Game) error {
	for r.plies > 0 && g.Len() > r.plies {
		g.Undo()
	}
	if o := g.Outcome(); o.Over {
		return fmt.Errorf("the game is over there, %s by %s", o.Result(), o.Reason)
	}
	op := Opening{Moves: strings.Join(g.Text(game.UCI), " ")}
	if own := game.New(r.rules).Start(); g.Start() != own {
		op.Start = g.Start()
	}
	if !r.seen[op] { // twice the same would be counted as two witnesses
		r.seen[op] = true
		r.book = append(r.book, op)
	}
	return nil
}

// done returns the book, or what is wrong with the file.
func (r *reader) done(name string) (Book, error) {
	if n := len(r.errs); n > maxErrors {
		r.errs = append(r.errs[:maxErrors:maxErrors], fmt.Errorf("%s: and %d more", name, n-maxErrors))
	}
	if err := errors.Join(r.errs...); err != nil {
		return nil, err
	}
	if len(r.book) == 0 {
		return nil, fmt.Errorf("%s: there is no opening of %s", name, r.rules.Spec().Name)
	}
	return r.book, nil
}

func newReader(r *rules.Rules, plies int) *reader {
	return &reader{rules: r, plies: plies, seen: map[Opening]bool{}}
}

// ReadPositions reads a position a line: a FEN, or the variant's start as startpos, and what may follow it: moves and a list of them, or operations as EPD
// has them, of which moves (a list too), hmvc and fmvn (a FEN's counters) are heeded. What is neither is a mistake, moves without the word before them
// above all. Empty lines and those that begin with # are passed over. Of the moves no more than so many plies are taken; 0 is all. The name is for
// errors, of which the first few are told at once.
func ReadPositions(name string, in io.Reader, r *rules.Rules, plies int) (Book, error) {
	rd := newReader(r, plies)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		g, err := position(r, text)
		if err == nil {
			err = rd.add(g)
		}
		if err != nil {
			rd.wrong(fmt.Sprintf("%s:%d", name, n), err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rd.done(name)
}

// ReadPGN reads the games of a PGN file, of each no more than so many plies; 0 is all. A game whose tag Variant names another variant is left to that one;
// one without the tag is taken where alone says that the match has no other.
func ReadPGN(name string, in io.Reader, r *rules.Rules, plies int, alone bool) (Book, error) {
	rd := newReader(r, plies)
	other := errors.New("of another variant")
	games := game.NewPGNReader(in, func(variant string) (*rules.Rules, error) {
		switch {
		case variant == r.Spec().Name:
			return r, nil
		case variant != "":
			return nil, other
		case alone:
			return r, nil
		}
		return nil, errors.New("the game has no tag Variant, and the match has several variants")
	})
	for n := 1; ; n++ {
		g, _, err := games.Next()
		if errors.Is(err, io.EOF) {
			return rd.done(name)
		}
		var bad *game.PGNError
		if err != nil && !errors.As(err, &bad) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err == nil {
			err = rd.add(g)
		}
		if err != nil && !errors.Is(err, other) {
			rd.wrong(fmt.Sprintf("%s: game %d", name, n), err)
		}
	}
}
