// Package memory says how much more memory the program can take: the least of what the
// machine has free, what the control groups of the program (a container's limit) allow,
// and what GOMEMLIMIT allows.
//
// It assumes Linux; on other systems only GOMEMLIMIT is known. Swap does not count,
// because a run uses all its memory all the time. The figure is of one instant: other
// programs may take memory later. Amounts are bytes.
package memory

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
)

// An Amount is how much memory can be taken, and the source of that bound.
type Amount struct {
	Bytes int64
	By    string // "is free on this machine", "GOMEMLIMIT allows", …
}

// String says it: "3.1 GB, which is free on this machine".
func (a Amount) String() string { return Size(a.Bytes) + ", which " + a.By }

// Free is how much more this program can take now; false if that is unknown.
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

// Keep sets the limit of Go's collector to what is free now, unless GOMEMLIMIT is set.
// Near the limit the collector works harder, instead of letting the heap grow to twice
// the live memory.
func Keep(free Amount) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetMemoryLimit(int64(now.Sys-now.HeapReleased) + free.Bytes/20*19)
}
