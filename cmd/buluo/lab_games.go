package main

import (
	"context"
	"io"
	"iter"

	"buluo/internal/gz"
	"buluo/lab/ledger"
	"buluo/lab/store"
	"buluo/variant"
)

// storedGames reads games from files, one after the other: a store of the lab, or JSON lines, "-" being those on standard
// input; lines may be packed by gzip.
func storedGames(ctx context.Context, files []string, stdin io.Reader) iter.Seq2[ledger.Record, error] {
	return func(yield func(ledger.Record, error) bool) {
		for _, file := range files {
			for rec, err := range gamesOf(ctx, file, stdin) {
				if !yield(rec, err) || err != nil {
					return
				}
			}
		}
	}
}

// gamesOf reads the games of one file.
func gamesOf(ctx context.Context, file string, stdin io.Reader) iter.Seq2[ledger.Record, error] {
	return func(yield func(ledger.Record, error) bool) {
		stored := false
		var err error
		if file != "-" {
			stored, err = isStore(file)
		}
		switch {
		case err != nil:
			yield(ledger.Record{}, err)
		case stored:
			fromStore(ctx, file, yield)
		default:
			fromLines(file, stdin, yield)
		}
	}
}

// fromStore hands over the games of a store.
func fromStore(ctx context.Context, file string, yield func(ledger.Record, error) bool) {
	s, err := store.Read(ctx, file)
	if err != nil {
		yield(ledger.Record{}, err)
		return
	}
	defer s.Close()
	for g, err := range s.Games(ctx, store.Filter{}) {
		if !yield(g.Record, err) || err != nil {
			return
		}
	}
}

// fromLines hands over the games of JSON lines.
func fromLines(file string, stdin io.Reader, yield func(ledger.Record, error) bool) {
	var records []ledger.Record
	var err error
	if file == "-" {
		var in io.Reader
		if in, err = gz.Reader(stdin); err == nil {
			records, err = ledger.Read("standard input", in)
		} else {
			err = readFailure("standard input", err)
		}
	} else {
		records, err = readRecords(file)
	}
	for _, r := range records {
		if !yield(r, nil) {
			return
		}
	}
	if err != nil {
		yield(ledger.Record{}, err)
	}
}

// variantOf finds the variant of a stored game: what the record itself says, where it says it, else the catalogue's.
func variantOf(rec *ledger.Record) (*variant.Spec, error) {
	switch {
	case rec.Job != nil:
		return rec.Job.Spec()
	case rec.INI != "":
		f, err := variant.Parse(rec.Variant, rec.INI)
		if err != nil {
			return nil, err
		}
		return f.Find(rec.Variant)
	}
	return variant.Load(rec.Variant)
}
