package emulator

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// TestNoBatteryGivesMoreThanItHolds draws batteries of every model, suns, media and
// traffic, and computes each node's charge a second time from the trace alone, by another
// method: what is linear in time in pieces along the node's life, and a diffusing battery
// as a sum over all charges drawn so far. No node spends more than its battery holds, each
// node dies when the battery is empty, to the nanosecond, and no node runs with an empty
// battery.
func TestNoBatteryGivesMoreThanItHolds(t *testing.T) {
	models := []string{"linear", "peukert", "diffusion"}
	suns, inFrames, deaths := 0, 0, map[string]int{}
	law := func(t rapid.TB, w worldOfBatteries) {
		j := new(journal)
		play(t, w.Config, j)
		for i := range w.Nodes {
			died, inFrame := newReckoning(&w.Config, i).over(t, j.records)
			inFrames += inFrame
			deaths[w.model] += died
			if w.Energy.Harvester != nil {
				suns += died
			}
		}
	}
	tested := func() bool {
		alive := func(model string) bool { return deaths[model] == 0 }
		return suns > 0 && inFrames > 0 && !slices.ContainsFunc(models, alive)
	}
	checkUntil(t, drawWorldOfBatteries, law, tested)
	if !tested() {
		t.Errorf("deaths %v, %d under a sun and %d in a frame: too few to test the law", deaths, suns, inFrames)
	}
}

// checkUntil checks a law in the worlds that rapid draws. If these are few, none of them
// may show what the law is about; then checkUntil goes on with fixed worlds until one
// does.
func checkUntil[World any](t *testing.T, draw func(*rapid.T) World, law func(rapid.TB, World), tested func() bool) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { law(t, draw(t)) })
	for seed := 0; seed < 200 && !tested(); seed++ {
		law(t, rapid.Custom(draw).Example(seed))
	}
}

// A worldOfBatteries has one model of its batteries.
type worldOfBatteries struct {
	Config
	model string
}

// drawWorldOfBatteries draws a few nodes near each other that send at random times.
func drawWorldOfBatteries(t *rapid.T) worldOfBatteries {
	n := rapid.IntRange(2, 4).Draw(t, "nodes")
	places := make([][2]float64, n)
	for i := range places {
		places[i] = [2]float64{float64(i) * rapid.Float64Range(20, 90).Draw(t, "apart"), 0}
	}
	cfg := plane(places)
	cfg.Seed = rapid.Uint64Range(1, 1000).Draw(t, "seed")
	cfg.Until = 6 * time.Second
	cfg.SampleEvery = 190 * ms
	cfg.Link.BitrateBps = rapid.SampledFrom([]float64{2e4, 1e6}).Draw(t, "bitrate") // frames of 13 ms and of 0.3
	loss, err := radio.NewBernoulli(cfg.Seed, rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "loss"), 10*ms)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Loss = loss
	profile := lamp
	if rapid.Bool().Draw(t, "cheap to send") {
		profile.TxW = 0.5 // sending draws less than listening, as with the cc2420
	}
	cfg.Energy = &Energy{Profile: profile}
	for range n {
		cfg.Energy.InitialJ = append(cfg.Energy.InitialJ, rapid.Float64Range(0.3, 8).Draw(t, "charge"))
	}
	model := rapid.SampledFrom([]string{"linear", "peukert", "diffusion"}).Draw(t, "model")
	switch model {
	case "peukert":
		cfg.Energy.Battery = energy.Peukert{Exponent: rapid.Float64Range(1, 1.5).Draw(t, "exponent"), Rated: 40 * time.Second}
	case "diffusion":
		cfg.Energy.Battery = energy.Diffusion{Beta: rapid.Float64Range(1, 20).Draw(t, "beta")}
	}
	if model != "diffusion" && rapid.Bool().Draw(t, "sunny") {
		cfg.Energy.Harvester = energy.Sun{PeakW: rapid.Float64Range(0.5, 8).Draw(t, "peak"), Day: 2880 * ms, Rise: 300 * ms, Set: 2500 * ms}
	}
	members := make([]protocol.ID, n)
	for i := range members {
		members[i] = id(i)
	}
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return mouth{members} })
	cfg.Start = Start{}
	least := 3
	if model == "diffusion" {
		least = 60 // the time that a reckoning takes grows with the square of the number of frames
	}
	for range rapid.IntRange(1, 4).Draw(t, "talkers") {
		cfg.Faults = append(cfg.Faults, Fault{
			Every: time.Duration(rapid.IntRange(least, 400).Draw(t, "every")) * ms, Kind: FaultElect,
			Target: TargetNodes, Nodes: []protocol.ID{members[rapid.IntRange(0, n-1).Draw(t, "talker")]}})
	}
	if rapid.Bool().Draw(t, "crash") {
		cfg.Faults = append(cfg.Faults, Fault{At: time.Second, For: 2 * time.Second, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}})
	}
	return worldOfBatteries{cfg, model}
}

// When a mouth is told to elect, it sends a message to each member and broadcasts one.
type mouth struct{ to []protocol.ID }

func (mouth) Start(*protocol.Env, []byte)                          {}
func (mouth) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (mouth) Fire(*protocol.Env, protocol.Timer)                   {}
func (mouth) Snapshot(b []byte) []byte                             { return b }
func (m mouth) Elect(env *protocol.Env) {
	for _, to := range m.to {
		if to != env.Self() {
			env.Send(to, token{1})
		}
	}
	env.Broadcast(token{2})
}

// TestBatteriesLastNoLongerOverAContendedMedium draws batteries and traffic. All nodes
// that overhear a frame pay for it. The recorded spent energy has no upper limit. So a
// node that spent no more than its battery held did not die late, and a node that had less
// than a nanosecond of idling left did not die early. A dead node sends and receives
// nothing, and a live one has charge left.
func TestBatteriesLastNoLongerOverAContendedMedium(t *testing.T) {
	deaths, inFrames := 0, 0
	law := func(t rapid.TB, cfg Config) {
		j := new(journal)
		play(t, cfg, j)
		dead, frames := map[protocol.ID]bool{}, map[protocol.Time]bool{}
		var last [3]float64
		for _, r := range j.records {
			switch {
			case r.Kind == trace.Transmit:
				frames[r.At] = true
			case r.Kind == trace.Crash && r.Why == trace.WhyBattery:
				dead[r.Node] = true
				deaths++
				if frames[r.At] {
					inFrames++
				}
			case r.Kind == trace.Energy:
				last[r.Node-1] = r.X
			}
			if said := r.Kind == trace.Send || r.Kind == trace.Receive; said && dead[r.Node] {
				t.Errorf("node %d is dead: %+v", r.Node, r)
			}
		}
		const rounding = 1e-12 // J, of sums of some thousand charges
		for k, held := range cfg.Energy.InitialJ {
			left := held - last[k]
			nanosecond := lamp.IdleW * 1e-9
			asLong := math.Abs(held-lamp.IdleW*cfg.Until.Seconds()) < nanosecond // the battery lasts exactly as long as the run: the node would die at its end
			if left < -rounding || dead[id(k)] && left > nanosecond+rounding || !dead[id(k)] && left <= 0 && !asLong {
				t.Errorf("node %d, dead %v, held %v J and spent %v: %v left", k+1, dead[id(k)], held, last[k], left)
			}
		}
	}
	// A world has about three deaths; one of them is at the end of a frame.
	tested := func() bool { return deaths >= 20 && inFrames >= 2 }
	checkUntil(t, drawContendedBatteries, law, tested)
	if !tested() {
		t.Errorf("%d deaths, %d at the end of a frame: too few to test the law", deaths, inFrames)
	}
}

// drawContendedBatteries draws three nodes in a row that send to one node, or broadcast.
func drawContendedBatteries(t *rapid.T) Config {
	cfg := shared([][2]float64{{0, 0}, {60, 0}, {120, 0}}, talker{frames: 3, bytes: rapid.IntRange(20, 600).Draw(t, "bytes"),
		to: protocol.ID(rapid.IntRange(0, 3).Draw(t, "to"))})
	cfg.Seed = rapid.Uint64Range(1, 1000).Draw(t, "seed")
	cfg.Until, cfg.SampleEvery = 3*time.Second, 100*ms
	cfg.Energy = &Energy{Profile: lamp}
	for k := range 3 {
		cfg.Energy.InitialJ = append(cfg.Energy.InitialJ, rapid.Float64Range(1e-6, 3.5).Draw(t, "charge"))
		cfg.Faults = append(cfg.Faults, Fault{Every: time.Duration(rapid.IntRange(5, 90).Draw(t, "every")) * ms,
			Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{id(k)}})
	}
	if rapid.Bool().Draw(t, "crash") {
		cfg.Faults = append(cfg.Faults, Fault{At: 200 * ms, For: 300 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}})
	}
	return cfg
}
