package protocol

import (
	"cmp"
	"fmt"
	"strconv"
	"time"
)

// ID names a node: unique, ordered, for the life of a run.
type ID uint32

// Nobody is the ID of no node: "no leader", "no parent", "everyone who hears".
const Nobody ID = 0

// String gives the decimal form, "-" for Nobody.
func (id ID) String() string {
	if id == Nobody {
		return "-"
	}
	return strconv.FormatUint(uint64(id), 10)
}

// Time is an instant: nanoseconds since the run began. It is distinct from a
// time.Duration so that an instant is never mistaken for a span.
type Time int64

// Add is the instant d later.
func (t Time) Add(d time.Duration) Time { return t + Time(d) }

// Shift is Add for an instant that may be none: zero, which stands for never, stays.
func (t Time) Shift(d time.Duration) Time {
	if t == 0 {
		return 0
	}
	return t.Add(d)
}

// Sub is the span from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// Seconds is the instant in seconds since the run began.
func (t Time) Seconds() float64 { return time.Duration(t).Seconds() }

// String gives the instant as a duration since the run began.
func (t Time) String() string { return time.Duration(t).String() }

// Capability is what a node can offer as a leader, combined into one fixed-point integer,
// with the ID that breaks ties. The zero Capability belongs to no node.
//
// Scale: a Value of 1000 is the best a scenario's weights can give;
// fixed values of a scenario are used as they are. A Value below 0 is of a node that must not lead.
type Capability struct {
	Value int64
	ID    ID
}

// compare orders capabilities: first by value, then by ID (VKT04 §1.1,
// assumption 2). Any node's capability exceeds that of Nobody.
func (c Capability) compare(d Capability) int {
	if c.ID == Nobody || d.ID == Nobody {
		return cmp.Compare(min(c.ID, 1), min(d.ID, 1))
	}
	if by := cmp.Compare(c.Value, d.Value); by != 0 {
		return by
	}
	return cmp.Compare(c.ID, d.ID)
}

// Exceeds is the strict order: ties and merges use it, never hysteresis.
func (c Capability) Exceeds(d Capability) bool { return c.compare(d) > 0 }

// Better gives the greater of two capabilities.
func (c Capability) Better(d Capability) Capability {
	if d.Exceeds(c) {
		return d
	}
	return c
}

// MaxValue bounds the Value of a capability: the products in Deposes fit into 63 bits even
// with a hysteresis of 10 (10 000 thousandths).
const MaxValue int64 = 1_000_000_000_000

// PerMille is a proportion in thousandths: 100 is a tenth.
type PerMille int64

// Margin is how far a rival must exceed the leader. The zero Margin is
// the strict order.
type Margin struct {
	Share PerMille `json:"per_mille"` // of the leader's value: hysteresis
	Bonus int64    `json:"bonus"`     // in units of Value: the advantage of the node that leads already
}

// Deposes reports whether a rival's capability is enough to replace a leader: value >
// (leader + bonus)·(1 + share). With no margin it is the strict order, IDs included. Where leader + bonus
// is below 0, as for nodes that must not lead, the factor is 1 − share, and above 0: a margin never
// helps the rival, and who may lead deposes who must not.
//
// The bonus is added here and not in messages. If a leader added it to the capability that
// it sends, a leader that is announcing itself, or has joined an election, would offer less
// than one that leads already, and two nodes within the bonus of each other would replace
// one another for ever.
func (c Capability) Deposes(leader Capability, m Margin) bool {
	if m == (Margin{}) || leader.ID == Nobody {
		return c.Exceeds(leader)
	}
	least, share := leader.Value+m.Bonus, int64(m.Share)
	if least < 0 {
		share = -min(share, 999)
	}
	return c.ID != Nobody && c.Value*1000 > least*(1000+share)
}

// Computation identifies one election: VKT04's computation index ⟨num, id⟩ (§1.5). The zero
// Computation stands for no election.
type Computation struct {
	Num    uint32
	Source ID
}

// compare orders indices: ⟨n1,i1⟩ ≻ ⟨n2,i2⟩ ⇔ n1 > n2 ∨ (n1 = n2 ∧ i1 > i2).
func (c Computation) compare(d Computation) int {
	if by := cmp.Compare(c.Num, d.Num); by != 0 {
		return by
	}
	return cmp.Compare(c.Source, d.Source)
}

// Succeeds is the paper's ≻.
func (c Computation) Succeeds(d Computation) bool { return c.compare(d) > 0 }

// String gives the paper's form, ⟨num,id⟩.
func (c Computation) String() string {
	return "⟨" + strconv.FormatUint(uint64(c.Num), 10) + "," + c.Source.String() + "⟩"
}

// Detection is the time in which every algorithm must notice a dead leader, the same for
// all so that their rows can be compared.
type Detection struct {
	Interval time.Duration // between two signs of life; default 2s
	Misses   int           // signs missed before the leader counts as lost; default 3
}

// Timeout is the whole budget: Interval × Misses.
func (d Detection) Timeout() time.Duration { return d.Interval * time.Duration(d.Misses) }

// Validate returns an error unless both are positive.
func (d Detection) Validate() error {
	if d.Interval <= 0 || d.Misses <= 0 {
		return fmt.Errorf("detection %v × %d: must be positive", d.Interval, d.Misses)
	}
	return nil
}
