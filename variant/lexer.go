package variant

import (
	"fmt"
	"strings"
)

// entry is one `key = value` line. The value is as the reference reads it: what follows the first =, without the white
// space in front of it, but with any behind it.
type entry struct {
	key, value string
	line       int
}

// stanza is one [name:template] and its lines.
type stanza struct {
	name, template string
	doc            string // the comment right above the header
	line           int
	broken         bool // the header is wrong, so that nothing is known of the template
	entries        []entry
}

// find returns the stanza's line for a key.
func (s *stanza) find(key string) (entry, bool) {
	for _, e := range s.entries {
		if e.key == key {
			return e, true
		}
	}
	return entry{}, false
}

// lexer splits a text into stanzas and collects what is wrong with its lines.
type lexer struct {
	file     string
	stanzas  []*stanza
	comment  []string // the comment lines since the last line that was none
	problems Errors
}

// fail notes a mistake in a line.
func (l *lexer) fail(line int, key, format string, args ...any) {
	l.problems = append(l.problems, Problem{l.file, line, key, fmt.Sprintf(format, args...)})
}

// lex reads the lines of a text. A comment is a line whose first character is ; or #, nothing else.
func lex(file, text string) ([]*stanza, Errors) {
	l := &lexer{file: file}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		n := i + 1
		switch {
		// A blank line, or any other that is no comment, parts a comment from the header below.
		case strings.TrimSpace(line) == "":
		case line[0] == ';' || line[0] == '#':
			l.comment = append(l.comment, strings.TrimSpace(line[1:]))
			continue
		case line[0] == '[':
			l.header(n, line)
		default:
			l.entry(n, line)
		}
		l.comment = nil
	}
	return l.stanzas, l.problems
}

// header reads [name] or [name:template]. A stanza with a broken header is kept, so that its lines are still checked.
func (l *lexer) header(n int, line string) {
	s := &stanza{line: n, doc: strings.Join(l.comment, " ")}
	l.stanzas = append(l.stanzas, s)
	inside, after, closed := strings.Cut(line[1:], "]")
	s.broken = true
	name, template, derived := strings.Cut(inside, ":")
	switch {
	case !closed:
		l.fail(n, "", "the stanza's header %s has no ]; write [name] or [name:template]", line)
	case name == "":
		l.fail(n, "["+inside+"]", "the stanza has no name; write [name] or [name:template]")
	case strings.ContainsAny(inside, " \t") || strings.Contains(template, ":"):
		l.fail(n, "["+inside+"]", "a name has no spaces and the header one colon at most; write [name] or [name:template]")
	case derived && template == "":
		l.fail(n, "["+inside+"]", "no template after the colon; write [%s] for a variant without one", name)
	default:
		s.name, s.template, s.broken = name, template, false
	}
	if closed && strings.TrimSpace(after) != "" {
		l.fail(n, "["+inside+"]", "text after the header (%s) would be ignored; put it on a line of its own",
			strings.TrimSpace(after))
	}
}

// entry reads key = value.
func (l *lexer) entry(n int, line string) {
	key, value, found := strings.Cut(line, "=")
	if !found {
		word := strings.Fields(line)[0]
		if line[0] == ' ' || line[0] == '\t' {
			if c := word[0]; c == ';' || c == '#' || c == '[' {
				l.fail(n, "", "%q must stand in the first column to be seen; take the space in front of it away", string(c))
				return
			}
		}
		l.fail(n, "", "no = in the line %q; write key = value, or start a comment with # in the first column",
			strings.TrimSpace(line))
		return
	}
	// The reference cuts spaces behind a key and nothing else.
	key = strings.TrimRight(key, " ")
	name := strings.TrimSpace(key)
	switch {
	case name == "":
		l.fail(n, "", "no key before the =; write key = value")
		return
	case name != key:
		l.fail(n, name, "white space before or a tab after the key makes it another key; write %s = value from the first column",
			name)
	case strings.ContainsAny(name, " \t"):
		l.fail(n, "", "%q is not a key: keys have no spaces; write key = value", name)
		return
	}
	value = strings.TrimLeft(value, " \t\v\f")
	if len(l.stanzas) == 0 {
		l.fail(n, name, "stands before the first stanza; put it under a [name] header")
		return
	}
	s := l.stanzas[len(l.stanzas)-1]
	if value == "" {
		l.fail(n, name, "has no value; write %s = value, or take the line away", name)
		return
	}
	// To the reference the last one counts. Which one was meant only the designer knows.
	if first, dup := s.find(name); dup {
		l.fail(n, name, "is already given in line %d; keep one of the two", first.line)
		return
	}
	s.entries = append(s.entries, entry{name, value, n})
}
