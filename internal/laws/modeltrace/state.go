package modeltrace

import "bellwether/protocol"

// The phases that a node shows.
const (
	idle = iota
	growing
	waiting
	follows
	leads
)

func (n *node) phase() int64 {
	switch {
	case n.electing && n.owes:
		return growing
	case n.electing:
		return waiting
	case n.lid.ID == protocol.Nobody:
		return idle
	case n.lid.ID == n.id:
		return leads
	}
	return follows
}

// show takes what the node shows. What it shows as it boots is what it had saved: enter
// checks that it is enough.
func (n *node) show(name string, value int64) {
	n.shown[name] = value
	if n.world.live && name == "in_tree" && value == 0 {
		n.owes, n.waits = false, nil
	}
	if n.cause.kind != "boot" || n.electing {
		return
	}
	switch name {
	case "num":
		n.num = uint32(value)
	case "computation_num":
		n.src.Num = uint32(value)
	case "computation_source":
		n.src.Source = protocol.ID(value)
	}
}

// over ends the step under way: what it had to do is done, and what the node shows is what
// the model has.
func (n *node) over() error {
	if err := n.joined(); err != nil {
		return err
	}
	if _, shows := n.shown["phase"]; !shows || !n.acted {
		return nil
	}
	n.acted = false
	if n.electing && n.parent != protocol.Nobody && n.shown["parent"] == int64(protocol.Nobody) && n.gone(n.parent) {
		n.parent = protocol.Nobody // an orphan that still collects
	}
	leader := n.lid.ID
	if n.electing {
		leader = protocol.Nobody
	}
	var inTree int64
	if n.owes {
		inTree = 1
	}
	for _, v := range []struct {
		name string
		want int64
	}{
		{"phase", n.phase()}, {"parent", int64(n.parent)}, {"in_tree", inTree},
		{"leader", int64(leader)}, {"num", int64(n.num)},
		{"computation_num", int64(n.src.Num)}, {"computation_source", int64(n.src.Source)},
	} {
		if got := n.shown[v.name]; got != v.want {
			return n.wrong("state", "shows %s = %d after %s; the model has %d", v.name, got, n.cause, v.want)
		}
	}
	return n.showsS()
}

// joined returns an error if a message asked for a newer computation, which was not entered.
func (n *node) joined() error {
	if n.cause.asks {
		return n.wrong("onElection", "does not join %v, which is newer than its %v", n.cause.said.Index, n.src)
	}
	return nil
}

// showsS compares S: a peer that may be given up may still be in it.
func (n *node) showsS() error {
	most, least := int64(len(n.waits)), int64(len(n.waiting()))
	if got := n.shown["waiting"]; n.owes && !n.world.live && (got < least || got > most) {
		return n.wrong("state", "shows %d members of S after %s; the model has %d, %d of which may be given up", got, n.cause, most, most-least)
	}
	return nil
}

func (c cause) String() string {
	if c.kind == "receive" {
		return "hearing " + c.said.Kind + " from " + c.from.String()
	}
	return "a step (" + c.kind + ")"
}
