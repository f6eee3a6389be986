package agent

import (
	"time"

	"golang.org/x/sys/unix"
)

// suspended is for how long the computer was suspended since its boot: by how much
// CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC (clock_gettime(2)).
func suspended() time.Duration {
	var with, without unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &with) != nil || unix.ClockGettime(unix.CLOCK_MONOTONIC, &without) != nil {
		return 0
	}
	return time.Duration(with.Nano() - without.Nano())
}
