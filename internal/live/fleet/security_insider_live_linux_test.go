//go:build live && linux

package fleet_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/fleet"
	"bellwether/internal/live/secure"
)

// mute carries what an attacker sends, and nothing of what it gets: its handshakes stay half open.
type mute struct{ udp *net.UDPConn }

func (m mute) FinalAdvertiseAddr(string, int) (net.IP, int, error) { return nil, 0, nil }
func (m mute) PacketCh() <-chan *memberlist.Packet                 { return nil }
func (m mute) StreamCh() <-chan net.Conn                           { return nil }
func (m mute) Shutdown() error                                     { return nil }
func (m mute) WriteTo(b []byte, addr string) (time.Time, error) {
	to, err := netip.ParseAddrPort(addr)
	if err == nil {
		_, err = m.udp.WriteToUDPAddrPort(b, to)
	}
	return time.Now(), err
}
func (m mute) WriteToAddress(b []byte, a memberlist.Address) (time.Time, error) {
	return m.WriteTo(b, a.Addr)
}
func (m mute) DialTimeout(addr string, d time.Duration) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, d)
}
func (m mute) DialAddressTimeout(a memberlist.Address, d time.Duration) (net.Conn, error) {
	return m.DialTimeout(a.Addr, d)
}

// An insider has the group's key, and an identity of its own. Its sockets are in the attacker's namespace.
type insider struct {
	udp  *net.UDPConn
	file string // of the key
	wire secure.Wire
}

// transport is one more member in the making.
func (i *insider) transport(t *testing.T) *secure.Transport {
	text, err := os.ReadFile(i.file)
	if err != nil {
		t.Fatal(err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	ring, err := secure.NewRing(key)
	if err != nil {
		t.Fatal(err)
	}
	ring.Speak(i.wire)
	_, own, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	at := netip.MustParseAddrPort(i.udp.LocalAddr().String())
	return secure.New(secure.Options{Under: mute{i.udp}, Ring: ring, Self: at, Identity: own})
}

// endless are streams that declare gigabytes, as memberlist's messages do, and send as much as is taken.
var endless = map[string]string{
	"members and user state": "\x06\x83\xa5Nodes\xce\x7f\xff\xff\xff\xacUserStateLen\xce\x7f\xff\xff\xff\xa4Join\xc2",
	"user state alone":       "\x06\x83\xa5Nodes\x00\xacUserStateLen\xce\x7f\xff\xff\xff\xa4Join\xc2",
	"a user message":         "\x08\x81\xaaUserMsgLen\xce\x7f\xff\xff\xff",
	"a string":               "\x06\x83\xdb\xff\xff\xff\xff",
	"a list":                 "\x06\xdd\xff\xff\xff\xff",
}

// pours opens streams to a victim until the test ends, and returns the bytes that were taken.
func (i *insider) pours(t *testing.T, from port, victim string, until <-chan struct{}) (streams, taken int64) {
	var n, sum atomic.Int64
	var wg sync.WaitGroup
	junk := make([]byte, 1<<16)
	for _, begins := range endless {
		for range 12 {
			wg.Go(func() {
				inside(t, from, func() error {
					member := i.transport(t)
					defer member.Shutdown()
					for {
						select {
						case <-until:
							return nil
						case <-time.After(50 * time.Millisecond):
						}
						c, err := member.DialAddressTimeout(memberlist.Address{Addr: victim}, 2*time.Second)
						if err != nil {
							continue
						}
						n.Add(1)
						_ = c.SetDeadline(time.Now().Add(10 * time.Second))
						_, err = io.WriteString(c, begins)
						for k := 0; err == nil && k < 4096; k++ { // 256 MB
							var m int
							m, err = c.Write(junk)
							sum.Add(int64(m))
						}
						c.Close()
					}
				})
			})
		}
	}
	wg.Wait()
	return n.Load(), sum.Load()
}

// halves sends first messages of handshakes with fresh keys to all agents until the test ends, 200 a second to each, and
// takes no answer.
func (i *insider) halves(t *testing.T, f *fleet.Fleet, until <-chan struct{}) (hellos int64) {
	for {
		select {
		case <-until:
			return hellos
		case <-time.After(5 * time.Millisecond):
		}
		member := i.transport(t)
		for _, a := range f.Agents {
			_, _ = member.WriteTo([]byte("x"), a.Addr)
			hellos++
		}
		_ = member.Shutdown()
	}
}

// idle opens HTTP connections that say nothing.
func (i *insider) idle(t *testing.T, from port, at string) (closed func()) {
	var all []net.Conn
	inside(t, from, func() error {
		for range 400 {
			if c, err := net.DialTimeout("tcp", at, time.Second); err == nil {
				all = append(all, c)
			}
		}
		return nil
	})
	if len(all) < 64 {
		t.Errorf("%d idle connections", len(all))
	}
	return func() {
		for _, c := range all {
			c.Close()
		}
	}
}

// answered is how long an agent takes to answer over HTTP.
func answered(t *testing.T, from port, url string) (took time.Duration) {
	inside(t, from, func() error {
		began := time.Now()
		out, err := exec.Command("curl", "-sS", "-m", "10", "-o", "/dev/null", "-w", "%{http_code}", url).CombinedOutput()
		if took = time.Since(began); err != nil || string(out) != "200" {
			t.Errorf("%s: %v: %s", url, err, out)
		}
		return nil
	})
	return took
}

// TestSecurityInsiders attacks agents of each version of the handshake by somebody who has the group's key: streams
// that declare gigabytes, hellos whose handshakes stay half open, and HTTP connections that say nothing. The leader
// stays, memory is bounded, /healthz answers, and a member that is killed is back in time.
func TestSecurityInsiders(t *testing.T) {
	for _, wire := range []string{"v1", "v2-only"} {
		t.Run(wire, func(t *testing.T) { insiders(t, wire) })
	}
}

func insiders(t *testing.T, wire string) {
	file := newKeys(t)
	_, f, enemy := besieged(t, 3, "--key-file", file, "--identity", "state", "--wire", wire, "--expect", "3", "--lease", "2s")
	for i, a := range f.Agents {
		a.Args = append(a.Args, "--http", fmt.Sprintf("10.77.0.%d:7980", i+1))
	}
	leader := start(t, f)
	others := slices.DeleteFunc(slices.Clone(f.Agents), func(a *fleet.Agent) bool { return a == leader })
	before, _ := leader.Status(t.Context())
	speaks, err := secure.ParseWire(wire)
	if err != nil {
		t.Fatal(err)
	}
	i := &insider{file: file, wire: speaks}
	stop := make(chan struct{})
	var attacks sync.WaitGroup
	var streams, taken, hellos int64
	inside(t, enemy, func() (err error) {
		i.udp, err = net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(10, 77, 0, 4), Port: 7946})
		return err
	})
	defer i.udp.Close()
	held := i.idle(t, enemy, strings.Replace(leader.Addr, ":7946", ":7980", 1))
	defer held()
	health := answered(t, enemy, "http://"+strings.Replace(leader.Addr, ":7946", ":7980", 1)+"/healthz") // they are closed after some seconds
	attacks.Go(func() { streams, taken = i.pours(t, enemy, leader.Addr, stop) })
	attacks.Go(func() { hellos = i.halves(t, f, stop) })
	time.Sleep(10 * time.Second)
	others[0].Kill()
	time.Sleep(time.Second)
	began := time.Now()
	begin(t, f, others[0])
	eventually(t, "the member follows", func() bool { return leaderKnown(t.Context(), others[0]) == leader.Name })
	back := time.Since(began)
	time.Sleep(5 * time.Second)
	close(stop)
	attacks.Wait()
	after, _ := leader.Status(t.Context())
	row(fmt.Sprintf("%s, with the key: %d streams of gigabytes (%d MB taken), %d half-open handshakes, 400 idle HTTP connections", wire, streams, taken>>20, hellos),
		fmt.Sprintf("back after %.1f s, /healthz after %.2f s, %s", back.Seconds(), health.Seconds(), within(t, leader, "insider")), leader, refused(t, leader))
	if after.Leader == nil || after.Epoch != before.Epoch || after.Majority.Fence != before.Majority.Fence {
		t.Errorf("the leader changed: epoch %d, then %d", before.Epoch, after.Epoch)
	}
	if back > 12*time.Second || health > time.Second || streams == 0 || hellos == 0 {
		t.Errorf("back after %v, /healthz after %v, %d streams, %d hellos", back, health, streams, hellos)
	}
	healthy(t, f)
}
