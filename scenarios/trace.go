package scenarios

import (
	"fmt"
)

// NodeNames are the names that the nodes have in the trace, in the file of contacts or in
// the event log; nil without such a file. Where groups move, the nodes of a group without a
// trace are named by the group and a number.
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
		if of := s.ways().Replay(m.Path); of != nil {
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
