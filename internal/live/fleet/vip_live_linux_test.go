//go:build live && linux

package fleet_test

import (
	"bufio"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// answers lets a namespace answer each datagram with its name; asks sends one every 20 ms to each of two addresses,
// and prints who answers.
const (
	answers = `import socket, sys
s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
s.bind(("::", 9000))
while True:
    data, peer = s.recvfrom(100)
    s.sendto(sys.argv[1].encode(), peer)`
	asks = `import select, socket, sys, time
of = {socket.socket(f, socket.SOCK_DGRAM): a for f, a in ((socket.AF_INET, sys.argv[1]), (socket.AF_INET6, sys.argv[2]))}
while True:
    for s, a in of.items():
        try: s.sendto(b"?", (a, 9000))
        except OSError: pass
    end = time.time() + 0.02
    while (left := end - time.time()) > 0:
        for s in select.select(list(of), [], [], left)[0]:
            try: print(of[s], s.recv(100).decode(), flush=True)
            except OSError: pass`
)

// Two addresses of the leader.
const (
	vip4 = "10.77.0.100"
	vip6 = "fd77::100"
)

// A client notes who answers for each address.
type client struct {
	mu     sync.Mutex
	last   map[string]string
	at     map[string]time.Time
	silent map[string]time.Duration // the longest time without an answer since the last forget
}

// listen reads what asks prints.
func (c *client) listen(lines *bufio.Scanner) {
	for lines.Scan() {
		address, name, _ := strings.Cut(lines.Text(), " ")
		c.mu.Lock()
		now := time.Now()
		if !c.at[address].IsZero() {
			c.silent[address] = max(c.silent[address], now.Sub(c.at[address]))
		}
		c.last[address], c.at[address] = name, now
		c.mu.Unlock()
	}
}

// forget begins a new count of silent times.
func (c *client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.silent)
}

// moved reports whether a name, and nobody else, answers for both addresses now.
func (c *client) moved(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range []string{vip4, vip6} {
		if c.last[a] != name || time.Since(c.at[a]) > 200*time.Millisecond {
			return false
		}
	}
	return true
}

// A street is a lab whose leader has two addresses, and a client outside.
type street struct {
	*lab
	client *client
	fleet  *fleet.Fleet
	hook   string
	stop   chan struct{}
	looks  atomic.Int64
	twice  atomic.Int64 // looks in which two had an address
	long   atomic.Int64 // the longest time, in ns, in which each look was like that
}

// inside runs a command in the namespace of a port until the test ends.
func (s *street) inside(t *testing.T, port int, words ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("ip", append([]string{"netns", "exec", s.ports[port].space}, words...)...)
	t.Cleanup(func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	return cmd
}

// newStreet starts three agents with the example's hooks.
func newStreet(t *testing.T) *street {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("the example of an address needs python3")
	}
	s := &street{lab: newLab(t, 4), client: &client{last: map[string]string{}, at: map[string]time.Time{}, silent: map[string]time.Duration{}}, stop: make(chan struct{})}
	s.free = 1
	script, err := filepath.Abs("../../../docs/live/vip")
	if err != nil {
		t.Fatal(err)
	}
	s.fleet = s.inhabit(t, "--timing", "local", "--hysteresis", "0", "--expect", "3", "--lease", "1s")
	for i, p := range s.ports {
		card := fmt.Sprintf("bwt%d", i+1)
		if out, err := exec.Command("ip", "-n", p.space, "addr", "add", fmt.Sprintf("fd77::%d/64", i+1), "dev", card, "nodad").CombinedOutput(); err != nil {
			t.Skipf("this machine has no IPv6 in namespaces: %s", out)
		}
		if i == 3 {
			continue
		}
		a := s.fleet.Agents[i]
		for event, order := range map[string]string{"leader-gained": "add", "leader-lost": "del"} {
			a.Args = append([]string{"--on-event", fmt.Sprintf("%s=%s %s %s %s/24 %s/64", event, script, order, card, vip4, vip6)}, a.Args...)
		}
		if err := s.inside(t, i, "python3", "-c", answers, a.Name).Start(); err != nil {
			t.Fatal(err)
		}
	}
	ask := s.inside(t, 3, "python3", "-c", asks, vip4, vip6)
	out, err := ask.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := ask.Start(); err != nil {
		t.Fatal(err)
	}
	go s.client.listen(bufio.NewScanner(out))
	return s
}

// holders are the namespaces that have an address.
func (s *street) holders(address string) (count int) {
	for _, p := range s.ports[:3] {
		out, _ := exec.Command("ip", "-n", p.space, "-o", "addr", "show", "to", address).Output()
		count += min(len(out), 1)
	}
	return count
}

// watchHolders counts looks, and those with two holders, until stop is closed.
func (s *street) watchHolders() {
	var since time.Time
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(50 * time.Millisecond):
		}
		s.looks.Add(1)
		switch {
		case s.holders(vip4) < 2 && s.holders(vip6) < 2:
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
			s.twice.Add(1)
		default:
			s.twice.Add(1)
			s.long.Store(max(s.long.Load(), int64(time.Since(since))))
		}
	}
}

// The example of an address that follows the leader: after a kill, and through a partition, one machine has it, and
// the traffic of a client that knew the former holder goes there.
func TestAnAddressFollowsTheLeader(t *testing.T) {
	s := newStreet(t)
	leader := start(t, s.fleet)
	eventually(t, "the client reaches the leader", func() bool { return s.client.moved(leader.Name) })
	watched := make(chan struct{})
	go func() { defer close(watched); s.watchHolders() }()
	move := func(how string) {
		t.Helper()
		began := time.Now()
		next, _, err := s.fleet.Agreement(t.Context(), fleet.Anyone)
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the client reaches "+next.Name+" after "+how, func() bool { return s.client.moved(next.Name) })
		time.Sleep(time.Second)
		s.client.mu.Lock()
		// Without an announcement a neighbour asks again after 5 s, by its own clock (arp(7), delay_first_probe_time).
		if silent := max(s.client.silent[vip4], s.client.silent[vip6]); silent > 5*time.Second {
			t.Errorf("after %s nobody answered for %v", how, silent)
		}
		fmt.Printf("%s: %s answers after %.1f s; silent for %.2f s by IPv4, %.2f s by IPv6\n", how, next.Name, time.Since(began).Seconds()-1,
			s.client.silent[vip4].Seconds(), s.client.silent[vip6].Seconds())
		s.client.mu.Unlock()
		if n4, n6 := s.holders(vip4), s.holders(vip6); n4 != 1 || n6 != 1 {
			t.Errorf("after %s %d machines have %s, and %d have %s", how, n4, vip4, n6, vip6)
		}
		leader = next
		s.client.forget()
	}
	alone := func(through string) {
		t.Helper()
		if n := s.twice.Load(); n > 0 {
			t.Errorf("two machines had an address in %d looks, through %s", n, through)
		}
	}
	s.client.forget()
	killed := slices.Index(s.fleet.Agents, leader)
	leader.Kill()
	// As the unit does after each end.
	words := append([]string{s.fleet.Program, "live", "hook", "leader-lost", "--name", leader.Name, "--state", leader.Dir}, leader.Args[:4]...)
	if out, err := s.inside(t, killed, words...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	move("a kill")
	alone("a kill")
	if err := s.fleet.Agents[killed].Start(s.fleet.Program); err != nil {
		t.Fatal(err)
	}
	leader = await(t, s.fleet, s.fleet.IsBest)
	eventually(t, "the client reaches the best again", func() bool { return s.client.moved(leader.Name) })
	s.client.forget()
	s.twice.Store(0)
	cut := slices.Index(s.fleet.Agents, leader)
	s.cut(func(i, j int) bool { return (i == cut) != (j == cut) })
	other := bestOf(slices.DeleteFunc(slices.Clone(s.fleet.Agents), func(a *fleet.Agent) bool { return a == leader }))
	eventually(t, "the client reaches the majority's leader", func() bool { return s.client.moved(other.Name) })
	s.client.mu.Lock()
	fmt.Printf("a partition: %s answers; silent for %.2f s by IPv4, %.2f s by IPv6\n", other.Name, s.client.silent[vip4].Seconds(), s.client.silent[vip6].Seconds())
	s.client.mu.Unlock()
	s.client.forget()
	alone("a partition")
	s.cut(nil)
	await(t, s.fleet, s.fleet.IsBest)
	move("its end")
	close(s.stop)
	<-watched
	// At an orderly handover the hook of the former holder runs beside that of the next one.
	fmt.Printf("two machines had an address in %d of %d looks, for %v at most\n", s.twice.Load(), s.looks.Load(), time.Duration(s.long.Load()))
	if long := time.Duration(s.long.Load()); long > time.Second || s.looks.Load() < 30 {
		t.Errorf("two machines had an address for %v, in %d looks", long, s.looks.Load())
	}
	healthy(t, s.fleet)
}
