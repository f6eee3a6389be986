//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime is what the process has used of its processors: on an idle core
// the time on the clock, and on a busy one a figure that still compares. The
// garbage collector's work is in it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
