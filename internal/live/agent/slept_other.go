//go:build !linux

package agent

import "time"

// suspended is not known here: a computer that is suspended must hold no lease.
func suspended() time.Duration { return 0 }
