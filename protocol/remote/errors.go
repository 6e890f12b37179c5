package remote

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrClosed is the error of every call after Close, and of the call that Close interrupts.
var ErrClosed = errors.New("the engine has been closed")

// Failure names in one word what an engine did wrong, for tallies.
type Failure uint8

// The kinds of failure. Other covers what is not the engine's fault, such as a cancelled context or a bad argument.
const (
	NoFailure Failure = iota
	Other
	Crashed
	Stalled
	Garbage
	RefusedOption
	WrongVariant
	Unsupported
	numFailures
)

var failureNames = [numFailures]string{
	"none", "other", "crashed", "stalled", "garbage", "refused option", "wrong variant", "unsupported",
}

// String names the failure in lower-case English.
func (f Failure) String() string {
	if f < numFailures {
		return failureNames[f]
	}
	return "unknown"
}

// FailureOf sorts an error of this package into its kind.
func FailureOf(err error) Failure {
	var fault interface{ failure() Failure }
	switch {
	case err == nil:
		return NoFailure
	case errors.As(err, &fault):
		return fault.failure()
	}
	return Other
}

// CrashError says that the engine ended, or closed its output, while an answer was due.
type CrashError struct {
	Engine string
	During string   // the command it was on, shortened
	Status string   // "exit status 3", "signal: segmentation fault", ...
	Stderr []string // the last lines it wrote there
}

// Error tells where it crashed, how, and its last words.
func (e *CrashError) Error() string {
	return fmt.Sprintf("%s: crashed at %q: %s%s", e.Engine, e.During, e.Status, lastWords(e.Stderr))
}

func (*CrashError) failure() Failure { return Crashed }

// StallError says that the engine was alive but did not answer, or did not read, within the time it had.
type StallError struct {
	Engine string
	During string
	After  time.Duration
	Stderr []string
}

// Error tells where it stalled and how long was waited.
func (e *StallError) Error() string {
	return fmt.Sprintf("%s: stalled at %q: no answer within %v%s", e.Engine, e.During, e.After, lastWords(e.Stderr))
}

func (*StallError) failure() Failure { return Stalled }

// GarbageError says that the engine answered what cannot be an answer.
type GarbageError struct {
	Engine string
	During string
	Line   string // the line at fault, shortened; "" if it is not one line
	Why    string
}

// Error quotes the line and says what is wrong with it.
func (e *GarbageError) Error() string {
	if e.Line == "" {
		return fmt.Sprintf("%s: garbage at %q: %s", e.Engine, e.During, e.Why)
	}
	return fmt.Sprintf("%s: garbage at %q: %q: %s", e.Engine, e.During, e.Line, e.Why)
}

func (*GarbageError) failure() Failure { return Garbage }

// OptionError says that an option was refused, by the engine or for it.
type OptionError struct {
	Engine string
	Option string
	Value  string
	Why    string
}

// Error names the option, the value and the reason.
func (e *OptionError) Error() string {
	return fmt.Sprintf("%s: option %s: value %q: %s", e.Engine, e.Option, e.Value, e.Why)
}

func (*OptionError) failure() Failure { return RefusedOption }

// VariantError says that the engine cannot be made to play the variant, or would play another game under its name.
type VariantError struct {
	Engine  string
	Variant string
	Why     string
	Stderr  []string // what the engine wrote there while it read the variant
}

// Error names the variant and the reason.
func (e *VariantError) Error() string {
	return fmt.Sprintf("%s: variant %s: %s%s", e.Engine, e.Variant, e.Why, lastWords(e.Stderr))
}

func (*VariantError) failure() Failure { return WrongVariant }

// UnsupportedError says that the engine does not know a command.
type UnsupportedError struct {
	Engine  string
	Command string
}

// Error names the command.
func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s: does not know the command %q", e.Engine, e.Command)
}

func (*UnsupportedError) failure() Failure { return Unsupported }

func lastWords(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "; it said: " + strings.Join(lines, " | ")
}

// shorten keeps error messages readable when a command carries hundreds of moves or a line has no end.
func shorten(text string) string {
	const limit = 160
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "..."
}
