//go:build live && linux

package fleet_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// A fastCell is five agents of a preset in network namespaces, on a wire that loses frames.
type fastCell struct {
	preset string
	loss   float64
	busy   int           // processes that compute meanwhile, for each processor
	quiet  time.Duration // in which nobody is killed
}

// A fastRow is what was measured in a cell.
type fastRow struct {
	took    []time.Duration // takeovers
	changes uint64          // of the leader in the quiet time, as the agents report them
	paused  map[time.Duration]int
}

// fastPauses are for how long TestFast stops a leader, and fastStops how often.
var fastPauses = []time.Duration{time.Second, 2 * time.Second}

const fastStops = 5

// TestFast compares the presets lan and lan-fast on wires that lose frames, and on busy processors: how
// long takeovers last, whether the leader changes though it lives, and whether one that is paused is
// replaced. The wires are those of a lab: they need no netem.
func TestFast(t *testing.T) {
	var cells []fastCell
	for _, preset := range []string{"lan", "lan-fast"} {
		for _, loss := range []float64{0, 0.01, 0.05, 0.10} {
			cells = append(cells, fastCell{preset: preset, loss: loss, quiet: 40 * time.Second})
		}
	}
	rows := fastSideBySide(t, "losses", cells)
	loaded := []fastCell{{preset: "lan", busy: 4, quiet: 2 * time.Minute}, {preset: "lan-fast", busy: 4, quiet: 2 * time.Minute}}
	stop := burn(t, 4*runtime.NumCPU())
	rows = append(rows, fastSideBySide(t, "load", loaded)...)
	stop()
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("\n| preset | loss | busy loops on each processor | takeover, median | 95 %% | longest | changes of leader, none killed | a leader paused for 1 s replaced | for 2 s |\n|---|---|---|---|---|---|---|---|---|\n")
	for i, c := range append(cells, loaded...) {
		r := rows[i]
		if len(r.took) < trials {
			continue // it has failed
		}
		fmt.Printf("| %s | %.0f %% | %d | %.2f s | %.2f s | %.2f s | %d in %v | %d of %d | %d of %d |\n", c.preset, 100*c.loss, c.busy,
			r.took[(trials-1)/2].Seconds(), r.took[(trials*95+99)/100-1].Seconds(), r.took[trials-1].Seconds(), r.changes, c.quiet,
			r.paused[fastPauses[0]], fastStops, r.paused[fastPauses[1]], fastStops)
	}
	fmt.Printf("load averages and processes: %s", load)
}

// fastSideBySide measures cells at the same time: they mostly wait.
func fastSideBySide(t *testing.T, name string, cells []fastCell) []fastRow {
	rows := make([]fastRow, len(cells))
	var mu sync.Mutex
	t.Run(name, func(t *testing.T) {
		for i, c := range cells {
			t.Run(fmt.Sprintf("%s %v", c.preset, c.loss), func(t *testing.T) {
				t.Parallel()
				r := c.measure(t)
				mu.Lock()
				defer mu.Unlock()
				rows[i] = r
			})
		}
	})
	return rows
}

func (c fastCell) measure(t *testing.T) fastRow {
	l := newLab(t, 5)
	f := l.inhabit(t, "--timing", c.preset, "--hysteresis", "0")
	f.Look = 50 * time.Millisecond
	leader := start(t, f)
	l.be(c.loss, 0)
	time.Sleep(5 * time.Second) // the news of the start has spread
	before := epochs(t, f)
	time.Sleep(c.quiet)
	r := fastRow{changes: epochs(t, f) - before, paused: map[time.Duration]int{}}
	for range trials {
		time.Sleep(rand.N(time.Second)) // at another time between two beacons
		leader.Kill()
		r.took = append(r.took, agreement(t, f))
		if err := leader.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		leader = await(t, f, f.IsBest)
	}
	slices.Sort(r.took)
	for _, span := range fastPauses {
		for range fastStops {
			time.Sleep(rand.N(time.Second))
			if replacedInPause(t, f, leader, span) {
				r.paused[span]++
			}
			leader = await(t, f, f.IsBest)
		}
	}
	healthy(t, f)
	return r
}

// replacedInPause stops a leader's process for a span, and reports whether another led until shortly after.
func replacedInPause(t *testing.T, f *fleet.Fleet, leader *fleet.Agent, span time.Duration) bool {
	t.Helper()
	others := slices.DeleteFunc(slices.Clone(f.Agents), func(a *fleet.Agent) bool { return a == leader })
	before := epochs(t, &fleet.Fleet{Agents: others})
	if err := leader.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(span)
	if err := leader.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	return epochs(t, &fleet.Fleet{Agents: others}) != before
}

// burn keeps processors busy with so many processes, until stop is called.
func burn(t *testing.T, loops int) (stop func()) {
	t.Helper()
	var all []*os.Process
	for range loops {
		p, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "while :; do :; done"}, &os.ProcAttr{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	stop = func() {
		for _, p := range all {
			_ = p.Kill() // it may have ended
			_, _ = p.Wait()
		}
		all = nil
	}
	t.Cleanup(stop)
	return stop
}
