package offer

import (
	"time"

	"bellwether/emulator/internal/battery"
	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/eligibility"
	"bellwether/overlay"
	"bellwether/protocol"
)

// barred keeps who must not lead, and why. It is empty where there are no rules.
//
// Rules are examined at the instants at which they can begin or cease to hold: a charge crosses a bound, a
// node boots, an uptime is reached. What a node hears is examined with the offers, each second.
type barred struct {
	breach []eligibility.Breach // by node
	told   []uint16             // by node, the rules that it breaks as records and the kernel have it
	review kernel.Event
}

// judge prepares for the rules.
func (f *Offers) judge() {
	rules := f.o.Eligible.Rules
	if rules == nil {
		return
	}
	f.barred.breach, f.barred.told = make([]eligibility.Breach, f.k.Nodes), make([]uint16, f.k.Nodes)
	f.k.Abstains()
	f.barred.review = f.k.On(func(a uint32) { f.reviewed(kernel.Slot(a)) })
	var marks []battery.Mark
	for _, r := range rules.All() {
		if r.Fact == eligibility.Battery {
			marks = append(marks, battery.Mark{Percent: r.Number, Least: r.Op == ">=" || r.Op == "<"})
		}
	}
	f.o.Batteries.Watch(marks, f.reviewed)
}

// reviewed updates what node i claims.
func (f *Offers) reviewed(i kernel.Slot) {
	if f.k.Live(i) {
		f.Update(i)
	}
}

// polls reports whether a rule asks what changes at instants that nobody announces.
func (f *Offers) polls() bool {
	rules := f.o.Eligible.Rules
	return rules.Ask(eligibility.Members) || rules.Ask(eligibility.LinkQuality) || rules.Ask(eligibility.Battery) && f.o.Batteries.Recovers()
}

// await plans to examine the rules about the uptime of node i, which has booted.
func (f *Offers) await(i kernel.Slot) {
	for _, r := range f.o.Eligible.Rules.All() {
		if r.Fact != eligibility.Uptime {
			continue
		}
		after := int64(r.Number * float64(time.Second))
		after += after>>49 + 1 // seconds as floats do not tell two instants apart that are nearer
		if r.Op == ">=" || r.Op == "<" {
			after--
		}
		f.k.At(f.k.After(time.Duration(after)), f.barred.review, uint32(i))
	}
}

// claim returns what node i claims that offers a value.
func (f *Offers) claim(i kernel.Slot, value int64) int64 {
	if f.o.Eligible.Rules == nil {
		return value
	}
	if f.barred.breach[i] = f.o.Eligible.Rules.Broken(subject{f, i}); f.barred.breach[i].Rules != 0 {
		return eligibility.Claimed(value)
	}
	return value
}

// why is why node i must not lead, "" if it may.
func (f *Offers) why(i kernel.Slot) string {
	if f.barred.breach == nil {
		return ""
	}
	return f.barred.breach[i].Why
}

// settle tells the kernel if node i has become eligible, or has ceased to be.
func (f *Offers) settle(i kernel.Slot) {
	if f.barred.breach == nil {
		return
	}
	before, now := f.barred.told[i], f.barred.breach[i].Rules
	if f.barred.told[i] = now; (before == 0) != (now == 0) {
		f.k.Qualify(i)
	}
}

// amends reports whether node i breaks other rules than are recorded.
func (f *Offers) amends(i kernel.Slot) bool {
	return f.barred.breach != nil && f.barred.breach[i].Rules != f.barred.told[i]
}

// subject is a node of which rules ask.
type subject struct {
	*Offers
	node kernel.Slot
}

// Tag returns a tag of the node.
func (s subject) Tag(name string) string {
	if s.o.Eligible.Tags == nil {
		return ""
	}
	return s.o.Eligible.Tags[s.k.ID(s.node)-1][name]
}

// Fact returns a fact of the node. Nodes have no processor that is loaded and no Wi-Fi adapter: they count as
// a machine that is idle, and wired.
func (s subject) Fact(f eligibility.Fact) float64 {
	switch f {
	case eligibility.Battery:
		return s.o.Batteries.Percent(s.node)
	case eligibility.Uptime:
		return time.Duration(s.k.Now() - s.booted[s.node]).Seconds()
	case eligibility.Members:
		return float64(s.degreeNow(s.node))
	case eligibility.LinkQuality:
		if s.k.Live(s.node) && s.k.Machine(s.node) != nil {
			heard, _ := overlay.Quality(s.k.Machine(s.node), protocol.Time(s.k.Reads(s.node)))
			return 100 * heard
		}
	}
	return 0
}
