package replay

import (
	"errors"
	"math"
	"slices"
	"time"

	"bellwether/protocol"
)

// A Network is what calibration measured between agents.
type Network struct {
	Nodes  []Member
	Pairs  []Pair
	Loss   float64       // mean over the ways of linked pairs, by frames
	Delay  time.Duration // one way: half the median of the linked pairs' median round trips
	Linked int           // pairs
	Moving int           // pairs whose link changes
	Timers Timers
	File   string // of contacts, as the scenario names it; "": the scenario is a graph
}

// A Member is a node with its number in the scenario: 1, 2, … in the order of IDs.
type Member struct {
	Number int
	ID     protocol.ID
	Name   string
	Offer  int64
}

// A Pair is two members, by number.
type Pair struct {
	A, B        int
	Forth, Back Way
	RTTMin, RTT time.Duration // the least, and the sum of both medians
	// Linked: each heard most of what the other sent, or, if the link changes, most of the
	// time.
	Linked bool
	// Changes: no constant loss explains what was heard when. Meetings are the contacts
	// then, Up their share of the time in which both ran, and the losses of Forth and Back
	// those within them.
	Changes  bool
	Meetings []Meeting
	Up       float64
}

// A Way is one direction of a pair.
type Way struct {
	Sent, Received        uint64 // of a link that changes, within its contacts
	Loss                  float64
	Least, Median, Late99 time.Duration // delays, as exact as the clocks
}

// mostLost is the loss above which a way is no link: less than half arrives.
const mostLost = 0.5

var errSilence = errors.New("no two agents heard each other, so there is no network to describe")

// network makes a Network of the links of a survey. interval is the interval of the
// hellos.
func (s *survey) network(interval time.Duration) (*Network, error) {
	n := &Network{}
	for i, id := range s.nodes() {
		n.Nodes = append(n.Nodes, Member{Number: i + 1, ID: id, Name: s.who(id), Offer: s.values[id]})
	}
	var sent, received uint64
	var trips []time.Duration
	worst := need{nodes: len(n.Nodes), interval: interval}
	for i, a := range n.Nodes {
		for _, b := range n.Nodes[i+1:] {
			forth, back := s.way(a.ID, b.ID), s.way(b.ID, a.ID)
			p := Pair{A: a.Number, B: b.Number, Forth: forth.summary(), Back: back.summary()}
			p.RTTMin, p.RTT = p.Forth.Least+p.Back.Least, p.Forth.Median+p.Back.Median
			p.Linked = p.Forth.Loss < mostLost && p.Back.Loss < mostLost
			if m := meet(forth, back, len(n.Nodes)*(len(n.Nodes)-1)/2); m.changes {
				n.Moving++
				p.Changes, p.Up, p.Linked = true, m.share, m.share >= mostLost
				p.Meetings = m.times(s.first(), s.links.beat)
				p.Forth.within(m.forth)
				p.Back.within(m.back)
			}
			n.Pairs = append(n.Pairs, p)
			if p.Linked {
				n.Linked++
			} else if !p.Changes {
				continue
			}
			trips = append(trips, p.RTT)
			for _, w := range []Way{p.Forth, p.Back} {
				sent, received = sent+w.Sent, received+min(w.Received, w.Sent)
				if upper := w.lossAtMost(); upper > worst.loss {
					worst.loss, worst.frames = upper, w.Sent
				}
				worst.late = max(worst.late, w.Late99)
			}
		}
	}
	if len(trips) == 0 {
		return nil, errSilence
	}
	n.Loss = 1 - float64(received)/float64(sent)
	slices.Sort(trips)
	n.Delay = max(trips[len(trips)/2]/2, time.Microsecond).Round(time.Microsecond)
	n.Timers = suggest(worst)
	return n, nil
}

// within replaces the counts and the loss of the way by those within its contacts.
func (w *Way) within(heard tick) {
	w.Sent, w.Received = uint64(heard.sent), uint64(heard.received)
	w.Loss = 1
	if heard.sent > 0 {
		w.Loss = 1 - float64(heard.received)/float64(heard.sent)
	}
}

func (l *link) summary() Way {
	return Way{Sent: l.sent, Received: l.received, Loss: l.loss(),
		Least: l.least, Median: l.quantile(0.5), Late99: l.quantile(0.99)}
}

// lossAtMost is the upper end of the one-sided 95 % interval of the loss (Wilson
// 1927, formula 4).
func (w Way) lossAtMost() float64 {
	if w.Sent == 0 {
		return 1
	}
	const z = 1.6449 // the 95th percentile of the normal distribution
	n := float64(w.Sent)
	p := 1 - min(float64(w.Received)/n, 1)
	return min((p+z*z/(2*n)+z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))/(1+z*z/n), 1)
}
