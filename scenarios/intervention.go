package scenarios

import (
	"slices"
	"strings"

	"bellwether/emulator"
	"bellwether/protocol"
)

// An Intervention changes one thing of a run, and leaves all else to follow. Exactly one
// of the kinds is given. Messages and strikes have the numbers that a trace of the run
// shows, frame and strike: they are those of one seed and one algorithm.
type Intervention struct {
	// A message that is not lost by the channel, nor to other frames.
	Spare Number `yaml:"spare" jsonschema:"minimum=1"`
	// A message that is lost as the channel loses.
	Drop Number `yaml:"drop" jsonschema:"minimum=1"`
	// A message that arrives later, see by.
	Delay Number `yaml:"delay" jsonschema:"minimum=1"`
	// Of spare, drop and delay: the node that it comes to. Default: each.
	Receiver Number `yaml:"receiver" jsonschema:"minimum=1"`
	// Of spare, drop and delay: which try of a frame that is acknowledged, from 1.
	// Default: each.
	Attempt Number `yaml:"attempt" jsonschema:"minimum=1,maximum=256"`
	// Of delay: how much later.
	By Duration `yaml:"by" min:"1ns" max:"10000h"`

	// Two nodes that hear each other, wherever they are. Losses strike as elsewhere.
	HoldUp []protocol.ID `yaml:"hold_up" jsonschema:"minItems=2,maxItems=2"`
	// Two nodes that do not hear each other.
	HoldDown []protocol.ID `yaml:"hold_down" jsonschema:"minItems=2,maxItems=2"`
	// Of hold_up and hold_down: from when. Default: the beginning.
	From Duration `yaml:"from" zero:"unsaid" max:"10000h"`
	// Of hold_up and hold_down: until when. Default: the end.
	Until Duration `yaml:"until" min:"1ns" max:"10000h"`

	// An entry of faults, by its place from 1, that does not strike.
	LeaveOut Number `yaml:"leave_out" jsonschema:"minimum=1"`
	// One strike of all faults that is left out.
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

// change is one kind of intervention as an entry gives it.
type change struct {
	key   string
	kind  emulator.InterventionKind
	given bool
	of    Number // of the message, the fault, the strike or the node
	link  []protocol.ID
	takes string // keys that have a meaning beside it
}

// changes lists the kinds that the entry could give, in the order of the file format.
func (v *Intervention) changes() []change {
	const message, link = "receiver attempt", "from until"
	one := func(key string, kind emulator.InterventionKind, of Number, takes string) change {
		return change{key: key, kind: kind, given: of > 0, of: of, takes: takes}
	}
	pair := func(key string, kind emulator.InterventionKind, of []protocol.ID) change {
		return change{key: key, kind: kind, given: of != nil, link: of, takes: link}
	}
	return []change{
		one("spare", emulator.Spare, v.Spare, message),
		one("drop", emulator.Drop, v.Drop, message),
		one("delay", emulator.Delay, v.Delay, message+" by"),
		pair("hold_up", emulator.HoldUp, v.HoldUp),
		pair("hold_down", emulator.HoldDown, v.HoldDown),
		one("leave_out", emulator.LeaveOut, v.LeaveOut, ""),
		one("leave_out_strike", emulator.LeaveOut, v.LeaveOutStrike, ""),
		one("keep_battery", emulator.KeepBattery, v.KeepBattery, ""),
	}
}

// given are the kinds that the entry does give; sound entries give one.
func (v *Intervention) given() (out []change) {
	for _, c := range v.changes() {
		if c.given {
			out = append(out, c)
		}
	}
	return out
}

func interventionKinds() string {
	var keys []string
	for _, c := range new(Intervention).changes() {
		keys = append(keys, c.key)
	}
	return strings.Join(keys, ", ")
}

// emulated is the intervention in the emulator's words.
func (v *Intervention) emulated() emulator.Intervention {
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
	case c.kind == emulator.KeepBattery:
		out.Node = protocol.ID(c.of)
	default:
		out.Message = uint64(c.of)
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
func (r *reader) checkIntervention(path string, v *Intervention) {
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
	for _, key := range strings.Fields("receiver attempt by from until") {
		if r.Given(path+"."+key) && !slices.Contains(strings.Fields(c.takes), key) {
			r.Fault(path+"."+key, "means nothing for %s", c.key)
		}
	}
	at := path + "." + c.key
	if v.Receiver > 0 {
		r.known(path+".receiver", protocol.ID(v.Receiver))
	}
	switch {
	case c.kind == emulator.Delay && v.By == 0:
		r.Fault(path, "says not by how much: by: 50ms")
	case c.link != nil:
		r.checkHold(path, c, v)
	case c.key == "leave_out" && int(c.of) > len(r.s.Faults):
		r.Fault(at, "there is no fault %d: faults has %d", c.of, len(r.s.Faults))
	case c.kind == emulator.KeepBattery && r.known(at, protocol.ID(c.of)) && r.s.Energy.Profile == ProfileNone:
		r.Fault(at, "nobody has a battery: energy: {battery: {min: 300, max: 1200}} gives them")
	}
}

// checkHold finds links that cannot be held.
func (r *reader) checkHold(path string, c change, v *Intervention) {
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

// warnOfInterventions finds those that no run can heed, or some only by chance.
func (r *reader) warnOfInterventions() {
	runs := r.s.Runs * len(r.s.Algorithms)
	for i := range r.s.Interventions {
		v := &r.s.Interventions[i]
		path := itemOf("interventions", i)
		switch c := v.given()[0]; {
		case v.From > 0 && v.From >= r.s.Duration:
			r.oddly(path, "changes nothing: it begins at %v, the run ends at %v", v.From, r.s.Duration)
		case runs > 1 && slices.Contains([]string{"spare", "drop", "delay", "leave_out_strike"}, c.key):
			r.oddly(path+"."+c.key, "%d has its number in one run, of one seed and algorithm, and there are %d runs: in others it is another one", c.of, runs)
		}
	}
}
