package scenarios

import (
	"slices"
	"strings"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// checkPairs checks the links that a fault names.
func (r *reader) checkPairs(path string, links section.Links) {
	seen := map[[2]protocol.ID]bool{}
	for i, l := range links.Pairs {
		at := section.Item(path, i)
		key := [2]protocol.ID{min(l[0], l[1]), max(l[0], l[1])}
		switch {
		case !r.Sound(at) || !r.Known(at+"[0]", l[0], r.s.Nodes) || !r.Known(at+"[1]", l[1], r.s.Nodes):
		case l[0] == l[1]:
			r.Fault(at, "joins node %d to itself", l[0])
		case seen[key]:
			r.Fault(at, "is listed twice")
		}
		seen[key] = true
	}
}

// checkRegion asks for a world that has regions.
func (r *reader) checkRegion(path string, region section.Region) {
	if region.Given() && r.s.Radio.Placeless() && r.Sound(path, "radio.model") {
		r.Fault(path, "radio model %s has no places: unit-disk has", r.s.Radio.Model)
	}
}

// only refuses keys of the entry at path that mean nothing for what strikes.
func (r *reader) only(path string, kind emulator.FaultKind, keys string, kinds ...emulator.FaultKind) {
	if slices.Contains(kinds, kind) {
		return
	}
	for key := range strings.FieldsSeq(keys) {
		if r.Given(path + "." + key) {
			r.Fault(path+"."+key, "has no meaning for %s", kind)
		}
	}
}
