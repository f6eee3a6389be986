package script

import (
	"slices"
	"strings"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// intervention finds what makes no sense in one entry.
func (p *Part) intervention(path string, v *section.Intervention) {
	if !p.File.Sound(path) {
		return
	}
	given := v.Given()
	if len(given) != 1 {
		what := "nothing is changed"
		if len(given) > 1 {
			what = given[0].Key + " and " + given[1].Key + " are two changes"
		}
		p.File.Fault(path, "%s: exactly one of %s is needed", what, section.InterventionKinds())
		return
	}
	c := given[0]
	for _, key := range strings.Fields("receiver attempt by from until to") {
		if p.File.Given(path+"."+key) && !slices.Contains(strings.Fields(c.Takes), key) {
			p.File.Fault(path+"."+key, "has no meaning for %s", c.Key)
		}
	}
	at := path + "." + c.Key
	if c.Said.Node > 0 && !p.File.Known(at, c.Said.Node, p.World.Nodes) {
		return
	}
	if v.Receiver > 0 {
		p.File.Known(path+".receiver", protocol.ID(v.Receiver), p.World.Nodes)
	}
	switch {
	case strings.Contains(c.Takes, "by") && v.By == 0:
		p.File.Fault(path, "does not say by how much: by: 50ms")
	case c.Takes == "by" && c.Said.Nth > 1:
		p.File.Fault(at, "names a time-out by its number, and all of one instant are meant: %d@%v", c.Said.Node, time.Duration(c.Said.At))
	case c.Link != nil:
		p.hold(path, c, v)
	case c.Kind == emulator.Place:
		p.place(path, v)
	case c.Key == "leave_out" && int(c.Of) > len(p.Faults):
		p.File.Fault(at, "there is no fault %d: faults has %d", c.Of, len(p.Faults))
	case c.Kind == emulator.KeepBattery && p.File.Known(at, protocol.ID(c.Of), p.World.Nodes) && p.World.NoBattery:
		p.File.Fault(at, "no node has a battery: energy: {battery: {min: 300, max: 1200}} gives them")
	}
}

// hold finds links that cannot be held.
func (p *Part) hold(path string, c section.Change, v *section.Intervention) {
	at := path + "." + c.Key
	if !p.File.Known(section.Item(at, 0), c.Link[0], p.World.Nodes) || !p.File.Known(section.Item(at, 1), c.Link[1], p.World.Nodes) {
		return
	}
	switch {
	case c.Link[0] == c.Link[1]:
		p.File.Fault(at, "joins node %d to itself", c.Link[0])
	case v.Until > 0 && v.Until <= v.From:
		p.File.Fault(path+".until", "must be after %v, from when it is held", v.From)
	case c.Kind == emulator.HoldUp && p.World.Contended:
		p.File.Fault(at, "cannot be where frames collide: a link has a signal there, which would disturb others")
	}
}

// place finds places where no node can stand.
func (p *Part) place(path string, v *section.Intervention) {
	p.File.Known(path+".place", protocol.ID(v.Place), p.World.Nodes)
	w := &p.World.Plane
	switch {
	case p.World.Placeless:
		p.File.Fault(path+".place", "has no meaning: nodes have no places with radio model %s", p.World.RadioModel)
	case len(v.To) != 2:
		p.File.Fault(path, "does not say where: to: [120, 80], in metres")
	case v.To[0] < 0 || v.To[1] < 0 || v.To[0] > float64(w.Width) || v.To[1] > float64(w.Height):
		p.File.Fault(path+".to", "lies outside the world of %v m by %v m", w.Width, w.Height)
	case v.Until > 0 && v.Until <= v.From:
		p.File.Fault(path+".until", "must be after %v, from when node %d stands there", v.From, v.Place)
	}
}
