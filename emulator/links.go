package emulator

import (
	"math"
	"slices"
	"time"

	"github.com/paulmach/orb"

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
	observer := overlay.Observer(w.make())
	oracle := w.cfg.Services.Hello == nil
	routed := w.cfg.Algorithm.Needs != protocol.NeedsNeighbours && w.cfg.Services.Flood == nil
	l.tell = observer && oracle
	l.asked = l.tell || routed
	l.followed = l.asked || w.wants.Has(trace.LinkUp) || w.wants.Has(trace.LinkDown)
}

// begin finds the links of time 0. They are there from the start: nobody is told.
func (l *links) begin(w *World) {
	if !l.followed {
		return
	}
	l.of = make([][]protocol.ID, len(w.nodes))
	l.turns = make([]uint32, len(w.nodes))
	for i := range w.nodes {
		l.of[i] = w.appendHeard(nil, i)
	}
	if !w.field.placeless {
		w.onEpoch()
	}
}

// announceAll records the links of time 0.
func (l *links) announceAll(w *World) {
	for i := range l.of {
		for _, peer := range l.of[i] {
			if peer > id(i) {
				w.note(trace.Record{Kind: trace.LinkUp, Node: id(i), Peer: peer})
			}
		}
	}
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
	l.epochEnd = never
	if f.goodFor != never {
		l.epochEnd = w.now + f.goodFor
		w.schedule(l.epochEnd, epochEvent, 0)
	}
	for i := range w.nodes {
		if w.nodes[i].present {
			l.predictAll(w, i, i)
		}
	}
}

// predictAll predicts node i's pairs with all nodes after the one at index
// after that it could meet in this epoch, and with those it is linked to.
func (l *links) predictAll(w *World, i, after int) {
	f := &w.field
	if f.channel != nil {
		return // nothing to solve: see survey
	}
	slack := w.snapshot()
	x, y := f.motions[i].at(w.now)
	ahead := 0.0
	if l.epochEnd != never {
		ahead = 2 * f.speed * float64(l.epochEnd-w.now) / float64(time.Second)
	}
	reachM := f.rangeM + slack + ahead
	f.near = f.index.Near(orb.Point{x, y}, reachM, f.near[:0])
	w.amend(orb.Point{x, y}, reachM*reachM)
	slices.Sort(f.near)
	for _, j := range f.near {
		if int(j) > after && int(j) != i && w.nodes[j].present {
			l.predict(w, min(i, int(j)), max(i, int(j)))
		}
	}
}

// predict schedules the next change of the pair i < j in this epoch.
func (l *links) predict(w *World, i, j int) {
	if w.nodes[i].status != live || w.nodes[j].status != live {
		return
	}
	a, b := &w.field.motions[i], &w.field.motions[j]
	ax, ay := a.at(w.now)
	bx, by := b.at(w.now)
	_, linked := slices.BinarySearch(l.of[i], id(j))
	if !linked && w.apart(i, j) {
		return
	}
	in := crossTime(orb.Point{bx - ax, by - ay}, orb.Point{b.vx - a.vx, b.vy - a.vy}, w.field.square, linked)
	if !(in < float64(never/2)) {
		return
	}
	at := w.now + int64(in)
	if at >= l.epochEnd {
		return
	}
	k := l.take()
	l.pool[k] = crossing{i: int32(i), j: int32(j), turnsI: l.turns[i], turnsJ: l.turns[j]}
	w.schedule(at, crossEvent, uint32(k))
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
	c := l.pool[k]
	l.pool[k].next = l.free
	l.free = k + 1
	i, j := int(c.i), int(c.j)
	if l.turns[i] != c.turnsI || l.turns[j] != c.turnsJ {
		return
	}
	_, linked := slices.BinarySearch(l.of[i], id(j))
	l.set(w, i, j, !linked)
	l.predict(w, i, j)
}

// turned follows node i onto a new leg.
func (l *links) turned(w *World, i int, jumped bool) {
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
func (l *links) refresh(w *World, i int) {
	if !l.followed {
		return
	}
	l.turns[i]++
	l.truth = w.appendHeard(l.truth[:0], i) // copies: handlers below change the originals
	l.before = append(l.before[:0], l.of[i]...)
	truth, before := l.truth, l.before
	for _, peer := range before {
		if _, still := slices.BinarySearch(truth, peer); !still {
			l.set(w, i, int(peer)-1, false)
		}
	}
	for _, peer := range truth {
		if _, already := slices.BinarySearch(before, peer); !already {
			l.set(w, i, int(peer)-1, true)
		}
	}
	if !w.field.placeless && w.nodes[i].present {
		l.predictAll(w, i, -1)
	}
}

// set makes the link of a pair so, and tells those who ask: the lower ID first.
func (l *links) set(w *World, i, j int, up bool) {
	i, j = min(i, j), max(i, j)
	l.of[i] = with(l.of[i], id(j), up)
	l.of[j] = with(l.of[j], id(i), up)
	kind := trace.LinkDown
	if up {
		kind = trace.LinkUp
	}
	w.note(trace.Record{Kind: kind, Node: id(i), Peer: id(j)})
	if l.tell {
		w.tell(i, id(j), up)
		w.tell(j, id(i), up)
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

func (w *World) tell(i int, peer protocol.ID, up bool) {
	switch {
	case w.nodes[i].status != live:
		return
	case w.nodes[i].paused:
		w.hold(i, func() { w.tell(i, peer, up) })
		return
	}
	w.enter(i)
	if up {
		protocol.NeighbourUp(w.nodes[i].machine, &w.env, peer)
	} else {
		protocol.NeighbourDown(w.nodes[i].machine, &w.env, peer)
	}
	w.carryOut(i)
}
