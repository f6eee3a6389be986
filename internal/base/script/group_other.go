//go:build !unix

package script

import (
	"context"
	"os/exec"
	"runtime"
)

func shell(ctx context.Context, line string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.CommandContext(ctx, "cmd", "/C", line)
	}
	return exec.CommandContext(ctx, shellFile, "-c", line)
}

// run runs a command; there are no process groups here.
func run(cmd *exec.Cmd, _ leftover) error { return cmd.Run() }
