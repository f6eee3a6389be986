package emulator

import (
	"fmt"
	"math/bits"
	"time"

	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/draw"
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
	p.looks.begin(c.TruthEvery)
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
			k.Fail(fmt.Errorf("%s cannot begin with a leader (start.leader): it is no Settler, as a program is that hears settle", c.Algorithm.Name))
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

// samples records the energy at regular times.
type samples struct {
	k         *kernel.Kernel
	batteries *battery.Bank
	every     time.Duration
	event     kernel.Event
}

func newSamples(k *kernel.Kernel, b *battery.Bank) *samples {
	s := &samples{k: k, batteries: b}
	s.event = k.On(func(uint32) { s.onSample() })
	return s
}

// begin takes the first sample now and then one per period; with a period of 0 it takes
// none.
func (s *samples) begin(every time.Duration) {
	if s.every = every; every > 0 && s.batteries != nil && s.k.Wants(trace.Energy) {
		s.k.At(s.k.Now(), s.event, 0)
	}
}

func (s *samples) onSample() {
	s.k.At(s.k.Now()+int64(s.every), s.event, 0)
	s.batteries.Record()
}

// looks records the components at one instant in each interval. Instants are drawn
// uniformly: what happens at whole seconds is seen as often as it lasts.
type looks struct {
	k     *kernel.Kernel
	links *links.Links
	draws draw.Addressed
	every int64
	event kernel.Event
}

func newLooks(k *kernel.Kernel, l *links.Links, seed uint64) *looks {
	s := &looks{k: k, links: l, draws: draw.NewAddressed(seed, draw.Truth)}
	s.event = k.On(func(uint32) { s.onLook() })
	return s
}

// begin draws the first instant; with a period of 0 it draws none.
func (s *looks) begin(every time.Duration) {
	if s.every = int64(every); every > 0 && (s.k.Wants(trace.Component) || s.k.Wants(trace.Sample)) {
		s.draw(0)
	}
}

// draw plans the look of the interval that begins at an instant.
func (s *looks) draw(begin int64) {
	offset, _ := bits.Mul64(s.draws.At(0, begin, 0), uint64(s.every))
	s.k.At(begin+int64(offset), s.event, 0)
}

func (s *looks) onLook() {
	s.draw(s.k.Now()/s.every*s.every + s.every)
	s.links.Sample()
}
