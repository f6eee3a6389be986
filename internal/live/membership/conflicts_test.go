package membership

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// Two agents have one name. The second learns it at its start, and the first raises an alarm.
func TestSecondOfOneNameDoesNotStart(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(5*time.Second, "four members", everyoneSees(all, Alive, 3))
		before := all[0].Self()
		o := f.options("n01", 99, all[2].Self().Addr)
		o.Transport = f.net.Transport("second")
		_, err := Start(o)
		wantConflict(t, err, "name", Holder{Name: "n01", Addr: "10.0.0.5:7946", ID: 99}, Holder{Name: "n01", Addr: "10.0.0.1:7946", ID: 1})
		time.Sleep(2 * time.Minute)
		for _, g := range all[1:] {
			if m, _ := g.view.Find("n01"); m.State != Alive || m.Addr != before.Addr || m.Meta.ID != 1 {
				t.Errorf("n01 is now %+v", m)
			}
		}
		noConflict(t, all...)
		all[0].mustRaise(t, Contested, "the other is newer")
		if all[0].Counters().Contested == 0 {
			t.Error("not counted")
		}
	})
}

// Two agents have one id and two names. The second does not start, and says goodbye.
func TestSecondOfOneIDDoesNotStart(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(5*time.Second, "four members", everyoneSees(all, Alive, 3))
		_, err := Start(f.optionsOn("twin", 3, all[0].Self().Addr))
		wantConflict(t, err, "id", Holder{Name: "twin", Addr: "10.0.0.5:7946", ID: 3}, Holder{Name: "n03", Addr: "10.0.0.3:7946", ID: 3})
		time.Sleep(2 * time.Minute)
		for i, g := range all {
			if m, ok := g.view.Find("twin"); ok && m.State != Left {
				t.Errorf("%d holds the twin for %v", i+1, m.State)
			}
			if m, ok := g.view.FindID(3); i != 2 && (!ok || m.Name != "n03") {
				t.Errorf("%d holds %s for the member with id 3", i+1, m.Name)
			}
		}
		noConflict(t, all...)
	})
}

// halves makes two halves of a cluster that have an agent of one name or id each, and joins
// them when all agents have settled.
func (f *flock) halves(name string, id protocol.ID, keys [][]byte) (all []*Gossip, far, twin *Gossip) {
	f.t.Helper()
	f.keys = keys
	all = f.gather(3)
	f.within(90*time.Second, "three members", everyoneSees(all, Alive, 2))
	f.cut(1, "far1", "twin")
	far = f.start(f.options("far1", 11))
	o := f.options(name, id, far.Self().Addr)
	o.Transport = f.net.Transport("twin")
	twin, err := Start(o)
	if err != nil {
		f.t.Fatal(err)
	}
	f.within(90*time.Second, "two members there", func() bool { return count(far, Alive) == 1 })
	time.Sleep(time.Minute)
	f.cut(0, "far1", "twin")
	if n, err := far.run.Load().list.Join([]string{all[0].Self().Addr}); n != 1 {
		f.t.Fatal(err)
	}
	return all, far, twin
}

var twins = []struct {
	what        string
	name        string
	id          protocol.ID
	wantInError string
}{
	{"name", "n02", 99, `name "n02" is taken`},
	{"id", "other", 2, "id 2 is taken"},
	{"both", "n02", 2, `name "n02" with id 2 is taken`},
}

// When the halves meet, with keys exactly one of the two stops, in either half, also under
// loss.
//
// It tests "Names" of docs/security.md.
func TestOneStopsWhenHalvesMeet(t *testing.T) {
	if testing.Short() {
		t.Skip("1 s")
	}
	for _, c := range twins {
		t.Run(c.what, func(t *testing.T) {
			inBubble(t, gossiptest.Options{Loss: 0.3, Seed: 9}, func(t *testing.T, f *flock) {
				all, far, twin := f.halves(c.name, c.id, [][]byte{bytes.Repeat([]byte{3}, 32)})
				defer twin.Close()
				var stopped *Gossip
				var err error
				select {
				case err = <-twin.Conflicts():
					stopped = twin
				case err = <-all[1].Conflicts():
					stopped = all[1]
				case <-time.After(2 * time.Minute):
					t.Fatal("none stops")
				}
				if !strings.Contains(err.Error(), c.wantInError) {
					t.Errorf("got %v", err)
				}
				stopped.Leave(time.Second)
				if err := stopped.Rejoin(); err == nil {
					t.Error("it was allowed to rejoin")
				}
				time.Sleep(time.Minute)
				noConflict(t, all[0], all[1], all[2], far, twin)
			})
		})
	}
}

// Without keys nobody can tell which of the two is right: both go on and raise alarms, until
// an operator stops one.
//
// It tests "Names" of docs/security.md.
func TestBothGoOnWithoutKeysWhenHalvesMeet(t *testing.T) {
	if testing.Short() {
		t.Skip("1 s")
	}
	for _, c := range twins {
		t.Run(c.what, func(t *testing.T) {
			inBubble(t, gossiptest.Options{Loss: 0.3, Seed: 9}, func(t *testing.T, f *flock) {
				all, far, twin := f.halves(c.name, c.id, nil)
				for _, g := range []*Gossip{all[1], twin} {
					g.mustRaise(t, Contested, "both go on")
					if g.Counters().Contested == 0 {
						t.Error("not counted")
					}
				}
				time.Sleep(time.Minute)
				noConflict(t, all[0], all[1], all[2], far, twin)
				twin.Close()
				f.within(2*time.Minute, "the other is a member everywhere", func() bool {
					for _, g := range []*Gossip{all[0], all[2], far} {
						if m, _ := g.view.FindID(2); m.State != Alive || m.Addr != all[1].Self().Addr {
							return false
						}
					}
					return true
				})
			})
		})
	}
}

func TestQueriesAndOldAnswersProveNothing(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(2)
		f.within(5*time.Second, "two members", everyoneSees(all, Alive, 1))
		older := wire.Claim{Token: 7, Session: 1, Name: "n01", Addr: "10.9.9.9:1"}
		for _, kind := range []byte{wire.KindQuery, wire.KindAnswer} {
			b := older.Append(wire.Header{Kind: kind, ID: 1, Incarnation: 1}.Append(nil))
			all[1].run.Load().Post(all[0].Self().Addr, b)
		}
		time.Sleep(time.Minute)
		noConflict(t, all...)
		if all[0].conflicts.Waiting() {
			t.Error("it still asks somebody who never answers")
		}
	})
}

func (f *flock) optionsOn(name string, id protocol.ID, seeds ...string) Options {
	o := f.options(name, id, seeds...)
	o.Transport = f.net.Transport(name)
	return o
}

func wantConflict(t *testing.T, err error, option string, self, other Holder) {
	t.Helper()
	var c *Conflict
	if !errors.As(err, &c) {
		t.Fatalf("got %v, want a conflict", err)
	}
	if c.Self != self || c.Other != other {
		t.Errorf("got %v and %v, want %v and %v", c.Self, c.Other, self, other)
	}
	for _, part := range []string{self.Name, other.Name, self.Addr, other.Addr, fmt.Sprint(self.ID), fmt.Sprint(other.ID), "with another " + option} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func noConflict(t *testing.T, all ...*Gossip) {
	t.Helper()
	for _, g := range all {
		select {
		case err := <-g.Conflicts():
			t.Errorf("%s: %v", g.own.Name, err)
		default:
		}
	}
}
