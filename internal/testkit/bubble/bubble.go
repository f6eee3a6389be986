// Package bubble runs a test in a bubble of testing/synctest, in which time is simulated.
//
// It exists for the race detector. A bubble has one race context for all its timers, and two
// processors may use it at once: one that runs timers which are due, and one whose goroutine
// asks the channel of a timer. The detector then breaks its own memory and the test ends with
// SIGSEGV (go.dev/issue/78156, Go 1.26). On one processor they alternate. Races are found
// there too: the detector compares the order that locks and channels enforce, not the clock.
//
// One processor also needs less time, for agents about half: the goroutines of a bubble hand over to each other all
// the time, and with two processors each of them is woken by the other. So go test has one, and
// campaigns have all.
//
// It assumes that a test which wants many processors opens no bubble meanwhile.
package bubble

import (
	"runtime"
	"sync"
	"testing"
	"testing/synctest"

	"bellwether/internal/testkit/sample"
)

// Test calls f in a bubble of its own, as synctest.Test does. Under the race detector, and outside of
// campaigns, the process has one processor until the last such call has returned.
func Test(t *testing.T, f func(*testing.T)) {
	t.Helper()
	if alternates() {
		open.enter()
		defer open.leave()
	}
	synctest.Test(t, f)
}

// alternates reports whether the goroutines of bubbles share one processor.
func alternates() bool { return detector || !sample.Whole() }

// open counts the bubbles of this process: its number of processors is global, too.
var open bubbles

type bubbles struct {
	mu    sync.Mutex
	count int
	procs int // before the first one
}

func (b *bubbles) enter() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.count++; b.count == 1 {
		b.procs = runtime.GOMAXPROCS(1)
	}
}

func (b *bubbles) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.count--; b.count == 0 {
		runtime.GOMAXPROCS(b.procs)
	}
}
