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

// The media below use only the public API, as a program's own medium does.

// A screen is a disk with a wall at x = 0. A frame passes the wall only through a door,
// which is open for five seconds and closed for five.
type screen struct{ disk radio.Medium }

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

// A wheel is a placeless medium: node 1 hears each other node, and each hears node 1. It
// stores no links.
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

// elected returns the leader of each node at the end.
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

// over returns a world of VKT04 over a medium.
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
		Start:      emulator.Start{All: true}, Sinks: []trace.Sink{j},
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

// TestAMediumFromOutside: six nodes on both sides of a screen elect a leader over the
// links of the time. Samples of components and the mask of live agents agree with the
// frames.
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
		c, j := over(t, screen{radio.Disk(65)}, places)
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
		masked, err := emulator.NewRadio(c)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		for _, r := range j.records {
			if r.Kind == trace.Transmit && r.Why == trace.WhyData && r.Peer != protocol.Nobody {
				began := r.At - protocol.Time(c.Link.Airtime(int(r.Bytes))+c.Medium.Delay())
				_, why := masked.Fate(r.Node, r.Peer, began, int(r.Bytes)-c.Link.HeaderBytes)
				lost := slices.ContainsFunc(j.records, func(l trace.Record) bool {
					return l.Kind == trace.Lost && l.At == r.At && l.Frame == r.Frame && l.Node == r.Peer && l.Why == trace.WhyRange
				})
				if asked++; (why == trace.WhyRange) != lost {
					t.Errorf("%+v: the mask has %v", r, why)
				}
			}
		}
		if asked < 10 {
			t.Errorf("only %d frames were compared", asked)
		}
	}
}

// TestAPlacelessMediumFromOutside: on a wheel all nodes elect one leader through the hub.
// A frame that the medium spoils has the reason loss.
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

// TestWhoMayContend: CSMA refuses a medium that has neither power nor an exact range.
func TestWhoMayContend(t *testing.T) {
	c, _ := over(t, screen{radio.Disk(65)}, make([]orb.Point, 6))
	csma := radio.DefaultCSMA()
	c.Access = &csma
	if _, err := emulator.New(c); err == nil {
		t.Error("accepted")
	} else if !strings.Contains(err.Error(), "emulator_test.screen has neither power nor an exact range") {
		t.Error(err)
	}
}

// An oddity is a disk with invalid values of its own.
type oddity struct {
	radio.Exact
	reachM, rangeM float64
	delay          time.Duration
}

func (o *oddity) ReachM() float64      { return o.reachM }
func (o *oddity) ExactRangeM() float64 { return o.rangeM }
func (o *oddity) Delay() time.Duration { return o.delay }

// loose is a medium without an exact range. In nowhere, without places, everybody hears
// everybody.
type (
	loose   struct{ radio.Medium }
	nowhere struct {
		wheel
		peers func(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool)
	}
	exactWheel struct{ wheel }
)

func (exactWheel) ExactRangeM() float64                      { return 1 }
func (n nowhere) Carries(h radio.Hop) bool                   { return h.From != h.To }
func (n nowhere) Bidirectional(h radio.Hop) bool             { return n.Carries(h) }
func (n nowhere) Receive(h radio.Hop, _ int) radio.Reception { return radio.Heard }
func (n nowhere) AppendPeers(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
	return n.peers(out, from)
}

// gone is a loss that may be nil.
type gone struct{ radio.Loss }

// fast is a movement with an invalid greatest speed.
type fast struct {
	mobility.Model
	speed float64
}

func (f fast) MaxSpeed() float64 { return f.speed }

// TestInvalidPartsFromOutside: New refuses an invalid medium, movement, loss or sink of a
// program, and nothing panics.
func TestInvalidPartsFromOutside(t *testing.T) {
	places := make([]orb.Point, 6)
	disk := func(spoil func(*oddity)) radio.Medium {
		o := &oddity{Exact: radio.Disk(65), reachM: 65, rangeM: 65}
		spoil(o)
		return o
	}
	tests := map[string]struct {
		medium radio.Medium
		want   string
	}{
		"no reach":                     {loose{disk(func(o *oddity) { o.reachM = 0 })}, "above 0 m, or infinite, got 0"},
		"a reach that is not a number": {loose{disk(func(o *oddity) { o.reachM = math.NaN() })}, "or infinite, got NaN"},
		"a negative reach":             {loose{disk(func(o *oddity) { o.reachM = math.Inf(-1) })}, "or infinite, got -Inf"},
		"an infinite exact range":      {disk(func(o *oddity) { o.rangeM = math.Inf(1) }), "exact range of *emulator_test.oddity must be above 0 m"},
		"no exact range":               {disk(func(o *oddity) { o.rangeM = math.NaN() }), "at most 1e+06 m, got NaN"},
		"into the past":                {disk(func(o *oddity) { o.delay = -1 }), "delay of *emulator_test.oddity must be from 0"},
		"for ever":                     {disk(func(o *oddity) { o.delay = math.MaxInt64 }), "must be from 0 to 8784h"},
		"a nil medium":                 {(*oddity)(nil), "no medium"},
		"knows no peers": {nowhere{wheel{6}, func(out []protocol.ID, _ protocol.ID) ([]protocol.ID, bool) { return out, false }},
			"its AppendPeers must know"},
		"exact without places": {exactWheel{wheel{6}}, "it cannot be radio.Exact"},
	}
	for name, test := range tests {
		c, _ := over(t, test.medium, places)
		if _, err := emulator.New(c); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := emulator.NewRadio(c); err == nil {
			t.Errorf("%s: NewRadio takes it", name)
		}
	}
	for name, test := range map[string]struct {
		spoil func(*emulator.Config)
		want  string
	}{
		"a speed that is not a number": {func(c *emulator.Config) { c.Mobility = fast{c.Mobility, math.NaN()} }, "got NaN"},
		"no bound of speeds":           {func(c *emulator.Config) { c.Mobility = fast{c.Mobility, math.Inf(1)} }, "got +Inf"},
		"a negative speed":             {func(c *emulator.Config) { c.Mobility = fast{c.Mobility, -1} }, "got -1"},
		"a nil model":                  {func(c *emulator.Config) { c.Mobility = (*fast)(nil) }, "needs a mobility model"},
		"a nil loss":                   {func(c *emulator.Config) { c.Loss = (*gone)(nil) }, "the loss is a nil *emulator_test.gone"},
		"no sink":                      {func(c *emulator.Config) { c.Sinks = append(c.Sinks, nil) }, "sink 1 is nil"},
	} {
		c, _ := over(t, radio.Disk(65), places)
		test.spoil(&c)
		if _, err := emulator.New(c); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestInvalidPeersAreIgnored: in a list of peers, Nobody, the node itself, nodes that are
// not in the world and repetitions are ignored. The run is the same as with the right
// list.
func TestInvalidPeersAreIgnored(t *testing.T) {
	lists := []func(id protocol.ID) []protocol.ID{
		func(id protocol.ID) []protocol.ID {
			return slices.DeleteFunc([]protocol.ID{1, 2, 3, 4, 5, 6}, func(p protocol.ID) bool { return p == id })
		},
		func(protocol.ID) []protocol.ID {
			return []protocol.ID{0, 0, 1, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, 7, 1 << 20, math.MaxUint32}
		},
	}
	var runs [2][]trace.Record
	for i, list := range lists {
		c, j := over(t, nowhere{wheel{6}, func(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
			return append(out, list(from)...), true
		}}, nil)
		run(t, c)
		for k := range j.records {
			j.records[k].Content = nil // pointers to equal messages
		}
		runs[i] = j.records
		for id, leader := range j.elected() {
			if leader != 6 {
				t.Errorf("list %d: node %d names %d, want 6", i, id, leader)
			}
		}
	}
	if !slices.Equal(runs[0], runs[1]) {
		t.Errorf("%d and %d records, or their contents differ", len(runs[0]), len(runs[1]))
	}
}

// hall is a timetable of more nodes than its world has. closed is one without changes.
type (
	hall   struct{ radio.Timetable }
	closed struct{ hall }
)

func (hall) Nodes() int { return 6 }
func (closed) Changes() func() (radio.Change, bool) {
	return func() (change radio.Change, more bool) { return }
}

// TestATimetableFromOutside: a world ignores the contacts of nodes that it does not have.
// In a timetable without changes nobody meets.
func TestATimetableFromOutside(t *testing.T) {
	meetings, err := radio.NewContacts(radio.ContactOptions{Nodes: 9, List: []radio.Contact{
		{A: 1, B: 2, Until: protocol.Time(time.Hour)}, {A: 2, B: 9, Until: protocol.Time(time.Hour)},
		{A: 7, B: 8, From: protocol.Time(time.Second), Until: protocol.Time(time.Hour)}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		medium radio.Medium
		want   protocol.ID // leader of node 1
	}{"of nine": {hall{meetings}, 2}, "never met": {closed{hall{meetings}}, 1}} {
		c, j := over(t, test.medium, nil)
		run(t, c)
		if got := j.elected()[1]; got != test.want {
			t.Errorf("%s: node 1 names %v, want %v", name, got, test.want)
		}
	}
}
