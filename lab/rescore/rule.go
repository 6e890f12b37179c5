package rescore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"buluo/variant"
)

// Rule is a change of a variant's terminal rules: everything else, how pieces move above all, stays.
type Rule struct {
	text  string
	apply []func(*variant.Spec)
}

// String returns the rule as ParseRule reads it.
func (r Rule) String() string { return r.text }

// values are the words for what an end is worth.
var values = map[string]variant.Value{"win": variant.Win, "loss": variant.Loss, "draw": variant.DrawValue}

// settings are what a rule may change, with what reads the right-hand side. The doc of ParseRule lists them for people.
var settings = map[string]func(text string) (func(*variant.Spec), error){
	"stalemate": valued(func(s *variant.Spec, v variant.Value) { s.StalemateValue, s.StalemateByCount = v, false }),
	"clock":     counted("plies", 1000, func(s *variant.Spec, n int) { s.ClockPlies = n }),
	"fold":      counted("occurrences", 100, func(s *variant.Spec, n int) { s.Fold = n }),
	"foldvalue": valued(func(s *variant.Spec, v variant.Value) { s.FoldValue = v }),
	"perpetual": switched(func(s *variant.Spec, on bool) { s.PerpetualCheck = on }),
	"chase": switched(func(s *variant.Spec, on bool) {
		s.Chase = variant.NoChase
		if on {
			s.Chase = variant.AXF
		}
	}),
}

func valued(set func(*variant.Spec, variant.Value)) func(string) (func(*variant.Spec), error) {
	return func(text string) (func(*variant.Spec), error) {
		v, ok := values[text]
		if !ok {
			return nil, fmt.Errorf("%q is none of win, loss and draw, for the side to move", text)
		}
		return func(s *variant.Spec) { set(s, v) }, nil
	}
}

func counted(what string, most int, set func(*variant.Spec, int)) func(string) (func(*variant.Spec), error) {
	return func(text string) (func(*variant.Spec), error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > most || n == 1 {
			return nil, fmt.Errorf("%q is no number of %s from 2 to %d, or 0 for never", text, what, most)
		}
		return func(s *variant.Spec) { set(s, n) }, nil
	}
}

func switched(set func(*variant.Spec, bool)) func(string) (func(*variant.Spec), error) {
	return func(text string) (func(*variant.Spec), error) {
		if text != "on" && text != "off" {
			return nil, fmt.Errorf("%q is neither on nor off", text)
		}
		return func(s *variant.Spec) { set(s, text == "on") }, nil
	}
}

// ParseRule reads a rule: settings joined by +, each a name, = and a value. They are
//
//	stalemate=draw|loss|win  no legal move and no check, for the side to move
//	clock=N                  plies without a capture that draw; 0 is never
//	fold=N                   occurrences of a position that end the game; 0 is never
//	foldvalue=draw|loss|win  what that is worth to the side to move
//	perpetual=on|off         whoever only checks loses a repetition
//	chase=on|off             whoever only chases loses it
func ParseRule(text string) (Rule, error) {
	r := Rule{text: text}
	set := map[string]bool{}
	for _, part := range strings.Split(text, "+") {
		name, value, ok := strings.Cut(part, "=")
		read := settings[name]
		if !ok || read == nil {
			var names []string
			for n := range settings {
				names = append(names, n)
			}
			slices.Sort(names)
			return r, fmt.Errorf("rule %q: %q should be one of %s, = and a value, as in stalemate=draw", text, part, strings.Join(names, ", "))
		}
		if set[name] {
			return r, fmt.Errorf("rule %q: %s is set twice; keep one of the two", text, name)
		}
		set[name] = true
		change, err := read(value)
		if err != nil {
			return r, fmt.Errorf("rule %q: %s: %w", text, name, err)
		}
		r.apply = append(r.apply, change)
	}
	return r, nil
}

// Usual returns the rules that the study asks about, and what else is often proposed.
func Usual() []Rule {
	var list []Rule
	for _, text := range []string{"stalemate=draw", "stalemate=loss", "clock=60", "clock=120", "foldvalue=loss", "fold=2"} {
		r, err := ParseRule(text)
		if err != nil {
			panic(err) // the list is this package's own
		}
		list = append(list, r)
	}
	return list
}

// Under returns a variant with the rule in place of its own.
func (r Rule) Under(spec *variant.Spec) *variant.Spec {
	changed := *spec
	for _, set := range r.apply {
		set(&changed)
	}
	return &changed
}
