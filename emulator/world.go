package emulator

import (
	"context"
	"fmt"
	"math/rand/v2"

	"bellwether/emulator/internal/access"
	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/duty"
	"bellwether/emulator/internal/faults"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/links"
	"bellwether/emulator/internal/offer"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// World is one run.
type World struct {
	*kernel.Kernel
	cfg   Config
	heard []protocol.ID // buffer of Neighbours

	field     *place.Field // nil: nodes are nowhere
	reach     *reach.Reach
	links     *links.Links
	batteries *battery.Bank // nil: nobody has one
	duty      *duty.Duty
	access    *access.Layer
	offers    *offer.Offers
	faults    *faults.Faults
	on        events

	begun bool
}

// Counters count work done, for benchmarks and reports.
type Counters struct {
	Events          uint64 // handled, apart from those that only follow links for a sink
	Transmissions   uint64 // frames on the air, acknowledgements included
	Deliveries      uint64 // messages given to machines
	Candidates      uint64 // nodes looked at to find receivers
	QueueOperations uint64
	QueuePeak       int // most events queued at one time
}

// New builds the world of a run. Nothing happens before Run.
func New(cfg Config) (*World, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	var plan *place.Plan
	var order []protocol.ID
	if !cfg.placeless() {
		plan = place.NewPlan(cfg.Mobility, cfg.Seed, cfg.Nodes)
		order = plan.Order()
	}
	k, err := kernel.New(kernel.Options{Nodes: kernel.Slot(cfg.Nodes), Algorithm: cfg.Algorithm, Setup: cfg.Setup,
		Services: cfg.Services, Interrupt: cfg.Interrupt, Sinks: cfg.Sinks, Order: order,
		Random: func(id protocol.ID) rand.PCG { return draw.Stream(cfg.Seed, draw.Algorithm, uint64(id)) }})
	if err != nil {
		return nil, fmt.Errorf("emulator: %w", err)
	}
	w := &World{Kernel: k, cfg: cfg}
	k.Attach(w)
	if err := w.prepare(plan); err != nil {
		return nil, fmt.Errorf("emulator: %w", err)
	}
	return w, nil
}

// prepare sets up the parts of the world that Run begins with.
func (w *World) prepare(plan *place.Plan) (err error) {
	w.listenTo()
	w.locate(plan)
	w.batteries = w.cfg.Energy.bank(w.Kernel, w.restart)
	w.duty = duty.New(w.Kernel, w.cfg.Duty)
	if w.access, err = w.newAccess(); err != nil {
		return err
	}
	w.offers = w.newOffers()
	w.faults = w.newFaults()
	return nil
}

// newAccess makes the link layer.
func (w *World) newAccess() (*access.Layer, error) {
	o := access.Options{Link: w.cfg.Link, CSMA: w.cfg.Access, Reach: w.reach, Field: w.field, Duty: w.duty, NextHop: w.links.NextHop,
		Random: func(id protocol.ID) rand.PCG { return draw.Stream(w.cfg.Seed, draw.Medium, uint64(id)) }}
	if w.batteries != nil {
		o.Meter = w.batteries
	}
	return access.New(w.Kernel, o)
}

// locate sets up where nodes are and who is in reach.
func (w *World) locate(plan *place.Plan) {
	m := w.cfg.Medium
	if _, ok := m.(radio.Placeless); !ok {
		w.field = place.New(w.Kernel, place.Options{Plan: plan, ReachM: reachOf(m),
			NewLeg: func(i kernel.Slot) bool { return w.faults.Turned(i) },
			Turned: func(i kernel.Slot, t place.Turn) { w.links.Turned(i, t) }})
	}
	w.reach = reach.New(w.Kernel, reach.Options{Air: reach.NewAir(m, w.cfg.Loss), Field: w.field, Met: func(i, j kernel.Slot, up bool) { w.links.Met(i, j, up) }})
	w.links = links.New(w.Kernel, links.Options{Field: w.field, Reach: w.reach, Tell: overlay.Observer(w.NewMachine()) && !w.observesHello(),
		Route: w.cfg.Algorithm.Needs != protocol.NeedsNeighbours && w.cfg.Services.Flood == nil})
}

// reachOf is how far nodes are asked for.
func reachOf(m radio.Medium) float64 {
	if e, ok := m.(radio.Exact); ok {
		return e.ExactRangeM()
	}
	return min(m.ReachM(), reach.UnboundedM)
}

// looked is how many nodes were looked at to find receivers.
func (w *World) looked() uint64 {
	n := w.reach.Looked
	if w.field != nil {
		n += w.field.Looked
	}
	return n
}

// Counters tell what was done so far. The events are those of the world: what is
// followed for a sink alone is none of them, so that looking at a run changes no number.
func (w *World) Counters() Counters {
	c := w.Kernel.Counters()
	return Counters{Events: c.Events - w.links.Extra(), Transmissions: w.access.Sent, Deliveries: c.Deliveries, Candidates: w.looked(),
		QueueOperations: c.QueueOperations, QueuePeak: c.QueuePeak}
}

// Now is the virtual time.
func (w *World) Now() protocol.Time { return protocol.Time(w.Kernel.Now()) }

// bootsBetween is how many nodes boot between two looks at the context.
const bootsBetween = 1 << 12

// Run carries out the run to its end, or until ctx is done; then it gives ctx's
// error. It is called once.
func (w *World) Run(ctx context.Context) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	goOn := func() error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	}
	if err := w.Kernel.Run(int64(w.cfg.Until), goOn); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("emulator: %w", err)
	}
	w.duty.End()
	w.batteries.Record()
	w.Note(trace.Record{Kind: trace.End})
	return nil
}

// Begin boots whoever is in the world at time 0, settles the system if the
// scenario says so, and schedules the rest. Faults at time 0 strike before the
// scripted elections. Run does it if nobody has: whoever times a run may want it
// apart.
func (w *World) Begin() { _ = w.begin(context.Background()) }

// begin is Begin until ctx is done.
func (w *World) begin(ctx context.Context) error {
	if w.begun {
		return nil
	}
	w.begun = true
	for _, i := range w.ByID {
		if i%bootsBetween == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.place(i)
	}
	w.Furnish()
	w.reach.Begin()
	w.links.Begin()
	w.offers.Begin()
	for _, i := range w.ByID {
		if i%bootsBetween == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !w.Present(i) {
			w.Note(trace.Record{Kind: trace.Absent, Node: w.ID(i), Why: trace.WhyTrace})
			continue
		}
		w.Boot(i)
	}
	w.links.Announce()
	w.settle()
	w.faults.Begin()
	w.At(0, w.on.start, 0)
	w.beginSamples()
	return nil
}

// settle starts every running node with the scenario's leader in office.
func (w *World) settle() {
	leader := w.cfg.Start.Leader
	if leader == protocol.Nobody {
		return
	}
	for _, i := range w.ByID {
		if w.Live(i) && !w.Settle(i, w.Capability(w.Slot(leader))) {
			w.Fail(fmt.Errorf("%s cannot begin with a leader in office: it is no Settler", w.cfg.Algorithm.Name))
			return
		}
	}
}

// onStart calls the scripted elections.
func (w *World) onStart(uint32) {
	if w.cfg.Start.All {
		for _, i := range w.ByID {
			w.Elect(i)
		}
		return
	}
	for _, starter := range w.cfg.Start.Elect {
		w.Elect(w.Slot(starter))
	}
}
