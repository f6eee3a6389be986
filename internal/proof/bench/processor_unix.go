//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime is the processor time that the process has used, garbage collection
// included. On an idle core it is the wall-clock time; on a busy core it can still be
// compared.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
