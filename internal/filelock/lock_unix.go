//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the system's lock on an open file. It goes with the open file and not with a name or a process number, so that it ends with the process
// that holds it, however that dies, and nothing stale is ever left to be told from something live.
func lock(f *os.File) (release func() error, err error) {
	for {
		switch err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case err == nil:
			return func() error { return nil }, nil // closing the file has released it
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return nil, &BusyError{f.Name()}
		default:
			return nil, &os.PathError{Op: "lock", Path: f.Name(), Err: err}
		}
	}
}
