package emulator

import (
	"testing"
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// receipts are what became of one message: how often it was on the air, how often it was
// acknowledged, and how often it was received, as new or as a repetition.
type receipts struct{ data, acks, received, duplicates int }

func receiptsOf(j *journal) receipts {
	received := 0
	for _, r := range j.of(trace.Receive) {
		if r.Peer == 1 { // a node that restarts says something to itself
			received++
		}
	}
	return receipts{j.count(trace.Transmit, trace.WhyData), j.count(trace.Transmit, trace.WhyAck),
		received, j.count(trace.Lost, trace.WhyDuplicate)}
}

// An acknowledgement arrives under the conditions of any frame: its receiver is not jammed and
// hears its sender, and it is not lost. Without contention it is one event with its frame, so
// nothing else can change in between.
func TestAcknowledgementIsHeardLikeAnyFrame(t *testing.T) {
	all := make([]bool, 8)
	for i := range all {
		all[i] = true
	}
	hold := []Intervention{{Kind: HoldUp, Link: [2]protocol.ID{1, 2}, Until: time.Second}}
	inVain, straight := receipts{8, 8, 1, 7}, receipts{1, 1, 1, 0}
	for _, c := range []struct {
		name  string
		setup func(*Config)
		want  receipts
	}{
		{"no trouble", func(*Config) {}, straight},
		{"where it goes is jammed", func(c *Config) {
			c.Faults = []Fault{{Kind: FaultJam, For: time.Second, Region: Region{RadiusM: 50}}}
		}, inVain},
		{"the link has one direction", func(c *Config) {
			ratios, err := phy.NewDeliveries(2, []phy.Ratio{{From: 1, To: 2, Share: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if c.Medium, err = phy.NewDelivery(phy.DeliveryOptions{Seed: 1, Ratios: ratios, LinkRatio: 1, Slot: time.Second}); err != nil {
				t.Fatal(err)
			}
		}, inVain},
		{"it is lost", func(c *Config) { c.Loss = scriptedLoss{2, all, new(int)} }, inVain},
		{"it is lost over a held link", func(c *Config) {
			c.Loss, c.Interventions = scriptedLoss{2, all, new(int)}, hold
		}, inVain},
		{"held links have no distance to lose by", func(c *Config) {
			loss, err := radio.NewDistanceLoss(radio.DistanceLoss{Near: 1, Far: 1, RangeM: 250, Exponent: 4, Slot: time.Second}, 1)
			if err != nil {
				t.Fatal(err)
			}
			c.Loss, c.Interventions = loss, hold
		}, straight},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := plane([][2]float64{{0, 0}, {100, 0}})
			made := make([]*courier, 2)
			cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: []protocol.ID{2}, made: made} })
			cfg.Start = Start{Elect: []protocol.ID{1}}
			c.setup(&cfg)
			_, j := run(t, cfg)
			if got := receiptsOf(j); got != c.want {
				t.Errorf("data, acknowledgements, received, repetitions: %v, want %v", got, c.want)
			}
		})
	}
}

// Where nodes contend, an acknowledgement begins SIFS after its frame and lasts: what happens
// to either end in between destroys it, and the frame is sent again. By hand, the frame ends
// after 10.900834 ms; its acknowledgement goes from 10.910834 to 11.123668 ms.
func TestAcknowledgementIsSpoiltByWhatHappensMeanwhile(t *testing.T) {
	const sifs, onAir = 10_905 * us, 11_000 * us
	fault := func(f Fault, at time.Duration) func(*Config) {
		f.At, f.For = at, 11_130*us-at
		return func(c *Config) { c.Faults = append(c.Faults, f) }
	}
	apart := [][]protocol.ID{{1}, {2}}
	for _, c := range []struct {
		name  string
		setup func(*Config)
		want  receipts
	}{
		{"no trouble", func(*Config) {}, receipts{1, 1, 1, 0}},
		{"where it goes is jammed", fault(Fault{Kind: FaultJam, Region: Region{RadiusM: 50}}, onAir), receipts{2, 2, 1, 1}},
		{"its ends are apart", fault(Fault{Kind: FaultPartition, Groups: apart}, onAir), receipts{2, 2, 1, 1}},
		{"its receiver is deaf", fault(Fault{Kind: FaultRadioOff, Target: TargetNodes, Nodes: []protocol.ID{1}}, onAir), receipts{2, 2, 1, 1}},
		{"its sender is mute", fault(Fault{Kind: FaultRadioOff, Target: TargetNodes, Nodes: []protocol.ID{2}}, onAir), receipts{2, 1, 1, 1}},
		{"its sender is mute before", fault(Fault{Kind: FaultRadioOff, Target: TargetNodes, Nodes: []protocol.ID{2}}, sifs), receipts{2, 1, 1, 1}},
		{"its sender crashes", fault(Fault{Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}}, onAir), receipts{2, 1, 1, 1}},
		{"its sender crashes before", fault(Fault{Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}}, sifs), receipts{2, 1, 1, 1}},
		{"its sender restarts before", func(c *Config) {
			c.Faults = append(c.Faults, Fault{Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}, At: sifs, For: 2 * us})
		}, receipts{2, 1, 1, 1}},
		{"the link breaks", func(c *Config) {
			c.Interventions = []Intervention{{Kind: HoldDown, Link: [2]protocol.ID{1, 2}, From: onAir, Until: 11_130 * us}}
		}, receipts{2, 2, 1, 1}},
		{"it is lost", func(c *Config) { c.Loss = scriptedLoss{2, []bool{true}, new(int)} }, receipts{2, 2, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := shared([][2]float64{{0, 0}, {200, 0}}, talker{to: 2, frames: 1, bytes: 100})
			cfg.Faults = []Fault{speak(10*ms, 1)}
			c.setup(&cfg)
			_, j := run(t, cfg)
			if got := receiptsOf(j); got != c.want {
				t.Errorf("data, acknowledgements, received, repetitions: %v, want %v", got, c.want)
			}
		})
	}
}
