//go:build !unix

package bench

import "time"

var began = time.Now()

// processorTime is the time on the clock where the system does not tell what the
// process has used: measure on an idle machine.
func processorTime() time.Duration { return time.Since(began) }
