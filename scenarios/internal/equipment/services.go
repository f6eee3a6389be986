// Package equipment has what each node of a scenario has beside its radio and its movement: a
// battery, something to offer as a leader, and the services between radio and algorithm.
//
// It sets the defaults of these sections, reports what contradicts, and makes of them what
// the emulator needs. A battery's first charge is drawn by seed and node. The package asks
// nothing of algorithms.
//
// Charges are in joules, powers in watts.
package equipment

import (
	"bellwether/overlay"
	"bellwether/scenarios/internal/section"
)

// Services are what nodes have between radio and algorithm.
type Services struct {
	Neighbours section.Neighbours
	Routing    section.Routing
	Detection  section.Detection
	Window     int // how many hellos of each neighbour are remembered
}

// Overlay is the same in the types of package overlay.
func (s Services) Overlay() overlay.Services {
	services := overlay.Services{Detection: s.Detection.Protocol()}
	if s.Neighbours.Service == section.ServiceHello {
		services.Hello = &overlay.HelloOptions{Interval: s.Neighbours.Interval.Std(), Timeout: s.Neighbours.Timeout.Std(), Window: s.Window}
	}
	switch s.Routing.Service {
	case section.ServiceFlood:
		services.Flood = &overlay.FloodOptions{}
	case section.ServiceAODV:
		o := s.Routing.AODV()
		services.AODV = &o
	case section.ServiceOLSR:
		services.OLSR = s.Routing.OLSR()
	}
	return services
}
