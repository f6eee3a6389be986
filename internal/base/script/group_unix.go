//go:build unix

package script

import (
	"context"
	"os/exec"
	"syscall"
)

func shell(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, shellFile, "-c", line)
}

// run runs a command as the leader of a process group of its own. The group may be killed
// after its leader has ended: the kernel does not reuse the leader's number while others
// are in the group, and reuses low numbers only after all higher ones.
func run(cmd *exec.Cmd, left leftover) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killAll
	err := cmd.Run()
	if left == Kill && cmd.Process != nil {
		_ = killAll() // nobody may be left
	}
	return err
}
