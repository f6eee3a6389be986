package offer

import (
	"time"

	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/links"
	"bellwether/emulator/internal/place"
	"bellwether/emulator/internal/reach"
	"bellwether/internal/contract/capability"
	"bellwether/internal/contract/eligibility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// every is the interval between updates of offers: a tenth of the time over which the
// degree is smoothed.
const every = time.Second

// Weights define what the nodes offer: a weighted sum of shares in [0, 1]. A share with
// weight 0 is not computed.
type Weights struct {
	// Values are fixed offers of the nodes, from node 1 on; with them all other fields
	// are ignored.
	Values []int64

	Battery      float64
	Connectivity float64
	LinkQuality  float64
	Closeness    float64
	Uptime       float64
	Mobility     float64
	Static       float64 // of Shares

	UptimeHalf time.Duration
	SpeedLimit float64   // m/s, from which on the share Mobility is 0; default: the movement's greatest speed
	Shares     []float64 // that of node 1 first
}

// Eligible says which nodes may lead. The zero Eligible lets all lead.
type Eligible struct {
	Rules *eligibility.Rules
	Tags  []map[string]string // that of node 1 first; nil: nobody has any
}

// Options are what Offers are made of.
type Options struct {
	Weights
	Eligible  Eligible
	Field     *place.Field // nil: nodes are nowhere
	Reach     *reach.Reach
	Links     *links.Links
	Batteries *battery.Bank // nil: nobody has one
	Hello     bool          // nodes find their neighbours by hello messages
	// Reinstated is called when a node offers again because it has booted.
	Reinstated func(kernel.Slot)
}

// Offers are what the nodes can offer now. A list of shares is nil if the share has no
// weight.
type Offers struct {
	k *kernel.Kernel
	o Options

	resigned  []bool // it offers nothing
	degree    []float64
	booted    []int64   // when it booted last
	speed     []float64 // m/s, smoothed
	closeness []float64 // as it was measured last
	graph     graph
	heard     []protocol.ID // buffer of take
	update    kernel.Event
	barred    barred
}

// New makes Offers. No node offers anything before [Offers.Begin].
func New(k *kernel.Kernel, o Options) *Offers {
	f := &Offers{k: k, o: o, resigned: make([]bool, k.Nodes)}
	f.update = k.On(func(uint32) { f.onUpdate() })
	if !f.fixed() {
		f.degree = make([]float64, k.Nodes)
	}
	if o.Uptime != 0 || o.Eligible.Rules.Ask(eligibility.Uptime) {
		f.booted = make([]int64, k.Nodes)
	}
	if o.Mobility != 0 {
		f.speed = make([]float64, k.Nodes)
		if o.SpeedLimit == 0 {
			f.o.SpeedLimit = o.Field.SpeedMPS()
		}
	}
	if o.Closeness != 0 {
		f.closeness = make([]float64, k.Nodes)
	}
	f.judge()
	return f
}

// fixed reports whether offers never change by themselves.
func (f *Offers) fixed() bool {
	o := &f.o
	return len(o.Values) > 0 || (o.Battery == 0 || o.Batteries == nil) && o.Connectivity == 0 &&
		o.LinkQuality == 0 && o.Closeness == 0 && o.Uptime == 0 && o.Mobility == 0
}

// Begin sets what every node offers at the start.
func (f *Offers) Begin() {
	if f.closeness != nil && !f.fixed() {
		f.MeasureCloseness()
	}
	for _, i := range f.k.ByID {
		if f.k.Over() {
			return
		}
		if !f.o.Hello && !f.fixed() {
			f.degree[i] = float64(len(f.o.Links.Of(i)))
		}
		f.k.SetValue(i, f.of(i))
		f.settle(i)
	}
	if !f.fixed() || f.polls() {
		f.k.At(f.k.Now()+int64(every), f.update, 0)
	}
}

// Boot resets the shares that count from node i's boot: until the next update it must not
// offer the values from before the boot. A boot, after a crash or an absence, also ends a
// resignation.
func (f *Offers) Boot(i kernel.Slot) {
	f.reinstate(i)
	if f.speed != nil {
		f.speed[i] = f.o.Field.Motion(i).SpeedMPS()
	}
	if f.booted != nil {
		f.booted[i] = f.k.Now()
	}
	if f.booted != nil || f.o.Eligible.Rules != nil {
		f.k.SetValue(i, f.of(i))
	}
	f.await(i)
}

// Started takes the first look at node i's degree.
func (f *Offers) Started(i kernel.Slot) {
	if !f.fixed() && f.degree[i] == 0 && !f.o.Hello {
		f.degree[i] = float64(f.degreeNow(i))
	}
}

// onUpdate updates the shares and the offer of every running node.
func (f *Offers) onUpdate() {
	f.k.At(f.k.Now()+int64(every), f.update, 0)
	if f.closeness != nil && f.k.Now()%int64(closenessEvery) == 0 {
		f.MeasureCloseness()
	}
	for _, i := range f.k.ByID {
		if f.k.Over() {
			return
		}
		if !f.k.Live(i) {
			continue
		}
		if f.o.Connectivity != 0 && !f.fixed() {
			f.degree[i] = capability.Smooth(f.degree[i], float64(f.degreeNow(i)))
		}
		if f.speed != nil {
			f.speed[i] = capability.Smooth(f.speed[i], f.o.Field.Motion(i).SpeedMPS())
		}
		f.Update(i)
	}
}

// Update informs node i if its offer has changed. A leader that must not lead any more steps down.
func (f *Offers) Update(i kernel.Slot) {
	value := f.of(i)
	before := f.k.Value(i)
	if value == before {
		if f.amends(i) {
			f.Note(i)
		}
		return
	}
	f.k.SetValue(i, value)
	f.Note(i)
	if f.k.Names(i) && eligibility.May(before) && !eligibility.May(value) {
		f.k.Resign(i)
	} else {
		f.k.CapabilityChanged(i)
	}
}

// reinstate ends a resignation.
func (f *Offers) reinstate(i kernel.Slot) {
	if f.resigned[i] {
		f.resigned[i] = false
		f.k.SetValue(i, f.of(i))
		f.o.Reinstated(i)
	}
}

// Revive sets what node i, which is about to boot again, offers.
func (f *Offers) Revive(i kernel.Slot) {
	f.reinstate(i)
	f.k.SetValue(i, f.of(i))
}

// Withdraw makes node i offer nothing, without informing its machine.
func (f *Offers) Withdraw(i kernel.Slot) {
	f.resigned[i] = true
	f.k.SetValue(i, f.of(i))
	f.Note(i)
}

// Withdrawn reports whether node i offers nothing.
func (f *Offers) Withdrawn(i kernel.Slot) bool { return f.resigned[i] }

// Again lets node i offer again what it can; if it is absent, from its return on.
func (f *Offers) Again(i kernel.Slot) {
	f.resigned[i] = false
	if f.k.Live(i) {
		f.Update(i)
	} else {
		f.k.SetValue(i, f.of(i))
	}
}

// Note records what node i offers.
func (f *Offers) Note(i kernel.Slot) {
	f.k.Note(trace.Record{Kind: trace.Capability, Node: f.k.ID(i), Value: f.k.Value(i), Name: f.why(i)})
	f.settle(i)
}

// degreeNow is the number of neighbours of node i by its neighbour service.
func (f *Offers) degreeNow(i kernel.Slot) int {
	if !f.k.Live(i) {
		return 0
	}
	if d, ok := overlay.Degree(f.k.Machine(i)); ok {
		return d
	}
	return len(f.o.Links.Of(i))
}
