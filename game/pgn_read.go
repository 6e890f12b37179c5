package game

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"buluo/rules"
)

// PGNReader reads the games of a PGN file one after the other. It belongs to one goroutine.
type PGNReader struct {
	in   *bufio.Reader
	load func(variant string) (*rules.Rules, error)
	line int
}

// NewPGNReader returns a reader that asks load for the rules of a variant by its name; a game without the tag Variant asks for "".
func NewPGNReader(in io.Reader, load func(variant string) (*rules.Rules, error)) *PGNReader {
	return &PGNReader{in: bufio.NewReader(in), load: load}
}

// PGNError says what is wrong with a game of a PGN file. The reader stands behind that game and can go on.
type PGNError struct {
	Line int // where the game's text ends
	Err  error
}

// Error writes the line and the sentence.
func (e *PGNError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the sentence alone.
func (e *PGNError) Unwrap() error { return e.Err }

// Next returns the next game and its tags. The end of the file is io.EOF. Comments, variations and annotations are read over; the
// moves may be in the notation that the tag Format names, or else in SAN.
func (r *PGNReader) Next() (*Game, []Tag, error) {
	tags, text, err := r.section()
	if err != nil {
		return nil, nil, err
	}
	// The text has been read to its end by now, so that whoever calls may go on with the next game.
	g, err := r.game(tags, text)
	if err != nil {
		return nil, tags, &PGNError{Line: r.line, Err: err}
	}
	return g, tags, nil
}

// section reads a game's tags and its movetext: all lines to the next tag after a move, or to the end.
func (r *PGNReader) section() (tags []Tag, text string, err error) {
	var moves strings.Builder
	bad := error(nil) // the first bad tag; the rest of the game is still read, so that the next one can be
	depth := 0        // of braces: a comment may hold lines that look like tags
	for {
		// A tag after moves belongs to the next game.
		if next, _ := r.in.Peek(1); moves.Len() > 0 && depth == 0 && len(next) > 0 && next[0] == '[' {
			break
		}
		line, err := r.in.ReadString('\n')
		if line != "" {
			r.line++
		}
		if trimmed := strings.TrimSpace(line); depth == 0 && strings.HasPrefix(trimmed, "[") {
			if tag, ok := parseTag(trimmed); ok {
				tags = append(tags, tag)
			} else if bad == nil {
				bad = fmt.Errorf("%s is no tag; a tag looks like [Result \"1-0\"]", clip(trimmed))
			}
			// The standard lets programs keep lines of their own behind a %.
		} else if trimmed != "" && !strings.HasPrefix(line, "%") {
			moves.WriteString(line)
			depth = brace(depth, line)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, "", err
		}
	}
	if len(tags) == 0 && moves.Len() == 0 && bad == nil {
		return nil, "", io.EOF
	}
	if bad != nil {
		return tags, "", &PGNError{Line: r.line, Err: bad}
	}
	return tags, moves.String(), nil
}

// brace returns whether a comment is open after a line, given whether one was before. Braces do not nest.
func brace(depth int, line string) int {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '}':
			depth = 0
		// The rest of the line is a comment, whatever braces it has.
		case line[i] == ';' && depth == 0:
			return 0
		case line[i] == '{':
			depth = 1
		}
	}
	return depth
}

// parseTag reads [Name "value"].
func parseTag(line string) (Tag, bool) {
	line, ok := strings.CutPrefix(line, "[")
	if !ok {
		return Tag{}, false
	}
	name, rest, ok := strings.Cut(line, "\"")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return Tag{}, false
	}
	var value strings.Builder
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		// A backslash stands before quotes and backslashes, and takes what follows as it is.
		case '\\':
			if i++; i < len(rest) {
				value.WriteByte(rest[i])
			}
		case '"':
			return Tag{name, value.String()}, strings.TrimSpace(rest[i+1:]) == "]"
		default:
			value.WriteByte(rest[i])
		}
	}
	return Tag{}, false
}

// game plays a movetext.
func (r *PGNReader) game(tags []Tag, text string) (*Game, error) {
	value := map[string]string{}
	for _, t := range tags {
		value[t.Name] = t.Value
	}
	n := SAN
	if format := value[tagFormat]; format != "" {
		var err error
		if n, err = ParseNotation(format); err != nil {
			return nil, err
		}
	}
	rules, err := r.load(value[tagVariant])
	if err != nil {
		return nil, err
	}
	g, err := FromFEN(rules, value[tagFEN])
	if err != nil {
		return nil, err
	}
	// A game ends at its result; what may follow on the same lines is nobody's move.
	for _, word := range strings.Fields(mainline(text)) {
		if word = unnumbered(word); word == "" {
			continue
		}
		// No notation has a move that looks like a result: WXF, which comes closest, goes no 0 points.
		switch word {
		case "1-0", "0-1", "1/2-1/2", "*":
			return g, nil
		}
		if err := g.PlayText(n, word); err != nil {
			return nil, fmt.Errorf("ply %d: %w", g.Len()+1, err)
		}
	}
	return g, nil
}

// mainline cuts comments, variations and annotations out of a movetext.
func mainline(text string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		// Also within a variation: a bracket in a comment closes none.
		case c == '{' || c == ';':
			stop := byte('}')
			if c == ';' {
				stop = '\n'
			}
			for i < len(text) && text[i] != stop {
				i++
			}
			b.WriteByte(' ')
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
			b.WriteByte(' ')
		// Numbers of annotations, such as $1 for a good move.
		case c == '$':
			for i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
				i++
			}
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// unnumbered cuts a move number off a word: "12." and "12...Nf3" have one, and a number alone is one.
func unnumbered(word string) string {
	digits := strings.TrimLeft(word, "0123456789")
	if digits == "" {
		return ""
	}
	if len(digits) < len(word) && digits[0] == '.' {
		return strings.TrimLeft(digits, ".")
	}
	return word
}
