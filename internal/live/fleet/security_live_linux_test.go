//go:build live && linux

package fleet_test

import (
	"bytes"
	"compress/lzw"
	"encoding/base64"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"bellwether/internal/live/fleet"
)

var attacked = flag.String("attacked", "", "attack this program instead of one built from here")

// Attacks on agents between network namespaces: the victims have one each, and the attacker
// another. Each test prints one row of what the attack did. With -attacked an older program
// is attacked, to see that an attack works at all.

// memoryBudget is MemoryMax of the unit, in MiB.
const memoryBudget = 256

// besieged starts n agents, of which each event is a line in a file, and returns the attacker's
// port.
func besieged(t *testing.T, n int, args ...string) (*lab, *fleet.Fleet, port) {
	t.Helper()
	l := newLab(t, n+1)
	l.free = 1
	f := l.inhabit(t, append([]string{"--timing", "lan", "--hysteresis", "0"}, args...)...)
	if *attacked != "" {
		f.Program = *attacked
	}
	for _, a := range f.Agents {
		for _, event := range []string{"packets-replayed", "name-contested", "identity-refused"} {
			if *attacked == "" { // older agents know no such events
				a.Args = append([]string{"--on-event", event + "=cat >> " + filepath.Join(a.Dir, "events")}, a.Args...)
			}
		}
	}
	return l, f, l.ports[n]
}

// inside runs f with its sockets in the namespace of a port.
func inside(t *testing.T, p port, f func() error) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		space, err := os.Open("/var/run/netns/" + p.space)
		if err != nil {
			done <- err
			return
		}
		defer space.Close()
		if err := unix.Setns(int(space.Fd()), unix.CLONE_NEWNET); err != nil {
			done <- err
			return
		}
		done <- f()
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// alarmed are the events of an agent, by name.
func alarmed(a *fleet.Agent) string {
	b, _ := os.ReadFile(filepath.Join(a.Dir, "events"))
	counts := map[string]int{}
	for _, event := range []string{"packets-replayed", "name-contested", "identity-refused"} {
		if n := bytes.Count(b, []byte(`"event":"`+event+`"`)); n > 0 {
			counts[event] = n
		}
	}
	return strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(counts), "map["), "]")
}

// refused are the counters of what an agent refused.
func refused(t *testing.T, a *fleet.Agent) map[string]int64 {
	st, _ := a.Status(t.Context())
	return st.Refused
}

// row prints what an attack did.
func row(attack, effect string, a *fleet.Agent, counters map[string]int64) {
	var all []string
	for _, reason := range slices.Sorted(maps.Keys(counters)) {
		all = append(all, fmt.Sprintf("%s %d", strings.TrimPrefix(reason, "gossip_"), counters[reason]))
	}
	fmt.Printf("| %s | %s | %s | %s |\n", attack, effect, strings.Join(all, ", "), alarmed(a))
}

// memory is the resident memory of an agent, and its peak, in MiB.
func memory(t *testing.T, a *fleet.Agent) (now, peak int) {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", a.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		kib, _ := strconv.Atoi(words[1])
		switch words[0] {
		case "VmRSS:":
			now = kib / 1024
		case "VmHWM:":
			peak = kib / 1024
		}
	}
	return now, peak
}

// within fails if an agent took more memory than its budget.
func within(t *testing.T, a *fleet.Agent, attack string) string {
	t.Helper()
	now, peak := memory(t, a)
	if *attacked == "" && peak > memoryBudget {
		t.Errorf("%s: %d MiB, the budget is %d", attack, peak, memoryBudget)
	}
	return fmt.Sprintf("memory %d MiB, peak %d", now, peak)
}

func newKeys(t *testing.T) string {
	t.Helper()
	file := filepath.Join(directory(t), "keys")
	key := make([]byte, 32)
	for i := range key {
		key[i] = byte(rand.Uint32())
	}
	if err := os.WriteFile(file, []byte(base64.StdEncoding.EncodeToString(key)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestSecurityReplay records 15 s of three agents with keys, kills the leader and sends the
// frames again for a minute. The followers never follow the dead leader.
func TestSecurityReplay(t *testing.T) {
	l, f, _ := besieged(t, 3, "--key-file", newKeys(t))
	l.record(true)
	leader := start(t, f)
	time.Sleep(15 * time.Second)
	recording := l.record(false)
	leader.Kill()
	next := await(t, f, func(a *fleet.Agent) bool { return a != leader })
	time.Sleep(10 * time.Second) // the dead one is failed everywhere
	deceived, looks := 0, 0
	sent := 0
	for began := time.Now(); time.Since(began) < time.Minute; {
		for _, r := range recording {
			l.replay(r)
			if sent++; sent%200 == 0 {
				time.Sleep(20 * time.Millisecond)
				for _, a := range f.Agents {
					if st, ok := a.Status(t.Context()); a.Runs() && ok {
						looks++
						if st.Leader != nil && st.Leader.Name == leader.Name {
							deceived++
						}
					}
				}
			}
		}
	}
	row("replay after the leader's death", fmt.Sprintf("%d frames, %d of %d looks found the dead leader followed", sent, deceived, looks), next, refused(t, next))
	if r := refused(t, next); deceived > 0 || r["gossip_replayed"]+r["gossip_unproven"] == 0 {
		t.Errorf("%d times deceived, %v", deceived, r)
	}
	if *attacked == "" && !strings.Contains(alarmed(next), "packets-replayed") {
		t.Error("no event")
	}
	healthy(t, f)
}

// TestSecurityStreams opens streams of junk to an agent with keys, ten that send as much as
// they can, and two hundred that are silent. Meanwhile another agent joins. The attacker is on
// the machine of its victim, because the switch between namespaces is slow.
func TestSecurityStreams(t *testing.T) {
	l, f, _ := besieged(t, 3, "--key-file", newKeys(t))
	late := f.Agents[2]
	f.Agents = f.Agents[:2]
	start(t, f)
	a := f.Agents[0]
	before, _ := memory(t, a)
	var sent int64
	inside(t, l.ports[0], func() error {
		var open []net.Conn
		for range 210 {
			c, err := net.DialTimeout("tcp", a.Addr, 2*time.Second)
			if err != nil {
				return err
			}
			defer c.Close()
			open = append(open, c)
		}
		var senders sync.WaitGroup
		var mu sync.Mutex
		for i := range 10 {
			c := open[len(open)-1-i] // the newest: the oldest are closed first
			senders.Go(func() {
				junk := make([]byte, 64<<10)
				for j := range junk {
					junk[j] = byte(rand.Uint32())
				}
				if copy(junk, []byte{10, 1, 0x30, 0, 0, 1}); i > 5 { // encrypted by memberlist, 20 MB
					junk[0] = []byte{6, 0xBE, 9, 244}[i-6] // a list, ours, compressed, a label
				}
				for range 320 {
					_ = c.SetWriteDeadline(time.Now().Add(5 * time.Second))
					n, err := c.Write(junk)
					mu.Lock()
					sent += int64(n)
					mu.Unlock()
					if err != nil {
						return
					}
				}
			})
		}
		senders.Wait()
		return nil
	})
	f.Agents = append(f.Agents, late)
	await2 := func() bool { return f.Agreed(t.Context()) != nil && memberState(t, a, late.Name) == "alive" }
	if err := f.Start(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	eventually(t, "another agent joins", await2)
	row("streams of junk", fmt.Sprintf("%d kB taken, before %d MiB, %s; an agent joins in %.1f s", sent>>10, before, within(t, a, "junk"), time.Since(began).Seconds()), a, refused(t, a))
	healthy(t, f)
}

// TestSecurityBombs sends compressed bombs and false lists to agents without keys.
func TestSecurityBombs(t *testing.T) {
	_, f, enemy := besieged(t, 3)
	start(t, f)
	a := f.Agents[0]
	before, _ := memory(t, a)
	inside(t, enemy, func() error {
		u, err := net.Dial("udp", a.Addr)
		if err != nil {
			return err
		}
		defer u.Close()
		for range 10 {
			if _, err := u.Write(lzwBomb(20 << 20)); err != nil {
				return err
			}
			time.Sleep(50 * time.Millisecond)
		}
		for range 4 {
			c, err := net.DialTimeout("tcp", a.Addr, 2*time.Second)
			if err != nil {
				return err
			}
			defer c.Close()
			list := []byte{6, 0x83, 0xA5, 'N', 'o', 'd', 'e', 's', 0xCE, 0, 0x10, 0, 0, 0xAC}
			list = append(list, "UserStateLen"...)
			list = append(list, 0xCE, 1, 0x40, 0, 0, 0xA4)
			list = append(append(list, "Join"...), 0xC3)
			_, _ = c.Write(append(list, make([]byte, 1900)...))
		}
		time.Sleep(5 * time.Second)
		return nil
	})
	await(t, f, f.IsBest)
	row("bombs without keys", fmt.Sprintf("before %d MiB, %s", before, within(t, a, "bombs")), a, refused(t, a))
	if *attacked == "" && refused(t, a)["gossip_malformed"] < 10 {
		t.Errorf("%v", refused(t, a))
	}
	healthy(t, f)
}

// lzwBomb is a compressed message of memberlist of so many bytes.
func lzwBomb(size int) []byte {
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.LSB, 8)
	_, _ = w.Write(make([]byte, size))
	_ = w.Close()
	b := append([]byte{9, 0x82, 0xA4}, "Algo"...)
	b = append(append(b, 0, 0xA3), "Buf"...)
	b = binary.BigEndian.AppendUint32(append(b, 0xDB), uint32(packed.Len()))
	return append(b, packed.Bytes()...)
}

// A forger writes our messages as any agent of the network can without keys.
type forger struct {
	at   net.PacketConn
	to   net.Addr
	name string
	id   uint32
}

// The kinds of memberlist's user messages and of ours that a forger uses.
const (
	userMessage = 8
	query       = 3
	answer      = 4
	hint        = 5
)

func (f forger) header(kind byte) []byte {
	b := binary.BigEndian.AppendUint32([]byte{userMessage, kind}, f.id)
	return binary.BigEndian.AppendUint32(b, 1)
}

// claim says that the forger has the name, since 1970.
func (f forger) claim(kind byte, token uint64) error {
	b := binary.BigEndian.AppendUint64(f.header(kind), token)
	b = binary.BigEndian.AppendUint64(b, 1)
	b = binary.BigEndian.AppendUint64(b, 0)
	b = append(append(b, byte(len(f.name))), f.name...)
	addr := f.at.LocalAddr().String()
	_, err := f.at.WriteTo(append(append(b, byte(len(addr))), addr...), f.to)
	return err
}

// answers answers queries for a while, and returns how many.
func (f forger) answers(d time.Duration) (n int, err error) {
	b := make([]byte, 2048)
	for deadline := time.Now().Add(d); ; {
		_ = f.at.SetReadDeadline(deadline)
		length, _, err := f.at.ReadFrom(b)
		if err != nil {
			return n, nil // the deadline
		}
		m := b[:length]
		if len(m) > 5 && m[0] == 12 { // a checksum
			m = m[5:]
		}
		if len(m) > 18 && m[0] == userMessage && m[1] == query {
			n++
			if err := f.claim(answer, binary.BigEndian.Uint64(m[10:])); err != nil {
				return n, err
			}
		}
	}
}

// TestSecurityNames claims the name of an agent without keys, by two packets, and then starts
// an agent of that name for real, three times. The agent goes on, and the newer ones end.
func TestSecurityNames(t *testing.T) {
	_, f, enemy := besieged(t, 3)
	start(t, f)
	a := f.Agents[1]
	st, _ := a.Status(t.Context())
	to, err := net.ResolveUDPAddr("udp", a.Addr)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	inside(t, enemy, func() error {
		at, err := net.ListenPacket("udp", "10.77.0.4:7946")
		if err != nil {
			return err
		}
		defer at.Close()
		e := forger{at, to, a.Name, uint32(st.Self.ID)}
		if err := e.claim(query, 0); err != nil {
			return err
		}
		asked, err = e.answers(10 * time.Second)
		return err
	})
	effect := "it goes on"
	if !a.Runs() {
		effect = "it ended"
	}
	row("a name claimed by two packets", fmt.Sprintf("%d queries answered; %s", asked, effect), a, refused(t, a))
	if *attacked != "" {
		return
	}
	if asked == 0 || !a.Runs() || refused(t, a)["gossip_contested"] == 0 || !strings.Contains(alarmed(a), "name-contested") {
		t.Fatalf("%d asked, runs: %v, %v, %s", asked, a.Runs(), refused(t, a), alarmed(a))
	}
	twin := &fleet.Agent{Name: a.Name, Addr: "10.77.0.4:7946", Offer: 999, Dir: filepath.Join(directory(t), "twin"),
		Args: []string{"--timing", "lan", "--join", f.Agents[0].Addr}, Inside: []string{"ip", "netns", "exec", enemy.space}}
	ended := 0
	for range 3 {
		if err := twin.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		select {
		case <-twin.Exited():
			if twin.ExitCode() > 0 {
				ended++
			}
		case <-time.After(30 * time.Second):
			t.Error("the second of a name goes on")
			twin.Kill()
		}
	}
	row("the same name started three times", fmt.Sprintf("%d of the newer ones ended with an error", ended), a, refused(t, a))
	if ended != 3 || !a.Runs() || f.Agreed(t.Context()) == nil {
		t.Errorf("%d ended; the first runs: %v", ended, a.Runs())
	}
	healthy(t, f)
}

// TestSecurityHints sends hints of all lengths about a third address, which gets no more bytes
// than the hints have.
func TestSecurityHints(t *testing.T) {
	_, f, enemy := besieged(t, 3)
	start(t, f)
	a := f.Agents[0]
	to, err := net.ResolveUDPAddr("udp", a.Addr)
	if err != nil {
		t.Fatal(err)
	}
	said, got := 0, 0
	inside(t, enemy, func() error {
		at, err := net.ListenPacket("udp", "10.77.0.4:7946")
		if err != nil {
			return err
		}
		defer at.Close()
		third, err := net.ListenPacket("udp", "10.77.0.4:5353")
		if err != nil {
			return err
		}
		defer third.Close()
		e := forger{at: at, to: to, id: 9}
		for _, extra := range []int{0, 20, 80, 300, 1100} {
			b := append(append(e.header(hint), "10.77.0.4:5353"...), make([]byte, extra)...)
			if *attacked != "" {
				b = append(e.header(hint), "10.77.0.4:5353"...)
			}
			said += len(b)
			if _, err := at.WriteTo(b, to); err != nil {
				return err
			}
			time.Sleep(6 * time.Second)
		}
		_ = third.SetReadDeadline(time.Now().Add(5 * time.Second))
		b := make([]byte, 2048)
		for {
			n, _, err := third.ReadFrom(b)
			if err != nil {
				return nil
			}
			got += n
		}
	})
	row("hints about a third address", fmt.Sprintf("%d bytes for %d", got, said), a, refused(t, a))
	if got > said {
		t.Errorf("%d bytes for %d", got, said)
	}
	healthy(t, f)
}

// TestSecurityIdentities elects with identities, and replaces the leader. Then an agent comes
// without an identity, and one with the dead leader's name and a key of its own. Nobody takes
// them for members.
func TestSecurityIdentities(t *testing.T) {
	keys := newKeys(t)
	_, f, enemy := besieged(t, 3, "--key-file", keys, "--identity", "state")
	leader := start(t, f)
	time.Sleep(10 * time.Second) // keys are known, and stored
	leader.Kill()
	_, took, err := f.Agreement(t.Context(), func(a *fleet.Agent) bool { return a != leader })
	if err != nil {
		t.Fatal(err)
	}
	var witness *fleet.Agent
	for _, a := range f.Agents {
		if a.Runs() {
			witness = a
		}
	}
	eventually(t, "the dead leader is failed", func() bool { return memberState(t, witness, leader.Name) == "failed" })
	intruder := func(name string, args ...string) *fleet.Agent {
		a := &fleet.Agent{Name: name, Addr: "10.77.0.4:7946", Offer: 9999, Dir: filepath.Join(directory(t), name),
			Args:   append([]string{"--timing", "lan", "--key-file", keys, "--join", witness.Addr}, args...),
			Inside: []string{"ip", "netns", "exec", enemy.space}}
		if err := a.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(a.Kill)
		return a
	}
	for what, in := range map[string]func() *fleet.Agent{
		"an insider under the dead leader's name": func() *fleet.Agent { return intruder(leader.Name, "--identity", "state") },
		"an insider without an identity":          func() *fleet.Agent { return intruder("plain") },
	} {
		a := in()
		followed := 0
		for range 150 {
			time.Sleep(100 * time.Millisecond)
			if now := f.Agreed(t.Context()); now == leader || memberState(t, witness, a.Name) == "alive" {
				followed++
			}
		}
		a.Kill()
		row(what, fmt.Sprintf("a member at %d of 150 looks", followed), witness, refused(t, witness))
		if followed > 0 {
			t.Errorf("%s: a member at %d looks", what, followed)
		}
	}
	fmt.Printf("| takeover with identities | %.1f s | | |\n", took.Seconds())
	if r := refused(t, witness); r["gossip_impostor"] == 0 || r["gossip_unidentified"] == 0 || !strings.Contains(alarmed(witness), "identity-refused") {
		t.Errorf("%v, %s", r, alarmed(witness))
	}
	healthy(t, f)
}
