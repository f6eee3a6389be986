package scenarios

import (
	"bellwether/protocol"
)

// Setup is the configuration of an entry's algorithm in this scenario.
func (s *Scenario) setup(e Entry, a protocol.Algorithm) (protocol.Config, []*protocol.ParamError) {
	detection := s.Detection.Protocol()
	values, faults := protocol.Resolve(a.Params, s.loaded(e, a), detection)
	return protocol.Config{
		Detection:  detection,
		Hysteresis: s.Capability.Margin(),
		Values:     values,
	}, faults
}
