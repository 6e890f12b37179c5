package corpus

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"buluo/internal/filelock"
	"buluo/internal/gz"
)

// tornError is a record that goes on beyond the end of the file: what is left where a write was cut short, or a length that is wrong.
type tornError struct {
	rest []byte // from the record's first byte to the end of the file
}

func (e *tornError) Error() string { return "the last game was cut short" }

// Read reads games and returns them in the order of their keys, each once, whatever order they were played in. torn tells that the
// last record is incomplete, with whole the length of what comes before it; everything else that is wrong is an error, which names the byte.
// A record is not the last one where a whole one stands behind it: a length that was damaged must not pass for an end, since Open cuts
// the file there.
func Read(name string, in io.Reader) (games []*Game, whole int64, torn bool, err error) {
	r := bufio.NewReaderSize(in, 1<<16)
	head := make([]byte, len(magic))
	switch n, err := io.ReadFull(r, head); {
	case n == 0 && errors.Is(err, io.EOF):
		return nil, 0, false, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, 0, false, fmt.Errorf("%s: not a file of games; it should begin with %q", name, magic)
	case err != nil:
		return nil, 0, false, fmt.Errorf("%s: %w", name, err)
	case gz.Is(head):
		return nil, 0, false, fmt.Errorf("%s: %s", name, neverGoneOn)
	case string(head) != magic:
		return nil, 0, false, fmt.Errorf("%s: not a file of games of this version; it should begin with %q", name, magic)
	}
	whole = int64(len(magic))
	for {
		g, size, err := record(r)
		var cut *tornError
		switch {
		case errors.Is(err, io.EOF):
			return Sorted(games), whole, false, nil
		case errors.As(err, &cut):
			if at := next(cut.rest[1:]); at >= 0 {
				return nil, whole, false, fmt.Errorf("%s: byte %d: the length of this record is damaged: it goes beyond the end of the file, "+
					"but a whole game begins at byte %d", name, whole, whole+1+int64(at))
			}
			return Sorted(games), whole, true, nil
		case err != nil:
			return nil, whole, false, fmt.Errorf("%s: byte %d: %w", name, whole, err)
		}
		whole += size
		games = append(games, g)
	}
}

// record reads one game and returns the bytes it takes.
func record(r *bufio.Reader) (*Game, int64, error) {
	head, err := r.Peek(binary.MaxVarintLen64)
	if len(head) == 0 || err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, err
	}
	n, size := binary.Uvarint(head)
	switch {
	case size == 0:
		return nil, 0, &tornError{bytes.Clone(head)} // there is no more than this
	case size < 0 || n > maxBody:
		return nil, 0, fmt.Errorf("a record of %d bytes, %d are the limit", n, maxBody)
	}
	all := make([]byte, size+int(n)+4)
	if got, err := io.ReadFull(r, all); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, 0, &tornError{all[:got]}
		}
		return nil, 0, err
	}
	body, sum := all[size:size+int(n)], binary.LittleEndian.Uint32(all[size+int(n):])
	if is := crc32.Checksum(body, table()); is != sum {
		return nil, 0, fmt.Errorf("the check sum is %08x and should be %08x", is, sum)
	}
	g, err := decode(body)
	return g, int64(len(all)), err
}

// next returns where in the bytes behind a broken record the first whole one begins, -1 for nowhere. Names are looked at before the check
// sum, which would have to be taken of all that follows at almost every byte.
func next(rest []byte) int {
	for at := range rest {
		n, size := binary.Uvarint(rest[at:])
		if size <= 0 || n > maxBody || uint64(len(rest)-at-size) < n+4 {
			continue
		}
		end := at + size + int(n)
		b := body{rest: rest[at+size : end]}
		variant, start, engine := b.text("variant"), b.text("start"), b.text("engine")
		if b.err != nil || variant == "" || engine == "" || !printable(variant+start+engine) {
			continue
		}
		if crc32.Checksum(rest[at+size:end], table()) == binary.LittleEndian.Uint32(rest[end:]) {
			return at
		}
	}
	return -1
}

// printable reports whether a text may be somebody's name.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// Sorted orders games by key and drops those that are there twice.
func Sorted(games []*Game) []*Game {
	slices.SortStableFunc(games, func(a, b *Game) int { return compare(&a.Key, &b.Key) })
	return slices.CompactFunc(games, func(a, b *Game) bool { return a.Key == b.Key })
}

func compare(a, b *Key) int {
	return cmp.Or(strings.Compare(a.Variant, b.Variant), strings.Compare(a.Engine, b.Engine), cmp.Compare(a.Seed, b.Seed),
		cmp.Compare(a.Number, b.Number), cmp.Compare(a.Nodes[0], b.Nodes[0]), cmp.Compare(a.Nodes[1], b.Nodes[1]))
}

// neverGoneOn says why a packed file is not written to: those are finished ones, which are read whole.
const neverGoneOn = "a packed file is not gone on with; unpack it, or choose another name"

// ReadFile reads a file of games, packed by gzip or not. A torn last record is left out, but a packed file is whole or an error.
func ReadFile(path string) ([]*Game, error) {
	in, err := gz.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	name := path
	if in.Packed {
		name += ", unpacked" // so the bytes are counted
	}
	games, whole, torn, err := Read(name, in)
	if err == nil && whole == 0 && !in.Packed && gz.Named(path) {
		return nil, fmt.Errorf("%s: byte 0: it is empty, and a packed file should be whole", path)
	}
	if err == nil && torn && in.Packed {
		return nil, fmt.Errorf("%s: byte %d: the last game was cut short, and a packed file should be whole", name, whole)
	}
	return games, err
}

// File is a file of games that grows. It belongs to one goroutine.
type File struct {
	f     *filelock.File
	whole int64 // the length of what has been written without a fault
}

// Open opens a file to go on with, or begins one, and returns the games that it holds. A torn last record is cut off. Until the file is closed nobody
// else can open it so, in this process or another: two runs that write to one file would write into each other's records.
func Open(path string) (*File, []*Game, error) {
	if gz.Named(path) { // also one that is not there yet: it would not be what its name says
		return nil, nil, fmt.Errorf("%s: %s", path, neverGoneOn)
	}
	f, err := filelock.Open(path)
	if err != nil {
		return nil, nil, err
	}
	games, whole, torn, err := Read(path, f)
	if err == nil && torn {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err == nil && whole == 0 {
		_, err = io.WriteString(f, magic)
		whole = int64(len(magic))
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return &File{f, whole}, games, nil
}

// Add appends a game. What a write that fails has left of it, on a full disk, is cut off again: a record after it could not be read.
func (f *File) Add(g *Game) error {
	n, err := f.f.Write(encode(g)) // at once, so that no other record can be torn than the last
	if err == nil {
		f.whole += int64(n)
		return nil
	}
	_, seek := f.f.Seek(f.whole, io.SeekStart)
	return errors.Join(err, f.f.Truncate(f.whole), seek)
}

// Close closes the file.
func (f *File) Close() error { return f.f.Close() }
