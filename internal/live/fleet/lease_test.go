//go:build unix

package fleet_test

import (
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// A leader whose process is stopped for longer than its lease says in its first answer that it
// leads no longer; another has led meanwhile, and not before the lease was over.
func TestAStoppedLeaderWakesWithoutItsLease(t *testing.T) {
	elections(t, "tanist", func(t *testing.T, args []string) {
		const lease = 2 * time.Second
		f := cluster(t, 3, append([]string{"--expect", "3", "--lease", lease.String()}, args...)...)
		first := start(t, f)
		st, ok := first.Status(t.Context())
		if !ok || st.Majority == nil || st.Majority.HoldsFor <= 0 || st.Majority.HoldsFor > lease {
			t.Fatalf("the leader holds %+v", st.Majority)
		}
		if err := first.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		stopped := time.Now()
		var second *fleet.Agent
		eventually(t, "another leads", func() bool {
			for _, a := range f.Agents {
				if a == first {
					continue
				}
				if st, ok := a.Status(t.Context()); ok && st.Leader != nil && st.Leader.Name == a.Name {
					second = a
				}
			}
			return second != nil
		})
		// What the leader was granted last was asked for before it stopped, up to a fifth of the lease.
		if took := time.Since(stopped); took < lease/2 {
			t.Errorf("%s leads %v after %s was stopped, within its lease", second.Name, took, first.Name)
		}
		if err := first.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		st, ok = first.Status(t.Context())
		if !ok || st.Leader != nil && st.Leader.Name == first.Name || st.Majority.HoldsFor > 0 {
			t.Errorf("after its sleep %s follows %+v and holds %+v", first.Name, st.Leader, st.Majority)
		}
		await(t, f, fleet.Anyone)
		healthy(t, f)
	})
}
