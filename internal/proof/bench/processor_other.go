//go:build !unix

package bench

import "time"

var began = time.Now()

// processorTime is the wall-clock time, since the system does not report the time that
// the process has used: measure on an idle machine.
func processorTime() time.Duration { return time.Since(began) }
