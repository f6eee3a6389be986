//go:build live

package fleet_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// leased are the flags of five agents with a lease.
var leased = append([]string{"--expect", "5", "--lease", "1s"}, local...)

// What tokens cost: five agents of this build and five of one without tokens, side by side. Their leaders are
// killed and told to leave in turn.
func TestTokensAtATakeover(t *testing.T) {
	if *oldProgram == "" {
		t.Skip("needs -old")
	}
	names := []string{"without tokens", "with tokens"}
	fleets := []*fleet.Fleet{cluster(t, 5, leased...), cluster(t, 5, leased...)}
	fleets[0].Program = *oldProgram
	leaders := []*fleet.Agent{start(t, fleets[0]), start(t, fleets[1])}
	fmt.Printf("\n| the leader | | trials | median | 95 %% | longest |\n|---|---|---|---|---|---|\n")
	for _, end := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		took := make([][]time.Duration, 2)
		for range trials {
			for i, f := range fleets {
				time.Sleep(rand.N(400 * time.Millisecond)) // at another time between two claims
				if err := leaders[i].Signal(end); err != nil {
					t.Fatal(err)
				}
				_, d, err := f.Agreement(t.Context(), func(a *fleet.Agent) bool { return a != leaders[i] })
				if err != nil {
					t.Fatal(err)
				}
				took[i] = append(took[i], d)
				<-leaders[i].Exited()
				if err := leaders[i].Start(f.Program); err != nil {
					t.Fatal(err)
				}
				leaders[i] = await(t, f, f.IsBest)
			}
		}
		for i, all := range took {
			slices.Sort(all)
			fmt.Printf("| gets %v | %s | %d | %.3f s | %.3f s | %.3f s |\n", end, names[i], len(all), all[(len(all)-1)/2].Seconds(),
				all[(len(all)*95+99)/100-1].Seconds(), all[len(all)-1].Seconds())
		}
		if extra := took[1][trials/2] - took[0][trials/2]; extra > 500*time.Millisecond {
			t.Errorf("%v: tokens take %v more", end, extra)
		}
	}
	if st, ok := leaders[1].Status(t.Context()); !ok || st.Majority == nil || st.Majority.Fence == 0 {
		t.Errorf("the leader has no token: %+v", st.Majority)
	}
}

// While agents of an older program take part no new token is claimed, and no two lead; once all have
// tokens the leader has one.
func TestUpgradeToTokens(t *testing.T) {
	if *oldProgram == "" {
		t.Skip("needs -old")
	}
	f := cluster(t, 5, leased...)
	newProgram := f.Program
	f.Program = *oldProgram
	start(t, f)
	w, stop := &watcher{f: f}, make(chan struct{})
	done := make(chan struct{})
	go func() { defer close(done); w.watch(t, stop) }()
	var last uint64
	for _, to := range []string{newProgram, *oldProgram, newProgram} {
		for i, a := range f.Agents {
			w.mu.Lock()
			err := a.Signal(syscall.SIGTERM)
			w.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			<-a.Exited()
			await(t, f, fleet.Anyone)
			w.mu.Lock()
			err = a.Start(to)
			w.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			leader := await(t, f, f.IsBest)
			whole := to == newProgram && i == len(f.Agents)-1
			eventually(t, "the leader has a token, if all can store it", func() bool {
				st, ok := leader.Status(t.Context())
				if !ok || st.Majority == nil || whole && st.Majority.Fence == 0 {
					return false
				}
				if !whole && st.Majority.Fence != 0 && st.Majority.Fence != last { // a leadership keeps the token that it has
					t.Errorf("token %d, while an older program takes part", st.Majority.Fence)
				}
				if whole && st.Majority.Fence <= last {
					t.Errorf("token %d after %d", st.Majority.Fence, last)
				}
				last = max(last, st.Majority.Fence)
				return true
			})
			fmt.Printf("%d of 5 changed, the token is %d\n", i+1, last)
		}
	}
	close(stop)
	<-done
	fmt.Printf("two leaders for %v at most, none for %v at most\n", w.two, w.none)
	if w.two > 0 {
		t.Errorf("two led for %v", w.two)
	}
	healthy(t, f)
}
