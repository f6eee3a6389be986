package scenarios

import (
	"fmt"

	"bellwether/internal/formats/movetrace"
	"bellwether/mobility"
)

// NodeNames are the names that the nodes have in the trace, in that of contacts or in
// the event log, nil without one. Where groups move, those of a group that replays no trace
// have the name of the group and a number.
func (s *Scenario) NodeNames() []string {
	switch {
	case s.met != nil:
		return s.met.Names()
	case len(s.replays) == 0:
		return s.radioFiles.Names
	case len(s.Groups) == 0:
		return s.replays[0].Trace.Names()
	}
	var names []string
	for i, m := range s.movings() {
		var own []string
		if of := s.replayOf(m.Path); of != nil {
			own = of.Trace.Names()
		}
		name := m.Group.Name
		if name == "" {
			name = fmt.Sprintf("group-%d", i+1)
		}
		for k := range m.Group.Nodes {
			if k < len(own) {
				names = append(names, own[k])
				continue
			}
			names = append(names, fmt.Sprintf("%s-%d", name, k+1))
		}
	}
	return distinctNames(names)
}

// distinctNames adds the number of the node to a name that an earlier node has.
func distinctNames(names []string) []string {
	seen := map[string]bool{}
	for i, name := range names {
		if seen[name] {
			names[i] = fmt.Sprintf("%s (node %d)", name, i+1)
		}
		seen[names[i]] = true
	}
	return names
}

// anchor tells where on Earth the world is, and when the run begins, as far as its traces
// say it.
func (s *Scenario) anchor() (a movetrace.Anchor) {
	for _, of := range s.replays {
		one := of.Excerpt.Anchor()
		if one.OnEarth && !a.OnEarth {
			a.OnEarth, a.Centre, a.Corner = true, one.Centre, one.Corner
		}
		if a.Start.IsZero() {
			a.Start = one.Start
		}
	}
	return a
}

// anchored is movement on Earth, or at a date.
type anchored struct {
	mobility.Model
	anchor movetrace.Anchor
}

// Anchor tells where and when.
func (m anchored) Anchor() movetrace.Anchor { return m.anchor }

// Altitudes are the model's own.
func (m anchored) Altitudes() mobility.Altitudes { return mobility.AltitudesOf(m.Model) }

// ForRun is the movement of a run.
func (m anchored) ForRun(seed uint64) mobility.Model {
	return anchored{mobility.ForRun(m.Model, seed), m.anchor}
}
