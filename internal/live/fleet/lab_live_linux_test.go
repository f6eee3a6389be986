//go:build live && linux

package fleet_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"bellwether/internal/live/fleet"
)

// A lab is a set of network namespaces, one for each agent, on one Ethernet whose switch
// is this process: it loses and delays frames and separates ports. It replaces netem,
// which some kernels do not have. The agents' sockets, routes, neighbour tables and TCP
// are the kernel's.
type lab struct {
	ports []port
	free  int // the last ports, without an agent

	mu    sync.Mutex
	loss  float64       // the probability of losing a frame
	delay time.Duration // one way
	apart func(i, j int) bool
	taped []taped // frames recorded
	tapes bool    // record
}

// A taped is a frame that was recorded, and the port that it came from.
type taped struct {
	from  int
	frame []byte
}

// record begins or ends the recording of frames, and returns those recorded.
func (l *lab) record(on bool) []taped {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tapes = on
	return l.taped
}

// replay sends a recorded frame again, to all ports but the one that it came from.
func (l *lab) replay(r taped) {
	for to, p := range l.ports {
		if to != r.from {
			_, _ = p.tap.Write(r.frame)
		}
	}
}

// A port is a tap device whose other end is a namespace.
type port struct {
	space string
	tap   *os.File
}

// newLab makes n namespaces with the addresses 10.77.0.1 and on.
func newLab(t *testing.T, n int) *lab {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("network namespaces need root")
	}
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("network namespaces need ip, of iproute2")
	}
	if _, err := os.Stat("/dev/net/tun"); err != nil {
		t.Skip("the switch between network namespaces needs /dev/net/tun")
	}
	l := &lab{}
	mark := fmt.Sprintf("bw%d-%d-", os.Getpid(), labs.Add(1))
	for i := range n {
		space, card := fmt.Sprintf("%s%d", mark, i+1), fmt.Sprintf("bwt%d", i+1)
		ip(t, "netns", "add", space)
		t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", space).Run() })
		tap := moveTap(t, card, space)
		t.Cleanup(func() { tap.Close() })
		ip(t, "-n", space, "addr", "add", fmt.Sprintf("10.77.0.%d/24", i+1), "dev", card)
		ip(t, "-n", space, "link", "set", card, "up")
		ip(t, "-n", space, "link", "set", "lo", "up")
		l.ports = append(l.ports, port{space, tap})
	}
	for i := range l.ports {
		go l.carry(i)
	}
	return l
}

// labs counts them, so that their namespaces have names of their own.
var labs atomic.Int64

// making is held while a tap device is not yet in its namespace: its name is that of other labs' devices.
var making sync.Mutex

// moveTap makes a tap device in a namespace.
func moveTap(t *testing.T, card, space string) *os.File {
	t.Helper()
	making.Lock()
	defer making.Unlock()
	tap, err := openTap(card)
	if err != nil {
		t.Fatal(err)
	}
	ip(t, "link", "set", card, "netns", space)
	return tap
}

func ip(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		t.Fatalf("ip %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// openTap makes a tap device: it receives the frames that are written, and its own frames
// are read.
func openTap(name string) (*os.File, error) {
	fd, err := syscall.Open("/dev/net/tun", syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("/dev/net/tun: %w", err)
	}
	var request struct { // struct ifreq of netdevice(7)
		name  [16]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:15], name)
	request.flags = syscall.IFF_TAP | syscall.IFF_NO_PI
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.TUNSETIFF, uintptr(unsafe.Pointer(&request))); errno != 0 {
		syscall.Close(fd)
		return nil, fmt.Errorf("tap %s: %w", name, errno)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// carry takes the frames of one port to all others, each with a loss of its own. A
// namespace drops frames for others.
func (l *lab) carry(from int) {
	frame := make([]byte, 2048)
	for {
		n, err := l.ports[from].tap.Read(frame)
		if err != nil {
			return // closed
		}
		l.mu.Lock()
		loss, delay, apart := l.loss, l.delay, l.apart
		if l.tapes {
			l.taped = append(l.taped, taped{from, slices.Clone(frame[:n])})
		}
		l.mu.Unlock()
		for to, p := range l.ports {
			if to == from || apart != nil && apart(from, to) || rand.Float64() < loss {
				continue
			}
			if delay == 0 {
				_, _ = p.tap.Write(frame[:n]) // a full queue drops, as on a wire
				continue
			}
			copied := slices.Clone(frame[:n])
			time.AfterFunc(delay, func() { _, _ = p.tap.Write(copied) })
		}
	}
}

// be sets the loss and the delay of the wire.
func (l *lab) be(loss float64, delay time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loss, l.delay = loss, delay
}

// cut separates ports; nil ends that.
func (l *lab) cut(apart func(i, j int) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.apart = apart
}

// inhabit starts a cluster of agents, one in each namespace.
func (l *lab) inhabit(t *testing.T, args ...string) *fleet.Fleet {
	t.Helper()
	f := cluster(t, len(l.ports)-l.free, args...)
	for i, a := range f.Agents {
		a.Addr = fmt.Sprintf("10.77.0.%d:7946", i+1)
		a.Inside = []string{"ip", "netns", "exec", l.ports[i].space}
		if i > 0 {
			a.Args[len(a.Args)-1] = f.Agents[0].Addr
		}
	}
	return f
}

// TestNamespaces elects, loses the leader and elects again on wires that lose and delay.
func TestNamespaces(t *testing.T) {
	fmt.Printf("\n| loss | one-way delay | preset | to the first agreement | takeover |\n|---|---|---|---|---|\n")
	for _, wire := range []struct {
		loss   float64
		delay  time.Duration
		preset string
	}{
		{0, 0, "lan"}, {0.05, 50 * time.Millisecond, "wifi"}, {0.30, 50 * time.Millisecond, "wifi"},
		{0.05, 300 * time.Millisecond, "wan"}, {0.30, 300 * time.Millisecond, "wan"},
	} {
		t.Run(fmt.Sprintf("loss %v delay %v", wire.loss, wire.delay), func(t *testing.T) {
			l := newLab(t, 8)
			l.be(wire.loss, wire.delay)
			traces := directory(t)
			f := l.inhabit(t, "--timing", wire.preset, "--hysteresis", "0", "--trace", traces)
			began := time.Now()
			first := start(t, f)
			together := time.Since(began)
			first.Kill()
			_, took, err := f.Agreement(t.Context(), f.IsBest)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Printf("| %.0f %% | %v | %s | %.1f s | %.1f s |\n", 100*wire.loss, wire.delay, wire.preset, together.Seconds(), took.Seconds())
			f.Kill()
			lawful(t, traces)
			healthy(t, f)
		})
	}
}

// TestLossHeals loses three frames of ten for a minute. Afterwards the agents are one
// cluster with one leader, whatever they believed in between.
func TestLossHeals(t *testing.T) {
	l := newLab(t, 8)
	f := l.inhabit(t, "--timing", "lan", "--hysteresis", "0")
	start(t, f)
	l.be(0.30, 0)
	lost := 0
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(time.Second) {
		if f.Agreed(t.Context()) == nil {
			lost++
		}
	}
	l.be(0, 0)
	ended := time.Now()
	await(t, f, f.IsBest)
	fmt.Printf("with 30 %% loss for 60 s the agents disagreed in %d of 60 looks, and agreed %.1f s after it\n", lost, time.Since(ended).Seconds())
	for _, a := range f.Agents {
		for _, b := range f.Agents {
			eventually(t, a.Name+" sees "+b.Name+" alive", func() bool { return memberState(t, a, b.Name) == "alive" })
		}
	}
	healthy(t, f)
}

// TestCutWire pulls the wire between two halves for 90 s.
func TestCutWire(t *testing.T) {
	l := newLab(t, 8)
	f := l.inhabit(t, "--timing", "lan", "--hysteresis", "0")
	best := start(t, f)
	half := func(i int) bool { return i < 4 }
	l.cut(func(i, j int) bool { return half(i) != half(j) })
	began := time.Now()
	other := bestOf(f.Agents[:4])
	if half(slices.Index(f.Agents, best)) {
		other = bestOf(f.Agents[4:])
	}
	eventually(t, "the half without the best has a leader", func() bool { return leaderKnown(t.Context(), other) == other.Name })
	time.Sleep(90*time.Second - time.Since(began))
	l.cut(nil)
	ended := time.Now()
	await(t, f, f.IsBest)
	fmt.Printf("a wire cut for 90 s: one leader %.1f s after it was mended\n", time.Since(ended).Seconds())
	healthy(t, f)
}

// TestLinkDown takes down the best agent's network card for a while, so that it has no
// route. It logs that, leads alone, and leads all when the card is back.
func TestLinkDown(t *testing.T) {
	l := newLab(t, 4)
	f := l.inhabit(t, "--timing", "lan", "--hysteresis", "0")
	best := start(t, f)
	i := slices.Index(f.Agents, best)
	space, card := l.ports[i].space, fmt.Sprintf("bwt%d", i+1)
	ip(t, "-n", space, "link", "set", card, "down")
	second := bestOf(slices.DeleteFunc(slices.Clone(f.Agents), func(a *fleet.Agent) bool { return a == best }))
	for _, a := range f.Agents {
		want := second
		if a == best {
			want = best
		}
		eventually(t, a.Name+" follows "+want.Name, func() bool { return leaderKnown(t.Context(), a) == want.Name })
	}
	eventually(t, "it knows that it is alone", func() bool { return memberState(t, best, second.Name) == "failed" })
	ip(t, "-n", space, "link", "set", card, "up")
	ended := time.Now()
	await(t, f, func(a *fleet.Agent) bool { return a == best })
	fmt.Printf("a card that was down: one leader %.1f s after it was up again\n", time.Since(ended).Seconds())
	healthy(t, f)
}
