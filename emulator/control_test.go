package emulator

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// asker sends questions to node 2 at random times, about every 20 ms; node 2 answers at once,
// or not.
type asker struct {
	questions int // at a time
	answers   bool
	asked     uint32
}

func (m *asker) Start(env *protocol.Env, _ []byte) {
	if env.Self() == 1 {
		m.wait(env)
	}
}

func (m *asker) wait(env *protocol.Env) {
	env.SetTimer(0, 10*time.Millisecond+time.Duration(env.Rand().Int64N(int64(20*time.Millisecond))))
}
func (m *asker) Elect(*protocol.Env) {}
func (m *asker) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	if env.Self() == 2 && m.answers {
		env.Send(from, msg)
	}
}
func (m *asker) Fire(env *protocol.Env, _ protocol.Timer) {
	for range m.questions {
		m.asked++
		env.Send(2, token{m.asked})
	}
	m.wait(env)
}
func (m *asker) Snapshot(b []byte) []byte { return binary.BigEndian.AppendUint32(b, m.asked) }

// lossy are media on which three of ten frames are lost, by draws.
func lossy(t *testing.T) map[string]func(*Config) {
	losing := func(l radio.Loss, err error) func(*Config) {
		if err != nil {
			t.Fatal(err)
		}
		return func(c *Config) { c.Loss = l }
	}
	bernoulli, none := radio.NewBernoulli(1, 0.3, radio.DefaultSlot)
	bursts, faulty := radio.NewBursts(radio.GilbertElliott{Good: time.Second, Bad: time.Second, LossGood: 0.3, LossBad: 0.3, Slot: radio.DefaultSlot}, 1)
	distance, far := radio.NewDistanceLoss(radio.DistanceLoss{Near: 0.3, Far: 0.3, RangeM: 250, Exponent: 4, Slot: radio.DefaultSlot}, 1)
	ratios, err := phy.NewDeliveries(2, []phy.Ratio{{From: 1, To: 2, Share: 0.7}, {From: 2, To: 1, Share: 0.7}})
	if err != nil {
		t.Fatal(err)
	}
	testbed, err := phy.NewDelivery(phy.DeliveryOptions{Seed: 1, Ratios: ratios, LinkRatio: 0.1, Slot: radio.DefaultSlot})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]func(*Config){
		"bernoulli": losing(bernoulli, none), "bursts": losing(bursts, faulty), "distance": losing(distance, far),
		"testbed": func(c *Config) { c.Medium = testbed },
	}
}

// Control frames are lost as often as the loss says, also where the frame before them on the
// same way, in the same millisecond, has arrived: else there would be nothing to acknowledge,
// or to grant. Such a frame before an acknowledgement is a question whose answer it
// acknowledges, the acknowledgement of the message before, or a CTS. An RTS is repeated in the
// millisecond in which it was lost.
func TestControlFramesAreLostAsOftenAsTheLossSays(t *testing.T) {
	reserving := atOnce()
	reserving.DCF = radio.DCF{ReserveBytes: 1, LongRetries: 255}
	for name, traffic := range map[string]struct {
		asker
		csma *radio.CSMA
	}{
		"answers":          {asker{questions: 1, answers: true}, nil},
		"three at a time":  {asker{questions: 3}, nil},
		"with RTS and CTS": {asker{questions: 1}, reserving},
	} {
		for loss, lose := range lossy(t) {
			if traffic.csma != nil && loss == "testbed" {
				continue // nobody contends without power
			}
			t.Run(name+", "+loss, func(t *testing.T) {
				cfg := plane([][2]float64{{0, 0}, {100, 0}})
				cfg.Until = time.Duration(sample.Of(75, 150)) * time.Second
				cfg.Link.BitrateBps, cfg.Link.Retries = 11e6, 255 // so that none is given up
				cfg.Algorithm = algorithm(1, func() protocol.Machine { one := traffic.asker; return &one })
				cfg.Access = traffic.csma
				lose(&cfg)
				_, j := run(t, cfg)
				checkShares(t, j)
			})
		}
	}
}

// checkShares compares how many frames arrived with the share of the losses: a message is
// said until it is acknowledged.
func checkShares(t *testing.T, j *journal) {
	t.Helper()
	var sent [3]map[trace.Why]int
	messages := [3]int{}
	for node := range sent {
		sent[node] = map[trace.Why]int{}
	}
	for _, r := range j.of(trace.Transmit) {
		sent[r.Node][r.Why]++
	}
	for _, r := range j.of(trace.Send) {
		messages[r.Node]++
	}
	check := func(what string, got, of int) {
		share, sigma := float64(got)/float64(of), math.Sqrt(0.3*0.7/float64(of))
		t.Logf("of %d %s %.1f %% arrive", of, what, 100*share)
		if of < sample.Of(2500, 5000) || math.Abs(share-0.7) > 4.9*sigma { // once in a million
			t.Errorf("of %d %s %.1f %% arrive, want 70 %%", of, what, 100*share)
		}
	}
	for i, there := range []int{1, 2} {
		here := 2 - i
		if messages[there] == 0 {
			continue
		}
		check(fmt.Sprintf("acknowledgements of node %d", here), messages[there], sent[here][trace.WhyAck])
		if asked := sent[there][trace.WhyRTS]; asked > 0 {
			check("RTS", sent[here][trace.WhyCTS], asked)
			check("CTS", sent[there][trace.WhyData], sent[here][trace.WhyCTS])
		}
	}
}
