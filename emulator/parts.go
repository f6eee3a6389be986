package emulator

import (
	"bellwether/emulator/internal/access"
	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/duty"
	"bellwether/emulator/internal/faults"
	"bellwether/emulator/internal/intervene"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/links"
	"bellwether/emulator/internal/offer"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
)

// parts are the parts of a world, in the order of their dependence: each part gets the earlier
// parts that it uses.
type parts struct {
	kernel    *kernel.Kernel
	field     *place.Field // nil: nodes have no places
	reach     *reach.Reach
	links     *links.Links
	batteries *battery.Bank // nil: no node has one
	duty      *duty.Duty
	access    *access.Layer
	offers    *offer.Offers
	changes   *intervene.Interventions // nil: no change was asked for
	faults    *faults.Faults
	samples   *samples
	looks     *looks
	motors    []Motor      // by node, from node 1 on; nil: none
	elections kernel.Event // the scripted ones of time 0
}

// newParts builds the parts of a world.
func newParts(c *Config) (*parts, error) {
	var plan *place.Plan
	if !c.placeless() {
		var err error
		if plan, err = place.NewPlan(place.Moved(c.Mobility, stays(c.Interventions)), c.Seed, c.Nodes); err != nil {
			return nil, err
		}
	}
	k, err := newKernel(c, plan)
	if err != nil {
		return nil, err
	}
	p := &parts{kernel: k}
	k.Attach(p)
	if plan != nil {
		p.field = place.New(k, place.Options{Plan: plan, ReachM: reach.RangeM(c.Medium),
			Leaves: func(i kernel.Slot) { p.access.Leaves(i) },
			NewLeg: func(i kernel.Slot, l mobility.Leg) bool {
				p.move(i, l)
				return p.faults.Turned(i)
			},
			Turned: func(i kernel.Slot, t place.Turn) { p.links.Turned(i, t) }})
	}
	p.reach = reach.New(k, reach.Options{Air: reach.NewAir(c.Medium, c.Loss), Field: p.field,
		Met: func(i, j kernel.Slot, up bool) { p.links.Met(i, j, up) }, Divides: func() { p.access.Divides() },
		Linked: func(i kernel.Slot) ([]protocol.ID, bool) { return p.links.Sure(i) }})
	p.links = links.New(k, links.Options{Field: p.field, Reach: p.reach, Tell: overlay.Observer(k.NewMachine()) && c.Services.Hello == nil,
		Route: c.Algorithm.Needs != protocol.NeedsNeighbours && !c.Services.Routes(), DrawnEvery: c.TruthEvery, ExamineEvery: c.ExamineEvery})
	if p.batteries = c.Energy.bank(k, p.restart); p.batteries != nil {
		p.motors = c.Energy.Motors
	}
	p.duty = duty.New(k, c.Duty)
	if p.access, err = p.newAccess(c); err != nil {
		return nil, err
	}
	p.offers = p.newOffers(c)
	p.changes = intervene.New(k, intervene.Options{List: c.Interventions, Access: p.access, Reach: p.reach, Links: p.links, Batteries: p.batteries})
	p.faults = faults.New(k, faults.Options{Seed: c.Seed, Script: c.Faults, Own: c.ownKinds(p), Restart: p.restart,
		Reach: p.reach, Links: p.links, Field: p.field, Batteries: p.batteries, Access: p.access, Offers: p.offers,
		LeavesOut: p.changes.LeavesOut})
	p.samples = newSamples(k, p.batteries)
	p.looks = newLooks(k, p.links, c.Seed)
	p.elections = k.On(func(uint32) { elect(k, &c.Start) })
	return p, nil
}

// stays are the places where interventions put nodes.
func stays(list []Intervention) (out []place.Stay) {
	for _, one := range list {
		if one.Kind == Place {
			out = append(out, place.Stay{Node: one.Node, X: one.X, Y: one.Y, From: one.From, Until: one.Until})
		}
	}
	return out
}

func newKernel(c *Config, plan *place.Plan) (*kernel.Kernel, error) {
	var order []protocol.ID
	if plan != nil {
		order = plan.Order()
	}
	return kernel.New(kernel.Options{Nodes: kernel.Slot(c.Nodes), Algorithm: c.Algorithm, Setup: c.Setup,
		Services: c.Services, Interrupt: c.Interrupt, Sinks: c.Sinks, Order: order, Listen: c.Start.Listen,
		Random: draw.NewAddressed(c.Seed, draw.Algorithm)})
}

// newAccess makes the link layer.
func (p *parts) newAccess(c *Config) (*access.Layer, error) {
	o := access.Options{Link: c.Link, CSMA: c.Access, Reach: p.reach, Field: p.field, Duty: p.duty, NextHop: p.links.NextHop,
		Jitter: draw.NewAddressed(c.Seed, draw.Medium), Backoffs: draw.NewAddressed(c.Seed, draw.Backoffs)}
	if p.batteries != nil {
		o.Meter = p.batteries
	}
	return access.New(p.kernel, o)
}

// newOffers makes what nodes offer.
func (p *parts) newOffers(c *Config) *offer.Offers {
	w := &c.Capability
	return offer.New(p.kernel, offer.Options{
		Weights: offer.Weights{Values: w.Values, Battery: w.Battery, Connectivity: w.Connectivity, LinkQuality: w.LinkQuality,
			Closeness: w.Closeness, Uptime: w.Uptime, Mobility: w.Mobility, Static: w.Static,
			UptimeHalf: w.UptimeHalf, SpeedLimit: w.SpeedLimit, Shares: w.Shares},
		Eligible: w.eligible(),
		Field:    p.field, Reach: p.reach, Links: p.links, Batteries: p.batteries, Hello: c.Services.Hello != nil,
		Reinstated: func(i kernel.Slot) { p.faults.Reinstated(i) },
	})
}
