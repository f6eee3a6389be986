package replay

import (
	"math/rand/v2"
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A way is a link in one direction.
type way struct{ from, to protocol.ID }

// A link is what was measured of one way.
type link struct {
	sent, received uint64
	ticks          []tick
	delays         []time.Duration // a sample, drawn evenly
	seen           uint64          // the number of all delays; delays is a sample of them
	least          time.Duration
}

// loss is the share of frames that did not arrive.
func (l *link) loss() float64 {
	if l.sent == 0 {
		return 1
	}
	return 1 - min(float64(l.received)/float64(l.sent), 1)
}

// quantile is the delay that the given share of all did not exceed.
func (l *link) quantile(share float64) time.Duration {
	if len(l.delays) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(l.delays))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}

// maxDelays bounds the sample of a way's delays. Five values of it are above the 99th
// percentile.
const maxDelays = 512

// sample keeps each delay with the same probability (Vitter 1985, algorithm R).
func (l *link) sample(d time.Duration, draw *rand.Rand) {
	if l.seen == 0 || d < l.least {
		l.least = d
	}
	l.seen++
	if len(l.delays) < maxDelays {
		l.delays = append(l.delays, d)
	} else if k := draw.Uint64N(l.seen); k < maxDelays {
		l.delays[k] = d
	}
}

// links are the ways between all nodes that ran, measured from a merged stream.
type links struct {
	running map[protocol.ID]bool
	ways    map[way]*link
	flights map[flight]*progress
	order   []flight // in the order in which they were first seen
	draw    *rand.Rand
	beat    time.Duration // interval of hellos; 0: unknown
}

// A flight is a frame on its way.
type flight struct {
	sender protocol.ID
	frame  uint64
}

type progress struct {
	seen  protocol.Time // first
	left  bool
	at    protocol.Time // when it left
	early []arrival     // arrivals that by the clocks came before it left
}

type arrival struct {
	to protocol.ID
	at protocol.Time
}

// flightTime is how long a frame is remembered: longer than any datagram stays in a
// queue.
const flightTime = 10 * time.Second

func newLinks() *links {
	return &links{running: map[protocol.ID]bool{}, ways: map[way]*link{}, flights: map[flight]*progress{},
		draw: rand.New(rand.NewPCG(1, 1))} // any seed, but always the same
}

func (ls *links) way(from, to protocol.ID) *link {
	w := way{from, to}
	if ls.ways[w] == nil {
		ls.ways[w] = new(link)
	}
	return ls.ways[w]
}

// record takes the next record.
func (ls *links) record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		ls.running[r.Node] = true
	case trace.Crash, trace.Absent:
		delete(ls.running, r.Node)
	case trace.Transmit:
		if r.Why != trace.WhyAck {
			ls.transmitted(r)
		}
	case trace.Lost:
		if r.Why == trace.WhyDuplicate { // the frame reached the other a second time
			ls.way(r.Peer, r.Node).receives(r.At, ls.beat)
		}
	case trace.Receive:
		ls.received(r)
	}
	for len(ls.order) > 0 {
		p := ls.flights[ls.order[0]]
		if p != nil && r.At.Sub(p.seen) <= flightTime {
			break
		}
		delete(ls.flights, ls.order[0])
		ls.order = ls.order[1:]
	}
}

func (ls *links) flight(sender protocol.ID, r *trace.Record) *progress {
	f := flight{sender, r.Frame}
	p := ls.flights[f]
	if p == nil {
		p = &progress{seen: r.At}
		ls.flights[f] = p
		ls.order = append(ls.order, f)
	}
	return p
}

func (ls *links) transmitted(r *trace.Record) {
	if r.Peer != protocol.Nobody {
		if ls.running[r.Peer] {
			ls.way(r.Node, r.Peer).sends(r.At, ls.beat)
		}
	} else {
		for id := range ls.running {
			if id != r.Node {
				ls.way(r.Node, id).sends(r.At, ls.beat)
			}
		}
	}
	p := ls.flight(r.Node, r)
	if p.left {
		return // the first datagram of a broadcast counts; all are sent together
	}
	p.left, p.at = true, r.At
	for _, a := range p.early {
		ls.way(r.Node, a.to).sample(a.at.Sub(r.At), ls.draw)
	}
	p.early = nil
}

func (ls *links) received(r *trace.Record) {
	if r.Peer == r.Node {
		return
	}
	l := ls.way(r.Peer, r.Node)
	p := ls.flight(r.Peer, r)
	if !p.left {
		l.receives(r.At, ls.beat)
		p.early = append(p.early, arrival{r.Node, r.At})
		return
	}
	l.receives(p.at, ls.beat)
	l.sample(r.At.Sub(p.at), ls.draw)
}
