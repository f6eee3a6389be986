//go:build live

package fleet_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/fleet"
)

var span = flag.Duration("span", time.Minute, "how long TestNoise sends")

// A tap is a proxy of an agent, which advertises the tap's address as its own. It
// forwards everything and keeps some packets.
type tap struct {
	addr   string
	behind string
	packet net.PacketConn
	stream net.Listener

	mu   sync.Mutex
	kept [][]byte
}

// keepPackets bounds what a tap keeps. So many packets contain every kind.
const keepPackets = 2048

func newTap(t *testing.T, behind string) *tap {
	t.Helper()
	stream, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	packet, err := net.ListenPacket("udp", stream.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	p := &tap{addr: stream.Addr().String(), behind: behind, packet: packet, stream: stream}
	t.Cleanup(func() { packet.Close(); stream.Close() })
	go p.packets()
	go p.streams()
	return p
}

func (p *tap) keep(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) < keepPackets {
		p.kept = append(p.kept, slices.Clone(b))
	} else {
		p.kept[rand.IntN(keepPackets)] = slices.Clone(b)
	}
}

func (p *tap) packets() {
	to, err := net.Dial("udp", p.behind)
	if err != nil {
		return
	}
	defer to.Close()
	b := make([]byte, 65536)
	for {
		n, _, err := p.packet.ReadFrom(b)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		p.keep(b[:n])
		_, _ = to.Write(b[:n])
	}
}

func (p *tap) streams() {
	for {
		c, err := p.stream.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			to, err := net.Dial("tcp", p.behind)
			if err != nil {
				return
			}
			defer to.Close()
			go func() { _, _ = io.Copy(c, to) }()
			b := make([]byte, 65536)
			for {
				n, err := c.Read(b)
				if err != nil {
					return
				}
				p.keep(b[:n])
				_, _ = to.Write(b[:n])
			}
		}()
	}
}

// some returns one of the kept packets.
func (p *tap) some(r *rand.Rand) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) == 0 {
		return nil
	}
	return slices.Clone(p.kept[r.IntN(len(p.kept))])
}

// noise makes one packet: random bytes, random bytes after a known first byte, or a
// recorded packet with changed bits, end or middle.
func noise(r *rand.Rand, p *tap) []byte {
	chance := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	switch r.IntN(8) {
	case 0:
		return chance(r.IntN(1400))
	case 1:
		b := chance(1 + r.IntN(200))
		b[0] = byte(r.IntN(16)) // memberlist's kinds, and some unknown ones
		return b
	}
	b := p.some(r)
	if len(b) == 0 {
		return chance(r.IntN(64))
	}
	switch r.IntN(5) {
	case 0:
		b = b[:r.IntN(len(b))]
	case 1:
		b = append(b, chance(1+r.IntN(64))...)
	case 2:
		if other := p.some(r); len(other) > 0 {
			b = append(b[:r.IntN(len(b))], other[r.IntN(len(other)):]...)
		}
	case 3:
		at := r.IntN(len(b))
		copy(b[at:], chance(1+r.IntN(8)))
	}
	if len(b) > 0 {
		for range 1 + r.IntN(4) {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
	}
	return b[:min(len(b), 1400)]
}

// sent counts the noise.
type sent struct{ packets, streams atomic.Uint64 }

// shout sends noise to agents for a time, from all processors. Three agents belong to
// each tap.
func shout(t *testing.T, agents []*fleet.Agent, taps []*tap) (n *sent, took time.Duration) {
	n = new(sent)
	began := time.Now()
	var senders sync.WaitGroup
	for range runtime.NumCPU() {
		senders.Go(func() {
			r := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
			socket, err := net.ListenPacket("udp", "127.0.0.1:0")
			if err != nil {
				t.Error(err)
				return
			}
			defer socket.Close()
			var targets []net.Addr
			for _, a := range agents {
				addr, _ := net.ResolveUDPAddr("udp", a.Addr)
				targets = append(targets, addr)
			}
			for time.Since(began) < *span {
				for range 64 {
					i := r.IntN(len(targets))
					n.noise(r, socket, targets[i], noise(r, taps[i/3]))
				}
				time.Sleep(time.Millisecond) // gives the agents time to read
			}
		})
	}
	senders.Wait()
	return n, time.Since(began)
}

// noise sends b, sometimes over a stream.
func (n *sent) noise(r *rand.Rand, socket net.PacketConn, to net.Addr, b []byte) {
	if r.IntN(2000) == 0 {
		if c, err := net.Dial("tcp", to.String()); err == nil {
			_, _ = c.Write(b)
			c.Close()
			n.streams.Add(1)
		}
		return
	}
	if _, err := socket.WriteTo(b, to); err == nil {
		n.packets.Add(1)
	}
}

// TestNoise sends random packets to agents with and without keys. All must survive, stay
// within their bounds and agree on the best at the end. The noise must not change the
// leader and the members of agents with keys, although full sockets may lose a beacon and
// cause an election. Agents without keys may believe false messages in between, as their
// documentation says.
func TestNoise(t *testing.T) {
	f := cluster(t, 3, local...)
	keyed := cluster(t, 3, local...)
	key := filepath.Join(directory(t), "key")
	if out, err := exec.Command(f.Program, "live", "keys", "new", key).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var taps []*tap
	for _, c := range []*fleet.Fleet{f, keyed} {
		p := newTap(t, c.Agents[2].Addr)
		c.Agents[2].Args = append(c.Agents[2].Args, "--advertise", p.addr)
		taps = append(taps, p)
	}
	for _, a := range keyed.Agents {
		a.Args = append(a.Args, "--key-file", key)
	}
	start(t, f)
	start(t, keyed)
	time.Sleep(5 * time.Second) // the taps fill, the clusters are quiet
	before := standing(t, keyed)
	memory := resident(t, f)

	everybody := append(slices.Clone(f.Agents), keyed.Agents...)
	made, took := shout(t, everybody, taps)
	dropped := overflown(t, everybody)
	for _, c := range []*fleet.Fleet{f, keyed} {
		await(t, c, c.IsBest)
		healthy(t, c)
	}
	if after := standing(t, keyed); after != before {
		t.Errorf("the noise changed agents with a key:\n%s\n%s", before, after)
	}
	now := resident(t, f)
	if now > 10*memory {
		t.Errorf("agents grew from %.0f to %.0f MB", memory, now)
	}
	known := 0
	for _, a := range f.Agents {
		st, _ := a.Status(t.Context())
		known = max(known, len(st.Members))
	}
	fmt.Printf("%d packets sent in %v, %.2f million a minute, of which full sockets dropped %d; %d streams\n",
		made.packets.Load(), took.Round(time.Second), float64(made.packets.Load())/took.Minutes()/1e6, dropped, made.streams.Load())
	fmt.Printf("agents without a key: memory %.0f MB before, %.0f MB after, when they believed in %d members\n", memory, now, known)
}

// standing is the leader and the members that agents report, which noise must not change.
func standing(t *testing.T, f *fleet.Fleet) string {
	t.Helper()
	out := ""
	for _, a := range f.Agents {
		var st agent.Status
		eventually(t, a.Name+" answers", func() (ok bool) { st, ok = a.Status(t.Context()); return ok })
		out += fmt.Sprintf("%s in life %d follows %s:", a.Name, st.Incarnation, leaderKnown(t.Context(), a))
		for _, m := range st.Members {
			out += fmt.Sprintf(" %s=%s", m.Name, m.State)
		}
		out += "\n"
	}
	return out
}

// overflown is the number of packets that found the agents' sockets full:
// proc_net_udp(5).
func overflown(t *testing.T, agents []*fleet.Agent) (all uint64) {
	t.Helper()
	text, err := os.ReadFile("/proc/net/udp")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) < 13 {
			continue
		}
		for _, a := range agents {
			_, port, _ := net.SplitHostPort(a.Addr)
			var n, drops uint64
			fmt.Sscan(port, &n)
			if strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", n)) {
				fmt.Sscan(fields[12], &drops)
				all += drops
			}
		}
	}
	return all
}
