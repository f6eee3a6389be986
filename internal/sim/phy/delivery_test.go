package phy_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

func deliveries(t *testing.T, seed uint64, ratios ...phy.Ratio) radio.Medium {
	t.Helper()
	d, err := phy.NewDeliveries(3, ratios)
	if err != nil {
		t.Fatal(err)
	}
	m, err := phy.NewDelivery(phy.DeliveryOptions{Seed: seed, Ratios: d, LinkRatio: 0.1, Slot: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func hop(from, to protocol.ID, at time.Duration) radio.Hop {
	return radio.Hop{From: from, To: to, At: protocol.Time(at), Ends: protocol.Time(at)}
}

// TestDeliveryRatios: each directed link delivers its share of frames, within four standard
// deviations of a binomial, and the shares of the step that holds.
func TestDeliveryRatios(t *testing.T) {
	const frames = 40000
	m := deliveries(t, 7,
		phy.Ratio{From: 1, To: 2, Share: 0.9}, phy.Ratio{At: protocol.Time(time.Minute), From: 1, To: 2, Share: 0.3},
		phy.Ratio{From: 2, To: 1, Share: 0.05}, phy.Ratio{From: 1, To: 3, Share: 1}, phy.Ratio{From: 3, To: 1})
	for _, c := range []struct {
		from, to protocol.ID
		begins   time.Duration
		share    float64
		missed   radio.Reception
	}{
		{1, 2, 0, 0.9, radio.Spoilt}, {1, 2, time.Minute, 0.3, radio.Spoilt}, {2, 1, 0, 0.05, radio.Beyond},
		{1, 3, 0, 1, radio.Spoilt}, {3, 1, 0, 0, radio.Beyond}, {2, 3, 0, 0, radio.Beyond}, {3, 2, 0, 0, radio.Beyond},
	} {
		heard := 0
		for k := range frames {
			switch got := m.Receive(hop(c.from, c.to, c.begins+time.Duration(k)*time.Millisecond), 100); got {
			case radio.Heard:
				heard++
			case c.missed:
			default:
				t.Fatalf("%d to %d: a frame that is not heard is %v, want %v", c.from, c.to, got, c.missed)
			}
		}
		if off := math.Abs(float64(heard) - frames*c.share); off > 4*math.Sqrt(frames*c.share*(1-c.share)) {
			t.Errorf("%d to %d from %v on: %d of %d frames are heard, want a share of %v", c.from, c.to, c.begins, heard, frames, c.share)
		}
	}
	for _, c := range []struct {
		from, to             protocol.ID
		carries, bidirection bool
	}{{1, 2, true, false}, {2, 1, false, false}, {1, 3, true, false}, {2, 3, false, false}} {
		h := hop(c.from, c.to, 0)
		if m.Carries(h) != c.carries || m.Bidirectional(h) != c.bidirection {
			t.Errorf("%d to %d carries %v, both ways %v", c.from, c.to, m.Carries(h), m.Bidirectional(h))
		}
	}
	if peers, known := m.AppendPeers(nil, 1); !known || len(peers) != 2 || !m.Varies() {
		t.Errorf("peers of 1 are %v, %v, varying %v", peers, known, m.Varies())
	}
}

// TestDeliveryDrawsAreByLinkAndSeed: the directions of a pair, two links and two seeds draw
// independently, and a slot draws once.
func TestDeliveryDrawsAreByLinkAndSeed(t *testing.T) {
	half := []phy.Ratio{{From: 1, To: 2, Share: 0.5}, {From: 2, To: 1, Share: 0.5}, {From: 1, To: 3, Share: 0.5}}
	m, other := deliveries(t, 1, half...), deliveries(t, 2, half...)
	const slots = 4000
	same := [3]int{}
	for k := range slots {
		at := time.Duration(k) * time.Millisecond
		one := m.Receive(hop(1, 2, at), 1)
		for i, with := range []radio.Reception{m.Receive(hop(2, 1, at), 1), m.Receive(hop(1, 3, at), 1), other.Receive(hop(1, 2, at), 1)} {
			if with == one {
				same[i]++
			}
		}
		if m.Receive(hop(1, 2, at+999*time.Microsecond), 1000) != one {
			t.Fatalf("two frames of one slot, at %v, have different outcomes", at)
		}
	}
	for i, n := range same {
		if math.Abs(float64(n)-slots/2) > 4*math.Sqrt(slots/4) {
			t.Errorf("draws %d agree in %d of %d slots", i, n, slots)
		}
	}
}

func TestDeliveriesAreChecked(t *testing.T) {
	for _, c := range []struct {
		r    phy.Ratio
		want string
	}{
		{phy.Ratio{From: 1, To: 4, Share: 1}, "no link from 1 to 4 among nodes 1 to 3"},
		{phy.Ratio{From: 1, To: 2, Share: math.NaN()}, "must be from 0 to 1"},
		{phy.Ratio{At: -1, From: 1, To: 2}, "before the run"},
	} {
		if _, err := phy.NewDeliveries(3, []phy.Ratio{c.r}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.r, err)
		}
	}
}
