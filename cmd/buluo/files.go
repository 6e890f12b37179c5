package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file through a function, all or nothing: the file is the old one until the new one is complete, so that neither a failure nor
// a power cut half way costs what was there. What cannot be replaced, as a device or a pipe, is written to as it stands. An error of the
// function's own is returned as it is.
func writeFile(name string, write func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real // a link stays one
	}
	mode := fs.FileMode(0o644)
	switch old, err := os.Stat(name); {
	case err == nil && !old.Mode().IsRegular():
		return writeThrough(name, write)
	case err == nil:
		mode = old.Mode().Perm()
	}
	temp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*") // on the same file system, so that it can be renamed
	if err != nil {
		return writeFailure(name, err)
	}
	err = write(temp)
	if err == nil {
		err = errors.Join(temp.Chmod(mode), temp.Sync())
	}
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return errors.Join(failedIn(temp, name, err), os.Remove(temp.Name()))
	}
	return nil
}

// writeThrough writes to what is there.
func writeThrough(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return writeFailure(name, err)
	}
	return failedIn(f, name, errors.Join(write(f), f.Close()))
}

// failedIn names the file that was to be written where the system could not write it, since who asked for it has never heard of the temporary one.
func failedIn(temp *os.File, name string, err error) error {
	var path *os.PathError
	var link *os.LinkError
	if errors.As(err, &path) && path.Path == temp.Name() || errors.As(err, &link) {
		return writeFailure(name, err)
	}
	return err
}

// writeFailure says that a file cannot be written, without the name of the system call.
func writeFailure(file string, err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("cannot write %s: %w", file, err)
}
