//go:build unix

package fleet

import (
	"os/exec"
	"syscall"
)

// apart starts the agent in a process group of its own, so that Ctrl-C at the terminal
// does not reach it: the program that started the agent ends it.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
