package membership

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/protocol"
)

func TestMembersLearnMetadataAddressAndRoundTrip(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(3)
		f.within(5*time.Second, "three members", everyoneSees(all, Alive, 2))
		time.Sleep(10 * time.Second) // ten probes
		for _, m := range all[0].Members() {
			if want := (Meta{ID: m.Meta.ID, Incarnation: 1, Capability: int64(m.Meta.ID) * 100}); m.Meta != want {
				t.Errorf("%s tells %+v, want %+v", m.Name, m.Meta, want)
			}
			if m.RTT != 4*time.Millisecond { // there and back, 2 ms each
				t.Errorf("%s is %v away, want 4ms", m.Name, m.RTT)
			}
			if m.Addr != f.all[m.Name].Self().Addr {
				t.Errorf("%s is at %s, want %s", m.Name, m.Addr, f.all[m.Name].Self().Addr)
			}
		}
	})
}

func TestSendCarriesDatagrams(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(2)
		a, b := all[0], all[1]
		f.within(5*time.Second, "two members", everyoneSees(all, Alive, 1))
		long := []byte(strings.Repeat("x", MaxDatagram))
		for to, data := range map[string][]byte{"n02": []byte("by name"), b.Self().Addr: long} {
			if err := a.Send(to, data); err != nil {
				t.Fatal(err)
			}
			p := <-b.Packets()
			if string(p.Data) != string(data) || p.From != a.Self().Addr || p.Name != "n01" || p.ID != 1 {
				t.Errorf("got %d bytes from %s, %s, id %d", len(p.Data), p.From, p.Name, p.ID)
			}
		}
		if err := a.Send("n02", append(long, 'x')); !errors.Is(err, ErrTooLong) {
			t.Errorf("one byte more: got %v", err)
		}
		if err := a.Send("n99", nil); !errors.Is(err, ErrUnknown) {
			t.Errorf("to nobody: got %v", err)
		}
		for range queueLimit + 7 {
			if err := a.Send("n02", []byte("flood")); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Second)
		if got := b.Counters(); got.Dropped != 7 || got.Received != queueLimit+2 {
			t.Errorf("a full queue: %d dropped, %d received", got.Dropped, got.Received)
		}
	})
}

func TestMetadataIsGossipedAgainButNotTooOften(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.gather(4)
		f.within(5*time.Second, "four members", everyoneSees(all, Alive, 3))
		before := all[0].Counters().Announcements
		for i := range 1000 {
			m := all[0].Self().Meta
			m.Capability, m.ID, m.Incarnation = int64(i), 77, 99
			all[0].SetMeta(m)
			time.Sleep(5 * time.Millisecond)
		}
		f.within(5*time.Second, "the last value everywhere", func() bool {
			for _, g := range all[1:] {
				if m, _ := g.view.Find("n01"); m.Meta != (Meta{ID: 1, Incarnation: 1, Capability: 999}) {
					return false
				}
			}
			return true
		})
		// 1000 changes in 5 s, one announcement a second: the first at once, and the last.
		if n := all[0].Counters().Announcements - before; n < 5 || n > 7 {
			t.Errorf("%d announcements", n)
		}
	})
}

func TestFiftyMembers(t *testing.T) {
	if testing.Short() {
		t.Skip("fifty members take some seconds of the processor")
	}
	inBubble(t, gossiptest.Options{Loss: 0.05, Seed: 2}, func(t *testing.T, f *flock) {
		all := f.gather(50)
		took := f.within(2*time.Minute, "fifty members", everyoneSees(all, Alive, 49))
		t.Logf("everyone knew everyone after %v", took)
		all[0].Close()
		took = f.within(90*time.Second, "the seed's death", everyoneSees(all[1:], Failed, 1))
		t.Logf("everyone knew of a death after %v", took)
		if err := all[1].Leave(5 * time.Second); err != nil {
			t.Error(err)
		}
		f.within(90*time.Second, "a goodbye", everyoneSees(all[2:], Left, 1))
	})
}

// A third of all datagrams is lost for ten minutes. Members may suspect each other, and
// some may be given up for a moment. None stays lost, and no conflict is reported.
func TestThirdOfAllPacketsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("losses take their time to be repaired")
	}
	wifi, err := Preset("wifi")
	if err != nil {
		t.Fatal(err)
	}
	inBubble(t, gossiptest.Options{Seed: 4}, func(t *testing.T, f *flock) {
		var all []*Gossip
		for i := range 12 {
			o := f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1))
			o.Timing = wifi
			if i > 0 {
				o.Join = []string{all[0].Self().Addr}
			}
			all = append(all, f.start(o))
		}
		f.within(90*time.Second, "twelve members", everyoneSees(all, Alive, 11))
		f.net.SetLoss(0.3)
		wrong, seen := 0, 0
		for range 600 {
			time.Sleep(time.Second)
			for _, g := range all {
				wrong, seen = wrong+count(g, Failed), seen+11
			}
		}
		t.Logf("%d of %d looks showed a living member failed", wrong, seen)
		if wrong*100 > seen {
			t.Errorf("more than one look in a hundred")
		}
		f.net.SetLoss(0)
		f.within(90*time.Second, "twelve members again", everyoneSees(all, Alive, 11))
		noConflict(t, all...)
	})
}
