package measure

import (
	"cmp"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// mostWatched bounds the worlds in which deaths are followed: each death is recorded at
// every node that may detect it. Algorithms with detectors need rosters, whose bounds are
// lower.
const mostWatched = 4096

// suspicions counts the suspicions that began within the measured window, by what was
// true at that instant; only False are mistakes. It also counts the deaths of nodes that
// others could reach; a death is not found if no node watches the dead one.
type suspicions struct {
	Crash       int // of a node that had stopped, or never was there
	Unreachable int // of a live node in another component
	False       int // of a live node in the same component

	Deaths int
	Found  int // of them, by at least one node
}

// death is the state of a node's death: whether it has been found.
type death uint8

const (
	unfound   death = iota // no node has detected it, or the node is not dead
	retracted              // suspected, but trusted again
	found                  // by a suspicion that lasted
)

// A doubt is the state of one node's suspicion of another.
type doubt struct {
	peer      protocol.ID
	suspected bool
	mistaken  bool          // the suspicion is a mistake, and still is one
	since     protocol.Time // of the suspicion
	dead      bool          // the peer stopped within reach: its detection is measured
	stopped   protocol.Time
	quit      protocol.Time // when it was trusted again though dead; 0: never
	stale     bool          // the suspicion is of a former incarnation
}

// detectors follows all doubts.
type detectors struct {
	suspicions suspicions
	seen       bool  // some detector reported
	mistaken   int64 // mistakes now
	detections []observation
	mistakes   []observation

	// holders are, by peer, the places in the roster of the nodes that have, or once had, a
	// doubt of it, sorted. A boot or stop of the peer visits these alone, and not every
	// node. A peer may be one that the roster has never heard of.
	holders map[protocol.ID][]int32
	asked   uint64 // holders visited so far: the work that a test counts
}

// doubtOf returns the doubt about a peer of the node at a place, and adds it if it is missing.
// The pointer is valid until the next call.
func (r *Run) doubtOf(place int32, peer protocol.ID) *doubt {
	n := &r.nodes.nodes[place]
	at, known := n.findDoubt(peer)
	if !known {
		n.doubts = slices.Insert(n.doubts, at, doubt{peer: peer})
		r.detectors.held(place, peer)
	}
	return &n.doubts[at]
}

// held records that the node at a place has a doubt of a peer.
func (r *detectors) held(place int32, peer protocol.ID) {
	if r.holders == nil {
		r.holders = map[protocol.ID][]int32{}
	}
	holders := r.holders[peer]
	if at, known := slices.BinarySearch(holders, place); !known {
		r.holders[peer] = slices.Insert(holders, at, place)
	}
}

func (n *node) findDoubt(peer protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(n.doubts, peer, func(d doubt, id protocol.ID) int { return cmp.Compare(d.peer, id) })
}

// suspected handles a Suspect. Whether it is a mistake depends on what is true now.
func (r *Run) suspected(rec *trace.Record) {
	r.detectors.seen = true
	n, p := r.nodes.find(rec.Node), r.nodes.find(rec.Peer)
	if n == nil || !n.live || rec.Peer == rec.Node {
		return
	}
	d := r.doubtOf(r.nodes.place(rec.Node), rec.Peer)
	if d.suspected {
		return
	}
	d.suspected, d.since = true, rec.At
	class := &r.detectors.suspicions.False
	switch {
	case p == nil || !p.live:
		class = &r.detectors.suspicions.Crash
	case !r.together(n, p):
		class = &r.detectors.suspicions.Unreachable
	default:
		d.mistaken = true
		r.detectors.mistaken++
	}
	if rec.At >= r.options.Warmup {
		*class++
	}
}

// trusted handles a Trust.
func (r *Run) trusted(rec *trace.Record) {
	r.detectors.seen = true
	n := r.nodes.find(rec.Node)
	if n == nil || !n.live {
		return
	}
	if at, known := n.findDoubt(rec.Peer); known {
		d := &n.doubts[at]
		r.endMistake(d, ended(rec.At.Sub(d.since)))
		d.suspected, d.stale = false, false
		if d.dead {
			d.quit = rec.At
		}
	}
}

// together reports whether two nodes are in one component, or were when components were last
// drawn or sampled. A node that booted since was in no component.
func (r *Run) together(a, b *node) bool { return a.part != none && a.part == b.part }

// endMistake records how long a mistake took, if d is one.
func (r *Run) endMistake(d *doubt, took observation) {
	if !d.mistaken {
		return
	}
	d.mistaken = false
	r.detectors.mistaken--
	if d.since >= r.options.Warmup {
		r.detectors.mistakes = append(r.detectors.mistakes, took)
	}
}

// endDetection records when d's holder detected the death of d's peer: at the suspicion,
// whether it lasted or was taken back.
func (r *Run) endDetection(d *doubt) {
	if !d.dead {
		return
	}
	d.dead = false
	p := r.nodes.find(d.peer)
	switch {
	case d.suspected:
		took := max(d.since, d.stopped).Sub(d.stopped)
		if p.death != found || took < p.took {
			p.death, p.took = found, took
		}
	case d.quit > 0 && p.death != found:
		p.death, p.took = retracted, max(p.took, d.quit.Sub(d.stopped))
	}
}

// endDeath records when the death of n was first detected. A death that no node ever
// suspected has no time, because perhaps no node had to watch it.
func (r *Run) endDeath(n *node) {
	switch n.death {
	case found:
		r.detectors.suspicions.Found++
		r.detectors.detections = append(r.detectors.detections, ended(n.took))
	case retracted:
		r.detectors.detections = append(r.detectors.detections, cutOff(n.took))
	}
	n.death, n.took = unfound, 0
}

// openDetection handles the stop of n: its own suspicions end, mistakes about it have become
// true, and the nodes that could reach it have a death to detect.
func (r *Run) openDetection(n *node, at protocol.Time) {
	r.closeDetections(n, at)
	n.doubts = n.doubts[:0]
	for _, place := range r.detectors.holders[n.id] {
		r.detectors.asked++
		q := &r.nodes.nodes[place]
		if i, known := q.findDoubt(n.id); known && q.live {
			r.endMistake(&q.doubts[i], ended(at.Sub(q.doubts[i].since)))
		}
	}
	if at >= r.options.Warmup && len(r.nodes.nodes) <= mostWatched {
		r.witness(n, at)
	}
}

// witness gives every live node that was in n's component a death to detect.
func (r *Run) witness(n *node, at protocol.Time) {
	witnessed := 0
	for i := range r.nodes.nodes {
		q := &r.nodes.nodes[i]
		r.detectors.asked++
		if q == n || !q.live || !r.together(q, n) {
			continue
		}
		d := r.doubtOf(int32(i), n.id)
		d.dead, d.stopped, d.quit = !d.stale, at, 0
		witnessed = 1
	}
	r.detectors.suspicions.Deaths += witnessed
}

// closeDetections ends the suspicions of n.
func (r *Run) closeDetections(n *node, at protocol.Time) {
	for i := range n.doubts {
		d := &n.doubts[i]
		r.endMistake(d, cutOff(at.Sub(d.since)))
		r.endDetection(d)
	}
}

// cancelDetection handles a boot of n: its death can no longer be detected, and suspicions
// that others still have are about its former incarnation.
func (r *Run) cancelDetection(n *node, at protocol.Time) {
	for _, place := range r.detectors.holders[n.id] {
		r.detectors.asked++
		q := &r.nodes.nodes[place]
		if i, known := q.findDoubt(n.id); known {
			d := &q.doubts[i]
			r.endDetection(d)
			d.stale = d.suspected
		}
	}
	r.endDeath(n)
}

// query counts the mistakes of node n, and ends those that a partition has made true.
func (r *Run) query(n *node, at protocol.Time) (wrong int64) {
	for i := range n.doubts {
		d := &n.doubts[i]
		switch {
		case !d.mistaken:
		case r.member(n.part, d.peer) == nil:
			r.endMistake(d, ended(at.Sub(d.since)))
		default:
			wrong++
		}
	}
	return wrong
}

// into writes the metrics of detectors, if there are any.
func (r *detectors) into(m *Metrics, s *sums, nodeSeconds float64) {
	if !r.seen {
		return
	}
	m.Suspicions = r.suspicions
	m.values[detectionTime] = restricted(r.detections)
	m.values[mistakesPerNode] = ratio(3600*float64(r.suspicions.False), nodeSeconds)
	m.values[mistakeDuration] = restricted(r.mistakes)
	right := s.of[allPairs]
	right.subtract(s.of[mistakenPairs])
	m.values[queryAccuracy] = right.share(s.of[allPairs])
}
