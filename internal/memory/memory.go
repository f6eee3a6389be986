// Package memory says how much memory the program can still take: what the machine has
// free, what the control groups of the program allow (a container's limit), and what
// GOMEMLIMIT allows, the least of them.
//
// It assumes Linux; on other systems only GOMEMLIMIT is known, and without that nothing
// is. Swap does not count: a run touches all its memory, again and again. It is a look at
// one instant: other programs may take memory later. Amounts are bytes.
package memory

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
)

// An Amount is how much memory can be taken, and what sets the bound.
type Amount struct {
	Bytes int64
	By    string // "is free on this machine", "GOMEMLIMIT allows", …
}

// String says it: "3.1 GB, which is free on this machine".
func (a Amount) String() string { return Size(a.Bytes) + ", which " + a.By }

// Free is how much more this program can take now; false if nobody knows.
func Free() (Amount, bool) {
	return least(append(system(), goLimit(debug.SetMemoryLimit(-1))...))
}

// least is the smallest of several bounds.
func least(bounds []Amount) (Amount, bool) {
	if len(bounds) == 0 {
		return Amount{}, false
	}
	low := bounds[0]
	for _, b := range bounds[1:] {
		if b.Bytes < low.Bytes {
			low = b
		}
	}
	low.Bytes = max(low.Bytes, 0)
	return low, true
}

// goLimit is what the limit of Go's runtime leaves beside what is in use.
func goLimit(limit int64) []Amount {
	if limit == math.MaxInt64 {
		return nil // its default: none
	}
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return []Amount{{limit - int64(now.HeapAlloc), "GOMEMLIMIT allows"}}
}

// Size writes bytes for people, in powers of ten as disks and networks do.
func Size(bytes int64) string {
	switch {
	case bytes < 1e6:
		return fmt.Sprintf("%.0f kB", math.Ceil(float64(bytes)/1e3))
	case bytes < 1e7:
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	case bytes < 1e9:
		return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

// Keep has Go's collector hold the program within what is free now, where GOMEMLIMIT does
// not say otherwise: it then works harder, instead of letting twice of what lives pile up.
func Keep(free Amount) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetMemoryLimit(int64(now.Sys-now.HeapReleased) + free.Bytes/20*19)
}
