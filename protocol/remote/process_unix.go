//go:build unix

package remote

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the child the leader of a process group, so that a wrapper script dies together with the engine that
// it started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // that nothing is left to kill is no error
}
