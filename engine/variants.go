package engine

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"buluo/variant"
)

// Variants returns the names of every variant the engine can play: the catalogue in its order, then what was loaded.
func (e *Engine) Variants() []string {
	if e.loaded == nil {
		return variant.Names()
	}
	return e.loaded.Names()
}

// Variant returns the definition of a variant the engine can play.
func (e *Engine) Variant(name string) (*variant.Spec, error) { return e.find(name) }

// find looks a variant up. What was loaded counts before the catalogue.
func (e *Engine) find(name string) (*variant.Spec, error) {
	look := variant.Load
	if e.loaded != nil {
		look = e.loaded.Find
	}
	spec, err := look(name)
	if err != nil {
		// Option values are compared letter by letter, and a slip in the case is the likeliest of all.
		for _, known := range e.Variants() {
			if strings.EqualFold(known, name) {
				return nil, fmt.Errorf("no variant is called %q; names are case-sensitive, and there is %s", Clip(name), known)
			}
		}
	}
	return spec, err
}

// Load reads a text of stanzas, which may build on the catalogue and on what was loaded before. The file name only addresses
// mistakes, which are all reported at once. A stanza takes the place of an earlier one of its name: a designer loads a file
// again after a change. The variant that is played at the moment stays as it is until it is chosen again.
func (e *Engine) Load(file, text string) (*variant.File, error) {
	f, err := e.Check(file, text)
	if err == nil {
		e.loaded = f
	}
	return f, err
}

// Check reads a text as [Engine.Load] would, and changes nothing.
func (e *Engine) Check(file, text string) (*variant.File, error) {
	if e.loaded == nil {
		return variant.Parse(file, text)
	}
	return e.loaded.Parse(file, text)
}

// LoadFiles reads files of stanzas named in one text, joined by semicolons or, where there is none, by colons. A colon after a
// single letter belongs to a drive. Every file is tried, and the error holds what was wrong with any of them.
func (e *Engine) LoadFiles(list string) error {
	var wrong []error
	for _, name := range splitPaths(list) {
		text, err := ReadFile(name)
		if err == nil {
			_, err = e.Load(name, text)
		}
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

// maxFile is the largest file of stanzas that is read.
const maxFile = 4 << 20

// ReadFile reads a file of stanzas. What is no ordinary file may have no end, and is refused.
func ReadFile(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = errors.New("it is no ordinary file")
	case info.Size() > maxFile:
		err = fmt.Errorf("it has %d bytes, %d are the limit", info.Size(), maxFile)
	default:
		var text []byte
		if text, err = os.ReadFile(name); err == nil {
			return string(text), nil
		}
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = path.Err // without the name of the system call
	}
	return "", fmt.Errorf("cannot read %s: %w", Clip(name), err)
}

// splitPaths takes a list of files apart.
func splitPaths(list string) []string {
	sep := byte(';')
	if strings.IndexByte(list, sep) < 0 {
		sep = ':'
	}
	var names []string
	begin := 0
	for i := 0; i <= len(list); i++ {
		drive := i-begin == 1 && i+1 < len(list) && (list[i+1] == '\\' || list[i+1] == '/')
		if i < len(list) && (list[i] != sep || sep == ':' && drive) {
			continue
		}
		if name := strings.TrimSpace(list[begin:i]); name != "" {
			names = append(names, name)
		}
		begin = i + 1
	}
	return names
}
