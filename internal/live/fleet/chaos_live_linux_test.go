//go:build live && linux

package fleet_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

var chaos = flag.Duration("chaos", 10*time.Minute, "how long TestChaos disturbs the agents")

// held is what a process holds: open files and memory. A goroutine that leaks holds memory.
type held struct {
	files int
	mb    float64
}

func holds(t *testing.T, a *fleet.Agent) held {
	t.Helper()
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", a.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	return held{len(open), resident(t, &fleet.Fleet{Agents: []*fleet.Agent{a}})}
}

// TestChaos kills, restarts and pauses twenty agents in network namespaces, and cuts and
// spoils the wires between them. Afterwards all follow the best and see all others alive, and
// those that were never killed hold no more than before.
func TestChaos(t *testing.T) {
	l := newLab(t, 20)
	f := l.inhabit(t, local...)
	start(t, f)
	eventually(t, "all see each other", func() bool { return allAlive(t, f) })
	const spared = 5 // from kills, not from all else
	var before []held
	for _, a := range f.Agents[:spared] {
		before = append(before, holds(t, a))
	}
	did := map[string]int{}
	paused := map[*fleet.Agent]bool{}
	signal := func(a *fleet.Agent, s syscall.Signal) {
		if a.Runs() {
			if err := a.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	for began := time.Now(); time.Since(began) < *chaos; time.Sleep(rand.N(2 * time.Second)) {
		any, killed := f.Agents[rand.IntN(20)], f.Agents[spared+rand.IntN(20-spared)]
		what := []string{"kill", "restart", "stop", "pause", "go on", "cut", "heal", "spoil"}[rand.IntN(8)]
		did[what]++
		switch what {
		case "kill":
			killed.Kill()
			delete(paused, killed)
		case "restart":
			if err := f.Start(); err != nil {
				t.Fatal(err)
			}
		case "stop":
			if !paused[killed] {
				signal(killed, syscall.SIGTERM)
			}
		case "pause":
			signal(any, syscall.SIGSTOP)
			paused[any] = true
		case "go on":
			for a := range paused {
				signal(a, syscall.SIGCONT)
			}
			clear(paused)
		case "cut":
			side := rand.Uint32()
			l.cut(func(i, j int) bool { return side>>i&1 != side>>j&1 })
		case "heal":
			l.cut(nil)
			l.be(0, 0)
		case "spoil":
			l.be(0.3*rand.Float64(), rand.N(20*time.Millisecond))
		}
	}
	l.cut(nil)
	l.be(0, 0)
	for a := range paused {
		signal(a, syscall.SIGCONT)
	}
	time.Sleep(5 * time.Second) // those that were told to leave have left
	if err := f.Start(); err != nil {
		t.Fatal(err)
	}
	_, took, err := f.Agreement(t.Context(), f.IsBest)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "all see each other", func() bool { return allAlive(t, f) })
	time.Sleep(10 * time.Second) // streams and conversations of before end
	fmt.Printf("%v; all follow the best %.1f s after the last start, 5 s after the end\n", did, took.Seconds())
	for i, a := range f.Agents[:spared] {
		now := holds(t, a)
		fmt.Printf("%s: %d files and %.0f MB, %d and %.0f before\n", a.Name, now.files, now.mb, before[i].files, before[i].mb)
		// Sockets of streams come and go; memory may grow by what the log of events holds.
		if now.files > before[i].files+20 || now.mb > before[i].mb+30 {
			t.Errorf("%s holds %+v, %+v before", a.Name, now, before[i])
		}
	}
	healthy(t, f)
}
