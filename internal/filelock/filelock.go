package filelock

import (
	"errors"
	"fmt"
	"os"
)

// BusyError says that another writer has the file.
type BusyError struct{ Path string }

// Error says so, and what to do.
func (e *BusyError) Error() string {
	return fmt.Sprintf("%s: another run is writing to this file; wait for it to end, or give this one a file of its own", e.Path)
}

// File is a file that nobody else may write to by way of this package until it is closed. It belongs to one goroutine.
type File struct {
	*os.File
	release func() error
}

// Open opens a file for reading and writing, which it makes where there is none, and locks it. It does not wait: who is second is told so. Nothing is
// read or changed before the lock is held. Who has it may remove the file before closing it.
func Open(path string) (*File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		release, err := lock(f)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		file := &File{f, release}
		if file.at(path) {
			return file, nil
		}
		// It was removed between the opening and the lock: whoever comes next makes another one there, and both would be alone.
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
}

// at reports whether the file is the one that the path names.
func (f *File) at(path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(mine, there)
}

// Close closes the file and lets the next writer in, in this order: what was written is in the file before anybody else looks for its end.
func (f *File) Close() error { return errors.Join(f.File.Close(), f.release()) }
