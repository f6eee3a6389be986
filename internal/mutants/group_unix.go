//go:build unix

package mutants

import (
	"fmt"
	"os/exec"
	"syscall"
)

// mostKilobytes is how much a command may allocate: a mutant that never comes to rest fills
// the machine. The largest command takes 3 GB on the module as it is.
const mostKilobytes = 6 << 20

// bounded is a command that may allocate so much and no more.
func bounded(words []string) []string {
	limit := fmt.Sprintf(`ulimit -d %d; exec "$@"`, mostKilobytes)
	return append([]string{"sh", "-c", limit, "sh"}, words...)
}

// together has a command end with all that it started: go test has children.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
