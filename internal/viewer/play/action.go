package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"bellwether/protocol"
)

// An Action is something that the player does to the world. Its JSON is the contract with the
// page.
type Action struct {
	Kind string `json:"kind"`
	AtNs int64  `json:"at_ns"` // since the run began
	// Node is the node that it is done to. Peer is the other end of a link; for drop and delay
	// it is the one receiver, 0: all.
	Node protocol.ID `json:"node,omitempty"`
	Peer protocol.ID `json:"peer,omitempty"`
	// Groups are the groups of a partition.
	Groups [][]protocol.ID `json:"groups,omitempty"`
	// X and Y are where a node is placed, or the lower left corner of a jam, in metres; Width and
	// Height are the jam's.
	X      float64 `json:"x,omitempty"`
	Y      float64 `json:"y,omitempty"`
	Width  float64 `json:"width,omitempty"`
	Height float64 `json:"height,omitempty"`
	// ForNs is how long it lasts, 0: for good; of delay, how much later the message arrives.
	ForNs int64 `json:"for_ns,omitempty"`
	// Left is the share of its first charge that a drained node has left.
	Left float64 `json:"left,omitempty"`
	// PPM is how fast a drifting clock runs.
	PPM int `json:"ppm,omitempty"`
	// Forgets: a node that crashes loses what it had saved.
	Forgets bool `json:"forgets,omitempty"`
	// Message names the message of drop and delay. The player sets it: the next message that
	// the node says.
	Message string `json:"message,omitempty"`
}

// at is the instant in the words of scenarios.
func (d *Action) at() string { return time.Duration(d.AtNs).String() }

// Say describes the action in a few words.
func (d *Action) Say() string {
	k, known := kindOf(d.Kind)
	if !known {
		return d.Kind
	}
	return k.say(d)
}

// lasts is " for 10s", "" for good.
func (d *Action) lasts() string {
	if d.ForNs == 0 {
		return ""
	}
	return " for " + time.Duration(d.ForNs).String()
}

// A kind is what can be done.
type kind struct {
	name string
	say  func(*Action) string
	do   func(*entries, *Action) error
}

// on is a kind that is a fault of one node, of the same name in a scenario.
func on(name, said string) kind {
	return kind{name, func(d *Action) string { return fmt.Sprintf(said, d.Node) + d.lasts() }, func(e *entries, d *Action) error {
		more := ""
		if d.ForNs > 0 {
			more = ", for: " + time.Duration(d.ForNs).String()
		}
		e.strikes("{at: %s, %s: %d%s}", d.at(), name, d.Node, more)
		return nil
	}}
}

// kinds are all that can be done, in the order in which the page offers them.
var kinds = []kind{
	{"crash", func(d *Action) string {
		if d.Forgets {
			return fmt.Sprintf("node %d crashes, and loses its storage", d.Node) + d.lasts()
		}
		return fmt.Sprintf("node %d crashes", d.Node) + d.lasts()
	}, (*entries).crash},
	on("restart", "node %d starts again"),
	on("pause", "node %d pauses"),
	on("radio-off", "the radio of node %d is off"),
	on("radio-on", "the radio of node %d is on"),
	on("resign", "node %d resigns"),
	on("elect", "node %d calls an election"),
	{"drain", func(d *Action) string {
		return fmt.Sprintf("the battery of node %d is drained to %.0f %%", d.Node, 100*d.Left)
	}, func(e *entries, d *Action) error {
		e.strikes("{at: %s, drain: %d, left: %s}", d.at(), d.Node, number(d.Left))
		return nil
	}},
	on("recharge", "the battery of node %d is filled"),
	{"drift", func(d *Action) string {
		return fmt.Sprintf("the clock of node %d runs %+d ppm fast", d.Node, d.PPM) + d.lasts()
	}, func(e *entries, d *Action) error {
		more := ""
		if d.ForNs > 0 {
			more = ", for: " + time.Duration(d.ForNs).String()
		}
		e.strikes("{at: %s, drift: %d, ppm: %d%s}", d.at(), d.Node, d.PPM, more)
		return nil
	}},
	{"place", func(d *Action) string {
		return fmt.Sprintf("node %d is put at (%s, %s) m", d.Node, number(d.X), number(d.Y))
	}, (*entries).place},
	{"let-go", func(d *Action) string { return fmt.Sprintf("node %d goes on where it would be", d.Node) }, (*entries).letGo},
	{"cut", func(d *Action) string { return fmt.Sprintf("the link %d–%d is cut", d.Node, d.Peer) }, (*entries).hold},
	{"join", func(d *Action) string { return fmt.Sprintf("the link %d–%d is held up", d.Node, d.Peer) }, (*entries).hold},
	{"mend", func(d *Action) string {
		return fmt.Sprintf("the link %d–%d is as its places make it", d.Node, d.Peer)
	}, (*entries).mend},
	{"partition", func(d *Action) string { return "a partition: " + groups(d.Groups, " and ") + d.lasts() }, func(e *entries, d *Action) error {
		more := ""
		if d.ForNs > 0 {
			more = ", for: " + time.Duration(d.ForNs).String()
		}
		e.strikes("{at: %s, partition: [%s]%s}", d.at(), groups(d.Groups, ", "), more)
		return nil
	}},
	{"heal", func(*Action) string { return "all partitions end" }, func(e *entries, d *Action) error {
		e.strikes("{at: %s, heal: all}", d.at())
		return nil
	}},
	{"jam", func(d *Action) string {
		return fmt.Sprintf("a jam of %s by %s m", number(d.Width), number(d.Height)) + d.lasts()
	}, (*entries).jam},
	{"drop", func(d *Action) string { return "the message " + d.Message + " is lost" + d.to() }, (*entries).message},
	{"delay", func(d *Action) string {
		return fmt.Sprintf("the message %s arrives %v later%s", d.Message, time.Duration(d.ForNs), d.to())
	}, (*entries).message},
}

func kindOf(name string) (kind, bool) {
	for _, k := range kinds {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}

// to is " at node 5", "" for all receivers.
func (d *Action) to() string {
	if d.Peer == protocol.Nobody {
		return ""
	}
	return fmt.Sprintf(" at node %d", d.Peer)
}

// number writes a number as scenarios take it.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// groups writes groups as scenarios take them, with the given separator.
func groups(all [][]protocol.ID, between string) string {
	var out []string
	for _, group := range all {
		var ids []string
		for _, id := range group {
			ids = append(ids, strconv.FormatUint(uint64(id), 10))
		}
		out = append(out, "["+strings.Join(ids, ", ")+"]")
	}
	return strings.Join(out, between)
}
