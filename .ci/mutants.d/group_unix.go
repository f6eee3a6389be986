//go:build unix

package mutants

import (
	"fmt"
	"os/exec"
	"syscall"
)

// mostKilobytes bounds the memory of each process of a command (ulimit -d), 6 GiB: a mutant may
// allocate without end. The largest command takes 3 GB on the unchanged module.
const mostKilobytes = 6 << 20

// limitMemory returns the command with the bound mostKilobytes.
func limitMemory(words []string) []string {
	limit := fmt.Sprintf(`ulimit -d %d; exec "$@"`, mostKilobytes)
	return append([]string{"sh", "-c", limit, "sh"}, words...)
}

// killGroup makes the end of a command kill all processes that it started: go test has children.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
