//go:build unix

package fleet

import (
	"os/exec"
	"syscall"
)

// apart keeps a Ctrl-C at the terminal from the agents: who started them ends them.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
