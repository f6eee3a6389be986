package emulator

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// TestNoBatteryGivesMoreThanItHolds draws batteries of every model, suns, media and
// traffic, and reckons each node's charge again from the trace alone, by another way:
// piece by piece along each node's life for what is linear in time, and as the sum
// over all that was ever drawn for a diffusing battery. No node spends more than it
// holds, each dies when it is empty, to the nanosecond, and none that is empty lives.
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
		t.Errorf("deaths %v, %d under a sun and %d in a frame: nothing was tested", deaths, suns, inFrames)
	}
}

// checkUntil checks a law in the worlds that rapid draws. Few worlds may miss what the law
// is about, so it goes on with worlds that are the same each time until that is tested.
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

// drawWorldOfBatteries is a few nodes around one another that talk at random.
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
		profile.TxW = 0.5 // sending draws less than listening, as on the cc2420
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
		least = 60 // the reckoning grows with the square of what is said
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

// mouth says something to each member and to all when it is told to elect.
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

// TestBatteriesLastNoLongerOverAContendedMedium draws batteries and traffic where all that
// overhear a frame pay for it. What a node spent is told without a cap: so that no more
// than it held was spent shows that it did not die late, and that less than a nanosecond
// of idling was left shows that it did not die early. Nobody that is dead says anything,
// and who lives has some left.
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
			asLong := math.Abs(held-lamp.IdleW*cfg.Until.Seconds()) < nanosecond // as the run: it would die at its end
			if left < -rounding || dead[id(k)] && left > nanosecond+rounding || !dead[id(k)] && left <= 0 && !asLong {
				t.Errorf("node %d, dead %v, held %v J and spent %v: %v left", k+1, dead[id(k)], held, last[k], left)
			}
		}
	}
	// A world has some three deaths, one of them in a frame.
	tested := func() bool { return deaths >= 20 && inFrames >= 2 }
	checkUntil(t, drawContendedBatteries, law, tested)
	if !tested() {
		t.Errorf("%d deaths, %d with a frame's end: nothing was tested", deaths, inFrames)
	}
}

// drawContendedBatteries is three nodes in a row that talk to one, or to all.
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
