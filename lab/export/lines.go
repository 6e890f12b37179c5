package export

import (
	"encoding/json"
	"io"

	"buluo/lab/store"
)

// Writer takes games, one after the other. Close ends the text, and leaves what it was written to open.
type Writer interface {
	Write(g *store.Game) error
	Close() error
}

// lines writes JSON lines.
type lines struct{ enc *json.Encoder }

// NewLines returns a writer of JSON lines.
func NewLines(out io.Writer) Writer {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return lines{enc}
}

// Write writes the record with its job.
func (l lines) Write(g *store.Game) error { return l.enc.Encode(&g.Record) }

// Close has nothing to do.
func (lines) Close() error { return nil }
