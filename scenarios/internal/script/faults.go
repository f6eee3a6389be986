package script

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// maxStrikes bounds how often one entry of the script strikes.
const maxStrikes = 1_000_000

func (p *Part) start() {
	if p.Start.Leader != 0 {
		p.File.Known("start.leader", protocol.ID(p.Start.Leader), p.World.Nodes)
	}
	p.targets("start.elect", p.Start.Elect.Nodes)
}

func (p *Part) fault(path string, f *section.Fault) {
	for _, one := range f.Given() {
		at := path + "." + one.TargetsKey()
		p.targets(at, one.On.Nodes)
		p.region(at, one.On.Region)
	}
	p.region(path+".jam", f.Jam)
	p.pairs(path+".duplicate", f.Duplicate)
	p.pairs(path+".reorder", f.Reorder)
	p.groups(path+"."+string(emulator.FaultPartition), f.Partition)
	if !p.File.Sound(path) {
		return
	}
	given := f.Given()
	if len(given) != 1 {
		what := "nothing strikes"
		if len(given) > 1 {
			what = fmt.Sprintf("%s and %s strike", given[0].Key, given[1].Key)
		}
		p.File.Fault(path, "%s: exactly one of %s is needed", what, section.FaultKinds())
		return
	}
	kind := given[0].Kind
	if given[0].Key == section.WordOwn && !p.own(path, f, &given[0]) {
		return
	}
	if given[0].Key != section.WordOwn && p.File.Given(path+".nodes") {
		p.File.Fault(path+".nodes", "has no meaning for %s", kind)
	}
	if f.For > 0 && !given[0].Lasts {
		p.File.Fault(path+".for", "has no meaning for %s", kind)
	}
	p.only(path, kind, "lose_storage", emulator.FaultCrash, emulator.FaultFlap)
	p.only(path, kind, "up down", emulator.FaultFlap)
	p.only(path, kind, "ppm", emulator.FaultDrift)
	p.only(path, kind, "left", emulator.FaultDrain)
	p.only(path, kind, "probability", emulator.FaultDuplicate, emulator.FaultReorder)
	p.only(path, kind, "delay", emulator.FaultReorder)
	p.when(path, f, given[0])
	p.flap(path, f, kind)
	p.measure(path, f, kind)
}

// when asks when the fault strikes, by the clock or at random.
func (p *Part) when(path string, f *section.Fault, one section.Strike) {
	switch {
	case f.MTBF > 0:
		p.random(path, f, one)
	case f.Repair > 0:
		p.File.Fault(path+".repair", "has no meaning without mtbf")
	case !p.File.Given(path+".at") && f.Every == 0:
		p.File.Fault(path, "does not say when: at: 2m, every: 60s, or mtbf: 10m")
	case f.Every > 0 && p.World.Duration/f.Every > maxStrikes:
		p.File.Fault(path+".every", "strikes more than %d times in %v", maxStrikes, p.World.Duration)
	}
}

// random bounds a random fault, and refuses times that such a fault draws.
func (p *Part) random(path string, f *section.Fault, one section.Strike) {
	for _, key := range []string{".every", ".for"} {
		if p.File.Given(path + key) {
			p.File.Fault(path+key, "has no meaning with mtbf: the times of random faults are drawn")
		}
	}
	switch {
	case one.Kind == emulator.FaultFlap:
		p.File.Fault(path+".mtbf", "has no meaning for flap, which has a rhythm; crash with mtbf and repair has none")
	case f.Repair > 0 && !one.Lasts:
		p.File.Fault(path+".repair", "has no meaning for %s", one.Kind)
	}
	processes := section.Duration(max(len(one.On.Nodes), 1))
	if one.On.Kind == emulator.TargetAll {
		processes = section.Duration(p.World.Nodes)
	}
	if cycles := p.World.Duration / (f.MTBF + f.Repair); cycles > maxStrikes/processes {
		p.File.Fault(path+".mtbf", "strikes more than %d times in %v", maxStrikes, p.World.Duration)
	}
}

// measure asks how much, of the faults that have a measure.
func (p *Part) measure(path string, f *section.Fault, kind emulator.FaultKind) {
	switch {
	case kind == emulator.FaultDrift && f.PPM == 0:
		p.File.Fault(path, "does not say how much a clock drifts: ppm: 100")
	case (kind == emulator.FaultDuplicate || kind == emulator.FaultReorder) && f.Probability == 0:
		p.File.Fault(path, "does not say how often: probability: 0.1")
	case kind == emulator.FaultReorder && f.Delay == 0:
		p.File.Fault(path, "does not say for how long: delay: 50ms")
	}
}

// flap asks for the rhythm of a flapping node.
func (p *Part) flap(path string, f *section.Fault, kind emulator.FaultKind) {
	switch {
	case kind != emulator.FaultFlap:
	case f.Up == 0 || f.Down == 0:
		p.File.Fault(path, "does not say how a node flaps: up: 5s, down: 5s")
	case p.World.Duration/(f.Up+f.Down) > maxStrikes:
		p.File.Fault(path, "strikes more than %d times in %v", maxStrikes, p.World.Duration)
	case f.Every > 0 && (f.For == 0 || f.For > f.Every):
		p.File.Fault(path+".every", "begins anew before the last has ended: for must be given, and be at most %v", f.Every)
	}
}

func (p *Part) targets(path string, targets []protocol.ID) {
	for i, id := range targets {
		at := section.Item(path, i)
		if !p.File.Given(at) {
			at = path
		}
		if p.File.Sound(at) {
			p.File.Known(at, id, p.World.Nodes)
		}
	}
}

func (p *Part) groups(path string, groups [][]protocol.ID) {
	in := map[protocol.ID]int{}
	for g, group := range groups {
		if len(group) == 0 {
			p.File.Fault(section.Item(path, g), "names no node")
		}
		for i, id := range group {
			at := section.Item(section.Item(path, g), i)
			if !p.File.Known(at, id, p.World.Nodes) {
				continue
			}
			if first, twice := in[id]; twice {
				p.File.Fault(at, "node %d is named twice, first in group %d", id, first+1)
			}
			in[id] = g
		}
	}
}

// pairs checks the links that a fault names.
func (p *Part) pairs(path string, links section.Links) {
	seen := map[[2]protocol.ID]bool{}
	for i, l := range links.Pairs {
		at := section.Item(path, i)
		key := [2]protocol.ID{min(l[0], l[1]), max(l[0], l[1])}
		switch {
		case !p.File.Sound(at) || !p.File.Known(at+"[0]", l[0], p.World.Nodes) || !p.File.Known(at+"[1]", l[1], p.World.Nodes):
		case l[0] == l[1]:
			p.File.Fault(at, "joins node %d to itself", l[0])
		case seen[key]:
			p.File.Fault(at, "is listed twice")
		}
		seen[key] = true
	}
}

// region asks for a world that has regions.
func (p *Part) region(path string, region section.Region) {
	if region.Given() && p.World.Placeless && p.File.Sound(path, "radio.model") {
		p.File.Fault(path, "radio model %s has no places: unit-disk has", p.World.RadioModel)
	}
}

// only refuses keys of the entry at path that mean nothing for what strikes.
func (p *Part) only(path string, kind emulator.FaultKind, keys string, kinds ...emulator.FaultKind) {
	if slices.Contains(kinds, kind) {
		return
	}
	for key := range strings.FieldsSeq(keys) {
		if p.File.Given(path + "." + key) {
			p.File.Fault(path+"."+key, "has no meaning for %s", kind)
		}
	}
}

// own checks an entry with a fault of the program's own. It reports whether the
// program has that fault.
func (p *Part) own(path string, f *section.Fault, one *section.Strike) bool {
	p.File.Named(path+".own", "fault", f.Own, p.Own.Names())
	own := p.Own.Find(f.Own)
	if own == nil {
		return false
	}
	one.Lasts = own.End != nil
	if f.Nodes.Kind == "" && p.File.Sound(path) {
		p.File.Fault(path, "does not say whom %s strikes: nodes: best", f.Own)
	}
	return true
}
