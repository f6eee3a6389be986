package intervene

import (
	"math"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/trace"
)

// Kind is what an intervention does.
type Kind string

// The interventions.
const (
	Spare       Kind = "spare"        // a message is not lost by the channel or by other frames
	Drop        Kind = "drop"         // a message is lost as if by the channel
	Delay       Kind = "delay"        // a message that arrives does so later
	HoldUp      Kind = "hold-up"      // two nodes hear each other
	HoldDown    Kind = "hold-down"    // two nodes do not hear each other
	LeaveOut    Kind = "leave-out"    // a fault does not strike
	KeepBattery Kind = "keep-battery" // an empty battery does not end its node
	Place       Kind = "place"        // a node stands somewhere
	Hasten      Kind = "hasten"       // a time-out of a node comes earlier
	Postpone    Kind = "postpone"     // a time-out of a node comes later
)

// Intervention is one change of a run.
type Intervention struct {
	Kind Kind

	// For Spare, Drop and Delay: the name of the message with all its hops and attempts,
	// the receiver (Nobody: all), and the attempt of a unicast (0: each).
	Message trace.Sending
	At      protocol.ID
	Attempt int
	By      time.Duration // of Delay and Postpone: how much later; of Hasten: how much earlier, but not before it is set

	// For Hasten and Postpone, Message names the time-out: its node, and the instant at which it was to
	// come. All timers that the node sets to this instant are meant.

	Link        [2]protocol.ID // of HoldUp and HoldDown: the two nodes
	From, Until time.Duration  // of HoldUp, HoldDown and Place; Until 0: to the end

	// For LeaveOut, one of two: the number of the fault in the script, from 1, or the
	// number of one strike (as in the trace's record Strike).
	Fault  int
	Strike uint64

	Node protocol.ID // of KeepBattery and Place
	X, Y float64     // of Place, in metres
}

// Bounds are the limits of interventions.
type Bounds struct {
	Nodes     int
	Faults    int
	Batteries bool // nodes have some
	Contended bool // frames disturb each other
	Placeless bool // nodes are nowhere
}

// Validate finds invalid values.
func (v *Intervention) Validate(b Bounds, check func(holds bool, format string, args ...any)) {
	known := func(id protocol.ID) {
		check(id >= 1 && int(id) <= b.Nodes, "%s: there is no node %d: nodes are 1 to %d", v.Kind, id, b.Nodes)
	}
	check(v.By >= 0 && v.From >= 0 && v.Until >= 0, "%s: negative time: by %v, from %v, until %v", v.Kind, v.By, v.From, v.Until)
	switch v.Kind {
	case Spare, Drop, Delay:
		check(v.Message.At >= 0 && v.Message.Nth >= 0, "%s: no message has the name %v: instants begin at 0, and the messages of one are counted from 1", v.Kind, v.Message)
		known(v.Message.Node)
		check(v.Attempt >= 0, "%s: attempts are numbered from 1, got %d", v.Kind, v.Attempt)
		check(v.Kind != Delay || v.By > 0, "delay of message %v: by nothing", v.Message)
		if v.At != protocol.Nobody {
			known(v.At)
		}
	case Hasten, Postpone:
		check(v.Message.At >= 0 && v.Message.Nth <= 1 && v.Message.Nth >= 0, "%s: no time-out has the name %v: instants begin at 0, and all of one instant are meant", v.Kind, v.Message)
		check(v.By > 0, "%s of time-out %v: by nothing", v.Kind, v.Message)
		known(v.Message.Node)
	case HoldUp, HoldDown:
		known(v.Link[0])
		known(v.Link[1])
		check(v.Link[0] != v.Link[1], "%s: node %d has no link to itself", v.Kind, v.Link[0])
		v.lasts(check)
		check(v.Kind != HoldUp || !b.Contended, "hold-up: where nodes contend for the medium a link has a signal, which would disturb others")
	case LeaveOut:
		check((v.Fault > 0) != (v.Strike > 0), "leave-out: a fault or a strike is needed, one of them")
		check(v.Fault >= 0 && v.Fault <= b.Faults, "leave-out: there is no fault %d: the script has %d", v.Fault, b.Faults)
	case Place:
		known(v.Node)
		v.lasts(check)
		check(!b.Placeless, "place: a world without places has none for node %d", v.Node)
		check(math.Abs(v.X) <= math.MaxFloat32 && math.Abs(v.Y) <= math.MaxFloat32, "place: node %d at (%g, %g) m", v.Node, v.X, v.Y)
	case KeepBattery:
		known(v.Node)
		check(b.Batteries, "keep-battery: no node has a battery")
	default:
		check(false, "there is no intervention called %q", v.Kind)
	}
}

// lasts checks from when and until when it lasts.
func (v *Intervention) lasts(check func(holds bool, format string, args ...any)) {
	check(v.From >= 0 && (v.Until == 0 || v.Until > v.From), "%s: ends at %v and begins at %v", v.Kind, v.Until, v.From)
}

// names reports whether an intervention in a message applies to an attempt of it at a
// node.
func (v *Intervention) names(at protocol.ID, attempt int) bool {
	return (v.At == protocol.Nobody || v.At == at) && (v.Attempt == 0 || v.Attempt == attempt)
}

// holds reports whether an intervention holds a link.
func (v *Intervention) holds() bool { return v.Kind == HoldUp || v.Kind == HoldDown }

// ends of a link, by slot.
func (v *Intervention) ends(k *kernel.Kernel) (i, j kernel.Slot) {
	return k.Slot(min(v.Link[0], v.Link[1])), k.Slot(max(v.Link[0], v.Link[1]))
}
