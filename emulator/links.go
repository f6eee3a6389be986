package emulator

import (
	"math"
	"slices"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/kernel"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// links follows exactly who hears whom, where someone needs it. Movement is
// straight between turns, so the instant at which a pair comes into range, or
// leaves it, solves a quadratic equation. Within an epoch, as long as a snapshot
// is good for, each pair that could meet is predicted once, and again when one
// of the two turns.
type links struct {
	followed bool
	asked    bool            // by the world itself, and not only by sinks
	foreseen uint64          // events that follow links: see World.Counters
	tell     bool            // machines observe neighbours by oracle
	of       [][]protocol.ID // by node, sorted
	turns    []uint32        // of each node: a prediction made before is void
	pool     []crossing
	free     int32
	epochEnd int64
	search   search

	truth, before []protocol.ID // buffers of refresh
}

// crossing is a predicted change of the link between two nodes.
type crossing struct {
	i, j           int32 // i < j
	turnsI, turnsJ uint32
	next           int32 // in the free list
}

func (l *links) init(w *World) {
	observer := overlay.Observer(w.NewMachine())
	oracle := w.cfg.Services.Hello == nil
	routed := w.cfg.Algorithm.Needs != protocol.NeedsNeighbours && w.cfg.Services.Flood == nil
	l.tell = observer && oracle
	l.asked = l.tell || routed
	l.followed = l.asked || w.Wants(trace.LinkUp) || w.Wants(trace.LinkDown)
}

// begin finds the links of time 0. They are there from the start: nobody is told.
func (l *links) begin(w *World) {
	if !l.followed {
		return
	}
	l.of = make([][]protocol.ID, len(w.nodes))
	l.turns = make([]uint32, len(w.nodes))
	for _, i := range w.ByID {
		l.of[i] = w.appendHeard(nil, i)
	}
	if !w.field.placeless {
		w.onEpoch()
	}
}

// announceAll records the links of time 0.
func (l *links) announceAll(w *World) {
	if !l.followed {
		return
	}
	for _, i := range w.ByID {
		for _, peer := range l.of[i] {
			if peer > w.ID(i) {
				w.Note(trace.Record{Kind: trace.LinkUp, Node: w.ID(i), Peer: peer})
			}
		}
	}
}

// onEpochEvent counts what follows links apart.
func (w *World) onEpochEvent() {
	w.links.foreseen++
	w.onEpoch()
}

// onEpoch takes a fresh snapshot and predicts every pair that could meet or part
// before the next.
func (w *World) onEpoch() {
	f, l := &w.field, &w.links
	if f.channel != nil {
		w.survey()
		return
	}
	f.stale = true
	w.snapshot()
	l.epochEnd = kernel.Never
	if f.goodFor != kernel.Never {
		l.epochEnd = w.Kernel.Now() + f.goodFor
		w.At(l.epochEnd, w.on.epoch, 0)
	}
	for _, i := range w.ByID {
		if w.Present(i) {
			l.predictAll(w, i, i)
		}
	}
}

// predictAll predicts node i's pairs with all nodes after the one at index
// after that it could meet in this epoch, and with those it is linked to.
func (l *links) predictAll(w *World, i, after kernel.Slot) {
	f := &w.field
	if f.channel != nil {
		return // nothing to solve: see survey
	}
	slack := w.snapshot()
	x, y := f.motions[i].at(w.Kernel.Now())
	ahead := 0.0
	if l.epochEnd != kernel.Never {
		ahead = 2 * f.speed * float64(l.epochEnd-w.Kernel.Now()) / float64(time.Second)
	}
	reachM := f.rangeM + slack + ahead
	f.near = f.index.Near(orb.Point{x, y}, reachM, f.near[:0])
	w.amend(orb.Point{x, y}, reachM*reachM)
	slices.Sort(f.near)
	for _, j := range f.near {
		if j > after && j != i && w.Present(j) {
			l.predict(w, min(i, j), max(i, j))
		}
	}
}

// predict schedules the next change of the pair i < j in this epoch.
func (l *links) predict(w *World, i, j kernel.Slot) {
	if !w.Live(i) || !w.Live(j) {
		return
	}
	a, b := &w.field.motions[i], &w.field.motions[j]
	ax, ay := a.at(w.Kernel.Now())
	bx, by := b.at(w.Kernel.Now())
	_, linked := slices.BinarySearch(l.of[i], w.ID(j))
	if !linked && w.apart(i, j) {
		return
	}
	in := crossTime(orb.Point{bx - ax, by - ay}, orb.Point{b.vx - a.vx, b.vy - a.vy}, w.field.square, linked)
	if !(in < float64(kernel.Never/2)) {
		return
	}
	at := w.Kernel.Now() + int64(in)
	if at >= l.epochEnd {
		return
	}
	k := l.take()
	l.pool[k] = crossing{i: i, j: j, turnsI: l.turns[i], turnsJ: l.turns[j]}
	w.At(at, w.on.cross, uint32(k))
}

// crossTime is in how many nanoseconds, rounded up, two points at distance p
// with relative velocity v (m/s) next change between within and beyond the
// square of the range; +Inf if they do not. A pair that rounding has left on the
// wrong side is let be if it is about to mend itself.
func crossTime(p, v orb.Point, square float64, linked bool) float64 {
	a := float64(v[0]*v[0]) + float64(v[1]*v[1])
	b := float64(p[0]*v[0]) + float64(p[1]*v[1])
	c := float64(p[0]*p[0]) + float64(p[1]*p[1]) - square
	if linked && c > 0 && (b >= 0 || a == 0) || !linked && c <= 0 && (b < 0 || a == 0) {
		return 0
	}
	if a == 0 || !linked && b >= 0 {
		return math.Inf(1)
	}
	root := float64(b*b) - float64(a*c)
	switch {
	case linked:
		root = math.Sqrt(max(root, 0))
	case root < 0:
		return math.Inf(1)
	default:
		root = -math.Sqrt(root)
	}
	return math.Ceil(max((root-b)/a, 0) * float64(time.Second))
}

func (l *links) take() int32 {
	if l.free != 0 {
		k := l.free - 1
		l.free = l.pool[k].next
		return k
	}
	l.pool = append(l.pool, crossing{})
	return int32(len(l.pool) - 1)
}

// onCross flips the link of a pair, if neither has turned since it was foreseen.
func (w *World) onCross(k int32) {
	l := &w.links
	l.foreseen++
	c := l.pool[k]
	l.pool[k].next = l.free
	l.free = k + 1
	i, j := c.i, c.j
	if l.turns[i] != c.turnsI || l.turns[j] != c.turnsJ {
		return
	}
	_, linked := slices.BinarySearch(l.of[i], w.ID(j))
	l.set(w, i, j, !linked)
	l.predict(w, i, j)
}

// turned follows node i onto a new leg.
func (l *links) turned(w *World, i kernel.Slot, jumped bool) {
	switch {
	case !l.followed:
	case jumped:
		l.refresh(w, i)
	default:
		l.turns[i]++
		l.predictAll(w, i, -1)
	}
}

// refresh compares node i's links with what is true now, and predicts anew.
func (l *links) refresh(w *World, i kernel.Slot) {
	if !l.followed {
		return
	}
	l.turns[i]++
	l.truth = w.appendHeard(l.truth[:0], i) // copies: handlers below change the originals
	l.before = append(l.before[:0], l.of[i]...)
	truth, before := l.truth, l.before
	for _, peer := range before {
		if _, still := slices.BinarySearch(truth, peer); !still {
			l.set(w, i, w.Slot(peer), false)
		}
	}
	for _, peer := range truth {
		if _, already := slices.BinarySearch(before, peer); !already {
			l.set(w, i, w.Slot(peer), true)
		}
	}
	if !w.field.placeless && w.Present(i) {
		l.predictAll(w, i, -1)
	}
}

// set makes the link of a pair so, and tells those who ask: the lower ID first.
func (l *links) set(w *World, i, j kernel.Slot, up bool) {
	i, j = min(i, j), max(i, j)
	l.of[i] = with(l.of[i], w.ID(j), up)
	l.of[j] = with(l.of[j], w.ID(i), up)
	kind := trace.LinkDown
	if up {
		kind = trace.LinkUp
	}
	w.Note(trace.Record{Kind: kind, Node: w.ID(i), Peer: w.ID(j)})
	if l.tell {
		tell := w.NeighbourDown
		if up {
			tell = w.NeighbourUp
		}
		tell(i, w.ID(j))
		tell(j, w.ID(i))
	}
}

// with gives the sorted list with or without an ID.
func with(list []protocol.ID, peer protocol.ID, in bool) []protocol.ID {
	at, has := slices.BinarySearch(list, peer)
	switch {
	case in && !has:
		return slices.Insert(list, at, peer)
	case !in && has:
		return slices.Delete(list, at, at+1)
	}
	return list
}
