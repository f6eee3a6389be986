package scenarios

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/messageid"
	"bellwether/protocol"
	"bellwether/trace"
)

// An interventionEntry makes one change to a run; all else follows from it. Exactly one
// of the kinds is given. Messages are named by sender and instant, time-outs by node and
// instant, strikes by their
// number in a trace of the run: both names belong to one seed and one algorithm.
type interventionEntry struct {
	// A message that is not lost by the channel or by other frames. Its name is the node
	// and the instant of its line send in a trace, like 7@12.5s; 7@12.5s/2 is the second
	// that the node sent at that instant. `bellwether show --names` prints it.
	Spare messageName `yaml:"spare"`
	// A message that is lost as if by the channel.
	Drop messageName `yaml:"drop"`
	// A message that arrives later, see by.
	Delay messageName `yaml:"delay"`
	// A time-out that comes earlier, see by. Its name is the node and the instant at which
	// it was to come, like 7@12.5s; all timers that the node sets to that instant are meant.
	Hasten messageName `yaml:"hasten"`
	// A time-out that comes later, see by.
	Postpone messageName `yaml:"postpone"`
	// With spare, drop and delay: the receiver. Default: all; for a relayed message all
	// on its way, so that delays add up.
	Receiver number `yaml:"receiver" jsonschema:"minimum=1"`
	// With spare, drop and delay: the attempt of an acknowledged frame, from 1. Default:
	// all.
	Attempt number `yaml:"attempt" jsonschema:"minimum=1,maximum=256"`
	// With delay and postpone: how much later it comes. With hasten: how much earlier, but
	// not before the timer is set.
	By Duration `yaml:"by" min:"1ns" max:"10000h"`

	// Two nodes that hear each other, wherever they are. Losses, partitions, jams and
	// radios that are off separate them as elsewhere.
	HoldUp []protocol.ID `yaml:"hold_up" jsonschema:"minItems=2,maxItems=2"`
	// Two nodes that do not hear each other.
	HoldDown []protocol.ID `yaml:"hold_down" jsonschema:"minItems=2,maxItems=2"`
	// A node that stands somewhere, see to, and then goes on where it would be.
	Place number `yaml:"place" jsonschema:"minimum=1"`
	// With place: x and y in metres.
	To []float64 `yaml:"to" jsonschema:"minItems=2,maxItems=2"`
	// With hold_up, hold_down and place: when it begins. Default: the beginning.
	From Duration `yaml:"from" zero:"unsaid" max:"10000h"`
	// With hold_up, hold_down and place: when it ends. Default: the end.
	Until Duration `yaml:"until" min:"1ns" max:"10000h"`

	// The number of an entry of faults, from 1, that does not strike.
	LeaveOut number `yaml:"leave_out" jsonschema:"minimum=1"`
	// The number of one strike, among those of all faults, that is left out.
	LeaveOutStrike number `yaml:"leave_out_strike" jsonschema:"minimum=1"`

	// A node that lives on when its battery is empty.
	KeepBattery number `yaml:"keep_battery" jsonschema:"minimum=1"`
}

// number counts from 1; 0 is not given.
type number int64

// EncodeStrict writes what is given.
func (n number) EncodeStrict() any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

// messageName is the name of one; the zero one is not given.
type messageName trace.Sending

// TakesStrict lists the forms that are taken.
func (messageName) TakesStrict() string { return "node@instant of a message" }

// DecodeStrict reads a name.
func (m *messageName) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
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
	*m = messageName(name)
}

// EncodeStrict writes what is given.
func (m messageName) EncodeStrict() any {
	if m == (messageName{}) {
		return nil
	}
	return trace.Sending(m).String()
}

// change is one kind of intervention as an entry gives it.
type change struct {
	key   string
	kind  emulator.InterventionKind
	given bool
	of    number // of the fault, the strike or the node
	said  trace.Sending
	link  []protocol.ID
	takes string // keys that have a meaning beside it
}

// changes lists the kinds that the entry could give, in the order of the file format.
func (v *interventionEntry) changes() []change {
	const message, link = "receiver attempt", "from until"
	one := func(key string, kind emulator.InterventionKind, of number, takes string) change {
		return change{key: key, kind: kind, given: of > 0, of: of, takes: takes}
	}
	said := func(key string, kind emulator.InterventionKind, of messageName, takes string) change {
		return change{key: key, kind: kind, given: of != messageName{}, said: trace.Sending(of), takes: takes}
	}
	pair := func(key string, kind emulator.InterventionKind, of []protocol.ID) change {
		return change{key: key, kind: kind, given: of != nil, link: of, takes: link}
	}
	return []change{
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

// given are the kinds that the entry does give; sound entries give one.
func (v *interventionEntry) given() (out []change) {
	for _, c := range v.changes() {
		if c.given {
			out = append(out, c)
		}
	}
	return out
}

func interventionKinds() string {
	var keys []string
	for _, c := range new(interventionEntry).changes() {
		keys = append(keys, c.key)
	}
	return strings.Join(keys, ", ")
}

// emulated is the intervention in the emulator's words.
func (v *interventionEntry) emulated() emulator.Intervention {
	c := v.given()[0]
	out := emulator.Intervention{Kind: c.kind, At: protocol.ID(v.Receiver), Attempt: int(v.Attempt), By: v.By.Std(),
		From: v.From.Std(), Until: v.Until.Std()}
	switch {
	case c.link != nil:
		out.Link = [2]protocol.ID(c.link)
	case c.key == "leave_out_strike":
		out.Strike = uint64(c.of)
	case c.kind == emulator.LeaveOut:
		out.Fault = int(c.of)
	case c.kind == emulator.Place:
		out.Node, out.X, out.Y = protocol.ID(c.of), v.To[0], v.To[1]
	case c.kind == emulator.KeepBattery:
		out.Node = protocol.ID(c.of)
	default:
		out.Message = c.said
	}
	return out
}

func (s *Scenario) interventions() (out []emulator.Intervention) {
	for i := range s.Interventions {
		out = append(out, s.Interventions[i].emulated())
	}
	return out
}

// checkIntervention finds what makes no sense in one entry.
func (r *reader) checkIntervention(path string, v *interventionEntry) {
	if !r.Sound(path) {
		return
	}
	given := v.given()
	if len(given) != 1 {
		what := "nothing is changed"
		if len(given) > 1 {
			what = given[0].key + " and " + given[1].key + " are two changes"
		}
		r.Fault(path, "%s: exactly one of %s is needed", what, interventionKinds())
		return
	}
	c := given[0]
	for _, key := range strings.Fields("receiver attempt by from until to") {
		if r.Given(path+"."+key) && !slices.Contains(strings.Fields(c.takes), key) {
			r.Fault(path+"."+key, "has no meaning for %s", c.key)
		}
	}
	at := path + "." + c.key
	if c.said.Node > 0 && !r.known(at, c.said.Node) {
		return
	}
	if v.Receiver > 0 {
		r.known(path+".receiver", protocol.ID(v.Receiver))
	}
	switch {
	case strings.Contains(c.takes, "by") && v.By == 0:
		r.Fault(path, "does not say by how much: by: 50ms")
	case c.takes == "by" && c.said.Nth > 1:
		r.Fault(at, "names a time-out by its number, and all of one instant are meant: %d@%v", c.said.Node, time.Duration(c.said.At))
	case c.link != nil:
		r.checkHold(path, c, v)
	case c.kind == emulator.Place:
		r.checkPlace(path, v)
	case c.key == "leave_out" && int(c.of) > len(r.s.Faults):
		r.Fault(at, "there is no fault %d: faults has %d", c.of, len(r.s.Faults))
	case c.kind == emulator.KeepBattery && r.known(at, protocol.ID(c.of)) && r.s.Energy.Profile == profileNone:
		r.Fault(at, "no node has a battery: energy: {battery: {min: 300, max: 1200}} gives them")
	}
}

// checkHold finds links that cannot be held.
func (r *reader) checkHold(path string, c change, v *interventionEntry) {
	at := path + "." + c.key
	if !r.known(itemOf(at, 0), c.link[0]) || !r.known(itemOf(at, 1), c.link[1]) {
		return
	}
	switch {
	case c.link[0] == c.link[1]:
		r.Fault(at, "joins node %d to itself", c.link[0])
	case v.Until > 0 && v.Until <= v.From:
		r.Fault(path+".until", "must be after %v, from when it is held", v.From)
	case c.kind == emulator.HoldUp && r.s.contended():
		r.Fault(at, "cannot be where frames collide: a link has a signal there, which would disturb others")
	}
}

// checkPlace finds places where no node can stand.
func (r *reader) checkPlace(path string, v *interventionEntry) {
	r.known(path+".place", protocol.ID(v.Place))
	w := &r.s.World
	switch {
	case r.s.placeless():
		r.Fault(path+".place", "has no meaning: nodes have no places with radio model %s", r.s.Radio.Model)
	case len(v.To) != 2:
		r.Fault(path, "does not say where: to: [120, 80], in metres")
	case v.To[0] < 0 || v.To[1] < 0 || v.To[0] > float64(w.Width) || v.To[1] > float64(w.Height):
		r.Fault(path+".to", "lies outside the world of %v m by %v m", w.Width, w.Height)
	case v.Until > 0 && v.Until <= v.From:
		r.Fault(path+".until", "must be after %v, from when node %d stands there", v.From, v.Place)
	}
}

// warnOfInterventions finds those that no run can heed, or some only by chance.
func (r *reader) warnOfInterventions() {
	runs := r.s.Runs * len(r.s.Algorithms)
	for i := range r.s.Interventions {
		v := &r.s.Interventions[i]
		path := itemOf("interventions", i)
		switch c := v.given()[0]; {
		case v.From > 0 && v.From >= r.s.Duration:
			r.warnAt(path, "changes nothing: it begins at %v, the run ends at %v", v.From, r.s.Duration)
		case c.said.Node > 0 && time.Duration(c.said.At) >= r.s.Duration.Std():
			r.warnAt(path+"."+c.key, "changes nothing: the run ends at %v", r.s.Duration)
		case runs > 1 && c.said.Node > 0:
			r.warnAt(path+"."+c.key, "%v has its name in one run, of one seed and algorithm, and there are %d runs: in others it is another message, or none", c.said, runs)
		case runs > 1 && c.key == "leave_out_strike":
			r.warnAt(path+"."+c.key, "%d has its number in one run, of one seed and algorithm, and there are %d runs: in others it is another one", c.of, runs)
		}
	}
}
