package ns2

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// collector gathers the events of each node.
type collector struct {
	nodes []node         // in order of appearance
	index map[uint64]int // by number, into nodes; never ranged over
	most  int            // nodes
	core  bool           // see [ReadCORE]
}

// node is the record of one node.
type node struct {
	number uint64
	start  [3]float64 // its place at time 0, metres
	known  [3]bool    // which of these the file gives
	events []event
}

// event is something that happens to a node at a time.
type event struct {
	at    time.Duration
	x, y  float64 // metres
	speed float64 // m/s
	kind  kind
}

// placementSpeed, in m/s: vehicle traces place and remove their vehicles with it.
const placementSpeed = 1e9

// places reports whether the event moves the node somewhere at once.
func (e event) places() bool {
	return e.kind == setX || e.kind == setY || e.kind == goTo && e.speed >= placementSpeed
}

// jumps reports whether the node stands, and is at its destination when it would arrive.
func (e event) jumps() bool { return e.kind == goTo && e.speed >= movetrace.TeleportSpeed }

// node returns the node with that number.
func (c *collector) node(number uint64) (*node, error) {
	i, ok := c.index[number]
	if !ok {
		if len(c.nodes) == c.most {
			return nil, text.Whole(fmt.Errorf("more than %d nodes", c.most))
		}
		i = len(c.nodes)
		c.index[number] = i
		c.nodes = append(c.nodes, node{number: number})
	}
	return &c.nodes[i], nil
}

// begin reads an untimed set.
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

// trace makes the trace of all nodes; line is the last of the file.
func (c *collector) trace(in text.File, line int) (*movetrace.Trace, error) {
	slices.SortFunc(c.nodes, func(a, b node) int { return cmp.Compare(a.number, b.number) })
	tracks := make([]movetrace.Track, len(c.nodes))
	var b builder
	var assumed []uint64
	for i := range c.nodes {
		n := &c.nodes[i]
		b.build(n)
		if b.assumed {
			assumed = append(assumed, n.number)
		}
		tracks[i] = b.track.Clone()
		n.events = nil // only the legs are needed now
	}
	t, err := movetrace.NewTrace(tracks)
	if err != nil {
		return nil, text.FaultAt(in.Name, line, err)
	}
	remark(in, assumed, len(c.nodes))
	if b.stopped > 0 {
		in.Remark("%d setdest commands have speed 0 and another place: nodes stand where they are, as in ns-2 and ns-3; CORE moves them there at once, as --from core (format: core in a scenario) does", b.stopped)
	}
	return t, nil
}

// remark notes the nodes without a place, the first by their numbers.
func remark(in text.File, assumed []uint64, of int) {
	const shown = 10
	if len(assumed) == 0 {
		return
	}
	numbers, more := fmt.Sprint(assumed[:min(len(assumed), shown)]), ""
	if len(assumed) > shown {
		more = ", …"
	}
	in.Remark("%d of %d nodes have no start, X_ and Y_ without a time; what is missing is 0 m, as in ns-3 and ns-2: %s%s",
		len(assumed), of, strings.ReplaceAll(strings.Trim(numbers, "[]"), " ", ", "), more)
}

// place returns the node's place at time 0, as far as it is known.
func (n *node) place() mobility.Leg {
	return mobility.Leg{End: mobility.Forever, From: orb.Point{n.start[0], n.start[1]}}
}
