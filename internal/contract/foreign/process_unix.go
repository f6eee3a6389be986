//go:build unix

package foreign

import (
	"os/exec"
	"syscall"
)

// killGroup kills the process group that a command leads. The kernel does not use its number again while
// others are in the group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
