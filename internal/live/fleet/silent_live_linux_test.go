//go:build live && linux

package fleet_test

import (
	"fmt"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// TestMachinesThatAreOff switches off 22 of 26 machines: nobody answers for their addresses on the link any more,
// and packets for them wait in the senders' buffers. The four others keep their leader, and one of them that starts again
// follows it soon.
func TestMachinesThatAreOff(t *testing.T) {
	fmt.Printf("\n| preset | changes of leader in a minute after 22 of 26 are off | start again, until it follows |\n|---|---|---|\n")
	for _, preset := range []string{"lan-fast"} { // the most datagrams
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, 26)
			f := l.inhabit(t, "--timing", preset, "--hysteresis", "0")
			for i, a := range f.Agents {
				a.Offer = int64(100 - i) // the first is the best
			}
			leader := start(t, f)
			eventually(t, "all see each other", func() bool { return allAlive(t, f) })
			for i, a := range f.Agents[4:] {
				a.Kill()
				ip(t, "-n", l.ports[4+i].space, "link", "set", fmt.Sprintf("bwt%d", 5+i), "down")
			}
			left := &fleet.Fleet{Program: f.Program, Agents: f.Agents[:4]}
			time.Sleep(40 * time.Second) // the kernels' neighbours expire
			before := epochs(t, left)
			time.Sleep(time.Minute)
			changes := epochs(t, left) - before
			again := f.Agents[3]
			again.Kill()
			if err := again.Start(f.Program); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			eventually(t, "it follows the leader", func() bool { return leaderKnown(t.Context(), again) == leader.Name })
			fmt.Printf("| %s | %d | %.1f s |\n", preset, changes, time.Since(began).Seconds())
			if changes > 0 {
				t.Errorf("%s: %d changes of leader", preset, changes)
			}
		})
	}
}
