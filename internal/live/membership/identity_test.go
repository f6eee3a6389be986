package membership

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// seedOf is the identity of the agent with that number, the same in each test.
func seedOf(n byte) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, 32)) }

// onFirstUse trusts the first key of a name, and of an id.
func onFirstUse() func(string, protocol.ID, secure.Peer) error {
	var mu sync.Mutex
	names, ids := map[string]secure.Peer{}, map[protocol.ID]secure.Peer{}
	return func(name string, id protocol.ID, key secure.Peer) error {
		mu.Lock()
		defer mu.Unlock()
		a, named := names[name]
		b, numbered := ids[id]
		if named && a != key || numbered && b != key {
			return errors.New("another key")
		}
		names[name], ids[id] = key, key
		return nil
	}
}

func (f *flock) identified(o Options, key byte) Options {
	o.Identity = &Identity{Key: seedOf(key), Trust: onFirstUse()}
	return o
}

// An insider holds the key of the group, and writes what it likes.
type insider struct {
	*secure.Transport
	f    *flock
	addr string
	key  ed25519.PrivateKey // nil: without an identity
}

func (f *flock) insider(key ed25519.PrivateKey) *insider {
	under := f.net.Transport("insider")
	ring, err := secure.NewRing(f.keys...)
	if err != nil {
		f.t.Fatal(err)
	}
	in := &insider{f: f, addr: under.Addr(), key: key, Transport: secure.New(secure.Options{
		Under: under, Ring: ring, Self: netip.MustParseAddrPort(under.Addr()), Identity: key})}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case p := <-in.PacketCh():
				in.answer(p.Buf)
			case <-done:
				return
			}
		}
	}()
	f.t.Cleanup(func() { close(done); in.Shutdown() })
	return in
}

// answer claims the name that a query is sent for, with the smallest life.
func (in *insider) answer(b []byte) {
	for _, m := range packet.MessagesOf(b) {
		if len(m) == 0 || m[0] != packet.KindUser {
			continue
		}
		if h, rest, err := wire.DecodeHeader(m[1:]); err == nil && h.Kind == wire.KindQuery {
			if d, err := wire.DecodeIdentity(rest); err == nil {
				in.claim(wire.KindAnswer, d.Addr, d.Name, h.ID, d.Token)
			}
		}
	}
}

func (in *insider) say(to string, m []byte) {
	if _, err := in.WriteTo(m, to); err != nil {
		in.f.t.Error(err)
	}
}

func (in *insider) ours(to string, m []byte) { in.say(to, append([]byte{packet.KindUser}, m...)) }

func (in *insider) claim(kind byte, to, name string, id protocol.ID, token uint64) {
	in.ours(to, wire.Claim{Token: token, Name: name, Addr: in.addr}.Append(wire.Header{Kind: kind, ID: id, Incarnation: 1}.Append(nil)))
}

// alive is memberlist's message that a member is alive.
func alive(name, addr string, incarnation uint32, meta []byte) []byte {
	at := netip.MustParseAddrPort(addr)
	m := new(msgpack).fields(6).text("Incarnation").number(incarnation).text("Node").text(name).text("Addr").text(string(at.Addr().AsSlice()))
	m.text("Port").number(uint32(at.Port())).text("Meta")
	m.Write(append([]byte{0xD9, byte(len(meta))}, meta...))
	m.text("Vsn").text("\x01\x05\x02\x00\x00\x00")
	return kinded(packet.KindAlive, m)
}

func accusation(kind byte, node, from string, incarnation uint32) []byte {
	b := packet.Suspicion(node, from, incarnation)
	b[0] = kind
	return b
}

// deceptions are what an insider says in the name of n02. Each has an effect on n01, or on n02,
// unless agents have identities.
var deceptions = []struct {
	what    string
	say     func(in *insider, n01, n02 *Gossip)
	worked  func(n01, n02 *Gossip) bool
	counted bool // as an impostor; a death that others report is a suspicion, and no refusal
}{
	{"a datagram", func(in *insider, n01, _ *Gossip) {
		in.ours(n01.Self().Addr, append(wire.Header{Kind: wire.KindData, ID: 2, Incarnation: 1}.Append(nil), "elect me"...))
	}, func(n01, _ *Gossip) bool { return len(n01.Packets()) > 0 }, true},
	{"a goodbye", func(in *insider, n01, _ *Gossip) {
		b := wire.Goodbye{Header: wire.Header{Kind: wire.KindGoodbye, ID: 2, Incarnation: 1}, Name: "n02", Signature: ""}
		if in.key != nil {
			b.Signature = string(ed25519.Sign(in.key, b.Append(nil)))
		}
		in.ours(n01.Self().Addr, b.Append(nil))
	}, unheard, true},
	{"leaving", func(in *insider, n01, _ *Gossip) {
		in.say(n01.Self().Addr, accusation(packet.KindDead, "n02", "n02", 9))
	}, unheard, true},
	{"leaving, in a list", func(in *insider, n01, _ *Gossip) {
		c, err := in.DialTimeout(n01.Self().Addr, time.Second)
		if err != nil {
			in.f.t.Fatal(err)
		}
		go func() { _, _ = io.Copy(io.Discard, c) }() // what n01 answers
		m := new(msgpack).fields(3).text("Nodes").number(1).text("UserStateLen").number(0).text("Join")
		m.WriteByte(0xC2)
		m.fields(7).text("Name").text("n02").text("Addr").text("\x0a\x00\x00\x02").text("Port").number(7946).text("Meta").text("")
		m.text("Incarnation").number(9).text("State")
		m.WriteByte(3)
		m.text("Vsn").text("\x01\x05\x02\x00\x00\x00")
		_, _ = c.Write(kinded(packet.KindPushPull, m))
		time.AfterFunc(time.Second, func() { c.Close() })
	}, unheard, false},
	{"a death", func(in *insider, n01, _ *Gossip) {
		in.say(n01.Self().Addr, accusation(packet.KindDead, "n02", "n03", 9))
	}, unheard, false},
	{"an endless incarnation", func(in *insider, n01, n02 *Gossip) {
		for _, g := range []*Gossip{n01, n02} {
			in.say(g.Self().Addr, accusation(packet.KindSuspect, "n02", "n03", math.MaxUint32))
		}
	}, unheard, true},
	{"another capability", func(in *insider, n01, n02 *Gossip) {
		m := Meta{ID: 2, Incarnation: 1, Capability: 999999}
		in.say(n01.Self().Addr, alive("n02", n02.Self().Addr, 9, in.sign("n02", n02.Self().Addr, m)))
	}, func(n01, _ *Gossip) bool { m, _ := n01.view.Find("n02"); return m.Meta.Capability == 999999 }, true},
	{"a capability under its key", func(in *insider, n01, n02 *Gossip) {
		b := callbacks{n02}.NodeMeta(0)
		binary.BigEndian.PutUint64(b[9:], 999999) // after version, id and incarnation
		in.say(n01.Self().Addr, alive("n02", n02.Self().Addr, 9, b))
	}, func(n01, _ *Gossip) bool { m, _ := n01.view.Find("n02"); return m.Meta.Capability == 999999 }, true},
	{"a user event", func(in *insider, n01, _ *Gossip) {
		u := UserEvent{Name: "deploy", Clock: 7, ID: 2, Incarnation: 1}
		b := u.Append(nil)
		if in.key != nil {
			b = append(b, ed25519.Sign(in.key, b)...)
		}
		in.ours(n01.Self().Addr, b)
	}, func(n01, _ *Gossip) bool { return len(n01.UserEvents()) > 0 }, true},
	{"its id under another name", func(in *insider, n01, _ *Gossip) {
		in.say(n01.Self().Addr, alive("mallory", in.addr, 9, in.sign("mallory", in.addr, Meta{ID: 2, Incarnation: 1})))
	}, func(n01, _ *Gossip) bool { _, known := n01.view.Find("mallory"); return known }, true},
	{"its name", func(in *insider, _, n02 *Gossip) { in.claim(wire.KindQuery, n02.Self().Addr, "n02", 2, 0) },
		func(_, n02 *Gossip) bool { return n02.conflicts.Lost() != nil }, false},
}

func unheard(n01, _ *Gossip) bool { m, _ := n01.view.Find("n02"); return m.State != Alive }

// sign signs metadata with the insider's own key.
func (in *insider) sign(name, addr string, m Meta) []byte {
	if in.key == nil {
		return m.Append(nil, wire.NewestVersion)
	}
	d := signing.New(signing.Options{Identity: &Identity{Key: in.key}, Agent: self.New(name, 1, m)})
	return d.Signed(name, addr, m.Append(nil, wire.NewestVersion), 0)
}

// An insider speaks for another member. Without identities each deception works. With them none
// does, and each is counted and told.
//
// It tests "Identities" of docs/security.md.
func TestAnInsiderSpeaksForNobodyElse(t *testing.T) {
	if testing.Short() {
		t.Skip("0.5 s")
	}
	for _, identities := range []bool{false, true} {
		for _, c := range deceptions {
			t.Run(fmt.Sprintf("%v/%s", identities, c.what), func(t *testing.T) {
				inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
					f.keys = [][]byte{bytes.Repeat([]byte{3}, 32)}
					var all []*Gossip
					for i := range 3 {
						o := f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1))
						if identities {
							o = f.identified(o, byte(i+1))
						}
						if i > 0 {
							o.Join = []string{all[0].Self().Addr}
						}
						all = append(all, f.start(o))
					}
					f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
					time.Sleep(time.Minute)
					var key ed25519.PrivateKey
					if identities {
						key = seedOf(66)
					}
					in := f.insider(key)
					if identities { // it is a member of its own name
						in.say(all[0].Self().Addr, alive("insider", in.addr, 1, in.sign("insider", in.addr, Meta{ID: 66, Incarnation: 1})))
						time.Sleep(50 * time.Millisecond)
					}
					c.say(in, all[0], all[1])
					worked := false
					for range 30_000 / 5 {
						time.Sleep(5 * time.Millisecond)
						worked = worked || c.worked(all[0], all[1])
					}
					if worked == identities {
						t.Errorf("it worked: %v", worked)
					}
					refused := all[0].Counters().Impostors + all[1].Counters().Impostors
					if c.counted && identities != (refused > 0) {
						t.Errorf("%d counted", refused)
					}
					if c.counted && identities {
						all[0].mustRaise(t, Impostor, "refused")
					}
					noConflictUnless(t, !identities, all...)
				})
			})
		}
	}
}

func noConflictUnless(t *testing.T, allowed bool, all ...*Gossip) {
	t.Helper()
	if !allowed {
		noConflict(t, all...)
	}
}

// identifiedFlock is n agents with identities.
func (f *flock) identifiedFlock(n int) (all []*Gossip) {
	f.t.Helper()
	f.keys = [][]byte{bytes.Repeat([]byte{3}, 32)}
	for i := range n {
		o := f.identified(f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1)), byte(i+1))
		if i > 0 {
			o.Join = []string{all[0].Self().Addr}
		}
		all = append(all, f.start(o))
	}
	f.within(10*time.Second, "all members", everyoneSees(all, Alive, n-1))
	return all
}

// Agents with identities live as others do: they send datagrams, tell capabilities, leave, come
// back, fail, and move to another address.
func TestAgentsWithIdentities(t *testing.T) {
	inBubble(t, gossiptest.Options{Loss: 0.05, Seed: 4}, func(t *testing.T, f *flock) {
		all := f.identifiedFlock(5)
		if err := all[1].Send("n01", []byte("hello")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		if len(all[0].Packets()) != 1 {
			t.Error("no datagram")
		}
		if err := all[2].Tell(UserEvent{Name: "deploy", Payload: "7"}); err != nil {
			t.Fatal(err)
		}
		f.within(time.Minute, "the user event", func() bool {
			for _, g := range all {
				if len(g.UserEvents()) != 1 {
					return false
				}
			}
			return true
		})
		m := all[2].Self().Meta
		m.Capability = 777
		all[2].SetMeta(m)
		f.within(time.Minute, "the capability", func() bool {
			for i, g := range all {
				if v, _ := g.view.Find("n03"); i != 2 && v.Meta.Capability != 777 {
					return false
				}
			}
			return true
		})
		if err := all[3].Leave(5 * time.Second); err != nil {
			t.Error(err)
		}
		rest := []*Gossip{all[0], all[1], all[2], all[4]}
		f.within(40*time.Second, "one left", everyoneSees(rest, Left, 1))
		time.Sleep(time.Minute)
		if err := all[3].Rejoin(); err != nil {
			t.Fatal(err)
		}
		f.within(time.Minute, "all members again", everyoneSees(all, Alive, 4))
		all[4].Close()
		took := f.within(time.Minute, "one failed", everyoneSees(all[:4], Failed, 1))
		t.Logf("a death is known everywhere after %v", took)
		if err := all[1].ForceLeave("n05", false); err != nil {
			t.Error(err)
		}
		f.within(time.Minute, "one given up", everyoneSees(all[:4], Left, 1))
		o := f.identified(f.options("n05", 5, all[0].Self().Addr), 5)
		o.Meta.Incarnation = 2
		all[4] = f.start(o)
		f.within(time.Minute, "all members once more", everyoneSees(all, Alive, 4))
		for _, g := range all {
			if c := g.Counters(); c.Impostors+c.Unidentified+c.Malformed+c.Contested > 0 {
				t.Errorf("%s: %+v", g.own.Name, c)
			}
		}
		noConflict(t, all...)
	})
}

// Another key comes under a known name. While the member is there, the new agent does not
// start; while it is away, nobody takes the new one for a member, and it is told.
//
// It tests "Identities" of docs/security.md.
func TestAnotherKeyDoesNotGetAKnownName(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.identifiedFlock(3)
		time.Sleep(time.Minute)
		again := func() (*Gossip, error) {
			o := f.identified(f.options("n03", 33, all[0].Self().Addr), 99)
			o.Transport = f.net.Transport("again")
			return Start(o)
		}
		if _, err := again(); !errors.As(err, new(*Conflict)) {
			t.Errorf("got %v", err)
		}
		all[0].mustRaise(t, Impostor, "another key")
		noConflict(t, all...)
		all[2].Close()
		f.within(time.Minute, "one failed", everyoneSees(all[:2], Failed, 1))
		second, err := again()
		if err != nil {
			t.Fatal(err)
		}
		defer second.Close()
		for range 60 {
			time.Sleep(time.Second)
			if m, _ := all[0].view.Find("n03"); m.State == Alive {
				t.Fatalf("%+v", m)
			}
		}
		if c := all[0].Counters(); c.Impostors == 0 {
			t.Errorf("%+v", c)
		}
	})
}

// The seed of a known agent lies: it reports the agent's name at another address, under another
// key, and somebody answers there. The agent goes on. One that was not known yet stops.
func TestAKnownAgentDoesNotStopForAnotherKey(t *testing.T) {
	for _, known := range []bool{true, false} {
		inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
			all := f.identifiedFlock(1)
			far := f.identified(f.options("n02", 2, all[0].Self().Addr), 88) // the liar's accomplice
			f.start(far)
			f.within(10*time.Second, "two members", everyoneSees(all, Alive, 1))
			o := f.identified(f.options("n02", 2, all[0].Self().Addr), 2)
			o.Identity.Known, o.Transport = known, f.net.Transport("own")
			g, err := Start(o)
			if err == nil {
				time.Sleep(time.Minute)
				noConflict(t, g)
				g.Close()
			}
			if (err == nil) != known {
				t.Errorf("known: %v: %v", known, err)
			}
		})
	}
}

// Agents with and without identities refuse each other by name, on both sides.
//
// It tests "Identities" of docs/security.md.
func TestAnAgentWithoutAnIdentityIsRefused(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.identifiedFlock(2)
		without := f.start(f.options("n03", 3, all[0].Self().Addr))
		if err := all[1].Join(without.Self().Addr); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if states(without) != "" || count(all[0], Alive) != 1 {
			t.Errorf("members %q and %q", states(without), states(all[0]))
		}
		all[0].mustRaise(t, Impostor, "give all agents identities, or none")
		without.mustRaise(t, Impostor, "give all agents identities, or none")
		for _, g := range []*Gossip{all[0], without} {
			if g.Counters().Unidentified == 0 {
				t.Errorf("%s: %+v", g.own.Name, g.Counters())
			}
		}
		if _, err := Start(Options{Name: "n04", Timing: f.options("n04", 4).Timing, Meta: Meta{ID: 4}, Identity: &Identity{Key: seedOf(4)}}); err == nil || !strings.Contains(err.Error(), "an identity needs keys") {
			t.Errorf("without keys: %v", err)
		}
	})
}

// An agent lost its state directory and has a new key. It learns from members that they refuse
// it, and from whom, whether they hold it for alive, hold it for failed or have forgotten it. When
// they have all lost the old key it is a member again.
//
// It tests "Identities" of docs/security.md.
func TestAnAgentLearnsThatItsKeyIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("1.2 s")
	}
	for _, away := range []time.Duration{100 * time.Millisecond, 20 * time.Second, 3 * time.Minute} {
		for _, seeded := range []bool{true, false} {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
				all := f.identifiedFlock(3)
				time.Sleep(time.Minute)
				all[2].Close()
				time.Sleep(away)
				o := f.identified(f.options("n03", 3), 99)
				if seeded {
					o.Join = []string{all[0].Self().Addr}
				}
				o.Transport = f.net.Transport("n03")
				lost, err := Start(o)
				if err != nil {
					t.Fatal(err)
				}
				f.all["n03"] = lost
				if !seeded { // it has another address, and the others call it
					if err := all[1].Join(lost.Self().Addr); err != nil {
						t.Fatal(err)
					}
				}
				refused := func(names string) func() bool {
					return func() bool { return strings.Contains(lost.Self().Refused, names+" refuse this agent") }
				}
				took := f.within(2*time.Minute, "a refusal by both", refused("n01, n02"))
				t.Logf("away for %v: refused by both after %v", away, took)
				for _, g := range all[:2] {
					if g.Self().Refused != "" {
						t.Errorf("%s: %s", g.own.Name, g.Self().Refused)
					}
				}
				lost.Close()
				time.Sleep(time.Minute)
				for _, g := range all[:2] {
					g.Close()
				}
				all = f.identifiedFlock(2)
				o = f.identified(f.options("n03", 3, all[0].Self().Addr), 99)
				again := f.start(o)
				f.within(time.Minute, "three members", everyoneSees([]*Gossip{all[0], all[1], again}, Alive, 2))
				time.Sleep(2 * time.Minute)
				if again.Self().Refused != "" {
					t.Error(again.Self().Refused)
				}
			})
		}
	}
}
