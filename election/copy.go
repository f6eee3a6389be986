package election

import (
	"slices"

	"bellwether/protocol"
)

// fork gives a node of the same state.
func (n *node) fork() node {
	c := *n
	c.waiting, c.formers = slices.Clone(n.waiting), slices.Clone(n.formers)
	return c
}

// Copy implements [protocol.Copier], as do those of the nodes that hold a node: what
// that gives is a bare one.
func (n *node) Copy() protocol.Machine {
	c := n.fork()
	return &c
}

// Copy implements [protocol.Copier].
func (n *unicastNode) Copy() protocol.Machine { return &unicastNode{n.fork()} }

// Copy implements [protocol.Copier].
func (n *greetingNode) Copy() protocol.Machine { return &greetingNode{n.fork()} }

// Copy implements [protocol.Copier].
func (n *tcpNode) Copy() protocol.Machine {
	c := &tcpNode{unicastNode{n.fork()}, n.streams}
	c.all = slices.Clone(n.all)
	for i := range c.all {
		c.all[i].queue = slices.Clone(c.all[i].queue)
	}
	return c
}
