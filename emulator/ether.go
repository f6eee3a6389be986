package emulator

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// An Ether says of single frames what the radio of a Config does with them,
// without a world that runs: real agents which each have one, of the same Config,
// drop the same frames as the emulator does for the same seed.
//
// It knows where nodes are, their range, the channel's loss, and the partitions
// and silent radios that the script names by ID. It does not know who runs, nor
// what a script aims at (best, leader, random), and it has no medium: frames do
// not wait for each other.
//
// Instants may be asked in any order within a minute of the latest; before that
// a node is where it was then. It is not safe for concurrent use. Cost: a frame
// takes two positions and one draw.
type Ether struct {
	cfg     Config
	walkers []walker
	delay   time.Duration
	turns   []turn
}

// A walker is a node on its way: the legs of the last minute.
type walker struct {
	path mobility.Path
	legs []mobility.Leg
}

// A turn is what the script changes about hearing at an instant.
type turn struct {
	at    time.Duration
	group []int32 // by node; nil: all in one
	deaf  []bool  // by node; nil: nobody
}

// memory is how long legs are kept after they ended.
const memory = time.Minute

// NewEther checks a Config as New does.
func NewEther(c Config) (*Ether, error) {
	if c.Loss == nil {
		c.Loss = radio.Lossless{}
	}
	if err := c.validate(); err != nil {
		return nil, err
	}
	if c.Mobility != nil {
		c.Mobility = mobility.ForRun(c.Mobility, c.Seed)
	}
	e := &Ether{cfg: c}
	if c.Graph != nil {
		e.delay = c.Graph.Latency
	} else {
		e.delay = c.Disk.Delay()
		e.walkers = make([]walker, c.Nodes)
	}
	e.turns = c.turns()
	return e, nil
}

// Fate is what happens to a frame that carries so many bytes of message and is put
// on the air at an instant: NoReason if it arrives, delay later. The receiver is
// where it is when the frame ends, and the channel decides when it begins.
func (e *Ether) Fate(from, to protocol.ID, at protocol.Time, bytes int) (delay time.Duration, why trace.Why) {
	delay = e.cfg.Link.Airtime(bytes+e.cfg.Link.HeaderBytes) + e.delay
	ends := time.Duration(at) + delay
	if why := e.Barrier(from, to, ends); why != trace.NoReason {
		return delay, why
	}
	if e.cfg.Loss.Lost(from, to, at) {
		return delay, trace.WhyLoss
	}
	return delay, trace.NoReason
}

// Barrier says why to does not hear from at an instant, NoReason if it does.
func (e *Ether) Barrier(from, to protocol.ID, at time.Duration) trace.Why {
	if from < 1 || to < 1 || int(from) > e.cfg.Nodes || int(to) > e.cfg.Nodes {
		return trace.WhyDown // not of this world
	}
	t := e.turnAt(at)
	if t.deaf != nil && (t.deaf[from-1] || t.deaf[to-1]) {
		return trace.WhyDown
	}
	if t.group != nil && t.group[from-1] != t.group[to-1] {
		return trace.WhyPartition
	}
	if e.cfg.Graph != nil {
		if e.cfg.Graph.Linked(from, to) {
			return trace.NoReason
		}
		return trace.WhyRange
	}
	a, here := e.Position(from, at)
	b, there := e.Position(to, at)
	switch {
	case !here || !there:
		return trace.WhyDown
	case !e.cfg.Disk.Hears(radio.DistanceSquared(a, b)):
		return trace.WhyRange
	}
	return trace.NoReason
}

// Position is where a node is at an instant, in metres; false if it is not in the
// world. Nodes of a graph are nowhere.
func (e *Ether) Position(node protocol.ID, at time.Duration) (orb.Point, bool) {
	if e.cfg.Graph != nil {
		return orb.Point{}, true
	}
	w := &e.walkers[node-1]
	if w.path == nil {
		placement := stream(e.cfg.Seed, forPlacement, uint64(node))
		movement := stream(e.cfg.Seed, forMovement, uint64(node))
		w.path = e.cfg.Mobility.Path(int(node), rand.New(&placement), rand.New(&movement))
		w.legs = []mobility.Leg{w.path.Next()}
	}
	for last := w.legs[len(w.legs)-1]; last.End <= at; last = w.legs[len(w.legs)-1] {
		w.legs = append(w.legs, w.path.Next())
	}
	for len(w.legs) > 1 && w.legs[0].End+memory < at {
		w.legs = slices.Delete(w.legs, 0, 1)
	}
	leg := w.legs[0]
	for _, l := range w.legs[1:] {
		if l.Start <= at {
			leg = l
		}
	}
	m := motion{leg.From[0], leg.From[1], leg.Velocity[0], leg.Velocity[1], int64(leg.Start)}
	x, y := m.at(int64(max(at, leg.Start)))
	return orb.Point{x, y}, !leg.Absent
}

func (e *Ether) turnAt(at time.Duration) turn {
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
	ends  bool
}

// changes are the faults about hearing, in the order of time.
func (c *Config) changes() []change {
	var out []change
	for k := range c.Faults {
		f := &c.Faults[k]
		if f.Kind != FaultPartition && f.Kind != FaultHeal && f.Kind != FaultRadioOff && f.Kind != FaultRadioOn {
			continue
		}
		at := f.At
		if f.Every > 0 && at == 0 {
			at = f.Every
		}
		for ; at <= c.Until; at += f.Every {
			out = append(out, change{at: at, fault: f})
			if f.For > 0 {
				out = append(out, change{at: at + f.For, fault: f, ends: true})
			}
			if f.Every <= 0 {
				break
			}
		}
	}
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	return out
}

// turns are what the script says about who can hear, in the order of time: of
// several changes of one instant, what the last one leaves.
func (c *Config) turns() []turn {
	var out []turn
	var now turn
	var standing change // the partition in force
	for _, ch := range c.changes() {
		now.at = ch.at
		switch kind := ch.fault.Kind; {
		case kind == FaultPartition && !ch.ends:
			now.group, standing = c.groups(ch.fault), ch
		case kind == FaultPartition && standing.fault == ch.fault && standing.at+ch.fault.For == ch.at, kind == FaultHeal:
			now.group, standing = nil, change{}
		case kind == FaultRadioOff, kind == FaultRadioOn:
			if ch.ends {
				kind = FaultRadioOn // radio-on does not end
			}
			now.deaf = c.radios(now.deaf, ch.fault, kind)
		}
		if len(out) > 0 && out[len(out)-1].at == now.at {
			out = out[:len(out)-1]
		}
		out = append(out, now)
	}
	return out
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

// radios is who does not hear once those that f names are switched as it says.
func (c *Config) radios(before []bool, f *Fault, to FaultKind) []bool {
	deaf := make([]bool, c.Nodes)
	copy(deaf, before)
	for i := range deaf {
		if f.Target == TargetAll || f.Target == TargetNodes && slices.Contains(f.Nodes, id(i)) {
			deaf[i] = to == FaultRadioOff
		}
	}
	return deaf
}
