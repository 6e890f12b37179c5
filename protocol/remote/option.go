package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"buluo/protocol/option"
)

// Option is an option as the engine declares it.
type Option struct {
	Name     string
	Kind     option.Kind
	Default  string
	Min, Max int64    // of a Spin
	Vars     []string // of a Combo, in the engine's order
}

// parseOption reads a declaration: option name N type T [default D] [min A] [max B] {var V}. Names and values may
// contain blanks, so keywords are found by what must follow them.
func parseOption(text string) (Option, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "option name ")
	if !ok {
		return Option{}, errors.New("no name")
	}
	const mark = " type "
	for at := 0; ; {
		i := strings.Index(rest[at:], mark)
		if i < 0 {
			return Option{}, errors.New("no type that UCI knows")
		}
		at += i
		word, tail, _ := strings.Cut(strings.TrimLeft(rest[at+len(mark):], " "), " ")
		if kind, ok := option.ParseKind(word); ok {
			o := Option{Name: strings.Join(strings.Fields(rest[:at]), " "), Kind: kind}
			if o.Name == "" {
				return Option{}, errors.New("no name")
			}
			return o, o.parseValues(strings.TrimSpace(tail))
		}
		at += len(mark) - 1 // its last blank may begin the next mark
	}
}

func (o *Option) parseValues(text string) error {
	switch o.Kind {
	case option.Check, option.Text: // everything after the keyword, even words that look like keywords
		if value, ok := strings.CutPrefix(text, "default"); ok {
			o.Default = strings.TrimSpace(value)
		}
	case option.Combo:
		parts := strings.Split(" "+text+" ", " var ")
		value, _ := strings.CutPrefix(strings.TrimSpace(parts[0]), "default")
		o.Default = strings.TrimSpace(value)
		for _, v := range parts[1:] {
			if v = strings.TrimSpace(v); v != "" {
				o.Vars = append(o.Vars, v)
			}
		}
	case option.Spin:
		return o.parseSpin(strings.Fields(text))
	}
	return nil
}

func (o *Option) parseSpin(words []string) error {
	seen := map[string]bool{}
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil {
			return fmt.Errorf("%s %s is no whole number", words[i], words[i+1])
		}
		seen[words[i]] = true
		switch words[i] {
		case "default":
			o.Default = words[i+1]
		case "min":
			o.Min = n
		case "max":
			o.Max = n
		}
	}
	if !seen["min"] || !seen["max"] {
		return errors.New("a spin needs min and max")
	}
	return nil
}

// refusal says why the option cannot take a value, or "".
func (o *Option) refusal(value string) string {
	// The reference ignores a value it does not take, without a word, so nothing is left for it to judge.
	switch o.Kind {
	case option.Check:
		if value != "true" && value != "false" {
			return "a check is true or false"
		}
	case option.Spin:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < o.Min || n > o.Max {
			return fmt.Sprintf("it takes a whole number from %d to %d", o.Min, o.Max)
		}
	case option.Combo:
		if slices.Contains(o.Vars, value) || value != "" && value == o.Default {
			return ""
		}
		for _, v := range o.Vars {
			if strings.EqualFold(v, value) {
				return fmt.Sprintf("values are case-sensitive: it has %s", v)
			}
		}
		return fmt.Sprintf("not among its %d values", len(o.Vars))
	case option.Button:
		if value != "" {
			return "a button takes no value"
		}
	}
	return ""
}

// Options returns the options the engine declared when it last introduced itself, by name.
func (e *Engine) Options() map[string]Option {
	all := make(map[string]Option, len(e.options))
	for o := range maps.Values(e.options) {
		o.Vars = slices.Clone(o.Vars)
		all[o.Name] = o
	}
	return all
}

func (e *Engine) option(name string) (Option, bool) {
	o, ok := e.options[strings.ToLower(name)]
	return o, ok
}

// SetOption sets an option; its name in any case, its value exactly. The engine must have declared the option and the
// value must be one it takes; a button is pressed with the value "". It returns when the engine has taken it in.
//
// Setting VariantPath has the engine introduce itself again, since its variants have then changed; the reference goes
// back to its default variant there.
func (e *Engine) SetOption(name, value string) error {
	refuse := func(why string) error {
		return &OptionError{Engine: e.label, Option: name, Value: shorten(value), Why: why}
	}
	o, ok := e.option(name)
	if !ok {
		why := "the engine has no such option"
		if len(e.unread) > 0 {
			why += "; it declared some that make no sense: " + strings.Join(e.unread, "; ")
		}
		return refuse(why)
	}
	if why := o.refusal(value); why != "" {
		return refuse(why)
	}
	if strings.ContainsAny(value, "\r\n\x00") {
		return refuse("a value is one line")
	}
	command := "setoption name " + o.Name
	switch {
	case o.Kind == option.Text && value == "":
		command += " value <empty>" // the protocol's way to say nothing
	case o.Kind != option.Button:
		command += " value " + value
	}
	var complaint error
	err := e.tell(command, func(_ *exchange, text string) error {
		if strings.HasPrefix(text, "No such option") {
			complaint = refuse("the engine answered: " + shorten(text))
		}
		return nil
	})
	if err == nil {
		err = complaint
	}
	if err != nil {
		return err
	}
	e.values[strings.ToLower(o.Name)] = value
	if strings.EqualFold(o.Name, variantPath) {
		return e.introduce(context.Background())
	}
	return nil
}
