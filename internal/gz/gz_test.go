package gz

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// pack packs a text.
func pack(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestReads reads the same text packed and not, whatever the file is called and however few bytes come at a time.
func TestReads(t *testing.T) {
	text := strings.Repeat("a line of the text\n", 1000)
	for _, c := range []struct {
		name, text string
		data       []byte
		packed     bool
	}{
		{"plain", text, []byte(text), false},
		{"packed", text, pack(t, text), true},
		{"packed in two parts", text + text, append(pack(t, text), pack(t, text)...), true},
		{"empty", "", nil, false},
		{"nothing, packed", "", pack(t, ""), true},
		{"one byte", "\x1f", []byte{0x1f}, false},
		{"the second byte alone", "\x1fx", []byte("\x1fx"), false},
	} {
		for _, slow := range []bool{false, true} {
			var in io.Reader = bytes.NewReader(c.data)
			if slow {
				in = iotest.OneByteReader(in)
			}
			r, err := Reader(in)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got, err := io.ReadAll(r)
			if string(got) != c.text || err != nil || r.Packed != c.packed || r.Close() != nil {
				t.Errorf("%s: %d bytes of %d, packed %t, %v", c.name, len(got), len(c.text), r.Packed, err)
			}
		}
		for _, name := range []string{"games.gz", "games.txt"} {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := Open(path)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got, err := io.ReadAll(f)
			if string(got) != c.text || err != nil || f.Packed != c.packed {
				t.Errorf("%s as %s: %d bytes of %d, packed %t, %v", c.name, name, len(got), len(c.text), f.Packed, err)
			}
			if err := f.Close(); err != nil {
				t.Errorf("%s: closing: %v", c.name, err)
			}
			if err := f.Close(); !errors.Is(err, os.ErrClosed) {
				t.Errorf("%s: the file was left open: %v", c.name, err)
			}
		}
	}
}

// TestDamage cuts a packed text at every byte, and changes one: it is never taken for whole, nor for a plain text that was cut short.
func TestDamage(t *testing.T) {
	const text = "all that there is to be said about it\n"
	whole := pack(t, text)
	read := func(data []byte) (string, error) {
		r, err := Reader(bytes.NewReader(data))
		if err != nil {
			return "", err
		}
		got, err := io.ReadAll(r)
		return string(got), err
	}
	for n := len(magic); n < len(whole); n++ {
		got, err := read(whole[:n])
		if err == nil || errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(err.Error(), "packed by gzip and cut short, after ") {
			t.Errorf("%d bytes of %d: %q, %v", n, len(whole), got, err)
		}
	}
	if _, err := read(whole[:len(whole)-1]); err == nil || err.Error() != "packed by gzip and cut short, after 38 unpacked bytes" {
		t.Errorf("all but one byte: %v", err)
	}
	for name, bad := range map[string][]byte{
		"the way it is packed": append([]byte{0x1f, 0x8b, 0}, whole[3:]...),
		"the data":             append(append(bytes.Clone(whole[:10]), 0xff, 0xff), whole[12:]...),
		"the check sum":        append(bytes.Clone(whole[:len(whole)-8]), 1, 2, 3, 4, byte(len(text)), 0, 0, 0),
		"what follows":         append(bytes.Clone(whole), "something that was not packed"...),
	} {
		got, err := read(bad)
		if err == nil || !strings.HasPrefix(err.Error(), "packed by gzip and damaged, after ") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestErrors names a file that cannot be opened, and passes on what the disk says.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "none.gz")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	path := filepath.Join(dir, "short")
	if err := os.WriteFile(path, magic, 0o600); err != nil {
		t.Fatal(err)
	}
	var named *os.PathError
	_, err := Open(path)
	if !errors.As(err, &named) || named.Path != path || err.Error() != "unpack "+path+": packed by gzip and cut short, after 0 unpacked bytes" {
		t.Errorf("a head cut short: %v", err)
	}
	broken := errors.New("the disk is gone")
	for name, in := range map[string]io.Reader{
		"at once":      iotest.ErrReader(broken),
		"in the plain": io.MultiReader(strings.NewReader("text"), iotest.ErrReader(broken)),
		"packed":       io.MultiReader(bytes.NewReader(pack(t, "text")[:14]), iotest.ErrReader(broken)),
	} {
		r, err := Reader(in)
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if !errors.Is(err, broken) || strings.Contains(err.Error(), "gzip") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWriter packs what is named so, and nothing else.
func TestWriter(t *testing.T) {
	for name, want := range map[string]bool{"a.gz": true, "A.JSONL.GZ": true, "a.jsonl": false, "gz": false, "a.gz.txt": false} {
		var b bytes.Buffer
		w := Writer(name, &b)
		if _, err := io.WriteString(w, "text"); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := Reader(&b)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); string(got) != "text" || err != nil || r.Packed != want || Named(name) != want {
			t.Errorf("%s: %q, packed %t, %v", name, got, r.Packed, err)
		}
	}
}
