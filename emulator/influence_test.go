package emulator_test

import (
	"hash/maphash"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/emulator"
	"bellwether/internal/testkit/sample"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
)

// The worlds in which a frame is left out have 20 nodes with about four neighbours each.
// The nodes move in half of the worlds. One frame in twenty is lost, and one node crashes
// and restarts. Raft and SWIM need routes, so their worlds are complete graphs.
const (
	influenceNodes = 20
	influenceSideM = 900.0
	influenceEnds  = 40 * time.Second
	// influenceJudged is the end of the comparison: messages sent before it are on the
	// air before the run ends.
	influenceJudged = 38 * time.Second
	// influenceSensed is how long a frame on the air may influence a node that contends
	// for the medium: the longest back-off, on an idle medium, is 1023 slots of 20 µs.
	influenceSensed = 500 * time.Millisecond
)

var influenceDetection = protocol.Detection{Interval: time.Second, Misses: 3}

// TestLeftOutFrameChangesNothingBeyondItsInfluence runs each world twice, the second time
// without one frame, which nobody gets. Where a node's machine and radio are in the same
// state in both runs, and the same happens to the node, it does the same, to the
// nanosecond. This is stricter than a comparison of nodes that no message can have
// reached: it also holds for nodes that were reached and later have the same state in both
// runs again.
//
// The medium is ideal: a frame has influence only on the nodes that get it, and on its
// sender, which sends it again if it has an addressee.
func TestLeftOutFrameChangesNothingBeyondItsInfluence(t *testing.T) {
	leaveOutOfAll(t, nil, gamblers(t))
}

// TestLeftOutFrameWhereNodesContendForTheMedium does the same where each frame has
// influence on all nodes that sense it. The left-out frame is still on the air, but the
// nodes that did not get it send something else, and nodes that sense this wait longer or
// less long. So a message is compared only where all frames that were on the air lately
// are the same in both runs.
func TestLeftOutFrameWhereNodesContendForTheMedium(t *testing.T) {
	csma := radio.DefaultCSMA()
	leaveOutOfAll(t, &csma, slices.DeleteFunc(gamblers(t), func(r row) bool {
		return r.a.Needs != protocol.NeedsNeighbours // a complete graph has no power to sense
	}))
}

// leaveOutOfAll runs all worlds twice, with the rows in turn.
func leaveOutOfAll(t *testing.T, access *radio.CSMA, all []row) {
	var changed, apart []time.Duration // after the frame: the first difference without a reason, and the last difference
	worlds := sample.Size(6, 13)
	for number := range uint64(worlds) {
		r := all[number%uint64(len(all))]
		with, without := leaveOut(t, access, r, number)
		n, out := compare(with, without), without.out
		if n.unexplained > 0 {
			changed = append(changed, time.Duration(n.at-out.at))
			t.Logf("world %d, %s, without the frame of node %d at %v: node %d differs at %v, though all that it depends on is the same; %d more such differences",
				number, r.a.Name, out.from, out.at, n.node, n.at, n.unexplained-1)
		}
		if n.first < out.at {
			t.Errorf("world %d, %s: the runs differ from %v on, before the frame at %v", number, r.a.Name, n.first, out.at)
		}
		if n.compared < 1000 {
			t.Errorf("world %d, %s: only %d moments to compare", number, r.a.Name, n.compared)
		}
		if n.last < protocol.Time(influenceJudged-3*time.Second) {
			apart = append(apart, time.Duration(max(n.last-out.at, 0)))
		}
	}
	slices.Sort(changed)
	slices.Sort(apart)
	if len(apart) == 0 {
		t.Fatalf("none of %d worlds is the same in the end", worlds)
	}
	t.Logf("%d of %d worlds are wholly the same in the end, half of them after %v", len(apart), worlds, apart[len(apart)/2])
	if len(changed) > 0 {
		t.Errorf("%d of %d worlds change where the frame has no influence, half of them after %v", len(changed), worlds, changed[len(changed)/2])
	}
}

// A row is an algorithm with its parameters.
type row struct {
	a      protocol.Algorithm
	values protocol.Values
}

// gamblers returns the algorithms whose nodes draw as long as they run: the jitter of
// floods, time-outs, the order of pings.
func gamblers(t *testing.T) []row {
	var out []row
	add := func(a protocol.Algorithm, params map[string]string) {
		values, wrong := protocol.Resolve(a.Params, params, influenceDetection)
		if len(wrong) > 0 {
			t.Fatal(wrong[0])
		}
		out = append(out, row{a, values})
	}
	for _, signalling := range []string{"broadcast", "tcp", "udp", "optimised"} {
		add(election.Vasudevan(), map[string]string{"signalling": signalling})
	}
	for _, a := range baseline.All() {
		switch {
		case a.Needs == protocol.NeedsNeighbours, a.Name == "raft":
			add(a, nil)
		case a.Name == "omega":
			add(a, map[string]string{"detector": "swim"})
		}
	}
	return out
}

// leaveOut runs a world twice, the second time without a frame of the first.
func leaveOut(t *testing.T, access *radio.CSMA, r row, number uint64) (with, without *diary) {
	c := influenceWorld(t, r, number)
	c.Access = access
	with = keep(t, c, saying{})
	g := rand.New(rand.NewPCG(number, 0x6c6f7373)) // "loss"
	out := with.pick(protocol.Time(8*time.Second) + protocol.Time(g.Int64N(int64(20*time.Second))))
	c = influenceWorld(t, r, number)
	c.Access = access
	c.Interventions = []emulator.Intervention{{Kind: emulator.Drop, Message: out.name, Attempt: out.heard}}
	return with, keep(t, c, out)
}

// influenceWorld returns the world of a number.
func influenceWorld(t *testing.T, r row, number uint64) emulator.Config {
	g := rand.New(rand.NewPCG(number, 0x776f726c64)) // "world"
	loss, err := radio.NewBernoulli(number, 0.05, radio.DefaultSlot)
	if err != nil {
		t.Fatal(err)
	}
	c := emulator.Config{Seed: number, Nodes: influenceNodes, Until: influenceEnds, Link: radio.DefaultLink(),
		Algorithm: r.a, Setup: protocol.Config{Detection: influenceDetection, Values: r.values},
		Services: overlay.Services{Detection: influenceDetection},
		Loss:     loss, Start: emulator.Start{All: true},
		Faults: []emulator.Fault{{At: time.Duration(g.Int64N(int64(20 * time.Second))), For: 2 * time.Second, Kind: emulator.FaultCrash,
			Target: emulator.TargetNodes, Nodes: []protocol.ID{protocol.ID(1 + g.IntN(influenceNodes))}}}}
	if r.a.Needs != protocol.NeedsNeighbours {
		c.Medium = radio.Complete(c.Nodes)
		return c
	}
	c.Medium = radio.Disk(250)
	c.Services.Hello = &overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second}
	c.Mobility = influenceMoves(t, number)
	return c
}

// influenceMoves returns a model by which nodes walk in every other pair of worlds.
func influenceMoves(t *testing.T, number uint64) mobility.Model {
	o := mobility.WaypointOptions{World: mobility.Area{Width: influenceSideM, Height: influenceSideM}}
	if number/2%2 == 1 {
		o.SpeedMin, o.SpeedMax = 0.5, 3
	}
	m, err := mobility.NewWaypoint(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A judged is one thing that a node did, and all that it depends on, as hashes; and the latest
// instant of what it depends on: a message waits for the medium after it was said.
type judged struct {
	past, outcome uint64
	latest        protocol.Time
}

// sums returns what a node did at each instant: first its handlers, then when each of its
// messages was first on the air, which depends on the messages that wait in its radio.
// Later attempts are not compared: they depend on the acknowledgements.
func (d *diary) sums(id protocol.ID) map[protocol.Time][]judged {
	out := make(map[protocol.Time][]judged, len(d.moments[id]))
	var waiting []*saying
	for _, m := range d.moments[id] {
		waiting = slices.DeleteFunc(waiting, func(s *saying) bool { return s.ends[len(s.ends)-1] <= m.at })
		all := []judged{{m.past.Sum64(), m.outcome.Sum64(), m.at}}
		latest := m.at
		write(&m.past, m.outcome.Sum64())
		for _, s := range waiting {
			s.wait(&m.past)
			latest = max(latest, s.ends[len(s.ends)-1])
		}
		for _, i := range m.said {
			s := &d.said[i]
			if len(s.ends) == 0 {
				continue // its node crashed before
			}
			past := m.past
			d.sensed(&past, m.at-protocol.Time(influenceSensed), s.ends[0])
			all = append(all, judged{past.Sum64(), uint64(s.ends[0]), max(latest, s.ends[0])})
			latest = max(latest, s.ends[len(s.ends)-1])
			s.wait(&m.past)
			waiting = append(waiting, s)
		}
		out[m.at] = all
	}
	return out
}

// wait adds a message that waits in the radio, and the ends of its attempts.
func (s *saying) wait(past *maphash.Hash) {
	write(past, uint64(s.at), s.what)
	for _, end := range s.ends {
		write(past, uint64(end))
	}
}

// A comparison is how two diaries of a world differ.
type comparison struct {
	compared    int           // moments with the same causes in both runs
	unexplained int           // of them, those with different results
	node        protocol.ID   // of the first of these
	at          protocol.Time // its instant
	first, last protocol.Time // of any difference
}

// compare finds nodes that did something else although all that it depends on was the
// same.
func compare(with, without *diary) comparison {
	c := comparison{first: math.MaxInt64}
	for id := range with.moments {
		a, b := with.sums(protocol.ID(id)), without.sums(protocol.ID(id))
		for at, x := range a {
			if at <= protocol.Time(influenceJudged) {
				c.judge(protocol.ID(id), at, x, b[at])
			}
		}
		for at := range b {
			if _, both := a[at]; !both && at <= protocol.Time(influenceJudged) {
				c.differ(at)
			}
		}
	}
	return c
}

// judge compares what a node did at one instant of both runs.
func (c *comparison) judge(id protocol.ID, at protocol.Time, a, b []judged) {
	for i := range min(len(a), len(b)) {
		if a[i].past != b[i].past {
			c.first = min(c.first, max(a[i].latest, b[i].latest))
			c.last = max(c.last, at)
			return
		}
		c.compared++
		if a[i].outcome != b[i].outcome {
			if c.unexplained++; c.node == protocol.Nobody || at < c.at {
				c.node, c.at = id, at
			}
		}
	}
	if !slices.Equal(a, b) {
		c.differ(at)
	}
}

// differ records that the runs differ at an instant.
func (c *comparison) differ(at protocol.Time) { c.first, c.last = min(c.first, at), max(c.last, at) }
