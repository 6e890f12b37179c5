package console

import (
	"bufio"
	"io"
	"strings"
)

// maxLine is the longest line that is read: a game of many thousand moves fits.
const maxLine = 1 << 20

// line is one line of input. One that is too long comes without its text.
type line struct {
	text string
	long bool
}

// listen reads lines until the input or done ends, and closes the channel it returns. A read that is going on when done ends
// cannot be interrupted; it ends with the input.
func listen(in io.Reader, done <-chan struct{}) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		for r := bufio.NewReaderSize(in, 1<<16); ; {
			l, err := readLine(r)
			if err == nil || l.text != "" || l.long {
				select {
				case lines <- l:
				case <-done:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// readLine reads up to the next line feed, which may lack at the end of the input.
func readLine(r *bufio.Reader) (line, error) {
	var b strings.Builder
	var l line
	for {
		part, err := r.ReadSlice('\n')
		if b.Len()+len(part) > maxLine {
			l.long = true
			b.Reset()
		}
		if !l.long {
			b.Write(part)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if !l.long {
			l.text = strings.TrimRight(b.String(), "\r\n")
		}
		return l, err
	}
}
