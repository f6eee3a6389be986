package election

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// fork returns a node of the same state.
func (n *node) fork() node {
	c := *n
	c.waiting, c.formers = slices.Clone(n.waiting), slices.Clone(n.formers)
	return c
}

// Copy implements [protocol.Copier]. Types that embed a node have their own, since this one
// returns a bare node.
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

// Shift implements [protocol.Shifter]. Messages contain ages, not instants.
func (n *node) Shift(now protocol.Time, d time.Duration) {
	n.leader.heard, n.queued.heard = n.leader.heard.Shift(d), n.queued.heard.Shift(d)
	n.formers = slices.DeleteFunc(n.formers, func(f former) bool { return now >= f.until })
	if !n.electing {
		n.best.Stamp = stamp{} // a late Ack is compared by its capability alone, and brings its own stamp
	}
	if now >= n.silent {
		n.silent = 0
	}
	n.silent = n.silent.Shift(d)
	for i := range n.formers {
		n.formers[i].until = n.formers[i].until.Shift(d)
	}
}

// Shift implements [protocol.Shifter].
func (n *tcpNode) Shift(now protocol.Time, d time.Duration) {
	n.node.Shift(now, d)
	for i := range n.all {
		n.all[i].since, n.all[i].due = n.all[i].since.Shift(d), n.all[i].due.Shift(d)
	}
}
