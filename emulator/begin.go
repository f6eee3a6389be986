package emulator

import (
	"fmt"
	"time"

	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/links"
	"bellwether/protocol"
	"bellwether/trace"
)

// begin boots the nodes that are in the world at time 0, and schedules the rest. It returns
// early if the kernel reports that the run is over; [kernel.Kernel.Run] then returns too.
func (p *parts) begin(c *Config) {
	k := p.kernel
	for _, i := range k.ByID {
		if p.field == nil {
			k.Appear(i)
			p.reach.Listen(i)
			continue
		}
		first := p.field.Begin(i)
		if !first.Absent {
			k.Appear(i)
			p.reach.Listen(i)
		}
		p.move(i, first)
	}
	if p.field != nil {
		p.field.Begun()
	}
	k.Furnish()
	p.reach.Begin()
	p.changes.Begin()
	p.links.Begin()
	p.offers.Begin()
	for _, i := range k.ByID {
		if k.Over() {
			return
		}
		if !k.Present(i) {
			k.Note(trace.Record{Kind: trace.Absent, Node: k.ID(i), Why: trace.WhyTrace})
			continue
		}
		k.Boot(i)
	}
	p.links.Announce()
	settle(k, c)
	p.faults.Begin()
	k.At(0, p.elections, 0)
	p.samples.begin(c.SampleEvery)
}

// settle starts every running node with a leader, if there is one.
func settle(k *kernel.Kernel, c *Config) {
	leader := c.Start.Leader
	if leader == protocol.Nobody {
		return
	}
	offer := k.Capability(k.Slot(leader))
	for _, i := range k.ByID {
		if k.Live(i) && !k.Settle(i, offer) {
			k.Fail(fmt.Errorf("%s cannot begin with a leader: it is no Settler", c.Algorithm.Name))
			return
		}
	}
}

// elect calls the scripted elections of time 0.
func elect(k *kernel.Kernel, s *Start) {
	if s.All {
		for _, i := range k.ByID {
			k.Convene(i)
		}
		return
	}
	for _, starter := range s.Elect {
		k.Convene(k.Slot(starter))
	}
}

// samples records the true components and the energy at regular times.
type samples struct {
	k         *kernel.Kernel
	links     *links.Links
	batteries *battery.Bank
	every     time.Duration
	event     kernel.Event
}

func newSamples(k *kernel.Kernel, l *links.Links, b *battery.Bank) *samples {
	s := &samples{k: k, links: l, batteries: b}
	s.event = k.On(func(uint32) { s.onSample() })
	return s
}

// begin takes the first sample now and then one per period; with a period of 0 it takes
// none.
func (s *samples) begin(every time.Duration) {
	if s.every = every; every > 0 && (s.components() || s.k.Wants(trace.Energy)) {
		s.k.At(s.k.Now(), s.event, 0)
	}
}

func (s *samples) components() bool { return s.k.Wants(trace.Component) || s.k.Wants(trace.Sample) }

// onSample records the component of every running node, then their energy.
func (s *samples) onSample() {
	s.k.At(s.k.Now()+int64(s.every), s.event, 0)
	if s.components() {
		s.links.Sample()
	}
	s.batteries.Record()
}
