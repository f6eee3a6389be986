package emulator_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/election"
	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// The media below are written with what the packages say in public alone, as anybody
// would who brings one.

// A screen is a disk with a screen at x = 0 that no frame passes but through a door,
// which is open every other five seconds.
type screen struct{ disk radio.Disk }

func (s screen) Validate() error      { return s.disk.Validate() }
func (s screen) Delay() time.Duration { return s.disk.Delay() }
func (s screen) ReachM() float64      { return s.disk.ReachM() }
func (s screen) Varies() bool         { return true }

func (s screen) AppendPeers(out []protocol.ID, _ protocol.ID) ([]protocol.ID, bool) {
	return out, false
}

func (s screen) Carries(h radio.Hop) bool {
	if !s.disk.Carries(h) || (h.FromM[0] < 0) == (h.ToM[0] < 0) {
		return s.disk.Carries(h)
	}
	at := h.FromM[1] - (h.ToM[1]-h.FromM[1])*h.FromM[0]/(h.ToM[0]-h.FromM[0])
	return math.Abs(at) < 20 && time.Duration(h.Ends)/(5*time.Second)%2 == 0
}

func (s screen) Bidirectional(h radio.Hop) bool { return s.Carries(h) }

func (s screen) Receive(h radio.Hop, _ int) radio.Reception {
	if s.Carries(h) {
		return radio.Heard
	}
	return radio.Beyond
}

// A wheel is a placeless medium: node 1 hears all others and they hear it, nothing is
// kept of the links.
type wheel struct{ nodes int }

func (w wheel) Validate() error                { return nil }
func (w wheel) Delay() time.Duration           { return time.Millisecond }
func (w wheel) ReachM() float64                { return math.Inf(1) }
func (w wheel) Nodes() int                     { return w.nodes }
func (w wheel) Wired() bool                    { return true }
func (w wheel) Varies() bool                   { return false }
func (w wheel) Carries(h radio.Hop) bool       { return (h.From == 1) != (h.To == 1) }
func (w wheel) Bidirectional(h radio.Hop) bool { return w.Carries(h) }
func (w wheel) Receive(h radio.Hop, bytes int) radio.Reception { // a frame of more than 60 bytes is spoilt
	switch {
	case !w.Carries(h):
		return radio.Beyond
	case bytes > 60:
		return radio.Spoilt
	}
	return radio.Heard
}

func (w wheel) AppendPeers(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
	if from != 1 {
		return append(out, 1), true
	}
	for id := protocol.ID(2); int(id) <= w.nodes; id++ {
		out = append(out, id)
	}
	return out, true
}

// journal keeps records.
type journal struct{ records []trace.Record }

func (j *journal) Wants() trace.Set       { return trace.All }
func (j *journal) Record(r *trace.Record) { j.records = append(j.records, *r) }

// elected is whom each node names at the end.
func (j *journal) elected() map[protocol.ID]protocol.ID {
	leaders := map[protocol.ID]protocol.ID{}
	for _, r := range j.records {
		switch r.Kind {
		case trace.Elected:
			leaders[r.Node] = r.Peer
		case trace.Electing:
			leaders[r.Node] = protocol.Nobody
		}
	}
	return leaders
}

// over is VKT04 over a medium.
func over(t *testing.T, m radio.Medium, places []orb.Point) (emulator.Config, *journal) {
	t.Helper()
	a := election.Vasudevan()
	detection := protocol.Detection{Interval: 300 * time.Millisecond, Misses: 3}
	values, faults := protocol.Resolve(a.Params, nil, detection)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	j := new(journal)
	c := emulator.Config{
		Seed: 1, Nodes: 6, Until: 4900 * time.Millisecond, Algorithm: a, Setup: protocol.Config{Detection: detection, Values: values},
		Medium: m, Link: radio.DefaultLink(), Services: overlay.Services{Detection: detection},
		Capability: emulator.Capability{Values: []int64{10, 20, 30, 40, 50, 60}},
		Start:      emulator.Start{All: true}, SampleEvery: time.Second, Sinks: []trace.Sink{j},
	}
	if places != nil {
		model, err := mobility.NewStaticAt(places)
		if err != nil {
			t.Fatal(err)
		}
		c.Mobility = model
	}
	return c, j
}

func run(t *testing.T, c emulator.Config) {
	t.Helper()
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// TestAMediumFromOutside: six nodes on both sides of a screen, and in its door, elect
// by what it lets pass at the time; the truth and the mask of live agents say the same
// as the frames.
func TestAMediumFromOutside(t *testing.T) {
	places := []orb.Point{{-90, 0}, {-60, 0}, {-30, 0}, {30, 0}, {60, 0}, {90, 0}}
	for _, test := range []struct {
		until time.Duration
		want  []protocol.ID
	}{
		{4900 * time.Millisecond, []protocol.ID{6, 6, 6, 6, 6, 6}},  // open
		{9900 * time.Millisecond, []protocol.ID{3, 3, 3, 6, 6, 6}},  // closed
		{14900 * time.Millisecond, []protocol.ID{6, 6, 6, 6, 6, 6}}, // open again
	} {
		c, j := over(t, screen{radio.Disk{RangeM: 65}}, places)
		c.Until = test.until
		run(t, c)
		leaders, lowest := j.elected(), map[protocol.ID]protocol.ID{}
		for _, r := range j.records {
			if r.Kind == trace.Component {
				lowest[r.Node] = r.Peer
			}
		}
		for i, want := range test.want {
			id := protocol.ID(i + 1)
			if leaders[id] != want {
				t.Errorf("%v: node %d names %d, want %d", test.until, id, leaders[id], want)
			}
			if side := lowest[id]; (side == 1) != (want == leaders[1]) {
				t.Errorf("%v: node %d is in the component of %d", test.until, id, side)
			}
		}
		var changes []string
		for _, r := range j.records {
			if (r.Kind == trace.LinkUp || r.Kind == trace.LinkDown) && r.Node == 3 && r.Peer == 4 {
				changes = append(changes, fmt.Sprint(r.Kind, " ", time.Duration(r.At).Truncate(5*time.Second)))
			}
		}
		if want := []string{"link-up 0s", "link-down 5s", "link-up 10s"}; !slices.Equal(changes, want[:1+int(test.until/(5*time.Second))]) {
			t.Errorf("%v: the link through the door: %v", test.until, changes)
		}
		ether, err := emulator.NewEther(c)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for _, r := range j.records {
			if r.Kind == trace.Transmit && r.Why == trace.WhyData && r.Peer != protocol.Nobody {
				began := r.At - protocol.Time(c.Link.Airtime(int(r.Bytes))+c.Medium.Delay())
				_, why := ether.Fate(r.Node, r.Peer, began, int(r.Bytes)-c.Link.HeaderBytes)
				lost := slices.ContainsFunc(j.records, func(l trace.Record) bool {
					return l.Kind == trace.Lost && l.At == r.At && l.Frame == r.Frame && l.Node == r.Peer && l.Why == trace.WhyRange
				})
				if asked++; (why == trace.WhyRange) != lost {
					t.Errorf("%+v: the mask says %v", r, why)
				}
			}
		}
		if asked < 10 {
			t.Errorf("only %d frames were asked for", asked)
		}
	}
}

// TestAPlacelessMediumFromOutside: on a wheel all hear through its hub, and what the
// medium spoils is charged and lost by it.
func TestAPlacelessMediumFromOutside(t *testing.T) {
	c, j := over(t, wheel{6}, nil)
	run(t, c)
	for id, leader := range j.elected() {
		if leader != 6 {
			t.Errorf("node %d names %d, want 6", id, leader)
		}
	}
	c, j = over(t, wheel{6}, nil)
	c.Link.HeaderBytes = 60
	run(t, c)
	spoilt := 0
	for _, r := range j.records {
		switch {
		case r.Kind == trace.Receive:
			t.Fatalf("%+v: was heard", r)
		case r.Kind == trace.Lost && r.Why == trace.WhyLoss:
			spoilt++
		}
	}
	if spoilt == 0 {
		t.Error("no frame was spoilt")
	}
}

// TestWhoMayContend: a medium that says neither power nor an exact range is refused.
func TestWhoMayContend(t *testing.T) {
	c, _ := over(t, screen{radio.Disk{RangeM: 65}}, make([]orb.Point, 6))
	csma := radio.DefaultCSMA()
	c.Access = &csma
	if _, err := emulator.New(c); err == nil {
		t.Error("accepted")
	} else if !strings.Contains(err.Error(), "emulator_test.screen says neither power nor an exact range") {
		t.Error(err)
	}
}
