package emulator

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// motion is a node's current leg, contiguous for all nodes.
type motion struct {
	x, y, vx, vy float64
	start        int64
}

// ear is what decides besides distance whether a node hears, 4 bytes: the loop
// over candidates reads little else. Nodes hear each other if both ears are
// open and their groups are one.
type ear int32

// shut is the ear of a node that does not run or whose radio is off; other
// values are the group of a partition. A jammed node hears nobody, but its own
// group hears it.
const (
	shut   ear = -1
	jammed ear = -2
)

// at is mobility.Leg.At without its clamps: a leg is replaced when it ends. The
// products are guarded against fusion, so that every machine places a node on
// the same bit.
func (m *motion) at(now int64) (x, y float64) {
	s := float64(now-m.start) / float64(time.Second)
	return m.x + float64(m.vx*s), m.y + float64(m.vy*s)
}

// speed is in m/s.
func (m *motion) speed() float64 { return math.Sqrt(float64(m.vx*m.vx) + float64(m.vy*m.vy)) }

// snapshotDrift is the fraction of the range that the fastest node may move
// before the snapshot of positions is taken anew: candidates grow with its
// square, rebuilding with its inverse.
const snapshotDrift = 0.04

// field is where the nodes are and who hears whom.
type field struct {
	placeless bool           // a graph or contacts: links have latency and no geometry
	wired     bool           // a graph: latency occupies no radio
	channel   *radio.Channel // decides in place of the range, which is then how far it reaches
	rangeM    float64
	square    float64
	delay     int64 // of propagation, or the latency of a wire
	speed     float64

	ears    []ear
	motions []motion
	index   *radio.Index
	points  []orb.Point
	present []bool
	takenAt int64 // of the snapshot
	goodFor int64 // nanoseconds
	stale   bool
	loose   loose // who is not where the snapshot has it
	taken   int   // snapshots so far

	near  []int32
	found []int32
}

func (f *field) init(w *World) {
	n := w.cfg.Nodes
	f.ears = make([]ear, n)
	for i := range f.ears {
		f.ears[i] = shut
	}
	if w.cfg.Graph != nil {
		f.placeless, f.wired = true, true
		f.delay = int64(w.cfg.Graph.Latency)
		return
	}
	if w.cfg.Contacts != nil {
		f.placeless = true
		f.delay = int64(w.cfg.Contacts.Latency)
		return
	}
	if f.channel = w.cfg.Channel; f.channel != nil {
		f.rangeM = min(f.channel.ReachM(), unboundedM)
		f.delay = int64(f.channel.Delay())
	} else {
		f.rangeM = w.cfg.Disk.RangeM
		f.delay = int64(w.cfg.Disk.Delay())
	}
	f.square = f.rangeM * f.rangeM
	movement := mobility.ForRun(w.cfg.Mobility, w.cfg.Seed)
	f.speed = movement.MaxSpeed()
	f.motions = make([]motion, n)
	f.points = make([]orb.Point, n)
	f.present = make([]bool, n)
	f.loose.is = make([]bool, n)
	f.index = radio.NewIndex(f.rangeM * (1 + snapshotDrift))
	f.stale = true
	f.goodFor = kernel.Never
	if f.speed > 0 {
		f.goodFor = int64(f.rangeM * snapshotDrift / f.speed * float64(time.Second))
	}
	for _, i := range w.ByID {
		w.nodes[i].path = Path(movement, w.cfg.Seed, int(w.ID(i)))
	}
}

// Path gives the path of node 1…n in a run of this seed, whose model is
// mobility.ForRun's: whoever wants to know where nodes will be, without running
// anything, learns it here.
func Path(m mobility.Model, seed uint64, node int) mobility.Path {
	placement := draw.Stream(seed, draw.Placement, uint64(node))
	movement := draw.Stream(seed, draw.Movement, uint64(node))
	return m.Path(node, rand.New(&placement), rand.New(&movement))
}

// place takes node i's first leg.
func (w *World) place(i kernel.Slot) {
	if !w.field.placeless && w.takeLeg(i).Absent {
		return
	}
	w.Appear(i)
	w.listen(i)
}

// takeLeg puts node i on its next leg.
func (w *World) takeLeg(i kernel.Slot) mobility.Leg {
	leg := w.nodes[i].path.Next()
	w.field.motions[i] = motion{leg.From[0], leg.From[1], leg.Velocity[0], leg.Velocity[1], int64(leg.Start)}
	if leg.End != mobility.Forever {
		w.At(int64(leg.End), w.on.leg, uint32(i))
	}
	if !leg.Absent && w.Wants(trace.Move) {
		w.Note(trace.Record{Kind: trace.Move, Node: w.ID(i), X: leg.From[0], Y: leg.From[1],
			VX: leg.Velocity[0], VY: leg.Velocity[1], Value: int64(leg.End)})
	}
	return leg
}

// onLegEnd puts node i on its next leg, and lets it arrive or depart.
func (w *World) onLegEnd(i kernel.Slot) {
	endX, endY := w.field.motions[i].at(w.Kernel.Now())
	leg := w.takeLeg(i)
	jumped := leg.From != orb.Point{endX, endY}
	if !leg.Absent && (jumped || !w.Present(i)) {
		w.field.loosen(i)
	}
	crossed := w.jams.turned(w, i)
	switch {
	case leg.Absent && w.Present(i):
		w.Leave(i)
	case !leg.Absent && !w.Present(i):
		w.Join(i)
	default:
		w.links.turned(w, i, jumped || crossed)
	}
}

// snapshot makes the index fit for queries about now, and gives how much
// farther than asked a query must reach because nodes have moved since.
func (w *World) snapshot() (slackM float64) {
	f := &w.field
	if f.stale || w.Kernel.Now()-f.takenAt > f.goodFor {
		for i := range w.Nodes {
			f.points[i][0], f.points[i][1] = f.motions[i].at(w.Kernel.Now())
			f.present[i] = w.Present(i)
		}
		f.index.Rebuild(f.points, f.present)
		f.takenAt, f.stale = w.Kernel.Now(), false
		f.loose.clear()
		f.taken++
	}
	return f.speed * float64(w.Kernel.Now()-f.takenAt) / float64(time.Second) * (1 + 1e-9)
}

// hearers are the indices of the nodes that hear node i now, sorted. The slice
// is good until the next query of the index.
func (w *World) hearers(i kernel.Slot) []int32 {
	f := &w.field
	f.found = f.found[:0]
	if f.placeless {
		for _, peer := range w.linkedTo(i) {
			if w.barrier(i, w.Slot(peer)) == trace.NoReason {
				f.found = append(f.found, w.Slot(peer))
			}
		}
		return f.found
	}
	slack := w.snapshot()
	x, y := f.motions[i].at(w.Kernel.Now())
	mine := w.voice(i)
	f.near = f.index.NearOrSure(orb.Point{x, y}, f.rangeM-slack-rounding, f.rangeM+slack+rounding, f.near[:0])
	if len(f.loose.nodes) > 0 {
		w.amend(orb.Point{x, y}, f.square)
	}
	w.looked += uint64(len(f.near))
	found := f.found
	for _, j := range f.near {
		if j < 0 {
			j = ^j
			jx, jy := f.motions[j].at(w.Kernel.Now())
			dx, dy := jx-x, jy-y
			if float64(dx*dx)+float64(dy*dy) > f.square {
				continue
			}
		}
		if f.ears[j] == mine && j != i {
			found = append(found, j)
		}
	}
	f.found = found
	f.near = order(found, f.near[:0])
	return f.near
}

// linkedTo are the nodes that share a link with node i now, sorted: good until the
// next query, or until a handler runs.
func (w *World) linkedTo(i kernel.Slot) []protocol.ID {
	if w.cfg.Contacts != nil {
		return w.meetings.of[i]
	}
	w.heard = w.cfg.Graph.AppendNeighbours(w.heard[:0], w.ID(i))
	return w.heard
}

// order gives different indices in rising order, in out. Each is put where the
// number of smaller ones says: for the ten or twenty receivers of a frame this
// takes more steps than a sort, and no branch that the processor would guess
// wrong every other time.
func order(in, out []int32) []int32 {
	if len(in) > 32 {
		out = append(out, in...)
		slices.Sort(out)
		return out
	}
	out = slices.Grow(out, len(in))[:len(in)]
	for _, a := range in {
		smaller := uint32(0)
		for _, b := range in {
			smaller += uint32(b-a) >> 31
		}
		out[smaller] = a
	}
	return out
}

// rounding is a micrometre: more than floating point can misplace a node by.
const rounding = 1e-6

// apart says whether something else than distance keeps nodes i and j from
// hearing each other.
func (w *World) apart(i, j kernel.Slot) bool {
	a, b := w.field.ears[i], w.field.ears[j]
	return a != b || a < 0
}

// listen brings node i's ear up to date with its status, radio and group.
func (w *World) listen(i kernel.Slot) {
	n := &w.nodes[i]
	w.field.ears[i] = shut
	if w.Live(i) && !n.deaf {
		w.field.ears[i] = ear(n.group)
		if n.jammed {
			w.field.ears[i] = jammed
		}
	}
}

// voice is the group that hears node i, shut if nobody does.
func (w *World) voice(i kernel.Slot) ear {
	if e := w.field.ears[i]; e != jammed {
		return e
	}
	return ear(w.nodes[i].group)
}

// barrier says why node j does not hear i now, NoReason if it does.
func (w *World) barrier(i, j kernel.Slot) trace.Why {
	a, b := w.voice(i), w.voice(j)
	switch {
	case a == shut || b == shut:
		return trace.WhyDown
	case a != b:
		return trace.WhyPartition
	case !w.inReach(i, j):
		return trace.WhyRange
	case w.field.ears[j] == jammed:
		return trace.WhyJam
	}
	return trace.NoReason
}

// inReach says whether nodes i and j are close enough, or wired. Over a channel
// nobody asks: see fateOverChannel.
func (w *World) inReach(i, j kernel.Slot) bool {
	switch {
	case w.cfg.Contacts != nil:
		_, met := slices.BinarySearch(w.meetings.of[i], w.ID(j))
		return met
	case w.cfg.Graph != nil:
		return w.cfg.Graph.Linked(w.ID(i), w.ID(j))
	}
	ix, iy := w.field.motions[i].at(w.Kernel.Now())
	jx, jy := w.field.motions[j].at(w.Kernel.Now())
	return w.cfg.Disk.Hears(radio.DistanceSquared(orb.Point{ix, iy}, orb.Point{jx, jy}))
}

// appendHeard appends the IDs of the nodes that node i hears, sorted; none while
// it does not run, its radio is off, or it is jammed. Over a channel they are
// those with a link both ways.
func (w *World) appendHeard(out []protocol.ID, i kernel.Slot) []protocol.ID {
	if w.field.ears[i] < 0 {
		return out
	}
	if w.field.channel != nil {
		return w.appendLinked(out, i)
	}
	for _, j := range w.hearers(i) {
		out = append(out, w.ID(j))
	}
	return out
}
