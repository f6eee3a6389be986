//go:build live && linux

package fleet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// hellos are recorded frames with hellos of version 2, as whole frames of Ethernet, and the ports that they
// came from.
func hellos(recording []taped) (found []taped) {
	for _, r := range recording {
		if b := udpOf(r.frame); len(b) > 100 && b[0] == 0xBE && b[1]>>4 == 2 && (b[1]&0xF == 1 || b[1]&0xF == 7) {
			found = append(found, r)
		}
	}
	return found
}

// ethernet and IPv4 headers without options, and that of UDP.
const (
	ipAt, udpAt, dataAt = 14, 14 + 20, 14 + 20 + 8
)

// udpOf is what a frame carries to the gossip's port; nil if it carries something else.
func udpOf(frame []byte) []byte {
	if len(frame) < dataAt || binary.BigEndian.Uint16(frame[12:]) != 0x0800 || frame[ipAt] != 0x45 || frame[ipAt+9] != 17 ||
		binary.BigEndian.Uint16(frame[udpAt+2:]) != 7946 {
		return nil
	}
	return frame[dataAt:]
}

// forged is a frame of another source with other data: its checksums are right, or left out.
func forged(frame []byte, source net.IP, spoil func(data []byte)) []byte {
	f := slices.Clone(frame)
	copy(f[ipAt+12:], source.To4())
	spoil(f[dataAt:])
	binary.BigEndian.PutUint16(f[udpAt+6:], 0) // UDP over IPv4 may leave it out
	binary.BigEndian.PutUint16(f[ipAt+10:], 0)
	sum := uint32(0)
	for i := ipAt; i < udpAt; i += 2 {
		sum += uint32(binary.BigEndian.Uint16(f[i:]))
	}
	for sum > 0xFFFF {
		sum = sum>>16 + sum&0xFFFF
	}
	binary.BigEndian.PutUint16(f[ipAt+10:], ^uint16(sum))
	return f
}

// TestSecurityHellos attacks agents that speak version 2 of the handshake by somebody on their wire without the key:
// junk that begins like their hellos or their data, in the name of an agent that starts again and of addresses that nobody
// has, and their recorded hellos. Meanwhile the agent that starts again is soon a member, nobody loses the leader,
// and no victim grows.
func TestSecurityHellos(t *testing.T) {
	l, f, _ := besieged(t, 3, "--key-file", newKeys(t), "--wire", "v2-only", "--identity", "state")
	l.record(true)
	leader := start(t, f)
	time.Sleep(5 * time.Second)
	recorded := hellos(l.record(false))
	if len(recorded) == 0 {
		t.Fatal("no hello was recorded")
	}
	late := bestOf(slices.DeleteFunc(slices.Clone(f.Agents), func(a *fleet.Agent) bool { return a == leader }))
	address := func(a *fleet.Agent) net.IP { host, _, _ := net.SplitHostPort(a.Addr); return net.ParseIP(host) }
	junk := func(data []byte) {
		for i := range data[10:] {
			data[10+i] = byte(rand.Uint32())
		}
	}
	for _, attack := range []struct {
		name string
		make func(r taped) []byte
	}{
		{"junk hellos in the name of the agent that starts", func(r taped) []byte { return forged(r.frame, address(late), junk) }},
		{"junk hellos from forty addresses", func(r taped) []byte {
			return forged(r.frame, net.IPv4(10, 77, 0, byte(20+rand.IntN(40))), junk)
		}},
		{"data of unknown conversations from forty addresses", func(r taped) []byte {
			return forged(r.frame, net.IPv4(10, 77, 0, byte(20+rand.IntN(40))), func(data []byte) { junk(data); data[1] = data[1]&0xF0 | 3 })
		}},
		{"recorded hellos", func(r taped) []byte { return r.frame }},
		{"recorded hellos in the name of the agent that starts", func(r taped) []byte {
			return forged(r.frame, address(late), func([]byte) {})
		}},
	} {
		before, changes := refused(t, leader), epochs(t, &fleet.Fleet{Agents: []*fleet.Agent{leader}})
		stop, sent := flood(l, recorded, attack.make)
		time.Sleep(3 * time.Second)
		late.Kill()
		if err := late.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		eventually(t, "the agent that starts again is a member", func() bool { return leaderKnown(t.Context(), late) == leader.Name })
		took := time.Since(began)
		time.Sleep(2 * time.Second)
		stop()
		if took > 8*time.Second {
			t.Errorf("%s: it took %v to follow the leader again", attack.name, took)
		}
		if n := epochs(t, &fleet.Fleet{Agents: []*fleet.Agent{leader}}) - changes; n > 0 {
			t.Errorf("%s: %d changes of leader", attack.name, n)
		}
		after := refused(t, leader)
		for reason := range after {
			after[reason] -= before[reason]
		}
		row(attack.name, fmt.Sprintf("%d in %.0f s; the agent that starts follows after %.1f s; %s", sent.Load(), 5+took.Seconds(), took.Seconds(), within(t, leader, attack.name)), leader, after)
		await(t, f, f.IsBest)
	}
	healthy(t, f)
}

// flood sends frames to all, 3000 a second, until stop is called.
func flood(l *lab, recorded []taped, forge func(taped) []byte) (stop func(), sent *atomic.Int64) {
	ended, done := make(chan struct{}), make(chan struct{})
	sent = new(atomic.Int64)
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-ended:
				return
			case <-time.After(10 * time.Millisecond):
			}
			for range 30 {
				r := recorded[rand.IntN(len(recorded))]
				l.replay(taped{r.from, forge(r)})
				sent.Add(1)
			}
		}
	}()
	return func() { close(ended); <-done }, sent
}

// TestSecurityGuests attacks a cluster whose operator admits members by somebody who holds the group's key: twelve
// agents of its own names join, order another key, and are killed. The leader, its lease and its token stay.
func TestSecurityGuests(t *testing.T) {
	l, f, enemy := besieged(t, 3, "--key-file", newKeys(t), "--identity", "state", "--wire", "v2", "--expect", "3", "--lease", "2s")
	dir := directory(t)
	operator, list := filepath.Join(dir, "operator.key"), filepath.Join(dir, "operators")
	says := func(words ...string) string {
		t.Helper()
		out, err := live(f.Program, words...)
		if err != nil {
			t.Fatalf("live %q: %v: %s", words, err, out)
		}
		return out
	}
	write(t, list, says("keys", "operator", operator))
	for _, a := range f.Agents {
		file := filepath.Join(dir, a.Name)
		member := strings.Fields(says("keys", "identity", "--agent", a.Name, "--state", a.Dir))
		write(t, file, says(append([]string{"keys", "admit", "--operator", operator}, member...)...))
		a.Args = append([]string{"--operators", list, "--admission", file}, a.Args...)
	}
	leader := start(t, f)
	held := func() (uint64, uint64) { st, _ := leader.Status(t.Context()); return st.Majority.Fence, st.Epoch }
	eventually(t, "the leader has a token", func() bool { token, _ := held(); return token > 0 })
	token, epoch := held()
	l.free = 0
	guests := &fleet.Fleet{Program: f.Program}
	t.Cleanup(guests.Kill)
	for i := range 12 {
		args := slices.Clone(f.Agents[1].Args)
		args[slices.Index(args, filepath.Join(dir, f.Agents[1].Name))] = filepath.Join(dir, f.Agents[0].Name) // another's admission
		guests.Agents = append(guests.Agents, &fleet.Agent{Name: fmt.Sprintf("v%d", i), Addr: fmt.Sprintf("10.77.0.4:%d", 7946+i), Offer: int64(i),
			Dir: filepath.Join(dir, fmt.Sprintf("g%d", i)), Args: args, Inside: []string{"ip", "netns", "exec", enemy.space}})
	}
	if err := guests.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the guests are members that do not count", func() bool {
		st, ok := leader.Status(t.Context())
		return ok && st.Majority != nil && len(st.Majority.Guests) == len(guests.Agents) && st.Majority.Needed == 2
	})
	out, err := live(f.Program, "keys", "rotate", "--state", guests.Agents[0].Dir)
	if err == nil || !bytes.Contains([]byte(out), []byte("operator")) {
		t.Errorf("a guest changes the key: %v: %s", err, out)
	}
	guests.Kill()
	time.Sleep(15 * time.Second) // the gossip shows them as failed
	st, _ := leader.Status(t.Context())
	now, again := held()
	row("twelve guests with the key join, order another key, and die", fmt.Sprintf("%d needed, token %d, then %d", st.Majority.Needed, token, now), leader, refused(t, leader))
	if token != now || epoch != again || st.Majority.Surplus != "" {
		t.Errorf("token %d, then %d, epoch %d, then %d; %+v", token, now, epoch, again, st.Majority)
	}
	healthy(t, f)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
