package async

import (
	"slices"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/trace"
)

// Copy returns a copy of the system, or nil if a machine is no [protocol.Copier]. Steps
// in one do not change the other. The copy has the same hooks: hooks must be able to serve both.
// It has the given sinks, or none. They replace the system's sinks in the same order. They must
// have received the same records, and receive the records of the copy from now on.
func (s *System) Copy(sinks ...trace.Sink) *System {
	c := *s
	c.Machines.of = slices.Clone(s.Machines.of)
	for i := range c.Machines.of {
		n := &c.Machines.of[i]
		if n.machine != nil {
			outer := s.enter(protocol.ID(i+1), "Copy")
			n.machine = optional.Copy(n.machine)
			if s.Calls.leave(outer); n.machine == nil {
				return nil
			}
		}
		n.draws.bind()
	}
	c.Topology, c.Standings, c.reports = s.Topology.clone(), s.Standings.clone(), s.reports.clone()
	c.Alarms, c.Air = s.Alarms.clone(), s.Air.clone()
	c.Calls.envs, c.view = nil, view{}
	c.Records = s.Records.clone(sinks)
	return &c
}
