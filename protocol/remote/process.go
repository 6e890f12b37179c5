package remote

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// drainTime is how long output may keep coming after the child has been reaped. Only a grandchild that outlived the
// kill of its group, and holds the pipe, makes it last.
const drainTime = time.Second

// queuedLines is small because the pipe itself holds an engine back that talks faster than we listen; times the line
// limit it is the most memory that unread output can take.
const queuedLines = 16

// line is a line of output without its end; long marks one that broke the limit and holds its beginning.
type line struct {
	text string
	long bool
}

// process is a child with its three pipes and the goroutines that serve them. All of them end, and the child is
// reaped, once kill has been called or the child has ended by itself and its output has been read or is no longer
// wanted (ignoreOutput).
type process struct {
	cmd      *exec.Cmd
	in       *os.File
	out, err *os.File
	lines    chan line     // closed at the end of the output
	tail     *tail         // of stderr
	unwanted chan struct{} // closed: output is read only to be dropped
	once     sync.Once     // of unwanted
	reaped   chan struct{} // closed when the child has been waited for and cmd.ProcessState can be read
	exited   chan struct{} // closed when in addition the readers have ended
}

// spawn starts the child with pipes of our own making: unlike those of exec.Cmd they outlive Wait, so that the last
// lines of a crashing engine are not lost, and take deadlines, so that an engine that stops reading cannot hang us.
func spawn(argv []string, set *settings) (*process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = set.dir
	if len(set.env) > 0 {
		cmd.Env = append(os.Environ(), set.env...)
	}
	ownGroup(cmd)
	// The child's ends are closed here once it has them; else the end of its output would never show.
	var files [6]*os.File // read and write end of stdin, stdout, stderr
	closeAll := func(which ...int) {
		for _, i := range which {
			if files[i] != nil {
				files[i].Close()
			}
		}
	}
	for i := 0; i < len(files); i += 2 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(0, 1, 2, 3, 4, 5)
			return nil, err
		}
		files[i], files[i+1] = r, w
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = files[0], files[3], files[5]
	if err := cmd.Start(); err != nil {
		closeAll(0, 1, 2, 3, 4, 5)
		return nil, err
	}
	closeAll(0, 3, 5)
	p := &process{
		cmd: cmd, in: files[1], out: files[2], err: files[4],
		lines: make(chan line, queuedLines), tail: &tail{},
		unwanted: make(chan struct{}), reaped: make(chan struct{}), exited: make(chan struct{}),
	}
	var readers sync.WaitGroup
	readers.Go(func() { p.readOutput(set.maxLine) })
	readers.Go(func() { io.Copy(p.tail, p.err) })
	go p.wait(&readers)
	return p, nil
}

// wait reaps the child, sees to the end of the readers and closes the pipes.
func (p *process) wait(readers *sync.WaitGroup) {
	p.cmd.Wait() // the status is read from cmd.ProcessState
	close(p.reaped)
	killGroup(p.cmd) // what the child started, if it left any behind
	read := make(chan struct{})
	go func() { readers.Wait(); close(read) }()
	late := time.NewTimer(drainTime)
	defer late.Stop()
	select {
	case <-read:
	case <-late.C:
		// Someone still holds the pipes. Closing our ends makes the reads fail, but lines that are already queued
		// stay readable.
		p.out.Close()
		p.err.Close()
		<-read
	}
	p.out.Close()
	p.err.Close()
	close(p.exited)
}

// readOutput passes lines on, at the pace they are asked for, until the output ends or is unwanted.
func (p *process) readOutput(limit int) {
	defer close(p.lines)
	r := bufio.NewReaderSize(p.out, 16<<10)
	for {
		l, err := readLine(r, limit)
		if err == nil || l.text != "" {
			select {
			case p.lines <- l:
			case <-p.unwanted:
				io.Copy(io.Discard, r)
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine reads up to a line end, and strips it (LF or CRLF). It gives up as soon as the limit is passed instead of
// looking for an end that may never come. A last line without an end comes with the error.
func readLine(r *bufio.Reader, limit int) (line, error) {
	var text []byte
	for {
		part, err := r.ReadSlice('\n')
		if err == nil {
			part = part[:len(part)-1]
		}
		if len(text)+len(part) > limit {
			text = append(text, part...)
			return line{string(text[:limit]), true}, nil
		}
		text = append(text, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			if n := len(text); n > 0 && text[n-1] == '\r' {
				text = text[:n-1]
			}
			return line{text: string(text)}, err
		}
	}
}

// ignoreOutput lets the child write without being held back; what it writes is dropped.
func (p *process) ignoreOutput() {
	p.once.Do(func() { close(p.unwanted) })
}

// kill ends the child and everything it started, and returns when it is gone. It may be called more than once and
// from any goroutine.
func (p *process) kill() {
	p.ignoreOutput()
	select {
	case <-p.reaped:
	default:
		killGroup(p.cmd)
		p.cmd.Process.Kill()
	}
	p.in.Close()
	<-p.exited
}

// within reports whether done is closed in time.
func within(done <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-t.C:
		return false
	}
}
