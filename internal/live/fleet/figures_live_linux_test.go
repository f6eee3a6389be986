//go:build live && linux

package fleet_test

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"
)

// TestFigures repeats the figures of live mode, trials times each, with the timing lan and five agents in network
// namespaces: orderly handovers, ends of partitions, and, with a lease, looks at who leads while leaders
// are killed, paused and cut off.
func TestFigures(t *testing.T) {
	fmt.Printf("\n| what | times | median, longest |\n|---|---|---|\n")
	t.Run("leaves", func(t *testing.T) { t.Parallel(); figureLeaves(t) })
	t.Run("partitions", func(t *testing.T) { t.Parallel(); figurePartitions(t) })
	t.Run("lease", func(t *testing.T) { t.Parallel(); figureLease(t) })
}

func figureLeaves(t *testing.T) {
	f := newLab(t, 5).inhabit(t, "--timing", "lan", "--hysteresis", "0")
	leader := start(t, f)
	var left []time.Duration
	for range trials {
		time.Sleep(2*time.Second + rand.N(time.Second))
		left = append(left, leaves(t, f, leader))
		leader = await(t, f, f.IsBest)
	}
	fmt.Printf("| an orderly leave, until the others follow another | %d | %s |\n", len(left), medians(left))
	healthy(t, f)
}

func figurePartitions(t *testing.T) {
	l := newLab(t, 5)
	f := l.inhabit(t, "--timing", "lan", "--hysteresis", "0")
	start(t, f)
	var met []time.Duration
	for range trials {
		side := 1 + rand.IntN(4)
		l.cut(func(i, j int) bool { return (i < side) != (j < side) })
		time.Sleep(9*time.Second + rand.N(time.Second)) // the gossip shows the others as failed, too
		l.cut(nil)
		met = append(met, agreement(t, f))
		time.Sleep(time.Second)
	}
	fmt.Printf("| the end of a partition, until all follow one | %d | %s |\n", len(met), medians(met))
	healthy(t, f)
}

func figureLease(t *testing.T) {
	l := newLab(t, 5)
	f := l.inhabit(t, "--timing", "lan", "--hysteresis", "0", "--expect", "5", "--lease", "5s")
	leader := start(t, f)
	w, stop, done := &watcher{f: f}, make(chan struct{}), make(chan struct{})
	go func() { defer close(done); w.watch(t, stop) }()
	for i := range trials {
		switch i % 3 {
		case 0:
			w.mu.Lock()
			leader.Kill()
			err := leader.Start(f.Program)
			w.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
		case 1:
			if err := leader.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			time.Sleep(3*time.Second + rand.N(4*time.Second))
			if err := leader.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
		case 2:
			side := 1 + rand.IntN(4)
			l.cut(func(i, j int) bool { return (i < side) != (j < side) })
			time.Sleep(3*time.Second + rand.N(5*time.Second))
			l.cut(nil)
		}
		leader = await(t, f, f.IsBest)
	}
	close(stop)
	<-done
	fmt.Printf("| two lead, with a lease of 5 s, through kills, pauses and partitions | %d | in %d looks for %v |\n", trials, w.looks, w.two)
	if w.two > 0 {
		t.Errorf("two led for %v", w.two)
	}
	healthy(t, f)
}
