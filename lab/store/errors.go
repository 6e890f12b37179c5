package store

import (
	"errors"
	"fmt"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// reserveBytes are kept free beside the store, to be given back when the disk is full: room for the games under way, which may be some tens of
// kilobytes each.
const reserveBytes = 4 << 20

// ErrFull is a disk without room, ErrDamaged a file that SQLite finds broken, and ErrUnplanned a result of a job that the store does not know.
var (
	ErrUnplanned = errors.New("nobody has planned it")
	ErrFull      = errors.New("the disk is full")
	ErrDamaged   = errors.New("the store is damaged")
)

// explain turns an error of the driver into a sentence, where it is one that a person can do something about.
func (s *Store) explain(err error) error { return explain(s.path, err) }

func explain(path string, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: %w: nothing of this write was kept, every game committed before is safe; make room and run again (%v)", path, ErrFull, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return damaged(path, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s: the store cannot be opened or written: %w", path, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: another program has held the store for more than %v: %w", path, patience, err)
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%s: the disk failed: %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

func damaged(path string, err error) error {
	return fmt.Errorf("%s: %w: nothing was written to it; go back to a copy, or save what can still be read with buluo lab export (%v)", path, ErrDamaged, err)
}

// release gives the reserve back to a full disk and reports whether there was one.
func (s *Store) release() bool { return s.reserve != "" && os.Remove(s.reserve) == nil }
