package links

import (
	"slices"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// Options are what Links are made of.
type Options struct {
	Field *place.Field // nil: nodes are nowhere
	Reach *reach.Reach
	Tell  bool // machines learn neighbours from an oracle
	Route bool // shortest paths are needed
	// DrawnEvery is set if component truth is seen at one instant in each such interval only
	// (see Sample), and not followed.
	DrawnEvery time.Duration
	// ExamineEvery is the time between two looks at links for which there is no equation; 0: by
	// how fast nodes move.
	ExamineEvery time.Duration
}

// Links are the links between nodes.
type Links struct {
	k        *kernel.Kernel
	field    *place.Field
	reach    *reach.Reach
	exact    bool
	rangeM   float64
	tell     bool
	followed bool
	asked    bool // needed by the world itself, and not only by sinks

	drawnEvery   time.Duration
	examineEvery time.Duration

	foreseen uint64          // events that follow links
	of       [][]protocol.ID // by node, sorted
	changes  uint64          // of links, so far
	turns    []uint32        // by node: a prediction with an older number is void
	pool     kernel.Pool[crossing]
	epochEnd int64
	doubts   doubts
	searches []search
	planned  []planned // buffer of an epoch
	epoch    kernel.Event
	cross    kernel.Event
	root     []kernel.Slot // of components
	sample   trace.Record  // filled again for each node
	parts    *connected    // nil: no sink wants components, or they are drawn
	searched uint64        // nodes that were visited to follow components

	truth, before, heard []protocol.ID // buffers
}

// New makes Links.
func New(k *kernel.Kernel, o Options) *Links {
	l := &Links{k: k, field: o.Field, reach: o.Reach, tell: o.Tell, asked: o.Tell || o.Route}
	l.drawnEvery, l.examineEvery = o.DrawnEvery, o.ExamineEvery
	if k.Wants(trace.Component) && l.drawnEvery == 0 {
		l.parts = newConnected(l)
		k.Ended = l.parts.settle
	}
	l.followed = l.asked || k.Wants(trace.LinkUp) || k.Wants(trace.LinkDown) || l.parts != nil
	if m, ok := o.Reach.Medium.(radio.Exact); ok {
		l.exact, l.rangeM = true, m.ExactRangeM()
	}
	l.epoch = k.On(func(uint32) {
		l.foreseen++
		l.onEpoch()
	})
	l.cross = k.On(func(a uint32) {
		l.foreseen++
		l.onCross(int32(a))
	})
	return l
}

// Visited is how many nodes were visited to follow components.
func (l *Links) Visited() uint64 { return l.searched }

// Extra counts the events that follow links only for sinks. They are not counted as the
// world's events, so sinks do not change the counts of a run.
func (l *Links) Extra() uint64 {
	if l.asked {
		return 0
	}
	return l.foreseen
}

// Of returns the nodes that have a link with node i, sorted, valid until a handler runs. It
// does not depend on sinks: where a medium has no equation for its links, links that are
// followed may be older than this instant.
func (l *Links) Of(i kernel.Slot) []protocol.ID {
	if l.asked {
		return l.of[i]
	}
	l.heard = l.reach.AppendNeighbours(l.heard[:0], i)
	return l.heard
}

// Begin finds the links of time 0. They exist from the start, so machines are not
// informed.
func (l *Links) Begin() {
	if !l.followed {
		return
	}
	l.of = make([][]protocol.ID, l.k.Nodes)
	l.turns = make([]uint32, l.k.Nodes)
	for _, i := range l.k.ByID {
		if l.k.Over() {
			return
		}
		l.of[i] = l.reach.AppendNeighbours(nil, i)
	}
	if l.exact && l.field != nil && l.field.Flat() {
		l.doubts.of = make([]uint64, l.k.Nodes)
	}
	if l.field != nil {
		l.onEpoch()
	}
	if l.parts != nil {
		l.parts.anew()
		l.parts.renamed = nil // Announce tells of all
	}
}

// Announce records how components are known, and the links and components of time 0.
func (l *Links) Announce() {
	l.tellTruth()
	if !l.followed {
		return
	}
	for _, i := range l.k.ByID {
		if l.k.Over() {
			return
		}
		for _, peer := range l.of[i] {
			if id := l.k.ID(i); peer > id {
				l.k.Note(trace.Record{Kind: trace.LinkUp, Node: id, Peer: peer})
			}
		}
	}
	if l.parts != nil {
		l.parts.announce()
	}
}

// tellTruth records how components are known.
func (l *Links) tellTruth() {
	r := trace.Record{Kind: trace.Truth}
	switch {
	case l.drawnEvery > 0:
		r.Name, r.Value = trace.TruthDrawn, int64(l.drawnEvery)
	case l.examined():
		r.Name, r.Value = trace.TruthExamined, int64(l.surveyEvery())
	default:
		r.Name = trace.TruthExact
	}
	l.k.Note(r)
}

// Joined updates the links of node i, which has just booted.
func (l *Links) Joined(i kernel.Slot) {
	if l.parts != nil {
		l.parts.renamed = append(l.parts.renamed, l.k.ID(i)) // it has no component until one is recorded
	}
	l.Refresh(i)
}

// Turned follows node i onto a new leg.
func (l *Links) Turned(i kernel.Slot, t place.Turn) {
	switch {
	case !l.followed:
	case t == place.Jumps:
		l.Refresh(i)
	default:
		l.turns[i]++
		l.predictAll(i)
	}
}

// Met updates the link of two nodes that can hear, by a timetable. A handler of an
// earlier change may have updated it already.
func (l *Links) Met(i, j kernel.Slot, up bool) {
	if _, held := l.reach.Held(i, j); held {
		return
	}
	if l.followed && l.linked(i, j) != up && !l.reach.Apart(i, j) {
		l.set(i, j, up)
	}
}

func (l *Links) linked(i, j kernel.Slot) bool {
	_, linked := slices.BinarySearch(l.of[i], l.k.ID(j))
	return linked
}

// Refresh updates node i's links to the present truth, and predicts them again.
func (l *Links) Refresh(i kernel.Slot) {
	if !l.followed {
		return
	}
	l.turns[i]++
	l.truth = l.reach.AppendNeighbours(l.truth[:0], i) // copies: handlers below change the originals
	l.before = append(l.before[:0], l.of[i]...)
	truth, before := l.truth, l.before
	for _, peer := range before {
		if _, still := slices.BinarySearch(truth, peer); !still {
			l.set(i, l.k.Slot(peer), false)
		}
	}
	for _, peer := range truth {
		if _, already := slices.BinarySearch(before, peer); !already {
			l.set(i, l.k.Slot(peer), true)
		}
	}
	if l.field != nil && l.k.Present(i) {
		l.predictAll(i)
	}
}

// RefreshAll does so for every node.
func (l *Links) RefreshAll() {
	for _, i := range l.k.ByID {
		if l.k.Over() {
			return
		}
		l.Refresh(i)
	}
}

// set sets the link of a pair, and informs the machines that want it: the lower ID first.
func (l *Links) set(i, j kernel.Slot, up bool) {
	if l.k.ID(i) > l.k.ID(j) {
		i, j = j, i
	}
	a, b := l.k.ID(i), l.k.ID(j)
	l.changes++
	l.of[i] = reach.With(l.of[i], b, up)
	l.of[j] = reach.With(l.of[j], a, up)
	kind, tell := trace.LinkDown, l.k.NeighbourDown
	if up {
		kind, tell = trace.LinkUp, l.k.NeighbourUp
	}
	l.k.Note(trace.Record{Kind: kind, Node: a, Peer: b})
	if l.parts != nil {
		l.parts.take(change{i, j, up})
	}
	if l.tell {
		tell(i, b)
		tell(j, a)
	}
}
