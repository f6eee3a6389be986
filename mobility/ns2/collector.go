package ns2

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"bellwether/mobility"
	"bellwether/mobility/text"

	"github.com/paulmach/orb"
)

// collector gathers what the file says of each node.
type collector struct {
	nodes []node         // in order of appearance
	index map[uint64]int // by number, into nodes; never ranged over
	most  int            // nodes
}

// node is what the file says of one node.
type node struct {
	number uint64
	line   int        // that mentions it first
	start  [3]float64 // its place at time 0, metres
	known  [3]bool    // which of these the file gives
	events []event
}

// event is something that happens to a node at a time.
type event struct {
	at    time.Duration
	x, y  float64 // metres
	speed float64 // m/s
	line  int32   // sizeLimit keeps it in range
	kind  kind
}

// places reports whether the event puts the node somewhere in no time.
func (e event) places() bool {
	return e.kind == setX || e.kind == setY || e.kind == goTo && e.speed >= mobility.TeleportSpeed
}

// node returns the node of that number, which the line mentions.
func (c *collector) node(number uint64, line int) (*node, error) {
	i, ok := c.index[number]
	if !ok {
		if len(c.nodes) == c.most {
			return nil, fmt.Errorf("more than %d nodes", c.most)
		}
		i = len(c.nodes)
		c.index[number] = i
		c.nodes = append(c.nodes, node{number: number, line: line})
	}
	return &c.nodes[i], nil
}

// begin takes an untimed set.
func (n *node) begin(c command) error {
	axis, value := 2, 0.0
	switch c.kind {
	case setX:
		axis, value = 0, c.x
	case setY:
		axis, value = 1, c.y
	}
	if n.known[axis] {
		return fmt.Errorf("a second initial %c_ of node %d", "XYZ"[axis], n.number)
	}
	n.start[axis], n.known[axis] = value, true
	return nil
}

// trace makes the trace of all nodes; the file ended at the given line.
func (c *collector) trace(name string, line int) (*mobility.Trace, error) {
	slices.SortFunc(c.nodes, func(a, b node) int { return cmp.Compare(a.number, b.number) })
	tracks := make([]mobility.Track, len(c.nodes))
	var b builder
	for i := range c.nodes {
		n := &c.nodes[i]
		if line, err := b.build(n); err != nil {
			return nil, text.FaultAt(name, line, fmt.Errorf("node %d: %w", n.number, err))
		}
		tracks[i] = b.track.Clone()
		n.events = nil // the legs are all that is needed now
	}
	t, err := mobility.NewTrace(tracks)
	if err != nil {
		return nil, text.FaultAt(name, line, err)
	}
	return t, nil
}

var errNoPlace = errors.New("in the world without a place: give X_ and Y_")

// place returns the node's place at time 0 as far as it is known.
func (n *node) place() mobility.Leg {
	return mobility.Leg{End: mobility.Forever, From: orb.Point{n.start[0], n.start[1]}}
}
