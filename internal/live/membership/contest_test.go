package membership

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// A claimer is an attacker without a key. It says that it has a name and an id, answers all
// queries, and says that it started in 1970.
type claimer struct {
	*gossiptest.Transport
	name string
	id   protocol.ID
}

func (f *flock) claimer(name string, id protocol.ID) *claimer {
	c := &claimer{f.net.Transport("claimer"), name, id}
	go func() {
		for p := range c.PacketCh() {
			if len(p.Buf) == 0 {
				return // the end of the test
			}
			if h, rest, err := wire.DecodeHeader(afterUser(p.Buf)); err == nil && h.Kind == wire.KindQuery {
				if d, err := wire.DecodeIdentity(rest); err == nil {
					c.say(wire.KindAnswer, d.Addr, d.Token)
				}
			}
		}
	}()
	f.t.Cleanup(func() { _ = f.net.Inject(c.Addr(), nil) })
	return c
}

// say sends a query or an answer.
func (c *claimer) say(kind byte, to string, token uint64) {
	d := wire.Claim{Token: token, Session: 1, Name: c.name, Addr: c.Addr()}
	b := append([]byte{packet.KindUser}, d.Append(wire.Header{Kind: kind, ID: c.id, Incarnation: 1}.Append(nil))...)
	_, _ = c.WriteTo(b, to)
}

// mustRaise checks the next alarm.
func (g *Gossip) mustRaise(t *testing.T, kind AlarmKind, part string) {
	t.Helper()
	select {
	case a := <-g.Alarms():
		if a.Kind != kind || !strings.Contains(a.Why, part) {
			t.Errorf("%+v", a)
		}
	case <-time.After(time.Minute):
		t.Error("no alarm")
	}
}

// afterUser cuts memberlist's bytes off a packet with one message of ours.
func afterUser(b []byte) []byte {
	if len(b) > packet.ChecksumBytes && b[0] == packet.KindChecksum {
		b = b[packet.ChecksumBytes:]
	}
	if len(b) > 0 && b[0] == packet.KindUser {
		return b[1:]
	}
	return nil
}

// An attacker without a key claims the name or the id of a running agent by two packets, and
// of one that starts. No agent stops, whether it has settled or not, and each raises an alarm.
//
// It tests "Names" of docs/security.md.
func TestClaimsStopNoAgent(t *testing.T) {
	for _, c := range []struct {
		what  string
		after time.Duration
	}{{"settled", time.Minute}, {"new", 0}} {
		t.Run(c.what, func(t *testing.T) {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
				all := f.gather(3)
				f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
				time.Sleep(c.after)
				f.claimer("n01", 1).say(wire.KindQuery, all[0].Self().Addr, 0)
				f.claimer("other", 2).say(wire.KindQuery, all[1].Self().Addr, 0)
				time.Sleep(time.Minute)
				noConflict(t, all...)
				for _, g := range all[:2] {
					g.mustRaise(t, Contested, "is claimed twice")
					if n := g.Counters().Contested; n != 1 {
						t.Errorf("%d contests", n)
					}
				}
				if n := all[2].Counters().Contested; n > 0 {
					t.Errorf("%d contests at a third", n)
				}
			})
		})
	}
}

// An attacker without a key claims the name of an agent all the time while it starts.
// Since the others hold the name at the agent's own address, the agent starts.
func TestClaimsDoNotHinderARestart(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(3)
		f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
		at := netip.MustParseAddrPort(all[2].Self().Addr)
		all[2].Close()
		c := f.claimer("n03", 3)
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(100 * time.Millisecond):
					c.say(wire.KindQuery, at.String(), 0)
				}
			}
		}()
		o := f.options("n03", 3, all[0].Self().Addr)
		o.Meta.Incarnation = 2
		o.Transport = f.net.TransportAt("n03", at)
		all[2] = f.start(o)
		time.Sleep(time.Minute)
		noConflict(t, all...)
		f.within(time.Second, "three members", everyoneSees(all, Alive, 2))
	})
}

// An operator starts a name twice, with each start of the second at another address: it never
// runs, and the first notices each time. After the first has ended, the second runs.
//
// It tests "Names" of docs/security.md.
func TestTheNewerOfTwoNeverRuns(t *testing.T) {
	for _, keys := range [][][]byte{nil, {bytes.Repeat([]byte{3}, 32)}} {
		inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
			f.keys = keys
			all := f.gather(3)
			f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
			again := func() (*Gossip, error) {
				o := f.options("n03", 33, all[0].Self().Addr)
				o.Transport = f.net.Transport("again")
				return Start(o)
			}
			for n := range int64(4) {
				g, err := again()
				if err == nil { // the answer came at the very instant at which Start returned
					select {
					case err = <-g.Conflicts():
					case <-time.After(time.Second):
					}
					g.Close()
				}
				if !errors.As(err, new(*Conflict)) {
					t.Fatalf("start %d: %v", n, err)
				}
				time.Sleep(20 * time.Second)
				if got := all[2].Counters().Contested; got <= n {
					t.Errorf("start %d: %d contests", n, got)
				}
			}
			noConflict(t, all...)
			all[2].Close()
			second, err := again()
			if err != nil {
				t.Fatal(err)
			}
			defer second.Close()
			f.within(time.Minute, "the second is a member", func() bool {
				m, _ := all[0].view.Find("n03")
				return m.State == Alive && m.Meta.ID == 33
			})
		})
	}
}

// A second agent of a name starts while it cannot reach its seed. It is new until the seed
// answers, and stops then.
func TestAnAgentThatWasAloneIsStillNew(t *testing.T) {
	for _, keys := range [][][]byte{nil, {bytes.Repeat([]byte{3}, 32)}} {
		inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
			f.keys = keys
			all := f.gather(3)
			f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
			f.cut(1, "alone")
			o := f.options("n03", 33, all[0].Self().Addr)
			o.Transport = f.net.Transport("alone")
			alone, err := Start(o)
			if err != nil {
				t.Fatal(err)
			}
			defer alone.Close()
			time.Sleep(5 * time.Minute)
			f.cut(0, "alone")
			select {
			case <-alone.Conflicts():
			case <-time.After(time.Minute):
				t.Error("it goes on")
			}
			noConflict(t, all...)
		})
	}
}

// Two agents of one name start at the same time, each with a seed of its own. One stops.
func TestOneOfTwoThatStartAtOnceStops(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(5*time.Second, "four members", everyoneSees(all, Alive, 3))
		stopped := make(chan error, 2)
		for i := range 2 {
			o := f.options("twin", protocol.ID(20+i), all[i].Self().Addr)
			o.Transport = f.net.Transport(fmt.Sprint("twin", i))
			go func() {
				g, err := Start(o)
				if err == nil {
					select {
					case err = <-g.Conflicts():
					case <-time.After(time.Minute):
					}
					g.Close()
				}
				stopped <- err
			}()
		}
		if one, other := <-stopped, <-stopped; (one == nil) == (other == nil) {
			t.Errorf("%v and %v", one, other)
		}
		gossiptest.Settle()
	})
}
