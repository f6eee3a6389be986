package movetrace

import (
	"cmp"
	"slices"
	"time"

	"bellwether/mobility"
)

// A Census counts who is in the world of an excerpt during a span of its time. Times of
// nodes are in seconds of node-time, summed over the nodes.
type Census struct {
	Present float64 // in the world
	Unknown float64 // part of Present: standing after the last fix, by the ending Stay
	Halted  float64 // part of Present: standing for good at the last place in the trace, after moving before

	// First and Last are when the first node enters and the last one leaves, within the
	// span; Last is 0 if no node is ever there.
	First, Last time.Duration

	// Empty is the longest part between First and Last in which no node is there, from
	// EmptyFrom on.
	Empty, EmptyFrom time.Duration
}

// A stay is a part of the time in which a node is in the world.
type stay struct{ from, until time.Duration }

// Census counts nodes 1…n in the span from one time of the excerpt to another.
func (x *Excerpt) Census(n int, from, until time.Duration) Census {
	c := Census{First: until}
	var stays []stay
	for node := 1; node <= n; node++ {
		unknown, halted := x.told(node)-x.options.Begin, x.halts(node)-x.options.Begin
		for w := NewWalker(x.Path(node, nil, nil)); ; {
			l := w.leg
			begin, end := max(l.Start, from), min(l.End, until)
			if !l.Absent && begin < end {
				c.First, c.Last = min(c.First, begin), max(c.Last, end)
				c.Present += seconds(end - begin)
				c.Unknown += seconds(max(end-max(begin, unknown), 0))
				c.Halted += seconds(max(min(end, unknown)-max(begin, halted), 0))
				if k := len(stays) - 1; k >= 0 && stays[k].until == begin {
					stays[k].until = end
				} else {
					stays = append(stays, stay{begin, end})
				}
			}
			if l.End >= until {
				break
			}
			w.Leg(l.End)
		}
	}
	slices.SortFunc(stays, func(a, b stay) int { return cmp.Compare(a.from, b.from) })
	for i, covered := 0, c.First; i < len(stays); i++ {
		if empty := stays[i].from - covered; empty > c.Empty {
			c.Empty, c.EmptyFrom = empty, covered
		}
		covered = max(covered, stays[i].until)
	}
	return c
}

// halts returns when a node moves for the last time, in the trace's time; Forever if it never
// moves.
func (x *Excerpt) halts(node int) time.Duration {
	last := mobility.Forever
	for l := range x.options.Trace.tracks[node-1].legs.walk().each {
		if l.Speed() > 0 && !l.Absent {
			last = l.End
		}
	}
	return last
}

// Vanished lists nodes, from 1…n in order, that are never in the world because they leave with
// their only fix.
func (x *Excerpt) Vanished(n int) []int {
	if x.options.After == Stay {
		return nil
	}
	var gone []int
	for node := 1; node <= n; node++ {
		track := &x.options.Trace.tracks[node-1]
		at := track.seen.At
		if first := track.first(); track.lost && (first == mobility.Forever || first == at) && at >= x.options.Begin && at < x.options.end() {
			gone = append(gone, node)
		}
	}
	return gone
}

// Missing lists nodes, from 1…n in order, that are never present in the excerpt.
func (x *Excerpt) Missing(n int) []int {
	var missing []int
	for node := 1; node <= n; node++ {
		if !x.appears(node) {
			missing = append(missing, node)
		}
	}
	return missing
}

// appears reports whether a node is in the world for any time of the part.
func (x *Excerpt) appears(node int) bool {
	path := x.Path(node, nil, nil)
	for {
		l := path.Next()
		switch begin, end := max(l.Start, 0), min(l.End, x.Duration()); {
		case !l.Absent && begin < end:
			return true
		case l.End >= x.Duration():
			return false
		}
	}
}

// first is when the node is in the world for the first time; Forever if it never is.
func (t *Track) first() time.Duration {
	for l := range t.legs.walk().each {
		if !l.Absent {
			return l.Start
		}
	}
	return mobility.Forever
}
