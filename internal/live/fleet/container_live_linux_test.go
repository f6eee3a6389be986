//go:build live && linux

package fleet_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// pods start the agents of an example for containers in network namespaces, one each, with the names that a
// container's resolver would know in /etc/hosts. The namespaces stand in for containers: the file
// system is this machine's, and directories of containers are those of the test.
func (l *lab) pods(t *testing.T, hosts []string, args func(i int, dir string) []string) *fleet.Fleet {
	t.Helper()
	f := &fleet.Fleet{Program: program(t), Look: 50 * time.Millisecond}
	dir := directory(t)
	known := "127.0.0.1 localhost\n"
	for i, h := range hosts {
		known += fmt.Sprintf("10.77.0.%d %s\n", i+1, h)
	}
	for i, p := range l.ports {
		etc := filepath.Join("/etc/netns", p.space) // ip netns exec binds what is there over /etc
		t.Cleanup(func() { os.RemoveAll(etc) })
		if err := os.MkdirAll(etc, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(etc, "hosts"), []byte(known), 0o644); err != nil {
			t.Fatal(err)
		}
		own := filepath.Join(dir, fmt.Sprint(i+1))
		f.Agents = append(f.Agents, &fleet.Agent{Name: strings.Split(hosts[i], ".")[0], Addr: "0.0.0.0:7946", Offer: int64(100 + i), Dir: own,
			Args: args(i, own), Inside: []string{"ip", "netns", "exec", p.space}})
	}
	t.Cleanup(f.Kill)
	return f
}

// An example is how to judge one.
type example struct {
	name   string
	grace  time.Duration // from TERM to KILL
	probes [][]string    // commands that succeed where an agent is alive and ready
}

// TestContainers runs the examples for containers: compose's three command lines, and the manifest's for three
// pods. One leads; the killed leader is replaced; a pod that comes back at another address is a member again; and
// TERM ends an agent in the time that the example gives it.
func TestContainers(t *testing.T) {
	fmt.Printf("\n| example | to the first agreement | takeover | TERM to the end | back at another address |\n|---|---|---|---|---|\n")
	keys := filepath.Join(directory(t), "keys")
	if out, err := live(program(t), "keys", "new", keys); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Run("compose", func(t *testing.T) {
		c := readComposed(t)
		names := slices.Sorted(maps.Keys(c.Services))
		grace, err := time.ParseDuration(c.Services[names[0]].Grace)
		if err != nil {
			t.Fatal(err)
		}
		l := newLab(t, 3)
		check := c.Services[names[0]].Healthcheck.Test[1:] // after CMD
		lives(t, l, example{"compose", grace, [][]string{check}}, l.pods(t, names, func(i int, dir string) []string {
			return here(append([]string{"--http=127.0.0.1:7980"}, c.Services[names[i]].Command...), "/state", dir, "/run/bellwether/keys", keys, "/led", dir, "$$", "$")
		}))
	})
	t.Run("kubernetes", func(t *testing.T) {
		set, agent := stateful(t)
		l := newLab(t, 3)
		var names []string
		for i := range l.ports {
			names = append(names, fmt.Sprintf("%s-%d.%s", set.Metadata.Name, i, set.Metadata.Name))
		}
		var checks [][]string
		for _, p := range []probe{agent.Live, agent.Ready} {
			checks = append(checks, []string{"wget", "--quiet", "--output-document=-", "http://ADDRESS:7980" + p.Get.Path})
		}
		grace := time.Duration(set.Spec.Template.Spec.Grace) * time.Second
		lives(t, l, example{"kubernetes", grace, checks}, l.pods(t, names, func(i int, dir string) []string {
			return here(agent.Args, "/state/agent", dir, "/run/bellwether/keys", keys, "/led", dir, "$(POD)", strings.Split(names[i], ".")[0],
				"$(ADDRESS)", fmt.Sprintf("10.77.0.%d", i+1))
		}))
	})
}

// lives runs an example.
func lives(t *testing.T, l *lab, e example, f *fleet.Fleet) {
	began := time.Now()
	if err := f.Start(); err != nil {
		t.Fatal(err)
	}
	leader := await(t, f, fleet.Anyone)
	together := time.Since(began)
	only := func(who *fleet.Agent) {
		t.Helper()
		eventually(t, "only "+who.Name+" has the file of a leader", func() bool {
			for _, a := range f.Agents {
				if a.Runs() && exists(filepath.Join(a.Dir, "leader")) != (a == who) {
					return false
				}
			}
			return true
		})
	}
	only(leader)
	l.probes(t, f, e.probes)
	time.Sleep(2 * time.Second)
	leader.Kill()
	next, took, err := f.Agreement(t.Context(), func(a *fleet.Agent) bool { return a != leader })
	if err != nil {
		t.Fatal(err)
	}
	only(next)
	if err := leader.Start(f.Program); err != nil {
		t.Fatal(err)
	}
	next = await(t, f, fleet.Anyone)
	only(next) // what the killed one left is gone: its first hook is leader-lost
	asked := time.Now()
	if err := next.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-next.Exited()
	ended := time.Since(asked)
	if code := next.ExitCode(); code != 0 || ended > e.grace || exists(filepath.Join(next.Dir, "leader")) {
		t.Errorf("%s: exit code %d after %v of %v:\n%s", e.name, code, ended, e.grace, next.Complaint())
	}
	only(await(t, f, fleet.Anyone))
	back := l.moves(t, f, next)
	fmt.Printf("| %s | %.1f s | %.1f s | %.1f s | %.1f s |\n", e.name, together.Seconds(), took.Seconds(), ended.Seconds(), back.Seconds())
	healthy(t, f)
}

// moves starts an agent again at another address, as a pod is that was ended.
func (l *lab) moves(t *testing.T, f *fleet.Fleet, a *fleet.Agent) time.Duration {
	t.Helper()
	i := slices.Index(f.Agents, a)
	space, card := l.ports[i].space, fmt.Sprintf("bwt%d", i+1)
	ip(t, "-n", space, "addr", "flush", "dev", card)
	ip(t, "-n", space, "addr", "add", fmt.Sprintf("10.77.0.%d/24", i+101), "dev", card)
	a.Args = here(a.Args, fmt.Sprintf("10.77.0.%d", i+1), fmt.Sprintf("10.77.0.%d", i+101))
	began := time.Now()
	if err := a.Start(f.Program); err != nil {
		t.Fatal(err)
	}
	await(t, f, fleet.Anyone)
	return time.Since(began)
}

// probes asks each agent what the example asks, within its namespace: by the command of compose, or by an
// address and the paths of the manifest.
func (l *lab) probes(t *testing.T, f *fleet.Fleet, commands [][]string) {
	t.Helper()
	for i := range f.Agents {
		for _, c := range commands {
			if c[0] == "wget" && !installed("wget") {
				c = []string{"curl", "--fail", "--silent", "--max-time", "3", c[len(c)-1]}
			}
			line := append([]string{"netns", "exec", l.ports[i].space}, here(c, "ADDRESS", fmt.Sprintf("10.77.0.%d", i+1))...)
			if out, err := exec.Command("ip", line...).CombinedOutput(); err != nil {
				t.Errorf("%s: %q: %v: %s", f.Agents[i].Name, c, err, out)
			}
		}
	}
}

func installed(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}
