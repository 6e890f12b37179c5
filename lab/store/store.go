package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver

	"buluo/internal/filelock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID marks our files among SQLite's: "bulu" as a number.
const applicationID = 0x62756c75

// Store is an open store. It may be shared by any number of goroutines, and its file by several processes.
type Store struct {
	db      *sql.DB
	path    string
	reserve string // file of the reserve, "" for who does not play
}

// patience is how long a transaction waits for another process's.
const patience = 20 * time.Second

// Open opens a store for reading and writing, makes it where there is no file, and brings an older one up to date.
func Open(ctx context.Context, path string) (*Store, error) {
	if info, err := os.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open the store: %w", err)
	} else if err == nil && info.Size() > 0 {
		if err := looksLikeStore(path); err != nil {
			return nil, err
		}
	}
	s, err := connect(path, url.Values{
		"mode": {"rwc"}, "_txlock": {"immediate"},
		"_pragma": {fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"},
	})
	if err != nil {
		return nil, err
	}
	if err := s.prepare(ctx); err != nil {
		s.db.Close()
		return nil, err
	}
	return s, nil
}

// Read opens a store that exists, only to look at it. Another process may be writing to it.
func Read(ctx context.Context, path string) (*Store, error) {
	if err := exists(path); err != nil {
		return nil, err
	}
	if err := looksLikeStore(path); err != nil {
		return nil, err
	}
	query := url.Values{"mode": {"rw"}, "_pragma": {fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "query_only(1)"}}
	if f, err := os.OpenFile(path, os.O_RDWR, 0); err != nil {
		// Who may not write cannot take part in SQLite's locking, so nobody else may be writing.
		query.Set("mode", "ro")
		query.Set("immutable", "1")
	} else {
		f.Close()
	}
	s, err := connect(path, query)
	if err != nil {
		return nil, err
	}
	blank, err := s.blank(ctx)
	switch {
	case err != nil:
	case blank:
		err = fmt.Errorf("%s: there is nothing in this store yet; run again what was to play for it, or name another file", path)
	default:
		err = s.known(ctx)
	}
	if err != nil {
		s.db.Close()
		return nil, err
	}
	return s, nil
}

func connect(path string, query url.Values) (*Store, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	name := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(full), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, explain(path, err)
	}
	return &Store{db: db, path: path}, nil
}

// looksLikeStore reads the first bytes of a file, as the driver's own word for a wrong one says too little.
func looksLikeStore(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open the store: %w", err)
	}
	defer f.Close()
	head := make([]byte, 16)
	if n, _ := f.Read(head); string(head[:n]) != "SQLite format 3\x00" {
		return fmt.Errorf("%s is no store of the lab: it does not begin as an SQLite file does; name another file", path)
	}
	return nil
}

// prepare checks an old file, or marks a new one, and applies the migrations that are missing.
func (s *Store) prepare(ctx context.Context) error {
	blank, err := s.blank(ctx)
	if err != nil {
		return err
	}
	if !blank {
		if err := s.known(ctx); err != nil && !errors.Is(err, errOlder) {
			return err
		}
		if err := s.sound(ctx); err != nil {
			return err
		}
	} else if _, err := s.db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return s.explain(err)
	}
	migrations, err := s.migrations()
	if err != nil {
		return err
	}
	if _, err := migrations.Up(ctx); err != nil {
		return s.explain(err)
	}
	return nil
}

// blank reports whether nothing is in the file yet: it is new, or whoever made it was killed before there was a table. SQLite has a page of its own
// there by then, so that its size says nothing.
func (s *Store) blank(ctx context.Context) (bool, error) {
	var mark, tables int
	err := s.db.QueryRowContext(ctx, "SELECT (SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_schema)").Scan(&mark, &tables)
	return tables == 0 && (mark == 0 || mark == applicationID), s.explain(err)
}

func (s *Store) migrations() (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, s.db, files, goose.WithDisableGlobalRegistry(true))
}

// errOlder is a schema that migrations bring up to date.
var errOlder = errors.New("the store was made by an older version; any command that writes to it brings it up to date")

// known checks that the file is ours and not from the future.
func (s *Store) known(ctx context.Context) error {
	var mark int
	if err := s.db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&mark); err != nil {
		return s.explain(err)
	}
	if mark != applicationID {
		return fmt.Errorf("%s is an SQLite file, but no store of the lab; name another file", s.path)
	}
	var has int64
	if err := s.db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&has); err != nil {
		return s.explain(err)
	}
	m, err := s.migrations()
	if err != nil {
		return err
	}
	sources := m.ListSources()
	newest := sources[len(sources)-1].Version
	switch {
	case has > newest:
		return fmt.Errorf("%s was made by a newer version of this program: its schema is %d, this one knows up to %d; use the newer one",
			s.path, has, newest)
	case has < newest:
		return fmt.Errorf("%s: %w", s.path, errOlder)
	}
	return nil
}

// sound has SQLite look for damage.
func (s *Store) sound(ctx context.Context) error {
	var word string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&word); err != nil {
		return s.explain(err)
	}
	if word != "ok" {
		return damaged(s.path, errors.New(word))
	}
	return nil
}

// Alone takes the store for one series of games: who is second would only play the same games again. The lock ends with the process,
// however that dies. Readers and importers need none.
func (s *Store) Alone() (release func(), err error) {
	name := s.path + "-lock"
	f, err := filelock.Open(name)
	var busy *filelock.BusyError
	if errors.As(err, &busy) {
		return nil, fmt.Errorf("%s: another run is playing games for this store; wait for it to end, name another store, or join it (buluo lab serve)", s.path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	return func() {
		os.Remove(name)
		f.Close()
	}, nil
}

// OpenAlone opens a store, or makes one, and takes it for one series of games (Alone). done closes it and gives it back.
func OpenAlone(ctx context.Context, path string) (s *Store, done func(), err error) {
	if s, err = Open(ctx, path); err != nil {
		return nil, nil, err
	}
	release, err := s.Alone()
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	// Without it a full disk loses the games under way; with no room even for it the first commit says so. It belongs to whoever has the lock: one file
	// serves all that ever play, and who only looks in must not take it away.
	s.reserve = path + "-reserve"
	if err := os.WriteFile(s.reserve, make([]byte, reserveBytes), 0o644); err != nil {
		os.Remove(s.reserve)
	}
	return s, func() { s.Close(); release() }, nil
}

// OpenExisting is OpenAlone for a store that must be there.
func OpenExisting(ctx context.Context, path string) (s *Store, done func(), err error) {
	if err := exists(path); err != nil {
		return nil, nil, err
	}
	return OpenAlone(ctx, path)
}

func exists(path string) error {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("%s: there is no such store: %w", path, err)
	}
	return nil
}

// Path returns the store's file.
func (s *Store) Path() string { return s.path }

// Close closes the store.
func (s *Store) Close() error {
	if s.reserve != "" {
		os.Remove(s.reserve)
	}
	return s.explain(s.db.Close())
}
