package secure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

func addrPort(net byte, i int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{net, byte(i >> 16), byte(i >> 8), byte(i)}), 7946)
}

// connect opens a stream from a to b.
func connect(t *testing.T, a, b *node) (near, far net.Conn) {
	t.Helper()
	near, err := a.DialTimeout(b.addr(), 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return near, <-b.StreamCh()
}

func TestStreamsCarryAnything(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "flock", key), n.start(t, n.Transport("b"), "flock", key)
		near, far := connect(t, a, b)
		r := rand.New(rand.NewPCG(1, 2))
		for _, size := range []int{1, 3, frameBytes - 1, frameBytes, frameBytes + 1, 5*frameBytes + 7, 300_000} {
			data := bytes.Repeat([]byte("can this be read? "), size/18+1)[:size]
			for _, c := range [][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					if n, err := c[0].Write(data); n != size || err != nil {
						t.Errorf("wrote %d of %d: %v", n, size, err)
					}
				}()
				got := make([]byte, size)
				for at := 0; at < size; {
					n, err := c[1].Read(got[at:min(size, at+1+r.IntN(20_000))])
					if err != nil {
						t.Fatal(err)
					}
					at += n
				}
				if !bytes.Equal(got, data) {
					t.Fatalf("%d bytes are not what was sent", size)
				}
			}
		}
		near.Close()
		if _, err := far.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the end is %v", err)
		}
		far.Close()
		if strings.Contains(n.recorder.Stream(0), "read") {
			t.Error("it can be read")
		}
	})
}

func TestAStreamIsBounded(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		near, far := connect(t, a, b)
		near.(*stream).out.left = 2 * streamBytes
		go func() {
			_, _ = near.Write(make([]byte, 2*streamBytes))
			near.Close()
		}()
		got, err := io.Copy(io.Discard, far)
		if !errors.Is(err, errLong) || got > streamBytes {
			t.Errorf("%d bytes, then %v", got, err)
		}
		far.Close()
		if _, err := far.Write(make([]byte, streamBytes+1)); err == nil {
			t.Error("it writes more than anybody reads")
		}
	})
}

// Without the key a stream is refused, and the caller gets the reason.
func TestStreamsOfOthersAreRefused(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		b := n.start(t, n.Transport("b"), "flock", key)
		for _, c := range []struct {
			label, text string
			key         []byte
			why         Reason
		}{
			{"flock", "its key is not ours", otherKey, Undecryptable},
			{"herd", "another cluster (label)", key, OtherLabel},
		} {
			a := n.start(t, n.Transport("a"), c.label, c.key)
			_, err := a.DialTimeout(b.addr(), 10*time.Second)
			if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v", err)
			}
			time.Sleep(time.Second)
			if r := b.refusals(); r[c.why] != 1 || len(r) != 1 {
				t.Errorf("refused %v", r)
			}
		}
	})
}

// Streams of older agents are refused with a reason of their own, on both sides.
func TestOlderAgentsAreRefusedByName(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		b, other := n.start(t, n.Transport("b"), "", key), n.Transport("other")
		for says, why := range map[string]Reason{
			"\x0a\x00\x00\x01\x00\x01 sealed by memberlist's keyring": Outdated,
			"\xf4\x05flock\x0a\x00\x00\x01\x00\x01 with a label":      Outdated,
			"\xbe\x34 a later version":                                Outdated,
			"\x06 a push/pull without a key":                          Keyless,
			"\xf4\x05flock\x06 the same with a label":                 Keyless,
			"GET / HTTP/1.1\r\n\r\n":                                  Undecryptable,
			"\xbe":                                                    Unproven,
			"":                                                        Unproven,
		} {
			c, err := other.DialTimeout(b.addr(), time.Second)
			if err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = c.Write([]byte(says)) }()
			go func() { _, _ = io.Copy(io.Discard, c) }()
			time.Sleep(3 * time.Second)
			if r := b.refusals(); r[why] != 1 || len(r) != 1 {
				t.Errorf("%q: refused %v", says, r)
			}
			c.Close()
		}
		for says, text := range map[string]string{
			"\x0a\x00\x00": "older version",
			"\xf4\x05f":    "older version",
			"\x0d\x81\x00": "it has none",
			"\xbe\x35\x00": "another version",
			"HTTP/1.1":     "no agent",
			"":             "older version",
		} {
			go func() {
				c := <-other.StreamCh()
				go func() { _, _ = io.Copy(io.Discard, c) }()
				_, _ = c.Write([]byte(says))
				time.Sleep(time.Second)
				c.Close()
			}()
			if _, err := b.DialTimeout(other.Addr(), 10*time.Second); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), text) {
				t.Errorf("%q: got %v", says, err)
			}
			time.Sleep(2 * time.Second)
		}
		for packet, why := range map[string]Reason{
			"\x01123456789012 an old packet":                      Outdated,
			"\xf4\x05flock\x01 with a label":                      Outdated,
			"\x00\x85 a ping without a key":                       Keyless,
			"\xf4\x05flock\x08 with a label":                      Keyless,
			"\xf4\xff too short":                                  Undecryptable,
			"\xbe\x33 data of version 3":                          Outdated,
			string(n.mark(kindData)) + " data that are too short": Undecryptable,
			"\xbe": Undecryptable,
			"\xff": Undecryptable,
		} {
			if err := n.Inject(b.addr(), []byte(packet)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
			if r := b.refusals(); r[why] != 1 || len(r) != 1 {
				t.Errorf("%q: refused %v", packet, r)
			}
		}
	})
}

// A recorded stream that is sent again, to the same agent or another, is refused and counted.
//
// It tests "Replay" of docs/security.md.
func TestARecordedStreamIsNotOpened(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b, c := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key), n.start(t, n.Transport("c"), "", key)
		near, far := connect(t, a, b)
		go func() { _, _ = near.Write([]byte("secret orders")) }()
		if _, err := io.ReadFull(far, make([]byte, 13)); err != nil {
			t.Fatal(err)
		}
		near.Close()
		far.Close()
		said := n.recorder.Stream(0)
		thief := n.Transport("thief")
		for _, to := range []*node{b, c} {
			conn, err := thief.DialTimeout(to.addr(), time.Second)
			if err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = io.Copy(io.Discard, conn) }()
			go func() { _, _ = conn.Write([]byte(said)) }()
			time.Sleep(5 * time.Second)
			select {
			case <-to.StreamCh():
				t.Error("it is opened")
			default:
			}
			if r := to.refusals(); r[Replayed] != 1 || len(r) != 1 {
				t.Errorf("refused %v", r)
			}
			conn.Close()
		}
	})
}

// Frames that were changed, left out, doubled or exchanged end the stream.
func TestChangedFramesEndAStream(t *testing.T) {
	frames := func(out *half) [][]byte {
		var all [][]byte
		for i := range 4 {
			var b bytes.Buffer
			s := &stream{Conn: pipe{w: &b}, group: newGroupKey(key), out: *out, made: time.Now()}
			if err := s.writeFrame(fmt.Appendf(nil, "frame %d", i)); err != nil {
				t.Fatal(err)
			}
			*out = s.out
			all = append(all, b.Bytes())
		}
		return all
	}
	for name, c := range map[string]struct {
		change func(f [][]byte) [][]byte
		good   int // frames that come out
	}{
		"none":      {func(f [][]byte) [][]byte { return f }, 4},
		"left out":  {func(f [][]byte) [][]byte { return append(f[:1:1], f[2:]...) }, 1},
		"doubled":   {func(f [][]byte) [][]byte { return [][]byte{f[0], f[1], f[1]} }, 2},
		"exchanged": {func(f [][]byte) [][]byte { return [][]byte{f[0], f[2], f[1]} }, 1},
		"a bit":     {func(f [][]byte) [][]byte { f[3][9] ^= 1; return f }, 3},
		"a length":  {func(f [][]byte) [][]byte { f[2][1]--; return f }, 2},
		"an end":    {func(f [][]byte) [][]byte { f[3] = f[3][:9]; return f }, 3},
		"too long":  {func(f [][]byte) [][]byte { f[1] = append([]byte{0xFF, 0xFF}, make([]byte, 70_000)...); return f }, 1},
	} {
		one := newStream(nil, newGroupKey(key))
		one.out.aead = gcm(key)
		all := c.change(frames(&one.out))
		s := newStream(pipe{r: bytes.NewReader(bytes.Join(all, nil))}, newGroupKey(key))
		s.in.aead = gcm(key)
		got, err := io.ReadAll(s)
		if want := "frame 0frame 1frame 2frame 3"[:7*c.good]; string(got) != want || (err == nil) != (c.good == 4) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

// A pipe is a connection made of a reader and a writer.
type pipe struct {
	net.Conn
	r io.Reader
	w io.Writer
}

func (p pipe) Read(b []byte) (int, error)  { return p.r.Read(b) }
func (p pipe) Write(b []byte) (int, error) { return p.w.Write(b) }

// A crowd of streams that send nothing, or junk for ever, takes little memory and keeps nobody
// out.
//
// It tests "Memory" of docs/security.md.
func TestACrowdOfStreamsTakesLittle(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		b, a := n.start(t, n.Transport("b"), "", key), n.start(t, n.Transport("a"), "", key)
		var mu sync.Mutex
		taken, open := 0, 0
		for i := range 600 {
			thief := n.TransportAt(fmt.Sprint("thief ", i), addrPort(100+byte(i%12), i))
			go func() {
				c, err := thief.DialTimeout(b.addr(), time.Second)
				if err != nil {
					return
				}
				mu.Lock()
				open++
				mu.Unlock()
				for j := range 1000 {
					junk := []byte{byte(i + j)}
					if i%3 == 0 && j < n.hello { // the beginning of a hello, as slow as may be
						junk = []byte{magic}
						if j == 1 {
							junk = []byte{n.mark(kindStreamHello)[1]}
						}
						time.Sleep(10 * time.Millisecond)
					}
					if i%3 == 1 && j == 0 {
						time.Sleep(time.Minute)
					}
					if _, err := c.Write(junk); err != nil {
						break
					}
					mu.Lock()
					taken++
					mu.Unlock()
				}
				mu.Lock()
				open--
				mu.Unlock()
				c.Close()
			}()
			if i%50 == 0 {
				synctest.Wait()
				if n := b.unproven.Len(); n > unprovenTotal {
					t.Errorf("%d at once", n)
				}
				near, far := connect(t, a, b)
				near.Close()
				far.Close()
			}
		}
		time.Sleep(2 * time.Minute)
		mu.Lock()
		defer mu.Unlock()
		if n := b.unproven.Len(); n > 0 || open > 0 {
			t.Errorf("%d are left, %d are open", n, open)
		}
		if most := 600 * (2 + n.hello); taken > most {
			t.Errorf("%d bytes of junk were taken, at most %d should", taken, most)
		}
		if r := b.refusals(); r[Flooded] == 0 {
			t.Errorf("refused %v", r)
		}
	})
}
