package membership

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"log"
	"log/slog"
	"net/netip"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/gate"
	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// msgpack writes maps as memberlist does, also with false lengths.
type msgpack struct{ bytes.Buffer }

func (m *msgpack) fields(n int) *msgpack { m.WriteByte(0x80 | byte(n)); return m }
func (m *msgpack) text(s string) *msgpack {
	m.WriteByte(0xA0 | byte(len(s)))
	m.WriteString(s)
	return m
}
func (m *msgpack) number(n uint32) *msgpack {
	m.Write(binary.BigEndian.AppendUint32([]byte{0xCE}, n))
	return m
}

// claim is a text that says that it has n bytes.
func (m *msgpack) claim(n uint32) *msgpack {
	m.Write(binary.BigEndian.AppendUint32([]byte{0xDB}, n))
	return m
}

func kinded(kind byte, m *msgpack) []byte { return append([]byte{kind}, m.Bytes()...) }

// bomb is a compressed message of memberlist that has so many bytes when it is decompressed.
func bomb(size int) []byte {
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.LSB, 8)
	_, _ = w.Write(make([]byte, size))
	_ = w.Close()
	m := new(msgpack).fields(2).text("Algo")
	m.WriteByte(0)
	m.text("Buf").claim(uint32(packed.Len()))
	m.Write(packed.Bytes())
	return kinded(9, m)
}

// allocated is how many bytes the program allocates while f runs, in virtual time.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// hoards are packets and streams of somebody without a key that make memberlist reserve memory.
func hoards() (packets, streams map[string][]byte) {
	header := func(nodes, user uint32) []byte {
		m := new(msgpack).fields(3).text("Nodes").number(nodes).text("UserStateLen").number(user).text("Join")
		m.WriteByte(0xC3)
		return kinded(packet.KindPushPull, m)
	}
	large := bomb(8 << 20)
	label := append([]byte{packet.KindLabel, 5}, "flock"...)
	packets = map[string][]byte{
		"a bomb":              large,
		"a long text":         kinded(packet.KindPing, new(msgpack).fields(1).text("Node").claim(200<<20)),
		"a long name":         kinded(packet.KindAlive, new(msgpack).fields(1).claim(200<<20)),
		"a bomb in a part":    append([]byte{packet.KindCompound, 1, 0xFF, 0xFF}, large[:1000]...),
		"a bomb in a CRC":     append([]byte{packet.KindChecksum, 1, 2, 3, 4}, large...),
		"a bomb with a label": append(bytes.Clone(label), large...),
	}
	streams = map[string][]byte{
		"a bomb":               large,
		"a bomb with a label":  append(bytes.Clone(label), large...),
		"a million members":    header(1<<20, 0),
		"many members":         header(view.MemberLimit, 0),
		"much after them":      header(0, 20<<20),
		"a long text":          kinded(packet.KindPing, new(msgpack).fields(1).text("Node").claim(200<<20)),
		"a long message":       kinded(packet.KindUser, new(msgpack).fields(1).text("UserMsgLen").number(20<<20)),
		"an encrypted one":     append([]byte{packet.KindEncrypted, 0x01, 0x30, 0, 0, 1}, make([]byte, 4<<20)...),
		"a long member":        append(header(1, 0), new(msgpack).fields(1).text("Name").claim(200<<20).Bytes()...),
		"two numbers of bytes": kinded(packet.KindPushPull, new(msgpack).fields(3).text("Nodes").number(0).text("UserStateLen").number(20<<20).text("UserStateLen").number(0)),
	}
	return packets, streams
}

// Somebody without a key sends what makes memberlist allocate memory, by packet and by stream:
// false lengths, compression bombs, endless lists. An agent allocates little for each, with and
// without keys, and goes on.
//
// It tests "Malformed packets" of docs/security.md.
func TestStrangersDoNotFillTheMemory(t *testing.T) {
	packets, streams := hoards()
	const each = 1 << 20 // bytes for one packet or stream; memberlist without bounds reserves 20 to 200 MB
	for _, keys := range [][][]byte{nil, {bytes.Repeat([]byte{3}, 32)}} {
		t.Run(fmt.Sprintf("%d keys", len(keys)), func(t *testing.T) {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
				o := f.options("n01", 1)
				o.Keys = keys
				a := f.start(o)
				stranger := f.net.Transport("stranger")
				for name, b := range packets {
					before := a.Counters()
					took := allocated(func() {
						for range 10 {
							if err := f.net.Inject(a.Self().Addr, b); err != nil {
								t.Fatal(err)
							}
						}
						time.Sleep(time.Second)
					})
					if took > 10*each {
						t.Errorf("ten packets with %s: %d bytes", name, took)
					}
					c := a.Counters()
					if c.Malformed+c.Undecryptable+c.Outdated+c.OtherLabel < before.Malformed+before.Undecryptable+before.Outdated+before.OtherLabel+10 {
						t.Errorf("ten packets with %s are not counted: %+v", name, c)
					}
				}
				for name, b := range streams {
					took := allocated(func() {
						c, err := stranger.DialTimeout(a.Self().Addr, time.Second)
						if err != nil {
							t.Fatal(err)
						}
						_ = c.SetDeadline(time.Now().Add(time.Minute))
						_, _ = c.Write(b)
						time.Sleep(30 * time.Second)
						if _, err := c.Write([]byte{1}); err == nil {
							t.Errorf("a stream with %s is still open", name)
						}
						c.Close()
					})
					if took > each {
						t.Errorf("a stream with %s: %d bytes", name, took)
					}
				}
				if got := states(a); got != "" {
					t.Errorf("members %q", got)
				}
			})
		})
	}
}

// A hundred streams of strangers, held open, do not keep others out.
func TestIdleStreamsKeepNobodyOut(t *testing.T) {
	for _, keys := range [][][]byte{nil, {bytes.Repeat([]byte{3}, 32)}} {
		inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
			o := f.options("n01", 1)
			o.Keys = keys
			a := f.start(o)
			stranger := f.net.Transport("stranger")
			for range 3 * gate.StreamsTotal {
				c, err := stranger.DialTimeout(a.Self().Addr, time.Second)
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				synctest.Wait()
			}
			o = f.options("n02", 2, a.Self().Addr)
			o.Keys = keys
			b := f.start(o)
			f.within(5*time.Second, "two members", everyoneSees([]*Gossip{a, b}, Alive, 1))
			if c := a.Counters(); c.Flooded == 0 {
				t.Errorf("%+v", c)
			}
		})
	}
}

// A datagram of 25 bytes once made an agent send 416 bytes to any third party. It is refused
// now, and an accepted one makes an agent send no more bytes than it has.
func TestAHintIsNotAmplified(t *testing.T) {
	victim := "203.0.113.9:53"
	var bytesTo atomic.Int64
	inBubble(t, gossiptest.Options{Tap: func(_, to string, b []byte) {
		if to == victim {
			bytesTo.Add(int64(len(b)))
		}
	}}, func(t *testing.T, f *flock) {
		a := f.start(f.options("n01", 1))
		for _, length := range []int{0, 40, 100, 300, MaxDatagram} {
			bytesTo.Store(0)
			hint := append([]byte{packet.KindUser}, wire.Header{Kind: wire.KindHint, ID: 9, Incarnation: 1}.Append(nil)...)
			hint = append(hint, victim...)
			hint = append(hint, make([]byte, max(0, length-len(victim)))...)
			if err := f.net.Inject(a.Self().Addr, hint); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if got := bytesTo.Load(); got > int64(len(hint)) {
				t.Errorf("%d bytes for a hint of %d", got, len(hint))
			} else if length == MaxDatagram && got == 0 {
				t.Error("a hint of an agent has no effect")
			}
		}
	})
}

// No packet is longer than SentLimit, whatever is sent.
func TestPacketsFitIntoAFrame(t *testing.T) {
	if testing.Short() {
		t.Skip("0.5 s")
	}
	longest := atomic.Int64{}
	inBubble(t, gossiptest.Options{Tap: func(_, _ string, b []byte) {
		longest.Store(max(longest.Load(), int64(len(b))))
	}}, func(t *testing.T, f *flock) {
		var all []*Gossip
		for i := range 25 { // names of all lengths fill packets completely
			o := f.options(fmt.Sprintf("%02d", i)+strings.Repeat("x", i), protocol.ID(i+1))
			o.Keys, o.Label = [][]byte{bytes.Repeat([]byte{3}, 32)}, strings.Repeat("y", labelLimit)
			if i > 0 {
				o.Join = []string{all[0].Self().Addr}
			}
			all = append(all, f.start(o))
		}
		f.within(time.Minute, "all members", everyoneSees(all, Alive, len(all)-1))
		for _, a := range all {
			if err := a.Send(all[0].Self().Addr, make([]byte, MaxDatagram)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
	})
	if n := longest.Load(); n > wire.SentLimit || n < MaxDatagram {
		t.Errorf("a packet has %d bytes", n)
	}
}

// An older agent, with memberlist's own keyring, is refused with a reason of its own, on both
// sides.
//
// It tests "Versions" of docs/security.md.
func TestAnAgentOfBeforeIsNamed(t *testing.T) {
	key := bytes.Repeat([]byte{3}, 32)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		journal := new(gossiptest.Journal)
		f.log = slog.New(slog.NewTextHandler(journal, nil))
		o := f.options("new", 1)
		o.Keys = [][]byte{key}
		a := f.start(o)
		under := f.net.Transport("old")
		c := memberlist.DefaultLANConfig()
		c.Name, c.Transport, c.Logger = "old", under, log.New(t.Output(), "", 0)
		at := netip.MustParseAddrPort(under.Addr())
		c.AdvertiseAddr, c.AdvertisePort, c.BindPort = at.Addr().String(), int(at.Port()), int(at.Port())
		var err error
		if c.Keyring, err = memberlist.NewKeyring([][]byte{key}, key); err != nil {
			t.Fatal(err)
		}
		old, err := memberlist.Create(c)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = old.Shutdown(); _ = under.Shutdown() }()
		if _, err := old.Join([]string{a.Self().Addr}); err == nil {
			t.Error("it joins")
		}
		if got := a.Counters().Outdated; got != 1 {
			t.Errorf("its stream: %d counted", got)
		}
		if err := old.SendToAddress(memberlist.Address{Addr: a.Self().Addr}, []byte("hello")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if got := a.Counters().Outdated; got != 2 {
			t.Errorf("its packet: %d counted", got)
		}
		if err := a.Join(under.Addr()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		for _, want := range []string{"another version of the encryption: upgrade the older agent", under.Addr()} {
			if !strings.Contains(journal.String(), want) {
				t.Errorf("no %q in the log:\n%s", want, journal)
			}
		}
		if states(a) != "" || old.NumMembers() != 1 {
			t.Errorf("members %q, %d", states(a), old.NumMembers())
		}
	})
}

// A cluster that was partitioned for long is whole soon after the partition ends, since a failed
// member that is heard is called. Until then its datagrams do not count.
//
// It tests "Failed members" of docs/security.md.
func TestWhoIsFailedDoesNotCountAndIsCalled(t *testing.T) {
	for _, keys := range [][][]byte{nil, {bytes.Repeat([]byte{3}, 32)}} {
		inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
			var all []*Gossip
			for i, name := range []string{"n01", "n02", "n03", "n04"} {
				o := f.options(name, protocol.ID(i+1))
				o.Keys = keys
				if i > 0 {
					o.Join = []string{all[0].Self().Addr}
				}
				all = append(all, f.start(o))
			}
			f.within(time.Minute, "four members", everyoneSees(all, Alive, 3))
			f.cut(1, "n03", "n04")
			time.Sleep(time.Minute) // longer than memberlist gossips to the dead
			f.cut(0, "n03", "n04")
			talk := func() {
				for _, a := range all {
					for _, m := range a.Members() {
						_ = a.Send(m.Name, []byte("here"))
					}
				}
			}
			talk()
			time.Sleep(5 * time.Millisecond)
			absent, from := int64(0), 0
			for _, a := range all {
				absent += a.Counters().Absent
				for len(a.Packets()) > 0 {
					if p := <-a.Packets(); (p.ID <= 2) != (a.Self().Meta.ID <= 2) {
						from++
					}
				}
			}
			if from > 0 || len(keys) == 0 && absent != 8 {
				t.Errorf("%d datagrams of failed members counted, %d were refused", from, absent)
			}
			took := f.within(2*time.Second, "four members again", func() bool {
				talk()
				return everyoneSees(all, Alive, 3)()
			})
			t.Logf("%d keys: whole again after %v", len(keys), took)
		})
	}
}
