package ffishtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
)

// ErrMissing says that the reference cannot be asked on this machine: there is no Node, or no ffish for it.
var ErrMissing = errors.New("no live reference")

// maxAnswer bounds a line of the child's; 512 moves are some three kilobytes.
const maxAnswer = 1 << 20

// Answer is what the reference says of a position.
type Answer struct {
	Legal []string `json:"legal"` // in UCI, in no order
	Check bool     `json:"check"`
}

// Reference is a running child process. It belongs to one goroutine.
type Reference struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
	err bytes.Buffer
}

// question and reply are the lines of the conversation.
type question struct {
	INI     string `json:"ini,omitempty"`
	Variant string `json:"variant,omitempty"`
	FEN     string `json:"fen,omitempty"`
}

type reply struct {
	Answer
	OK      bool   `json:"ok"`
	Missing bool   `json:"missing"`
	Error   string `json:"error"`
}

// Start starts the script as a child of Node, with the module in a folder, or where Node finds it if that is "". The error wraps
// ErrMissing where this cannot be had here.
func Start(script, module string) (*Reference, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrMissing, err)
	}
	r := &Reference{cmd: exec.Command(node, script, module)}
	r.cmd.Stderr = &r.err
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if r.in, err = r.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	r.out = bufio.NewScanner(out)
	r.out.Buffer(nil, maxAnswer)
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	hello, err := r.read()
	if err == nil && hello.OK {
		return r, nil
	}
	r.Close()
	if err == nil && hello.Missing {
		return nil, fmt.Errorf("%w: %s (npm ci installs it)", ErrMissing, hello.Error)
	}
	return nil, errors.Join(err, errors.New(hello.Error))
}

// Define gives the reference a stanza to know.
func (r *Reference) Define(ini string) error {
	_, err := r.exchange(question{INI: ini})
	return err
}

// Ask returns what the reference says of a position.
func (r *Reference) Ask(variant, fen string) (Answer, error) {
	a, err := r.exchange(question{Variant: variant, FEN: fen})
	return a.Answer, err
}

// Close ends the child.
func (r *Reference) Close() error {
	return errors.Join(r.in.Close(), r.cmd.Wait())
}

func (r *Reference) exchange(q question) (reply, error) {
	line, err := json.Marshal(q)
	if err != nil {
		return reply{}, err
	}
	if _, err := r.in.Write(append(line, '\n')); err != nil {
		return reply{}, err
	}
	a, err := r.read()
	if err == nil && a.Error != "" {
		err = errors.New(a.Error)
	}
	return a, err
}

// read returns the next line that is an answer. The reference prints to the same stream where it dislikes a stanza; such lines are
// returned as an error.
func (r *Reference) read() (reply, error) {
	if !r.out.Scan() {
		return reply{}, fmt.Errorf("the reference has gone: %w; %s", errors.Join(r.out.Err(), io.ErrUnexpectedEOF), r.err.String())
	}
	var a reply
	if err := json.Unmarshal(r.out.Bytes(), &a); err != nil {
		return reply{}, fmt.Errorf("the reference said %q", r.out.Text())
	}
	return a, nil
}
