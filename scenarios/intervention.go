package scenarios

import (
	"slices"
	"strings"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

func (s *Scenario) interventions() (out []emulator.Intervention) {
	for i := range s.Interventions {
		out = append(out, s.Interventions[i].Emulated())
	}
	return out
}

// checkIntervention finds what makes no sense in one entry.
func (r *reader) checkIntervention(path string, v *section.Intervention) {
	if !r.Sound(path) {
		return
	}
	given := v.Given()
	if len(given) != 1 {
		what := "nothing is changed"
		if len(given) > 1 {
			what = given[0].Key + " and " + given[1].Key + " are two changes"
		}
		r.Fault(path, "%s: exactly one of %s is needed", what, section.InterventionKinds())
		return
	}
	c := given[0]
	for _, key := range strings.Fields("receiver attempt by from until to") {
		if r.Given(path+"."+key) && !slices.Contains(strings.Fields(c.Takes), key) {
			r.Fault(path+"."+key, "has no meaning for %s", c.Key)
		}
	}
	at := path + "." + c.Key
	if c.Said.Node > 0 && !r.Known(at, c.Said.Node, r.s.Nodes) {
		return
	}
	if v.Receiver > 0 {
		r.Known(path+".receiver", protocol.ID(v.Receiver), r.s.Nodes)
	}
	switch {
	case strings.Contains(c.Takes, "by") && v.By == 0:
		r.Fault(path, "does not say by how much: by: 50ms")
	case c.Takes == "by" && c.Said.Nth > 1:
		r.Fault(at, "names a time-out by its number, and all of one instant are meant: %d@%v", c.Said.Node, time.Duration(c.Said.At))
	case c.Link != nil:
		r.checkHold(path, c, v)
	case c.Kind == emulator.Place:
		r.checkPlace(path, v)
	case c.Key == "leave_out" && int(c.Of) > len(r.s.Faults):
		r.Fault(at, "there is no fault %d: faults has %d", c.Of, len(r.s.Faults))
	case c.Kind == emulator.KeepBattery && r.Known(at, protocol.ID(c.Of), r.s.Nodes) && r.s.Energy.Profile == section.ProfileNone:
		r.Fault(at, "no node has a battery: energy: {battery: {min: 300, max: 1200}} gives them")
	}
}

// checkHold finds links that cannot be held.
func (r *reader) checkHold(path string, c section.Change, v *section.Intervention) {
	at := path + "." + c.Key
	if !r.Known(section.Item(at, 0), c.Link[0], r.s.Nodes) || !r.Known(section.Item(at, 1), c.Link[1], r.s.Nodes) {
		return
	}
	switch {
	case c.Link[0] == c.Link[1]:
		r.Fault(at, "joins node %d to itself", c.Link[0])
	case v.Until > 0 && v.Until <= v.From:
		r.Fault(path+".until", "must be after %v, from when it is held", v.From)
	case c.Kind == emulator.HoldUp && r.s.Radio.Contended():
		r.Fault(at, "cannot be where frames collide: a link has a signal there, which would disturb others")
	}
}

// checkPlace finds places where no node can stand.
func (r *reader) checkPlace(path string, v *section.Intervention) {
	r.Known(path+".place", protocol.ID(v.Place), r.s.Nodes)
	w := &r.s.World
	switch {
	case r.s.Radio.Placeless():
		r.Fault(path+".place", "has no meaning: nodes have no places with radio model %s", r.s.Radio.Model)
	case len(v.To) != 2:
		r.Fault(path, "does not say where: to: [120, 80], in metres")
	case v.To[0] < 0 || v.To[1] < 0 || v.To[0] > float64(w.Width) || v.To[1] > float64(w.Height):
		r.Fault(path+".to", "lies outside the world of %v m by %v m", w.Width, w.Height)
	case v.Until > 0 && v.Until <= v.From:
		r.Fault(path+".until", "must be after %v, from when node %d stands there", v.From, v.Place)
	}
}
