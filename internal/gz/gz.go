package gz

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Suffix ends the names of packed files.
const Suffix = ".gz"

// Named reports whether a file's name says that it is packed.
func Named(path string) bool { return strings.HasSuffix(strings.ToLower(path), Suffix) }

// magic is how everything begins that gzip has packed (RFC 1952, 2.3.1). No text begins so, as the second byte alone is no character of UTF-8.
var magic = []byte{0x1f, 0x8b}

// Is reports whether what begins so is packed.
func Is(head []byte) bool { return bytes.HasPrefix(head, magic) }

// Text reads what may be packed, unpacked. It belongs to one goroutine.
type Text struct {
	in   io.Reader
	file io.Closer // nil where there is nothing to be closed
	at   int64     // so many bytes have been read, unpacked

	// Packed tells that the text was packed.
	Packed bool
}

// Reader looks at how a text begins and returns it unpacked. An empty one is empty and no error.
func Reader(in io.Reader) (*Text, error) {
	buffered := bufio.NewReader(in)
	// What keeps the first bytes from being read is met again, and told, by whoever reads on.
	if head, _ := buffered.Peek(len(magic)); !Is(head) {
		return &Text{in: buffered}, nil
	}
	z, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, told(err, 0)
	}
	return &Text{in: z, Packed: true}, nil
}

// Open opens a file. An error is an [os.PathError], also where the file begins as packed and no more; what goes wrong in reading does not name
// the file, as usual.
func Open(path string) (*Text, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	t, err := Reader(f)
	if err != nil {
		return nil, errors.Join(&os.PathError{Op: "unpack", Path: path, Err: err}, f.Close())
	}
	t.file = f
	return t, nil
}

// Read reads the text unpacked.
func (t *Text) Read(p []byte) (int, error) {
	n, err := t.in.Read(p)
	t.at += int64(n)
	if t.Packed && err != nil && err != io.EOF {
		err = told(err, t.at)
	}
	return n, err
}

// Close closes the file that was opened; a Reader's is its owner's.
func (t *Text) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}

// told says what is wrong with packed data, and where. What the disk itself has to say is left as it is.
func told(err error, at int64) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF): // not wrapped: see the package's comment
		return fmt.Errorf("packed by gzip and cut short, after %d unpacked bytes", at)
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return fmt.Errorf("packed by gzip and damaged, after %d unpacked bytes: %w", at, err)
	}
	return err
}

// Writer returns a writer to a file of this name, which packs if the name says so. It must be closed, which does not close the file.
func Writer(path string, w io.Writer) io.WriteCloser {
	if Named(path) {
		return gzip.NewWriter(w)
	}
	return plain{w}
}

// plain is a writer that has nothing left to write when it is closed.
type plain struct{ io.Writer }

func (plain) Close() error { return nil }
