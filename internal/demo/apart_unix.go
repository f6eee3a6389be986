//go:build unix

package demo

import (
	"os/exec"
	"syscall"
)

// apart keeps a Ctrl-C at the terminal from the agents: the demo ends them itself.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
