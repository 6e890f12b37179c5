package remote

import "time"

// settings are the bounds within which an engine is trusted.
type settings struct {
	dir       string
	env       []string // added to our own environment
	handshake time.Duration
	patience  time.Duration
	guard     time.Duration
	grace     time.Duration
	maxLine   int
	maxLines  int
	trace     func(fromEngine bool, line string)
}

func defaults() settings {
	return settings{
		handshake: 10 * time.Second,
		patience:  30 * time.Second,
		guard:     5 * time.Minute,
		grace:     2 * time.Second,
		maxLine:   256 << 10, // a list of some ten thousand variant names on one line
		maxLines:  1 << 20,
		trace:     func(bool, string) {},
	}
}

// Setting changes how Start runs an engine.
type Setting func(*settings)

// WithDir runs the engine in a directory of its own; a relative command path is looked up from there.
func WithDir(dir string) Setting { return func(s *settings) { s.dir = dir } }

// WithEnv adds KEY=value pairs to the environment the engine inherits.
func WithEnv(pairs ...string) Setting {
	return func(s *settings) { s.env = append(s.env, pairs...) }
}

// WithHandshake bounds the time from the start to uciok. The default is 10 seconds.
func WithHandshake(d time.Duration) Setting { return func(s *settings) { s.handshake = d } }

// WithPatience bounds the time for every answer that needs no search: options, new game, position, display. The
// default is 30 seconds, since an engine may clear a large table first.
func WithPatience(d time.Duration) Setting { return func(s *settings) { s.patience = d } }

// WithGuard bounds one search or perft by the wall clock, whatever its limit is counted in; a search by time gets its
// time on top. The default is 5 minutes.
func WithGuard(d time.Duration) Setting { return func(s *settings) { s.guard = d } }

// WithGrace bounds how long an engine may take to obey stop and quit before it is killed. The default is 2 seconds.
func WithGrace(d time.Duration) Setting { return func(s *settings) { s.grace = d } }

// WithLimits bounds the output: bytes in a line, and lines in the answer to one command. The defaults are 256 KiB and
// 1,048,576 lines.
func WithLimits(lineBytes, answerLines int) Setting {
	return func(s *settings) { s.maxLine, s.maxLines = lineBytes, answerLines }
}

// WithTrace hands every line of the dialogue to f, in order, on the goroutine that makes the calls.
func WithTrace(f func(fromEngine bool, line string)) Setting {
	return func(s *settings) { s.trace = f }
}
