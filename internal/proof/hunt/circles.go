package hunt

import (
	"fmt"
	"reflect"

	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// circles is a sink that checks that packets of AODV do not circulate. At any instant next
// hops form no loop, but they may change while a packet is on its way. So the law allows a
// packet at most twice as many hops as there are nodes; with more it would visit some node a
// third time. If NetDiameter ends packets earlier, the law checks the way of each packet: no
// node a third time.
type circles struct {
	most int // hops
	why  string

	// The ways; nil if packets may take more hops than most. If a part of a way is not known,
	// the way counts as shorter, so it never causes a false breach.
	sent  map[uint64]*stage // by frame; when sent is full, it becomes older
	older map[uint64]*stage
	heard map[protocol.ID][]*stage // by receiver, the newest last
}

// stagesKept bounds the frames that are remembered, twice, and heardKept the packets at one node.
// Packets that are held wait MaxQueueLen at a time, 64 by default.
const (
	stagesKept = 1 << 14
	heardKept  = 1 << 9
)

// A stage is one hop of a packet.
type stage struct {
	node   protocol.ID // that sends it
	packet hopped
	before *stage // the hop over which it came to the node
}

// A hopped message counts the hops that it took.
type hopped interface {
	protocol.Carrier
	Taken() (hops int)
}

func newCircles(nodes int, o overlay.AODVOptions) *circles {
	c := &circles{most: 2 * nodes}
	if o.Whole().NetDiameter <= c.most {
		c.sent, c.heard = map[uint64]*stage{}, map[protocol.ID][]*stage{}
	}
	return c
}

// Wants returns what is sent, and what arrives if ways are followed.
func (c *circles) Wants() trace.Set {
	if c.sent != nil {
		return trace.Of(trace.Send, trace.Receive)
	}
	return trace.Of(trace.Send)
}

// Record looks at a packet.
func (c *circles) Record(r *trace.Record) {
	p, is := r.Content.(hopped)
	if !is || c.why != "" {
		return
	}
	if r.Kind == trace.Receive {
		c.hear(r)
		return
	}
	origin, _ := p.Carried()
	if p.Taken() > c.most {
		c.why = fmt.Sprintf("at %v %v sends a packet of %v over its hop %d", r.At, r.Node, origin, p.Taken())
	}
	if c.sent == nil {
		return
	}
	s := c.follow(r.Node, p, p.Taken())
	if times := s.visits(r.Node); times > 2 && c.why == "" {
		c.why = fmt.Sprintf("at %v %v sends a packet of %v over its hop %d, which came to it for the time %d", r.At, r.Node, origin, p.Taken(), times)
	}
	if len(c.sent) == stagesKept {
		c.sent, c.older = map[uint64]*stage{}, c.sent
	}
	c.sent[r.Frame] = s
}

// hear notes that a packet came to a node.
func (c *circles) hear(r *trace.Record) {
	s := c.sent[r.Frame]
	if s == nil {
		s = c.older[r.Frame]
	}
	if s == nil {
		return
	}
	list := c.heard[r.Node]
	if len(list) == heardKept {
		list = append(list[:0], list[heardKept/2:]...)
	}
	c.heard[r.Node] = append(list, s)
}

// follow returns the hop of a packet that a node sends. If several packets with the same
// content came to it over as many hops, it takes the one that visited the node least often. A
// Send of the origin itself is recorded with the content of the packet and without hops, so a
// packet that came from no other node was sent by its origin, to which it had come back.
func (c *circles) follow(node protocol.ID, p hopped, taken int) *stage {
	of := &stage{node: node, packet: p}
	origin, inner := p.Carried()
	for _, s := range c.heard[node] {
		if from, _ := s.packet.Carried(); from != origin || s.packet.Taken() != taken-1 {
			continue
		}
		if _, carried := s.packet.Carried(); !reflect.DeepEqual(carried, inner) {
			continue
		}
		if of.before == nil || s.visits(node) < of.before.visits(node) {
			of.before = s
		}
	}
	if of.before == nil && node != origin && taken > 2 {
		if back := c.follow(origin, p, taken-1); back.before != nil {
			of.before = back
		}
	}
	return of
}

// visits counts the hops from a node up to this one.
func (s *stage) visits(node protocol.ID) (times int) {
	for ; s != nil; s = s.before {
		if s.node == node {
			times++
		}
	}
	return times
}
