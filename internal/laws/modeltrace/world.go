package modeltrace

import (
	"errors"
	"fmt"
	"io"

	"bellwether/protocol"
	"bellwether/trace"
)

// A Report says what was held to the model.
type Report struct {
	Nodes     int
	Steps     int // receptions, time-outs and news of neighbours
	Entered   int // computations entered, by all nodes
	Concluded int // elections that ended, of all nodes
}

type world struct {
	nodes  map[protocol.ID]*node
	frames map[uint64]said // messages by the frame they went in: emulated receptions name it only
	report Report

	// live: an agent's trace. Its links send one message to a neighbour at a time, so that
	// the record of a message comes after the step that said it. Δ is taken from what the
	// node shows, and messages are held to less.
	live bool
	// hello: nodes report their neighbours. Where none does, an oracle tells them of links.
	hello bool
}

// Check holds a trace file to the model. The error is the first difference, with the line.
func Check(r io.Reader, name string) (Report, error) {
	w := &world{nodes: map[protocol.ID]*node{}, frames: map[uint64]said{}}
	err := trace.Read(r, name, func(h *trace.Header, l *trace.Line) error {
		w.live = h.Zero != 0
		if err := w.line(l); err != nil {
			return fmt.Errorf("%s:%d: at %v: %w", name, l.Number, l.Record.At, err)
		}
		return nil
	})
	if err == nil {
		for _, n := range w.nodes {
			if err = n.over(); err != nil {
				return w.report, fmt.Errorf("%s: at the end: %w", name, err)
			}
		}
	}
	w.report.Nodes = len(w.nodes)
	return w.report, err
}

func (w *world) node(id protocol.ID) *node {
	n := w.nodes[id]
	if n == nil {
		n = &node{id: id, world: w, shown: map[string]int64{}}
		n.crash()
		w.nodes[id] = n
	}
	return n
}

// line takes a record: the cause of a step, what the node does in it, or what it shows
// after it.
func (w *world) line(l *trace.Line) error {
	r := &l.Record
	switch r.Kind {
	case trace.Send, trace.Electing, trace.Elected, trace.State:
		w.node(r.Node).acted = true
	}
	switch r.Kind {
	case trace.Receive:
		return w.receive(l)
	case trace.Send:
		m, ours, err := read(l.Message, l.Content)
		if err != nil || !ours {
			return foreign(l.Message, err)
		}
		if m.Kind == "election" && r.Peer == protocol.Nobody {
			return foreign("child", nil) // a local broadcast
		}
		w.frames[r.Frame] = m
		n := w.node(r.Node)
		return n.say(r.Peer, m)
	case trace.Electing:
		w.report.Entered++
		n := w.node(r.Node)
		return n.enter(index{r.Computation.Num, r.Computation.Source})
	case trace.Elected:
		n := w.node(r.Node)
		if n.electing {
			w.report.Concluded++
		}
		return n.elected(r.Peer, index{r.Computation.Num, r.Computation.Source})
	case trace.State:
		w.node(r.Node).show(r.Name, r.Value)
	case trace.Capability:
		n := w.node(r.Node)
		if n.offered && n.offers != r.Value {
			return fmt.Errorf("node %v offers %d instead of %d: values that change are not modelled", r.Node, r.Value, n.offers)
		}
		n.offers, n.offered = r.Value, true
	case trace.Timer:
		return w.step(r.Node, "timer")
	case trace.NeighbourUp, trace.NeighbourDown:
		w.hello = true
		return w.neighbour(r.Node, r.Peer, r.Kind == trace.NeighbourDown)
	case trace.LinkUp, trace.LinkDown:
		return w.link(r)
	case trace.Boot, trace.Crash, trace.Absent:
		return w.boot(r)
	case trace.Fault:
		if r.Name == trace.StorageLost {
			return errors.New("storage is lost, which the model does not have")
		}
	}
	return nil
}

// foreign refuses messages of other signallings, and ignores messages of other layers.
func foreign(name string, err error) error {
	switch name {
	case "child", "syn", "syn-ack", "segment", "segment-ack", "reset", "election-named", "election-named-retry":
		return fmt.Errorf("a message %q: only the signalling udp is modelled", name)
	}
	return err
}

// step begins one; the one before is over.
func (w *world) step(id protocol.ID, kind string) error {
	n := w.node(id)
	err := n.over()
	n.cause = cause{kind: kind}
	w.report.Steps++
	return err
}

func (w *world) receive(l *trace.Line) error {
	r := &l.Record
	m, known := w.frames[r.Frame]
	if len(l.Content) > 0 && string(l.Content) != "null" {
		var err error
		if m, known, err = read(l.Message, l.Content); err != nil || !known {
			return foreign(l.Message, err)
		}
	}
	if !known {
		return foreign(l.Message, nil)
	}
	if err := w.step(r.Node, "receive"); err != nil {
		return err
	}
	w.node(r.Node).hear(r.Peer, m)
	return nil
}

// link is news to both ends where an oracle brings it.
func (w *world) link(r *trace.Record) error {
	if w.hello {
		return nil
	}
	lost := r.Kind == trace.LinkDown
	return errors.Join(w.neighbour(r.Node, r.Peer, lost), w.neighbour(r.Peer, r.Node, lost))
}

// neighbour is a step within the one that brought the news: what the node shows comes
// after both.
func (w *world) neighbour(id, peer protocol.ID, lost bool) error {
	n := w.node(id)
	if err := n.joined(); err != nil {
		return err
	}
	n.cause = cause{kind: "neighbour"}
	w.report.Steps++
	if lost && n.electing {
		n.silent[peer] = true
	}
	return nil
}

// boot ends a run of a node and begins another. It begins beyond the number of every
// computation that it took part in.
func (w *world) boot(r *trace.Record) error {
	n := w.node(r.Node)
	err := n.over()
	n.used = n.newest()
	n.crash()
	clear(n.shown)
	if r.Kind == trace.Boot {
		n.cause = cause{kind: "boot"}
	}
	return err
}

// acyclic follows the parents of nodes in the tree of n's computation.
func (w *world) acyclic(n *node) error {
	at := n
	for range len(w.nodes) {
		next := w.nodes[at.parent]
		if at.parent == protocol.Nobody || next == nil || !next.owes || next.src != n.src {
			return nil
		}
		if at = next; at == n {
			return n.wrong("acyclic", "its parents lead back to it in %v", n.src)
		}
	}
	return nil
}
