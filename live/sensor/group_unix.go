//go:build unix

package sensor

import (
	"context"
	"os/exec"
	"syscall"
)

func shell(ctx context.Context, command string) *exec.Cmd {
	return exec.CommandContext(ctx, "/bin/sh", "-c", command)
}

// runGroup runs a command as the leader of a process group of its own and leaves
// none of the group behind. The second kill may follow the death of the leader:
// the kernel gives its number to nobody while others are in the group, and starts
// over with low numbers only after all the high ones.
func runGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killAll
	err := cmd.Run()
	if cmd.Process != nil {
		killAll()
	}
	return err
}
