package section

import (
	"strconv"
	"strings"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/messageid"
	"bellwether/protocol"
	"bellwether/trace"
)

// An Intervention makes one change to a run; all else follows from it. Exactly one
// of the kinds is given. Messages are named by sender and instant, time-outs by node and
// instant, strikes by their
// number in a trace of the run: both names belong to one seed and one algorithm.
type Intervention struct {
	// A message that is not lost by the channel or by other frames. Its name is the node
	// and the instant of its line send in a trace, like 7@12.5s; 7@12.5s/2 is the second
	// that the node sent at that instant. `bellwether show --names` prints it.
	Spare MessageName `yaml:"spare"`
	// A message that is lost as if by the channel.
	Drop MessageName `yaml:"drop"`
	// A message that arrives later, see by.
	Delay MessageName `yaml:"delay"`
	// A time-out that comes earlier, see by. Its name is the node and the instant at which
	// it was to come, like 7@12.5s; all timers that the node sets to that instant are meant.
	Hasten MessageName `yaml:"hasten"`
	// A time-out that comes later, see by.
	Postpone MessageName `yaml:"postpone"`
	// With spare, drop and delay: the receiver. Default: all; for a relayed message all
	// on its way, so that delays add up.
	Receiver Number `yaml:"receiver" jsonschema:"minimum=1"`
	// With spare, drop and delay: the attempt of an acknowledged frame, from 1. Default:
	// all.
	Attempt Number `yaml:"attempt" jsonschema:"minimum=1,maximum=256"`
	// With delay and postpone: how much later it comes. With hasten: how much earlier, but
	// not before the timer is set.
	By Duration `yaml:"by" min:"1ns" max:"10000h"`

	// Two nodes that hear each other, wherever they are. Losses, partitions, jams and
	// radios that are off separate them as elsewhere.
	HoldUp []protocol.ID `yaml:"hold_up" jsonschema:"minItems=2,maxItems=2"`
	// Two nodes that do not hear each other.
	HoldDown []protocol.ID `yaml:"hold_down" jsonschema:"minItems=2,maxItems=2"`
	// A node that stands somewhere, see to, and then goes on where it would be.
	Place Number `yaml:"place" jsonschema:"minimum=1"`
	// With place: x and y in metres.
	To []float64 `yaml:"to" jsonschema:"minItems=2,maxItems=2"`
	// With hold_up, hold_down and place: when it begins. Default: the beginning.
	From Duration `yaml:"from" zero:"unsaid" max:"10000h"`
	// With hold_up, hold_down and place: when it ends. Default: the end.
	Until Duration `yaml:"until" min:"1ns" max:"10000h"`

	// The number of an entry of faults, from 1, that does not strike.
	LeaveOut Number `yaml:"leave_out" jsonschema:"minimum=1"`
	// The number of one strike, among the strikes of all faults, that is left out.
	LeaveOutStrike Number `yaml:"leave_out_strike" jsonschema:"minimum=1"`

	// A node that lives on when its battery is empty.
	KeepBattery Number `yaml:"keep_battery" jsonschema:"minimum=1"`
}

// Number counts from 1; 0 is not given.
type Number int64

// EncodeStrict writes what is given.
func (n Number) EncodeStrict() any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

// MessageName is the name of one; the zero one is not given.
type MessageName trace.Sending

// TakesStrict lists the forms that are taken.
func (MessageName) TakesStrict() string { return "node@instant of a message" }

// DecodeStrict reads a name.
func (m *MessageName) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if _, err := strconv.ParseUint(n.Text, 10, 64); err == nil && n.Kind != strictyaml.List && n.Kind != strictyaml.Map {
		d.Add(n, "names a message by its number, which another intervention may shift: give who said it and when, "+
			"as bellwether show --names prints it, like 7@12.5s")
		return
	}
	name, err := messageid.Parse(n.Text)
	if err != nil || n.Kind == strictyaml.List || n.Kind == strictyaml.Map {
		d.Add(n, "must be the name of a message, like 7@12.5s, or 7@12.5s/2 for the second of that instant, got %s", n.Describe())
		return
	}
	*m = MessageName(name)
}

// EncodeStrict writes what is given.
func (m MessageName) EncodeStrict() any {
	if m == (MessageName{}) {
		return nil
	}
	return trace.Sending(m).String()
}

// Change is one kind of intervention as an entry gives it.
type Change struct {
	Key   string
	Kind  emulator.InterventionKind
	Given bool
	Of    Number // of the fault, the strike or the node
	Said  trace.Sending
	Link  []protocol.ID
	Takes string // keys that have a meaning beside it
}

// Changes lists the kinds that the entry could give, in the order of the file format.
func (v *Intervention) Changes() []Change {
	const message, link = "receiver attempt", "from until"
	one := func(key string, kind emulator.InterventionKind, of Number, takes string) Change {
		return Change{Key: key, Kind: kind, Given: of > 0, Of: of, Takes: takes}
	}
	said := func(key string, kind emulator.InterventionKind, of MessageName, takes string) Change {
		return Change{Key: key, Kind: kind, Given: of != MessageName{}, Said: trace.Sending(of), Takes: takes}
	}
	pair := func(key string, kind emulator.InterventionKind, of []protocol.ID) Change {
		return Change{Key: key, Kind: kind, Given: of != nil, Link: of, Takes: link}
	}
	return []Change{
		said("spare", emulator.Spare, v.Spare, message),
		said("drop", emulator.Drop, v.Drop, message),
		said("delay", emulator.Delay, v.Delay, message+" by"),
		said("hasten", emulator.Hasten, v.Hasten, "by"),
		said("postpone", emulator.Postpone, v.Postpone, "by"),
		pair("hold_up", emulator.HoldUp, v.HoldUp),
		pair("hold_down", emulator.HoldDown, v.HoldDown),
		one("place", emulator.Place, v.Place, "to "+link),
		one("leave_out", emulator.LeaveOut, v.LeaveOut, ""),
		one("leave_out_strike", emulator.LeaveOut, v.LeaveOutStrike, ""),
		one("keep_battery", emulator.KeepBattery, v.KeepBattery, ""),
	}
}

// Given are the kinds that the entry does give; sound entries give one.
func (v *Intervention) Given() (out []Change) {
	for _, c := range v.Changes() {
		if c.Given {
			out = append(out, c)
		}
	}
	return out
}

// InterventionKinds lists the keys of all kinds, for messages.
func InterventionKinds() string {
	var keys []string
	for _, c := range new(Intervention).Changes() {
		keys = append(keys, c.Key)
	}
	return strings.Join(keys, ", ")
}

// Emulated is the intervention in the emulator's words.
func (v *Intervention) Emulated() emulator.Intervention {
	c := v.Given()[0]
	out := emulator.Intervention{Kind: c.Kind, At: protocol.ID(v.Receiver), Attempt: int(v.Attempt), By: v.By.Std(),
		From: v.From.Std(), Until: v.Until.Std()}
	switch {
	case c.Link != nil:
		out.Link = [2]protocol.ID(c.Link)
	case c.Key == "leave_out_strike":
		out.Strike = uint64(c.Of)
	case c.Kind == emulator.LeaveOut:
		out.Fault = int(c.Of)
	case c.Kind == emulator.Place:
		out.Node, out.X, out.Y = protocol.ID(c.Of), v.To[0], v.To[1]
	case c.Kind == emulator.KeepBattery:
		out.Node = protocol.ID(c.Of)
	default:
		out.Message = c.Said
	}
	return out
}
