package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"buluo/protocol/option"
)

// Option is a setting as it is declared to a client.
type Option struct {
	Name     string
	Kind     option.Kind
	Default  string // the value at present
	Min, Max int    // of a Spin
	Vars     []string
}

// Names of options that protocols treat apart.
const (
	OptionHash    = "Hash"
	OptionThreads = "Threads"
	OptionLines   = "MultiPV"
	OptionPonder  = "Ponder"
	OptionVariant = "UCI_Variant"
	OptionPath    = "VariantPath"
)

// Bounds of options.
const (
	maxHashMB       = 32768
	maxThreads      = 64
	maxLines        = 500
	maxOverhead     = 5000
	defaultOverhead = 30 * time.Millisecond
)

// setting is a row of the table: an option, and what setting it does. The value has been checked against the option.
type setting struct {
	Option
	set func(e *Engine, value string) error
}

// settings lists every option with its present value.
func (e *Engine) settings() []setting {
	overhead := strconv.FormatInt(e.overhead.Milliseconds(), 10)
	return []setting{
		{Option{Name: OptionHash, Kind: option.Spin, Default: strconv.Itoa(e.hash), Min: 1, Max: e.maxHash}, (*Engine).setHash},
		{Option{Name: "Clear Hash", Kind: option.Button}, func(e *Engine, _ string) error { return e.NewGame() }},
		{Option{Name: OptionThreads, Kind: option.Spin, Default: strconv.Itoa(e.threads), Min: 1, Max: maxThreads}, (*Engine).setThreads},
		{Option{Name: OptionLines, Kind: option.Spin, Default: strconv.Itoa(e.multiPV), Min: 1, Max: maxLines}, (*Engine).setLines},
		// Who may ponder is told so by every go; the option only says that it can be done.
		{Option{Name: OptionPonder, Kind: option.Check, Default: "false"}, func(*Engine, string) error { return nil }},
		{Option{Name: "Move Overhead", Kind: option.Spin, Default: overhead, Max: maxOverhead}, (*Engine).setOverhead},
		{Option{Name: OptionVariant, Kind: option.Combo, Default: e.spec.Name, Vars: e.Variants()}, (*Engine).UseVariant},
		{Option{Name: OptionPath, Kind: option.Text, Default: e.path}, (*Engine).setPath},
	}
}

// Options returns every option in the order in which it should be declared.
func (e *Engine) Options() []Option {
	var options []Option
	for _, s := range e.settings() {
		options = append(options, s.Option)
	}
	return options
}

// Set sets an option: its name in any case, its value exactly. The error says what would be right; nothing has changed then, but that of several files
// of stanzas the good ones are loaded.
func (e *Engine) Set(name, value string) error {
	var names []string
	for _, s := range e.settings() {
		if !strings.EqualFold(s.Name, name) {
			names = append(names, s.Name)
			continue
		}
		if err := s.check(value); err != nil {
			return err
		}
		return s.set(e, value)
	}
	return fmt.Errorf("there is no option %q; there are %s", Clip(name), strings.Join(names, ", "))
}

// check holds a value against what the option takes. A Combo's is looked up by whoever sets it, who can say more.
func (o *Option) check(value string) error {
	switch o.Kind {
	case option.Spin:
		if n, err := strconv.Atoi(value); err != nil || n < o.Min || n > o.Max {
			return fmt.Errorf("option %s: %q is no whole number from %d to %d", o.Name, Clip(value), o.Min, o.Max)
		}
	case option.Check:
		if value != "true" && value != "false" {
			return fmt.Errorf("option %s: %q is neither true nor false", o.Name, Clip(value))
		}
	}
	return nil
}

// setHash changes the size of the table, and forgets what is in it. The new one is made when a search needs it.
func (e *Engine) setHash(value string) error {
	if err := e.idle(); err != nil {
		return err
	}
	if mb, _ := strconv.Atoi(value); mb != e.hash {
		e.hash, e.table, e.searchers = mb, nil, nil
	}
	return nil
}

// setThreads changes the number of searchers. Those that stay keep what they learned.
func (e *Engine) setThreads(value string) error {
	if err := e.idle(); err != nil {
		return err
	}
	e.threads, _ = strconv.Atoi(value)
	if len(e.searchers) > e.threads {
		e.searchers = slices.Clone(e.searchers[:e.threads]) // the others' memory is not held on to
	}
	return nil
}

// setLines changes how many lines a search reports, from the next one on.
func (e *Engine) setLines(value string) error {
	e.multiPV, _ = strconv.Atoi(value)
	return nil
}

func (e *Engine) setOverhead(value string) error {
	ms, _ := strconv.Atoi(value)
	e.overhead = time.Duration(ms) * time.Millisecond
	return nil
}

// emptyText is how clients write a string that is empty.
const emptyText = "<empty>"

func (e *Engine) setPath(value string) error {
	if value == emptyText {
		value = ""
	}
	if err := e.LoadFiles(value); err != nil {
		return err
	}
	e.path = value
	return nil
}
