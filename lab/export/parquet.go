package export

import (
	"io"

	"buluo/lab/store"

	"github.com/parquet-go/parquet-go"
)

// Line is a row of the Parquet file.
type Line struct {
	ID          string  `parquet:"id"`
	Variant     string  `parquet:"variant,dict"`
	Start       string  `parquet:"start,dict"`
	White       string  `parquet:"white,dict"` // engine and options
	Black       string  `parquet:"black,dict"`
	WhiteNodes  int64   `parquet:"white_nodes"` // budget a move
	BlackNodes  int64   `parquet:"black_nodes"`
	WhiteMillis int32   `parquet:"white_movetime_ms"` // by the clock
	BlackMillis int32   `parquet:"black_movetime_ms"`
	Cap         int32   `parquet:"cap"`
	Seed        int64   `parquet:"seed"` // the bits of an unsigned number
	Opening     string  `parquet:"opening"`
	Continues   string  `parquet:"continues"`
	Rules       string  `parquet:"rules,dict"`
	Result      string  `parquet:"result,dict"`
	Reason      string  `parquet:"reason,dict"`
	Termination string  `parquet:"termination,dict"`
	Plies       int32   `parquet:"plies"`
	Moves       string  `parquet:"moves"`
	Scores      []int32 `parquet:"scores,list"`
	Depths      []int32 `parquet:"depths,list"`
	Nodes       []int64 `parquet:"nodes,list"`
}

// columns writes Parquet.
type columns struct {
	out *parquet.GenericWriter[Line]
}

// NewParquet returns a writer of Parquet, compressed with zstd. Nothing can be read of it before Close.
func NewParquet(out io.Writer) Writer {
	return columns{parquet.NewGenericWriter[Line](out, parquet.Compression(&parquet.Zstd))}
}

// Write adds a row.
func (c columns) Write(g *store.Game) error {
	j := g.Job
	_, err := c.out.Write([]Line{{
		ID: g.ID, Variant: g.Variant, Start: g.Start, White: j.Players[0].String(), Black: j.Players[1].String(),
		WhiteNodes: int64(j.Players[0].Nodes), BlackNodes: int64(j.Players[1].Nodes),
		WhiteMillis: int32(j.Players[0].MoveTime), BlackMillis: int32(j.Players[1].MoveTime), Cap: int32(g.Cap), Seed: int64(j.Seed), Opening: j.Opening,
		Continues: j.After, Rules: j.Rules, Result: g.Result, Reason: g.Reason, Termination: g.Termination, Plies: int32(g.Plies), Moves: g.Moves,
		Scores: narrowed[int32](g.Scores), Depths: narrowed[int32](g.Depths), Nodes: narrowed[int64](g.Nodes),
	}})
	return err
}

func narrowed[T int32 | int64, F int | uint64](from []F) []T {
	to := make([]T, len(from))
	for i, n := range from {
		to[i] = T(n)
	}
	return to
}

// Close writes the rows out and the table of contents after them.
func (c columns) Close() error { return c.out.Close() }
