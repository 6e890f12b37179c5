package remote

// looksLikeMove tells whether text has the shape of a move in UCI notation on any board: two squares (the same twice
// for a pass), a promotion letter or sign, a gated piece with its square, a wall after a comma, a drop with @.
func looksLikeMove(text string) bool {
	c := cursor(text)
	if len(text) > 24 {
		return false
	}
	if !c.drop() && !c.squares() {
		return false
	}
	if c.letter() || c.one('+') || c.one('-') || c.one('=') {
		c.square()
	}
	if c.one(',') && !c.squares() {
		return false
	}
	return c == ""
}

// cursor is text yet to be read; each method takes what it names from its front, or nothing.
type cursor string

func (c *cursor) one(b byte) bool {
	if *c == "" || (*c)[0] != b {
		return false
	}
	*c = (*c)[1:]
	return true
}

func (c *cursor) letter() bool {
	if *c == "" || !(isLower((*c)[0]) || (*c)[0] >= 'A' && (*c)[0] <= 'Z') {
		return false
	}
	*c = (*c)[1:]
	return true
}

// square takes a file letter and a rank of one or two digits; ranks from 0 occur in some dialects.
func (c *cursor) square() bool {
	s := *c
	if len(s) < 2 || !isLower(s[0]) || !isDigit(s[1]) {
		return false
	}
	if len(s) > 2 && isDigit(s[2]) {
		*c = s[3:]
	} else {
		*c = s[2:]
	}
	return true
}

// squares takes two.
func (c *cursor) squares() bool {
	from := c.square()
	return from && c.square()
}

// drop takes a piece, perhaps promoted, an @ and a square.
func (c *cursor) drop() bool {
	s := *c
	s.one('+')
	if s.letter() && s.one('@') && s.square() {
		*c = s
		return true
	}
	return false
}

func isLower(b byte) bool { return b >= 'a' && b <= 'z' }
func isDigit(b byte) bool { return b >= '0' && b <= '9' }
