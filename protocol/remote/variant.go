package remote

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	variantOption = "UCI_Variant"
	variantPath   = "VariantPath"
)

// UseVariant has the engine play a variant from its array. If ini is not "", it is the text of a variants.ini that
// defines the variant (and others if need be), which the engine is given in a temporary file; that needs its option
// VariantPath.
//
// The reference plays chess without a word when it does not know a variant, and its own rules when it knew the name
// before: so the variant must be among those the engine declares, after it has read the text, and no stanza of the text
// may be one that it had already, unless it had it from an equal stanza of an earlier call.
//
// Afterwards the engine is as good as new: the reference carries something from one variant's searches into the
// next, past ucinewgame, unless its threads are set up again, so they are.
func (e *Engine) UseVariant(name, ini string) error {
	if name == "" || strings.ContainsAny(name, " \t\r\n\x00") {
		return e.wrongVariant(name, "a variant's name is one word", unasked)
	}
	if _, ok := e.option(variantOption); !ok {
		return e.wrongVariant(name, "the engine has no option "+variantOption+", so it plays one game only", unasked)
	}
	mark := e.proc.tail.count()
	if ini != "" {
		if err := e.loadVariants(name, ini); err != nil {
			return err
		}
	}
	o, ok := e.option(variantOption)
	if !ok || !slices.Contains(o.Vars, name) {
		why := fmt.Sprintf("not among the %d variants of the engine", len(o.Vars))
		if i := slices.IndexFunc(o.Vars, func(v string) bool { return strings.EqualFold(v, name) }); i >= 0 {
			why += "; names are case-sensitive: it has " + o.Vars[i]
		} else if ini != "" {
			why += " after it has read the text given for it"
		}
		return e.wrongVariant(name, why, mark)
	}
	if err := e.choose(name, mark); err != nil {
		return err
	}
	// Setting the value that it has anyway makes the reference build its threads, and their histories, anew.
	if threads, ok := e.option("Threads"); ok && e.searched {
		value := threads.Default
		if set, ok := e.values["threads"]; ok {
			value = set
		}
		if err := e.SetOption(threads.Name, value); err != nil {
			return err
		}
	}
	e.searched = false
	if err := e.NewGame(); err != nil {
		return err
	}
	return e.Position("", nil) // the choice alone leaves the old position on the board
}

// announced is how the reference confirms a variant; it does not for those that every GUI knows.
var announced = regexp.MustCompile(`^info string variant (\S+) files \d+ ranks \d+`)

func (e *Engine) choose(name string, mark int) error {
	other := ""
	err := e.tell("setoption name "+variantOption+" value "+name, func(_ *exchange, text string) error {
		if m := announced.FindStringSubmatch(text); m != nil && m[1] != name {
			other = m[1]
		}
		if strings.HasPrefix(text, "No such option") {
			other = "none (" + shorten(text) + ")"
		}
		return nil
	})
	if err == nil && other != "" {
		err = e.wrongVariant(name, "the engine chose another: "+other, mark)
	}
	if err == nil {
		e.values[strings.ToLower(variantOption)] = name
	}
	return err
}

// loadVariants has the engine read the text, unless it has all of it already.
func (e *Engine) loadVariants(name, ini string) error {
	if _, ok := e.option(variantPath); !ok {
		return e.wrongVariant(name, "the engine has no option "+variantPath+", so it cannot be told rules", unasked)
	}
	stanzas, err := splitStanzas(ini)
	if err != nil {
		return e.wrongVariant(name, err.Error(), unasked)
	}
	o, _ := e.option(variantOption)
	news := false
	for _, s := range stanzas {
		had, ours := e.stanzas[s.name]
		switch {
		case ours && had != s.text:
			return e.wrongVariant(name, fmt.Sprintf("the engine has read another stanza [%s] before and would keep that;"+
				" a new engine would not", s.name), unasked)
		case !ours && slices.Contains(o.Vars, s.name):
			return e.wrongVariant(name, fmt.Sprintf("the engine has a variant %s of its own and would keep that;"+
				" leave the stanza out or name it otherwise", s.name), unasked)
		}
		news = news || !ours
	}
	if !news {
		return nil
	}
	path, err := e.writeIni(ini)
	if err != nil {
		return fmt.Errorf("%s: variant %s: %w", e.label, name, err)
	}
	if err := e.SetOption(variantPath, path); err != nil {
		return err
	}
	// Only what the engine took in counts as known; it may take in the rest once it has the template that was missing.
	o, _ = e.option(variantOption)
	for _, s := range stanzas {
		if slices.Contains(o.Vars, s.name) {
			e.stanzas[s.name] = s.text
		}
	}
	return nil
}

// writeIni puts the text in a file that lives until the engine ends: nothing says when an engine reads it.
func (e *Engine) writeIni(ini string) (string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cause != nil {
		return "", e.cause
	}
	if e.dir == "" {
		dir, err := os.MkdirTemp("", "buluo-variant-")
		if err != nil {
			return "", err
		}
		e.dir = dir
	}
	e.files++
	path := filepath.Join(e.dir, fmt.Sprintf("variants-%d.ini", e.files))
	if strings.ContainsRune(path, os.PathListSeparator) || strings.Join(strings.Fields(path), " ") != path {
		// VariantPath is a list, and the words of an option's value are joined by single blanks.
		return "", fmt.Errorf("the temporary directory %q cannot be named in %s: it holds a %q or a run of blanks",
			e.dir, variantPath, os.PathListSeparator)
	}
	return path, os.WriteFile(path, []byte(strings.TrimRight(ini, "\n")+"\n"), 0o600)
}

// stanza is a section of an ini text: its name, and header and lines as they stand.
type stanza struct{ name, text string }

// splitStanzas finds the sections as the reference does: a header starts in the first column, and its name ends at the
// colon or the bracket.
func splitStanzas(ini string) ([]stanza, error) {
	var all []stanza
	seen := map[string]bool{}
	for i, row := range strings.Split(strings.ReplaceAll(ini, "\r\n", "\n"), "\n") {
		if !strings.HasPrefix(row, "[") {
			if n := len(all); n > 0 && strings.TrimSpace(row) != "" {
				all[n-1].text += "\n" + row
			}
			continue
		}
		head, _, ok := strings.Cut(row[1:], "]")
		name, _, _ := strings.Cut(head, ":")
		switch {
		case !ok || name == "" || strings.ContainsAny(name, " \t"):
			return nil, fmt.Errorf("the text's line %d: %q: a header is [name] or [name:template]", i+1, shorten(row))
		case seen[name]:
			return nil, fmt.Errorf("the text's line %d: a second stanza [%s]", i+1, name)
		}
		seen[name] = true
		all = append(all, stanza{name, row})
	}
	if len(all) == 0 {
		return nil, errors.New("the text has no stanza: a header [name] is missing")
	}
	return all, nil
}

// unasked marks faults that were found without asking the engine, so that nothing on its stderr belongs to them.
const unasked = -1

// stderrLag is how long a complaint on stderr may come after the answer on stdout: they are two pipes.
const stderrLag = 100 * time.Millisecond

// wrongVariant makes the error, with what the engine wrote to stderr since the mark.
func (e *Engine) wrongVariant(name, why string, mark int) error {
	err := &VariantError{Engine: e.label, Variant: name, Why: why}
	if mark == unasked {
		return err
	}
	for end := time.Now().Add(stderrLag); e.proc.tail.count() == mark && time.Now().Before(end); {
		time.Sleep(stderrLag / 20)
	}
	err.Stderr = e.proc.tail.since(mark)
	return err
}
