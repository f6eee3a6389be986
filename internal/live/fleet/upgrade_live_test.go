//go:build live

package fleet_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// Programs of older commits, which .ci/live upgrade builds.
var (
	oldProgram   = flag.String("old", "", "the path of an older bellwether, to be upgraded")
	ownHandshake = flag.String("own-handshake", "", "the path of the last bellwether without version 2 of the handshake")
	olderProgram = flag.String("older", "", "the path of one with another encryption")
)

// A watcher counts the leaders of a fleet as long as a test changes it.
type watcher struct {
	mu   sync.Mutex
	f    *fleet.Fleet
	two  time.Duration // the longest time in which two led
	none time.Duration // … and in which nobody led

	looks int
}

// watch looks at the agents again and again until the test stops it.
func (w *watcher) watch(t *testing.T, stop <-chan struct{}) {
	var since [2]time.Time // two lead, none leads
	for {
		select {
		case <-stop:
			return
		case <-time.After(20 * time.Millisecond):
		}
		leaders := 0
		w.mu.Lock()
		for _, a := range w.f.Agents {
			if st, ok := a.Status(t.Context()); ok && st.Leader != nil && st.Leader.ID == st.Self.ID {
				leaders++
			}
		}
		w.looks++
		now := time.Now()
		for i, is := range []bool{leaders > 1, leaders == 0} {
			if !is {
				since[i] = time.Time{}
			} else if since[i].IsZero() {
				since[i] = now
			}
		}
		if !since[0].IsZero() {
			w.two = max(w.two, now.Sub(since[0]))
		}
		if !since[1].IsZero() {
			w.none = max(w.none, now.Sub(since[1]))
		}
		w.mu.Unlock()
	}
}

// Five agents of an older build become agents of this one, one at a time, the leader last; and
// back again. After each step all follow one leader and see each other.
func TestUpgrade(t *testing.T) {
	if *oldProgram == "" {
		t.Skip("needs -old")
	}
	t.Run("without keys", func(t *testing.T) { upgrade(t, cluster(t, 5, local...)) })
	t.Run("with keys", func(t *testing.T) { upgrade(t, cluster(t, 5, append(local, "--key-file", keyFile(t))...)) })
}

// Five agents with keys and a lease go from a program without version 2 of the handshake to version 2
// alone, agent by agent and step by step, and back to that program. No two lead at once. It is the procedure
// of docs/security.md.
func TestUpgradeOfTheHandshake(t *testing.T) {
	if *ownHandshake == "" {
		t.Skip("needs -own-handshake")
	}
	f := cluster(t, 5, append(local, "--key-file", keyFile(t), "--expect", "5", "--lease", "1s")...)
	before := map[*fleet.Agent][]string{}
	for _, a := range f.Agents {
		before[a] = slices.Clone(a.Args)
	}
	newProgram := f.Program
	with := func(program, wire string) change {
		return change{wire + " of " + filepath.Base(program), func(a *fleet.Agent) string {
			if a.Args = slices.Clone(before[a]); program == newProgram {
				a.Args = append(a.Args, "--wire", wire)
			}
			return program
		}}
	}
	f.Program = *ownHandshake
	start(t, f)
	w := changed(t, f, []change{with(newProgram, "v1"), with(newProgram, "v2"), with(newProgram, "v2-only"),
		with(newProgram, "v2"), with(newProgram, "v1"), with(*ownHandshake, "v1")})
	if w.two > 0 {
		t.Errorf("with a lease two led for %v", w.two)
	}
}

// Five agents of one algorithm become agents of another, one at a time, the leader last; and back
// again. Meanwhile the agents of the two follow one leader. It is the procedure of docs/live.md.
func TestAnotherAlgorithm(t *testing.T) {
	f := cluster(t, 5, append(local, "--algorithm", "vasudevan")...)
	with := func(algorithm string) func(*fleet.Agent) string {
		return func(a *fleet.Agent) string {
			a.Args[slices.Index(a.Args, "--algorithm")+1] = algorithm
			return f.Program
		}
	}
	start(t, f)
	changed(t, f, []change{{"to tanist", with("tanist")}, {"back", with("vasudevan")}})
}

// A change is made to an agent that does not run. It returns the program to start.
type change struct {
	name string
	make func(*fleet.Agent) (program string)
}

func upgrade(t *testing.T, f *fleet.Fleet) {
	newProgram := f.Program
	f.Program = *oldProgram
	start(t, f)
	take := func(program string) func(*fleet.Agent) string { return func(*fleet.Agent) string { return program } }
	changed(t, f, []change{{"up", take(newProgram)}, {"back", take(*oldProgram)}})
}

// changed makes changes to all agents that run, one at a time, the leader last.
func changed(t *testing.T, f *fleet.Fleet, changes []change) *watcher {
	w, stop := &watcher{f: f}, make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { w.watch(t, stop) })
	for _, to := range changes {
		for done := map[*fleet.Agent]bool{}; len(done) < len(f.Agents); {
			next := f.Best()
			for _, a := range f.Agents {
				if !done[a] && (done[next] || a.Offer < next.Offer) {
					next = a
				}
			}
			w.mu.Lock() // between two looks: the watcher reads what Start sets
			err := next.Signal(syscall.SIGTERM)
			w.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			if code := next.ExitCode(); code != 0 {
				t.Fatalf("%s ends with %d:\n%s", next.Name, code, next.Complaint())
			}
			await(t, f, f.IsBest)
			w.mu.Lock()
			err = next.Start(to.make(next))
			w.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			await(t, f, f.IsBest)
			eventually(t, "all see each other", func() bool { return allAlive(t, f) })
			done[next] = true
			fmt.Printf("%s: %s, %d of 5\n", to.name, next.Name, len(done))
		}
	}
	close(stop)
	watching.Wait()
	fmt.Printf("two leaders for %v at most, none for %v at most\n", w.two, w.none)
	// A handover is to be no worse than a crash on a busy machine.
	if w.two > 750*time.Millisecond || w.none > bounds["local"] {
		t.Errorf("two leaders for %v, none for %v", w.two, w.none)
	}
	healthy(t, f)
	return w
}

// allAlive reports whether each agent sees all others alive.
func allAlive(t *testing.T, f *fleet.Fleet) bool {
	for _, a := range f.Agents {
		st, ok := a.Status(t.Context())
		alive := 0
		for _, m := range st.Members {
			if m.State == "alive" {
				alive++
			}
		}
		if !ok || alive != len(f.Agents) {
			return false
		}
	}
	return true
}

// With keys an agent of before the sealed transport and one of this build refuse each other:
// the new one counts and logs it, and neither takes the other for a member.
func TestAgentsWithOtherEncryptionAreRefused(t *testing.T) {
	if *olderProgram == "" {
		t.Skip("needs -older")
	}
	f := cluster(t, 2, append(local, "--key-file", keyFile(t))...)
	begin(t, f, f.Agents[0])
	if err := f.Agents[1].Start(*olderProgram); err != nil { // which joins the first
		t.Fatal(err)
	}
	eventually(t, "the new agent counts what it refuses", func() bool {
		st, ok := f.Agents[0].Status(t.Context())
		return ok && st.Refused["gossip_outdated"] > 0
	})
	time.Sleep(5 * time.Second)
	for _, a := range f.Agents {
		if st, ok := a.Status(t.Context()); !ok || len(st.Members) != 1 {
			t.Errorf("%s has %d members, want itself only", a.Name, len(st.Members))
		}
	}
	for _, want := range []string{"another version"} {
		if !strings.Contains(f.Agents[0].Complaint(), want) {
			t.Errorf("the new agent does not say %q:\n%s", want, f.Agents[0].Complaint())
		}
	}
	fmt.Printf("the old agent says:\n%s\nthe new one:\n%s\n", f.Agents[1].Complaint(), f.Agents[0].Complaint())
}

// keyFile writes a file with a key.
func keyFile(t *testing.T) string {
	path := filepath.Join(directory(t), "key")
	if err := os.WriteFile(path, []byte("q83vEjRWeJqrze8SNFZ4mqvN7xI0Vniaq83vEjRWeJo=\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
