package emulator

import (
	"bellwether/internal/base/errs"
	"cmp"
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/faults"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// A Radio decides about single frames as the radio of a Config does, without a running
// world: agents that each have a Radio of the same Config drop the same frames as the
// emulator does for the same seed.
//
// A Radio knows where nodes are, their range or channel, the losses, and the script's
// partitions and jammed regions, also the random ones. It knows the radios that the script
// turns off by ID. It does not know which nodes run, nor the nodes that a target best, leader,
// random or region finds. It has no medium: frames neither wait nor collide, whatever
// Config.Access is, and Config.Duty delays no frame; agents have a medium of their own.
// Config.Interventions have no effect, because they change single messages and moments of a
// run. Faults behind a radio (pause, duplicate, reorder) have no effect either.
//
// Calls may be about instants in any order within a minute of the latest instant. For an
// earlier instant a node's position is the oldest that is known. A Radio is not safe for
// concurrent use. Cost: a frame takes two positions and one draw.
type Radio struct {
	cfg     Config
	air     reach.Air
	walkers []walker
	turns   []turn
}

// A walker is a node on its way: the legs of the last minute.
type walker struct {
	way  place.Way
	legs []mobility.Leg // none before the first call for this node
}

// A turn is which nodes can hear from an instant on, by the script.
type turn struct {
	at    time.Duration
	group []int32 // by node; nil: all in one
	deaf  []bool  // by node; nil: none
	jams  []change
}

// memory is how long legs are kept after they ended.
const memory = time.Minute

// NewRadio checks a Config as New does. It refuses a script with faults of the program's own.
func NewRadio(c Config) (*Radio, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	for i := range c.Faults {
		if f := &c.Faults[i]; slices.ContainsFunc(c.OwnFaults, func(o OwnFault) bool { return o.Name == string(f.Kind) }) {
			return nil, errs.Emulator.Errorf("the fault %s at %v is the program's own: what it does to radios is known only as a run strikes", f.Kind, f.At)
		}
	}
	if c.Mobility != nil && !c.placeless() {
		c.Mobility = mobility.ForRun(c.Mobility, c.Seed)
	}
	e := &Radio{cfg: c, air: reach.NewAir(c.Medium, c.Loss)}
	if !c.placeless() {
		e.walkers = make([]walker, c.Nodes)
	}
	e.turns = c.turns()
	return e, nil
}

// Fate returns the outcome of a frame that carries so many bytes of message and is put on the
// air at an instant: NoReason if it arrives, delay later. The receiver is where it is when the
// frame ends, and the channel decides when it begins.
func (e *Radio) Fate(from, to protocol.ID, at protocol.Time, bytes int) (delay time.Duration, why trace.Why) {
	bytes += e.cfg.Link.HeaderBytes
	delay = e.cfg.Link.Airtime(bytes) + e.cfg.Medium.Delay()
	h, ends := e.hop(from, to, time.Duration(at)+delay)
	h.At = at
	return delay, e.air.Outcome(h, bytes, ends)
}

// Barrier is the reason why node to does not hear node from at an instant, NoReason if it
// hears it. Over a channel it goes by the mean path, because fades come and go.
func (e *Radio) Barrier(from, to protocol.ID, at time.Duration) trace.Why {
	h, ends := e.hop(from, to, at)
	return e.air.Barrier(h, ends)
}

// jammed reports whether a place lies in a region that is jammed at an instant.
func (e *Radio) jammed(place orb.Point, at time.Duration) bool {
	for _, j := range e.turnAt(at).jams {
		if j.fault.Region.Holds(place[0], place[1]) {
			return true
		}
	}
	return false
}

// hop is the way between two nodes at an instant, and what keeps them apart then.
func (e *Radio) hop(from, to protocol.ID, at time.Duration) (radio.Hop, reach.Ends) {
	h := radio.Hop{From: from, To: to, At: protocol.Time(at), Ends: protocol.Time(at)}
	down := reach.Ends{From: reach.Shut, To: reach.Shut}
	if from < 1 || to < 1 || int(from) > e.cfg.Nodes || int(to) > e.cfg.Nodes {
		return h, down // not of this world
	}
	t := e.turnAt(at)
	if t.deaf != nil && (t.deaf[from-1] || t.deaf[to-1]) {
		return h, down
	}
	ends := reach.Ends{}
	if t.group != nil {
		ends.From, ends.To = reach.Group(t.group[from-1]), reach.Group(t.group[to-1])
		if ends.From != ends.To {
			return h, ends
		}
	}
	var here, there bool
	h.FromM, here = e.Position(from, at)
	h.ToM, there = e.Position(to, at)
	if e.walkers != nil {
		h.FromAltitudeM, h.ToAltitudeM = e.walkers[from-1].altitudeM(at), e.walkers[to-1].altitudeM(at)
	}
	if !here || !there {
		return h, down
	}
	ends.Jammed = e.jammed(h.ToM, at)
	return h, ends
}

// Position is where a node is at an instant, in metres; false if it is not in the
// world. For nodes of a graph or of contacts, which have no places, it is (0, 0) and true.
func (e *Radio) Position(node protocol.ID, at time.Duration) (orb.Point, bool) {
	if e.cfg.placeless() {
		return orb.Point{}, true
	}
	w := &e.walkers[node-1]
	if w.legs == nil {
		w.way = place.WayOf(e.cfg.Mobility, e.cfg.Seed, node)
		w.follow(0)
	}
	for last := w.legs[len(w.legs)-1]; last.End <= at; last = w.legs[len(w.legs)-1] {
		w.follow(last.End)
	}
	for len(w.legs) > 1 && w.legs[0].End+memory < at {
		w.legs = slices.Delete(w.legs, 0, 1)
	}
	leg := w.leg(at)
	m := place.MotionOf(leg)
	x, y := m.At(int64(max(at, leg.Start)))
	return orb.Point{x, y}, !leg.Absent
}

// leg is the leg of an instant, of those that are known.
func (w *walker) leg(at time.Duration) mobility.Leg {
	leg := w.legs[0]
	for _, l := range w.legs[1:] {
		if l.Start <= at {
			leg = l
		}
	}
	return leg
}

// altitudeM is how high the node is at an instant about which Position was asked.
func (w *walker) altitudeM(at time.Duration) float64 {
	leg := w.leg(at)
	m, r := place.MotionOf(leg), place.Rise{Z: leg.AltitudeM, VZ: leg.ClimbMPS}
	return r.At(int64(max(at, leg.Start)), &m)
}

// follow takes the leg that begins at an instant. If the model's leg is not valid, the node
// leaves the world, because there is no run that could end with an error.
func (w *walker) follow(at time.Duration) {
	leg, err := w.way.Next(at)
	if err != nil {
		leg = mobility.Leg{Start: at, End: mobility.Forever, Absent: true}
	}
	w.legs = append(w.legs, leg)
}

func (e *Radio) turnAt(at time.Duration) turn {
	k, exact := slices.BinarySearchFunc(e.turns, at, func(t turn, at time.Duration) int { return cmp.Compare(t.at, at) })
	switch {
	case exact:
		return e.turns[k]
	case k > 0:
		return e.turns[k-1]
	}
	return turn{}
}

// A change is a beginning or an end in the script.
type change struct {
	at    time.Duration
	fault *Fault
	node  int // the only node that it changes; -1: the nodes that the fault names
	since time.Duration
	ends  bool
}

// changes are the faults about hearing, in the order of time.
func (c *Config) changes() []change {
	var out []change
	for k := range c.Faults {
		f := &c.Faults[k]
		switch f.Kind {
		case FaultPartition, FaultHeal, FaultRadioOff, FaultRadioOn, FaultJam:
		default:
			continue
		}
		if f.MTBF > 0 {
			out = c.appendRandom(out, k)
			continue
		}
		for at := f.First(); at <= c.Until; at += f.Every {
			out = appendChange(out, change{at: at, fault: f, node: -1}, f.For)
			if f.Every <= 0 {
				break
			}
		}
	}
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	return out
}

// appendRandom adds what the processes of the k-th fault do until the end.
func (c *Config) appendRandom(out []change, k int) []change {
	f := &c.Faults[k]
	for _, r := range faults.Renewals(c.Seed, c.Nodes, c.Faults, k) {
		for at := f.At + r.Works(); at <= c.Until; {
			lasts := r.Fails()
			out = appendChange(out, change{at: at, fault: f, node: r.Node}, lasts)
			at += lasts + r.Works()
		}
	}
	return out
}

// appendChange adds a change and, if it lasts a time, its end.
func appendChange(out []change, ch change, lasts time.Duration) []change {
	ch.since = ch.at
	out = append(out, ch)
	if lasts > 0 {
		ch.at, ch.ends = ch.at+lasts, true
		out = append(out, ch)
	}
	return out
}

// turns are the script's changes to which nodes can hear, in the order of time. Several
// changes of one instant make one turn, with the state after the last of them.
func (c *Config) turns() []turn {
	var out []turn
	var now turn
	var standing change // the partition in force
	for _, ch := range c.changes() {
		now.at = ch.at
		switch kind := ch.fault.Kind; kind {
		case FaultPartition:
			switch {
			case !ch.ends:
				now.group, standing = c.groups(ch.fault), ch
			case ch.fault == standing.fault && ch.since == standing.since:
				now.group, standing = nil, change{}
			}
		case FaultHeal:
			now.group, standing = nil, change{}
		case FaultJam:
			now.jams = jamsAfter(now.jams, ch)
		default:
			if ch.ends {
				kind = FaultRadioOn // radio-on does not end
			}
			now.deaf = c.radios(now.deaf, ch, kind)
		}
		if len(out) > 0 && out[len(out)-1].at == now.at {
			out = out[:len(out)-1]
		}
		out = append(out, now)
	}
	return out
}

// jamsAfter are the jams in force once one has begun or ended.
func jamsAfter(before []change, ch change) []change {
	after := slices.Clone(before)
	if !ch.ends {
		return append(after, ch)
	}
	return slices.DeleteFunc(after, func(j change) bool { return j.fault == ch.fault && j.since == ch.since })
}

func (c *Config) groups(f *Fault) []int32 {
	of := make([]int32, c.Nodes)
	for g, group := range f.Groups {
		for _, member := range group {
			of[member-1] = int32(g) + 1
		}
	}
	return of
}

// radios is which nodes do not hear after a change has switched its radios.
func (c *Config) radios(before []bool, ch change, to FaultKind) []bool {
	deaf := make([]bool, c.Nodes)
	copy(deaf, before)
	for i := range deaf {
		if i == ch.node || ch.node < 0 && ch.fault.Names(protocol.ID(i+1)) {
			deaf[i] = to == FaultRadioOff
		}
	}
	return deaf
}
