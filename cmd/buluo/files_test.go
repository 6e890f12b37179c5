package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestWriteFile replaces a file only by a whole one, and leaves nothing else behind.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "weights.json")
	put := func(text string, failure error) error {
		return writeFile(name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, failure)
		})
	}
	holds := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("the file holds %q, want %q (%v)", got, want, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 2 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
	mine := errors.New("the weights are nonsense")
	if err := put("old", nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := put("half of the n", mine); err == nil || err.Error() != mine.Error() {
		t.Errorf("a failure to make the text: %v", err)
	}
	holds("old")
	err := writeFile(name, func(w io.Writer) error {
		full := &os.PathError{Op: "write", Path: w.(*os.File).Name(), Err: syscall.ENOSPC}
		_, err := io.WriteString(w, "half")
		return errors.Join(err, full)
	})
	if !errors.Is(err, syscall.ENOSPC) || err.Error() != "cannot write "+name+": "+syscall.ENOSPC.Error() {
		t.Errorf("a full disk: %v", err)
	}
	holds("old")
	if err := put("new", nil); err != nil {
		t.Fatal(err)
	}
	holds("new")
	if s, err := os.Stat(name); err != nil || s.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v now", s.Mode())
	}

	// A link stays a link, a device a device, and what is not there cannot fail half way.
	file := name
	name = filepath.Join(dir, "link")
	if err := os.Symlink(file, name); err != nil {
		t.Skip(err)
	}
	if err := put("linked", nil); err != nil {
		t.Fatal(err)
	}
	holds("linked")
	if s, err := os.Lstat(name); err != nil || s.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v now", s.Mode())
	}
	if err := writeFile(os.DevNull, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }); err != nil {
		t.Error(err)
	}
	if s, err := os.Stat(os.DevNull); err != nil || s.Mode().IsRegular() {
		t.Fatalf("%s was replaced", os.DevNull)
	}
	name = filepath.Join(dir, "nowhere", "file")
	if err := put("x", nil); err == nil || !strings.HasPrefix(err.Error(), "cannot write "+name+": ") {
		t.Errorf("a directory that is not there: %v", err)
	}
}
