package place

import (
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/trace"
)

// Path returns the path of node 1…n in a run of this seed, whose model is from
// mobility.ForRun.
func Path(m mobility.Model, seed uint64, node protocol.ID) mobility.Path {
	placement := draw.Stream(seed, draw.Placement, uint64(node))
	movement := draw.Stream(seed, draw.Movement, uint64(node))
	return m.Path(int(node), rand.New(&placement), rand.New(&movement))
}

// A Turn is what a node does between two legs.
type Turn uint8

// The turns of a node that stays in the world.
const (
	Bends Turn = iota // its path continues from where it is
	Jumps             // its position changes at once, so other nodes may hear it
)

// Options are what a Field is made of.
type Options struct {
	Plan   *Plan
	ReachM float64 // the greatest distance of queries, which sets the snapshot's cells
	// Leaves is called before each leg but the first, while the one before still says where the
	// node is and was.
	Leaves func(i kernel.Slot)
	// NewLeg is called at each new leg, before all consequences. It reports whether the
	// leg at once changes which nodes hear the node.
	NewLeg func(i kernel.Slot, l mobility.Leg) bool
	// Turned is called after NewLeg, for nodes that stay in the world.
	Turned func(i kernel.Slot, t Turn)
}

// Field is where the nodes are.
type Field struct {
	k       *kernel.Kernel
	o       Options
	leg     kernel.Event
	paths   []mobility.Path
	motions []Motion
	rises   []Rise // nil: all nodes are on the ground, at all times
	speed   float64
	snapshot

	// Looked counts the nodes outside of the index that queries have examined.
	Looked uint64
}

// New makes a field. Nodes have no position before [Field.Begin].
func New(k *kernel.Kernel, o Options) *Field {
	f := &Field{k: k, o: o, speed: o.Plan.bounds.SpeedMPS, motions: make([]Motion, k.Nodes), paths: make([]mobility.Path, k.Nodes)}
	f.leg = k.On(func(a uint32) { f.onLegEnd(kernel.Slot(a)) })
	if !o.Plan.bounds.Altitudes.Flat() {
		f.rises = make([]Rise, k.Nodes)
	}
	f.snapshot.init(f.speed, o.ReachM, int(k.Nodes))
	for _, i := range k.ByID {
		f.paths[i] = o.Plan.paths[k.ID(i)-1]
	}
	return f
}

// Begin takes node i's first leg, and returns it.
func (f *Field) Begin(i kernel.Slot) mobility.Leg {
	n := f.k.ID(i) - 1
	first := f.o.Plan.first[n]
	f.follow(i, first)
	return first
}

// Begun lets go of what only the beginning needs, once all nodes have begun.
func (f *Field) Begun() { f.o.Plan.first, f.o.Plan.paths = nil, nil }

// follow puts node i on a leg.
func (f *Field) follow(i kernel.Slot, leg mobility.Leg) {
	f.motions[i] = MotionOf(leg)
	if leg.End != mobility.Forever {
		f.k.At(int64(leg.End), f.leg, uint32(i))
	}
	if !leg.Absent && f.k.Wants(trace.Move) {
		f.k.Note(trace.Record{Kind: trace.Move, Node: f.k.ID(i), X: leg.From[0], Y: leg.From[1],
			VX: leg.Velocity[0], VY: leg.Velocity[1], Value: int64(leg.End)})
	}
	if f.rises == nil {
		return
	}
	f.rises[i] = Rise{leg.AltitudeM, leg.ClimbMPS}
	if !leg.Absent && f.k.Wants(trace.Altitude) {
		f.k.Note(trace.Record{Kind: trace.Altitude, Node: f.k.ID(i), X: leg.AltitudeM, VX: leg.ClimbMPS, Value: int64(leg.End)})
	}
}

// onLegEnd puts node i on its next leg, and lets it arrive or depart.
func (f *Field) onLegEnd(i kernel.Slot) {
	end := f.Spot(i)
	leg, err := Way{f.paths[i], f.o.Plan.bounds}.Next(time.Duration(f.k.Now()))
	if err != nil {
		f.k.Fail(wrong(f.o.Plan.model, int(f.k.ID(i)), err))
		return
	}
	if f.o.Leaves != nil {
		f.o.Leaves(i)
	}
	f.follow(i, leg)
	here := f.k.Present(i)
	jumped := leg.From != end.Point || leg.AltitudeM != end.AltitudeM
	if !leg.Absent && (jumped || !here) {
		f.loosen(i)
	}
	changed := f.o.NewLeg(i, leg)
	switch {
	case leg.Absent && here:
		f.k.Leave(i)
	case !leg.Absent && !here:
		f.k.Join(i)
	case jumped || changed:
		f.o.Turned(i, Jumps)
	default:
		f.o.Turned(i, Bends)
	}
}

// Point is where node i is now, in metres.
func (f *Field) Point(i kernel.Slot) orb.Point {
	x, y := f.motions[i].At(f.k.Now())
	return orb.Point{x, y}
}

// AltitudeM is how high node i is now, in metres above the ground.
func (f *Field) AltitudeM(i kernel.Slot) float64 {
	if f.rises == nil {
		return 0
	}
	return f.rises[i].At(f.k.Now(), &f.motions[i])
}

// Flat reports whether all nodes are on the ground, at all times.
func (f *Field) Flat() bool { return f.rises == nil }

// Spot is where node i is now.
func (f *Field) Spot(i kernel.Slot) Spot { return Spot{f.Point(i), f.AltitudeM(i)} }

// SpotAt is where node i was at an instant of its leg.
func (f *Field) SpotAt(i kernel.Slot, at int64) (x, y, altitudeM float64) {
	m := &f.motions[i]
	x, y = m.At(at)
	if f.rises != nil {
		altitudeM = f.rises[i].At(at, m)
	}
	return x, y, altitudeM
}

// Gap is the way from node i to node j now.
func (f *Field) Gap(i, j kernel.Slot) Gap {
	now, a, b := f.k.Now(), &f.motions[i], &f.motions[j]
	px, py := a.At(now)
	qx, qy := b.At(now)
	g := Gap{X: qx - px, Y: qy - py, VX: b.VX - a.VX, VY: b.VY - a.VY}
	if f.rises != nil {
		g.Up, g.Climb = f.AltitudeM(j)-f.AltitudeM(i), f.rises[j].VZ-f.rises[i].VZ
	}
	return g
}

// GapInSnapshot is Gap in a snapshot of this instant.
func (f *Field) GapInSnapshot(i, j kernel.Slot) Gap {
	if f.rises != nil {
		return f.Gap(i, j)
	}
	p, q, a, b := &f.points[i], &f.points[j], &f.motions[i], &f.motions[j]
	return Gap{X: q[0] - p[0], Y: q[1] - p[1], VX: b.VX - a.VX, VY: b.VY - a.VY}
}

// SquaresM2 returns the squared distances of nodes from a spot now, in out, which must
// have room for them.
func (f *Field) SquaresM2(s Spot, of []kernel.Slot, out []float64) {
	now, px, py := f.k.Now(), s.Point[0], s.Point[1]
	out = out[:len(of)]
	if f.rises != nil {
		for n, i := range of {
			out[n] = s.SquareM2(f.Spot(i))
		}
		return
	}
	for n, i := range of {
		x, y := f.motions[i].At(now)
		dx, dy := px-x, py-y // radio.DistanceSquared, without arrays: they go through memory
		out[n] = float64(dx*dx) + float64(dy*dy)
	}
}

// Motion is node i's motion now.
func (f *Field) Motion(i kernel.Slot) *Motion { return &f.motions[i] }

// SpeedMPS is a speed that no node exceeds.
func (f *Field) SpeedMPS() float64 { return f.speed }

// GoodFor is how long a snapshot of positions is valid; kernel.Never if no node moves.
func (f *Field) GoodFor() int64 { return f.goodFor }
