//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package filelock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// lock makes a file beside the one to be locked, where the standard library has no lock of the system's. It outlives a process that is killed, and who
// is refused is told its name: taking it away is left to a person, since a process number may by then be another process's.
func lock(f *os.File) (release func() error, err error) {
	name := f.Name() + ".lock"
	mark, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%w (where no other run is under way, remove %s)", &BusyError{f.Name()}, name)
	}
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintln(mark, os.Getpid())
	if err := errors.Join(err, mark.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(name))
	}
	return func() error { return os.Remove(name) }, nil
}
