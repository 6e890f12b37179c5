//go:build !unix

package remote

import "os/exec"

// ownGroup does nothing here: only the child itself is killed, and what a wrapper started ends with its input.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
