//go:build unix

package script

import (
	"context"
	"os/exec"
	"syscall"
)

func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "/bin/sh", "-c", line)
}

// run runs a command as the leader of a process group of its own. A kill after its
// end may follow the death of the leader: the kernel gives its number to nobody
// while others are in the group, and starts over with low numbers only after all
// the high ones.
func run(cmd *exec.Cmd, left Leftover) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killAll
	err := cmd.Run()
	if left == Kill && cmd.Process != nil {
		_ = killAll() // nobody may be left
	}
	return err
}
