package tune

import (
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"buluo/board"
	"buluo/eval"
	"buluo/rules"
	"buluo/variant"
)

//go:embed reference.tsv
var referenceTable string

// Price is what several sources have a piece of one board worth, in centipawns. It is a row of a
// table for designers, who have a piece and no number.
type Price struct {
	Piece     string // as weights name it
	Board     string // 9x10
	Variant   string // the first that has it
	Mobility  int
	Plain     eval.Pair // the literature's, or by mobility where that has none
	Tuned     eval.Pair // as the program plays: the piece's own weight, without where it stands
	Reference *eval.Pair
}

// Mobility lists the pieces of variants, each once a board and mobility. Pieces that may not be
// left attacked have no price. A piece of another zone or on another board moves otherwise and is
// another row.
func Mobility(specs []*variant.Spec) ([]Price, error) {
	reference, err := readReference()
	if err != nil {
		return nil, err
	}
	type place struct {
		piece, board string
		mobility     int
	}
	seen := map[place]bool{}
	var list []Price
	for _, spec := range specs {
		r, err := rules.Compile(spec)
		if err != nil {
			return nil, err
		}
		plain, tuned := values(r, eval.PlainWeights()), values(r, eval.DefaultWeights())
		size := fmt.Sprintf("%dx%d", spec.Geometry.Files, spec.Geometry.Ranks)
		for t := board.PieceType(1); int(t) <= len(spec.Pieces); t++ {
			if spec.Piece(t).Royal {
				continue
			}
			p := Price{Piece: PieceName(spec, t), Board: size, Variant: spec.Name}
			// A piece that only one side has is priced by that side.
			p.Mobility = max(eval.MobilityValue(r, board.White, t), eval.MobilityValue(r, board.Black, t))
			p.Plain, p.Tuned = priced(plain, spec, t), priced(tuned, spec, t)
			if v, ok := reference[p.Piece+" "+size]; ok {
				p.Reference = &v
			}
			if at := (place{p.Piece, size, p.Mobility}); !seen[at] {
				seen[at] = true
				list = append(list, p)
			}
		}
	}
	return list, nil
}

// PieceName returns what weights call a piece: its key or, if a designer made it, its Betza text.
func PieceName(spec *variant.Spec, t board.PieceType) string {
	p := spec.Piece(t)
	if strings.HasPrefix(p.Key, "customPiece") {
		return p.Betza
	}
	return p.Key
}

// priced returns a piece's value: its own where its designer priced two of one text apart, which weights then tell apart by letter, else the one
// that all of its text share.
func priced(values map[string]eval.Pair, spec *variant.Spec, t board.PieceType) eval.Pair {
	name := PieceName(spec, t)
	if v, ok := values[name+":"+string(rune(spec.Piece(t).Letter))]; ok {
		return v
	}
	return values[name]
}

// values returns the values that an evaluator has for the pieces of a variant.
func values(r *rules.Rules, w eval.Weights) map[string]eval.Pair {
	all := map[string]eval.Pair{}
	for _, t := range eval.New(r, w).Terms() {
		if piece, ok := strings.CutSuffix(t.Name, ".value"); ok {
			all[piece] = t.Pair
		}
	}
	return all
}

// readReference reads the embedded table, by piece and board. It is part of the program, and yet
// checked: a table that somebody has edited is told apart by its line.
func readReference() (map[string]eval.Pair, error) {
	all := map[string]eval.Pair{}
	for i, line := range strings.Split(referenceTable, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		cell := strings.Split(line, "\t")
		if len(cell) != 4 {
			return nil, fmt.Errorf("reference.tsv:%d: %d columns, 4 would do", i+1, len(cell))
		}
		mg, errMg := strconv.Atoi(cell[2])
		eg, errEg := strconv.Atoi(cell[3])
		if errMg != nil || errEg != nil {
			return nil, fmt.Errorf("reference.tsv:%d: %q and %q should be numbers", i+1, cell[2], cell[3])
		}
		all[cell[0]+" "+cell[1]] = eval.Pair{Mg: mg, Eg: eg}
	}
	return all, nil
}

// WritePrices writes prices as a table. A dash stands where the reference was never measured.
func WritePrices(out io.Writer, list []Price) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "piece\tboard\tby mobility\tplain\ttuned mg\teg\treference mg\teg\tas in")
	for _, p := range list {
		theirs := "-\t-"
		if p.Reference != nil {
			theirs = fmt.Sprintf("%d\t%d", p.Reference.Mg, p.Reference.Eg)
		}
		fmt.Fprintf(tab, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\n", p.Piece, p.Board, p.Mobility, p.Plain.Mg, p.Tuned.Mg, p.Tuned.Eg, theirs, p.Variant)
	}
	return tab.Flush()
}
