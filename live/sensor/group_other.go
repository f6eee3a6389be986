//go:build !unix

package sensor

import (
	"context"
	"os/exec"
	"runtime"
)

func shell(ctx context.Context, command string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.CommandContext(ctx, "cmd", "/C", command)
	}
	return exec.CommandContext(ctx, "/bin/sh", "-c", command)
}

// runGroup runs a command; there are no process groups here.
func runGroup(cmd *exec.Cmd) error { return cmd.Run() }
