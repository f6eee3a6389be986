package radio

import (
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/chance"

	"bellwether/protocol"
)

// GilbertElliott loses frames in bursts: each directed link is a chain of slots
// in a good or a bad state, and a frame is lost with the probability of its slot's
// state. E. N. Gilbert, "Capacity of a Burst-Noise Channel", Bell System Technical
// Journal 39, 1960; E. O. Elliott, "Estimates of Error Rates for Codes on
// Burst-Noise Channels", 42, 1963.
type GilbertElliott struct {
	Good     time.Duration // mean stay in the good state; default 950 ms
	Bad      time.Duration // mean stay in the bad state; default 50 ms: 5 % of the time, the share that Bernoulli loses by default
	LossGood float64       // probability of loss in the good state; default 0, Gilbert's
	LossBad  float64       // probability of loss in the bad state; default 1
	Slot     time.Duration // default DefaultSlot; at most half of either stay, at least 1/100 000 of the shorter
}

// DefaultGilbertElliott loses 5 % of frames, in bursts of 50 ms.
func DefaultGilbertElliott() GilbertElliott {
	return GilbertElliott{950 * time.Millisecond, 50 * time.Millisecond, 0, 1, DefaultSlot}
}

// maxStaySlots bounds the shorter stay, in slots: the search for the last renewal
// then takes at most 1600 draws on average (100 000 slots, 64 a draw), some microseconds.
const maxStaySlots = 100_000

// validate reports every parameter that is out of bounds.
func (o GilbertElliott) validate() error {
	var f faults
	if o.Slot <= 0 {
		f.check(false, "loss slot must be above 0, got %v", o.Slot)
		return f.err()
	}
	f.check(o.Good >= 2*o.Slot, "mean good state must be at least two slots of %v, got %v", o.Slot, o.Good)
	f.check(o.Bad >= 2*o.Slot, "mean bad state must be at least two slots of %v, got %v", o.Slot, o.Bad)
	f.check(min(o.Good, o.Bad)/o.Slot <= maxStaySlots, "the shorter state must be at most %d slots of %v, got %v",
		maxStaySlots, o.Slot, min(o.Good, o.Bad))
	for _, p := range []float64{o.LossGood, o.LossBad} {
		f.check(p >= 0 && p <= 1, "loss probability must be between 0 and 1, got %g", p)
	}
	return f.err()
}

// meanLoss is the long-run share of lost frames.
func (o GilbertElliott) meanLoss() float64 {
	good, bad := float64(o.Good), float64(o.Bad)
	return (float64(o.LossGood*good) + float64(o.LossBad*bad)) / (good + bad)
}

// blockSlots is how many slots one draw covers in the search for the last renewal.
const blockSlots = 64

// bursts are the losses of a GilbertElliott for one seed.
//
// The state of a slot must not depend on earlier calls, so the chain is
// not run but looked up. With p = Slot/Good and r = Slot/Bad, the probabilities to
// leave a state, a chain that in each slot
//
//	with probability 1 − p − r keeps its state, and
//	with probability p + r is renewed: bad with probability p/(p + r), else good
//
// has just these probabilities (from good to bad p, from bad to good r). A slot's state was
// therefore drawn at the last renewal before it or in it. Renewals are hashes of seed, link
// and slot. They are found 64 slots at a time: one hash draws the slot of a block's last
// renewal, if any. Slots are drawn one by one only in the block of the slot sought, and only
// if its last renewal is after that slot.
type bursts struct {
	key     [3]uint64
	slot    uint64
	renewal uint64    // probability that a slot is renewed · 2^53
	bad     uint64    // probability of bad when renewed · 2^53
	lost    [2]uint64 // probability of loss in good, in bad · 2^53
	control chance.Control
	before  [blockSlots + 1]uint64 // probability that a block has no renewal from this slot on · 2^53
}

// NewBursts returns the losses of one seed.
func NewBursts(o GilbertElliott, seed uint64) (Loss, error) {
	if err := o.validate(); err != nil {
		return nil, errs.Radio.Errorf("bursts: %w", err)
	}
	p, r := float64(o.Slot)/float64(o.Good), float64(o.Slot)/float64(o.Bad)
	b := &bursts{slot: uint64(o.Slot), renewal: scaled(p + r), bad: scaled(p / (p + r))}
	for i := range b.key {
		b.key[i] = chance.Mix(chance.Mix(seed, chance.ForBurst), uint64(i))
	}
	b.control = chance.NewControl(chance.Mix(seed, chance.ForBurst))
	b.lost = [2]uint64{scaled(o.LossGood), scaled(o.LossBad)}
	keep := 1.0 // probability of no renewal from this slot to the block's end
	for i := blockSlots; i >= 0; i-- {
		b.before[i] = scaled(keep)
		keep *= 1 - (p + r)
	}
	return b, nil
}

// scaled returns a probability in units of 2^-53.
func scaled(p float64) uint64 { return uint64(p * (1 << 53)) }

// Lost reports whether a frame is lost whose transmission begins at this instant.
func (b *bursts) Lost(from, to protocol.ID, at protocol.Time) bool {
	link := uint64(from)<<32 | uint64(to)
	slot := uint64(at) / b.slot
	threshold := b.threshold(link, slot)
	return threshold != 0 && chance.Mix(link^b.key[2], slot)>>11 < threshold
}

// LostControl reports it of a control frame, by the state of its slot and a draw of its own.
func (b *bursts) LostControl(from, to protocol.ID, at protocol.Time, _ float64) bool {
	threshold := b.threshold(uint64(from)<<32|uint64(to), uint64(at)/b.slot)
	return threshold != 0 && b.control.Draw(from, to, at)>>11 < threshold
}

// threshold is the probability of loss in a slot · 2^53, by its state.
func (b *bursts) threshold(link, slot uint64) uint64 {
	if b.isBad(link, slot) {
		return b.lost[1]
	}
	return b.lost[0]
}

// isBad returns the state of a slot: it was drawn at the last renewal, or, without one since
// the run began, from the stationary chain.
func (b *bursts) isBad(link, slot uint64) bool {
	block := slot / blockSlots
	last, any := b.lastRenewal(link, block)
	if any && last > slot {
		// Before a block's last renewal its slots are independent.
		for first := block * blockSlots; slot >= first; slot-- {
			if b.renewed(link, slot) {
				return b.drawnBad(link, slot)
			}
			if slot == 0 {
				break
			}
		}
		any = false
	}
	for !any && block > 0 {
		block--
		last, any = b.lastRenewal(link, block)
	}
	if !any {
		last = ^uint64(0) // before the run
	}
	return b.drawnBad(link, last)
}

// lastRenewal returns the last slot of a block in which the chain was renewed, if any.
func (b *bursts) lastRenewal(link, block uint64) (slot uint64, any bool) {
	u := chance.Mix(link^b.key[0], ^block) >> 11
	if u < b.before[0] {
		return 0, false
	}
	low, high := 0, blockSlots // before[low] <= u < before[high]
	for high-low > 1 {
		if middle := (low + high) / 2; u < b.before[middle] {
			high = middle
		} else {
			low = middle
		}
	}
	return block*blockSlots + uint64(low), true
}

func (b *bursts) renewed(link, slot uint64) bool {
	return chance.Mix(link^b.key[0], slot)>>11 < b.renewal
}

func (b *bursts) drawnBad(link, slot uint64) bool { return chance.Mix(link^b.key[1], slot)>>11 < b.bad }
