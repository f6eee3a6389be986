package phy

import (
	"math"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/chance"

	"bellwether/protocol"
	"bellwether/radio"
)

// A Ratio is the share of frames that a directed link delivers from an instant on.
type Ratio struct {
	At       protocol.Time
	From, To protocol.ID
	Share    float64 // 0 … 1
}

// Deliveries are the delivery ratios of directed links, as a testbed measured them. Before
// its first ratio, and without one, a link delivers nothing. They never change.
type Deliveries struct {
	links[uint64] // shares · 2^53
}

// whole is a ratio of 1.
const whole = 1 << 53

// NewDeliveries makes the ratios of nodes 1 … n. Of several for one link and instant the
// last counts. The error names the first that makes no sense.
func NewDeliveries(n int, ratios []Ratio) (*Deliveries, error) {
	if len(ratios) > MaxEntries {
		return nil, errs.Radio.Errorf("%d ratios are more than %d", len(ratios), MaxEntries)
	}
	changes := make([]change[uint64], 0, len(ratios))
	for i, r := range ratios {
		switch {
		case !pairAmong(n, r.From, r.To):
			return nil, errs.Radio.Errorf("ratio %d: no link from %d to %d among nodes 1 to %d", i+1, r.From, r.To, n)
		case !(r.Share >= 0 && r.Share <= 1):
			return nil, errs.Radio.Errorf("ratio %d: must be from 0 to 1, got %g", i+1, r.Share)
		case r.At < 0:
			return nil, errs.Radio.Errorf("ratio %d: comes before the run, at %v", i+1, time.Duration(r.At))
		}
		changes = append(changes, change[uint64]{r.From, r.To, step[uint64]{r.At, uint64(r.Share * whole)}})
	}
	return &Deliveries{linksOf(n, changes)}, nil
}

// DeliveryOptions describe a medium of delivery ratios.
type DeliveryOptions struct {
	Seed   uint64
	Ratios *Deliveries

	// LinkRatio is the least ratio, in each direction, at which two nodes count as linked.
	// Above 0, at most 1. Frames are delivered by their ratio whether it is reached or not.
	LinkRatio float64

	// Slot is the time in which the frames of a directed link share a draw, control frames
	// excepted; see radio.DefaultSlot.
	Slot time.Duration
}

// delivery is the medium of one seed. Frames do not collide in it, and places do not
// matter: what the testbed lost to either is in its ratios. A ratio is taken for frames of
// any length, since tables do not state the length.
type delivery struct {
	ratios           *Deliveries
	least            uint64
	linkKey, slotKey uint64
	slot             uint64
	control          chance.Control
}

var _ radio.Medium = (*delivery)(nil)

// NewDelivery makes the medium of delivery ratios. The draws of a seed are by directed link
// and time slot, so they are the same for all algorithms.
func NewDelivery(o DeliveryOptions) (radio.Medium, error) {
	switch {
	case o.Ratios == nil:
		return nil, errs.Radio.Errorf("delivery: no ratios given")
	case !(o.LinkRatio > 0 && o.LinkRatio <= 1):
		return nil, errs.Radio.Errorf("delivery: link_ratio must be above 0 and at most 1, got %g", o.LinkRatio)
	case o.Slot <= 0:
		return nil, errs.Radio.Errorf("delivery: slot must be above 0, got %v", o.Slot)
	}
	key := chance.Mix(o.Seed, chance.ForDelivery)
	return &delivery{ratios: o.Ratios, least: uint64(o.LinkRatio * whole), linkKey: chance.Mix(key, 1), slotKey: chance.Mix(key, 2), slot: uint64(o.Slot), control: chance.NewControl(key)}, nil
}

// Validate returns nil: NewDelivery has checked all.
func (d *delivery) Validate() error { return nil }

// Delay is that of a matrix: distances are not known.
func (d *delivery) Delay() time.Duration { return matrixDelay }

// ReachM is infinite: distance does not decide.
func (d *delivery) ReachM() float64 { return math.Inf(1) }

// AppendPeers appends the nodes to which the table ever has a ratio.
func (d *delivery) AppendPeers(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
	return append(out, d.ratios.peers(from)...), true
}

// Receive draws whether a frame is heard. A frame that is not heard over a pair that is
// linked is Spoilt.
func (d *delivery) Receive(h radio.Hop, _ int) radio.Reception {
	share := d.ratios.at(h.From, h.To, h.At, 0)
	if share > 0 && d.draw(&h)>>11 < share {
		return radio.Heard
	}
	if share >= d.least {
		return radio.Spoilt
	}
	return radio.Beyond
}

// draw is the draw of a frame's link and slot, or a control frame's own.
func (d *delivery) draw(h *radio.Hop) uint64 {
	if h.Control {
		return d.control.Draw(h.From, h.To, h.At)
	}
	return chance.Mix(linkOf(h.From, h.To)^d.linkKey, uint64(h.At)/d.slot^d.slotKey)
}

// Carries reports whether the ratio in this direction reaches the least of a link.
func (d *delivery) Carries(h radio.Hop) bool {
	return d.ratios.at(h.From, h.To, h.Ends, 0) >= d.least
}

// Bidirectional reports it of both directions.
func (d *delivery) Bidirectional(h radio.Hop) bool { return d.Carries(h) && d.Carries(reversed(h)) }

// Varies reports whether any ratio changes.
func (d *delivery) Varies() bool { return d.ratios.last > d.ratios.first || d.ratios.first > 0 }
