package emulator

import (
	"math"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/draw"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/radio/channel"
)

// address is where a draw of the medium is made: of a frame from one node to another that
// begins in a time slot. A draw for one node alone uses its sender.
type address struct {
	seed     uint64
	from, to protocol.ID
	slot     int
}

func (a address) at() protocol.Time {
	return protocol.Time(a.slot) * protocol.Time(radio.DefaultSlot)
}

// medley is every draw of the medium, as a coin that falls on either side about as often.
func medley(t *testing.T) map[string]func(a address) bool {
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	const slot = radio.DefaultSlot
	losses := map[string]func(seed uint64) (radio.Loss, error){
		"bernoulli": func(seed uint64) (radio.Loss, error) { return radio.NewBernoulli(seed, 0.5, slot) },
		// Each slot is renewed, as each stay lasts two: the state is that which is drawn for the slot.
		"state of bursts": func(seed uint64) (radio.Loss, error) {
			return radio.NewBursts(radio.GilbertElliott{Good: 2 * slot, Bad: 2 * slot, LossBad: 1, Slot: slot}, seed)
		},
		"loss in bursts": func(seed uint64) (radio.Loss, error) {
			return radio.NewBursts(radio.GilbertElliott{Good: 2 * slot, Bad: 2 * slot, LossGood: 0.5, LossBad: 0.5, Slot: slot}, seed)
		},
		"distance": func(seed uint64) (radio.Loss, error) {
			return radio.NewDistanceLoss(radio.DistanceLoss{Near: 0.5, Far: 0.5, RangeM: 250, Exponent: 4, Slot: slot}, seed)
		},
		"frame faults": func(seed uint64) (radio.Loss, error) {
			return radio.NewBernoulli(draw.Mix(seed^draw.Mix(uint64(draw.FrameFaults)<<32)), 0.5, slot)
		},
	}
	out := map[string]func(a address) bool{}
	for name, loss := range losses {
		made := map[uint64]radio.Loss{}
		of := func(seed uint64) radio.Loss {
			if made[seed] == nil {
				l, err := loss(seed)
				must(err)
				made[seed] = l
			}
			return made[seed]
		}
		out[name] = func(a address) bool { return of(a.seed).Lost(a.from, a.to, a.at()) }
		if name != "state of bursts" && name != "frame faults" { // control frames share it, have none
			out[name+", control"] = func(a address) bool { return radio.LostControl(of(a.seed), a.from, a.to, a.at(), 0) }
		}
	}
	for name, medium := range media(t) {
		made := map[uint64]radio.Medium{}
		receive := func(a address, control bool) bool {
			if made[a.seed] == nil {
				made[a.seed] = medium(a.seed)
			}
			h := radio.Hop{From: a.from, To: a.to, ToM: orb.Point{100, 0}, At: a.at(), Ends: a.at(), Control: control}
			if a.from > a.to {
				h.FromM, h.ToM = h.ToM, h.FromM
			}
			return made[a.seed].Receive(h, 100) == radio.Heard
		}
		out[name] = func(a address) bool { return receive(a, false) }
		if name != "fading" && name != "shadowing" {
			out[name+", control"] = func(a address) bool { return receive(a, true) }
		}
	}
	for name, why := range map[string]draw.Purpose{"jitter": draw.Medium, "back-offs": draw.Backoffs, "algorithm": draw.Algorithm} {
		out[name] = func(a address) bool {
			d := draw.NewAddressed(a.seed, why)
			return d.At(uint32(a.from), int64(a.at()), uint32(a.to))>>63 == 1
		}
	}
	return out
}

// media are those that draw, each with a loss of about one half.
func media(t *testing.T) map[string]func(seed uint64) radio.Medium {
	var ratios []phy.Ratio
	for _, a := range addresses(1) {
		ratios = append(ratios, phy.Ratio{From: a.from, To: a.to, Share: 0.5}, phy.Ratio{From: a.to, To: a.from, Share: 0.5})
	}
	table, err := phy.NewDeliveries(drawers, ratios)
	if err != nil {
		t.Fatal(err)
	}
	powers := func(change func(*radio.ChannelOptions)) func(seed uint64) radio.Medium {
		return func(seed uint64) radio.Medium {
			o := radio.ChannelOptions{Seed: seed, Path: radio.DefaultLogDistance(),
				Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -85, NoiseFigureDB: 7, BandwidthHz: 22e6}}
			change(&o)
			m, err := channel.New(o)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
	}
	return map[string]func(seed uint64) radio.Medium{
		"delivery": func(seed uint64) radio.Medium {
			m, err := phy.NewDelivery(phy.DeliveryOptions{Seed: seed, Ratios: table, LinkRatio: 1, Slot: radio.DefaultSlot})
			if err != nil {
				t.Fatal(err)
			}
			return m
		},
		"bit errors": powers(func(o *radio.ChannelOptions) { o.Emitter.PowerDBm, o.Receiver.Modulation = 16.0, "ofdm-6" }),
		"fading":     powers(func(o *radio.ChannelOptions) { o.Emitter.PowerDBm, o.Fading = 23.3, radio.Rayleigh() }),
		"shadowing": powers(func(o *radio.ChannelOptions) {
			o.Emitter.PowerDBm, o.Shadowing = 21.7, radio.Shadowing{SigmaDB: 6, Coherence: radio.DefaultSlot}
		}),
	}
}

// drawers is how many nodes draw, and drawn how many draws of a kind are compared.
const drawers, drawn = 40, 20_000

// addresses lists frames from lower to higher nodes, in many slots.
func addresses(seed uint64) []address {
	out := make([]address, 0, drawn)
	for n := range drawn {
		from, to := 1+n%(drawers/2), 1+drawers/2+n/(drawers/2)%(drawers/2)
		out = append(out, address{seed, protocol.ID(from), protocol.ID(to), n / (drawers * drawers / 4) * 3})
	}
	return out
}

// dependence is by how many standard deviations two coins fall alike more often than independent
// ones, or less often.
func dependence(a, b func(address) bool) float64 {
	var both, first, second float64
	all := addresses(1)
	for _, at := range all {
		x, y := a(at), b(at)
		if x {
			first++
		}
		if y {
			second++
		}
		if x && y {
			both++
		}
	}
	n := float64(len(all))
	return (both - first*second/n) / math.Sqrt(first/n*(1-first/n)*second/n*(1-second/n)*n)
}

// No two draws of the medium are the same hash, nor alike in any way: different draws of one
// frame, and draws of frames that differ in their direction, sender, receiver or slot, or of
// another seed. Fades and shadows are the same in both directions, and nothing else is.
func TestDrawsOfTheMediumAreIndependent(t *testing.T) {
	const onceInABillion = 6.1 // there are some hundreds of pairs
	coins := medley(t)
	for name, coin := range coins {
		heads := 0
		for _, a := range addresses(1) {
			if coin(a) {
				heads++
			}
		}
		if heads < drawn/4 || heads > drawn*3/4 {
			t.Errorf("%s: %d heads of %d are not a draw", name, heads, drawn)
		}
		for other, its := range coins {
			if name >= other {
				continue // asked the other way round
			}
			if d := dependence(coin, its); math.Abs(d) > onceInABillion {
				t.Errorf("%s and %s of one frame agree: %.1f standard deviations", name, other, d)
			}
		}
		for what, other := range map[string]func(address) address{
			"the way back":      func(a address) address { a.from, a.to = a.to, a.from; return a },
			"the next sender":   func(a address) address { a.from = a.from%(drawers/2) + 1; return a },
			"the next receiver": func(a address) address { a.to = drawers/2 + 1 + a.to%(drawers/2); return a },
			"the next slot":     func(a address) address { a.slot++; return a },
			"a second later":    func(a address) address { a.slot += int(time.Second / radio.DefaultSlot); return a },
			"the next seed":     func(a address) address { a.seed++; return a },
		} {
			d := dependence(coin, func(a address) bool { return coin(other(a)) })
			if same := what == "the way back" && (name == "fading" || name == "shadowing"); same {
				if d < math.Sqrt(drawn)*0.99 {
					t.Errorf("%s differs on %s", name, what)
				}
			} else if math.Abs(d) > onceInABillion {
				t.Errorf("%s: a frame and %s agree: %.1f standard deviations", name, what, d)
			}
		}
	}
}
