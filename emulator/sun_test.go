package emulator

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// lives runs idle nodes of 1 W and returns the crashes and later boots of node 1.
func lives(t *testing.T, until time.Duration, e Energy, faults ...Fault) (crash, boot []time.Duration, j *journal) {
	t.Helper()
	cfg := wires(radio.Line(len(e.InitialJ)))
	cfg.Start, cfg.Until, cfg.Faults = Start{}, until, faults
	e.Profile = lamp
	cfg.Energy = &e
	cfg.SampleEvery = time.Second
	_, j = run(t, cfg)
	for _, r := range j.records {
		switch {
		case r.Node != 1:
		case r.Kind == trace.Crash:
			crash = append(crash, time.Duration(r.At))
		case r.Kind == trace.Boot && r.Value > 1:
			boot = append(boot, time.Duration(r.At))
		}
	}
	return crash, boot, j
}

func at(t *testing.T, what string, got []time.Duration, want ...time.Duration) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s at %v, want %v", what, got, want)
	}
	for k := range want {
		if d := got[k] - want[k]; d < -10 || d > 10 {
			t.Errorf("%s at %v, want %v", what, got, want)
		}
	}
}

// By hand: 10 J rated for 40 s, exponent 1.5: at 1 W it lasts
// 40·(10/(1·40))^1.5 = 40/8 = 5 s, while the node spends 5 J.
func TestPeukertsBatteryDiesOnTime(t *testing.T) {
	crash, _, j := lives(t, 20*time.Second, Energy{InitialJ: []float64{10},
		Battery: energy.Peukert{Exponent: 1.5, Rated: 40 * time.Second}})
	at(t, "death", crash, 5*time.Second)
	last := j.of(trace.Energy)
	if r := last[len(last)-1]; math.Abs(r.X-5) > 1e-6 || r.Value != 0 {
		t.Errorf("spent %v J, left %d µJ", r.X, r.Value)
	}
}

func TestARechargedBatteryIsFull(t *testing.T) {
	fill := func(at time.Duration) Fault { return Fault{At: at, Kind: FaultRecharge, Target: TargetAll} }
	crash, boot, _ := lives(t, 30*time.Second, Energy{InitialJ: []float64{10}}, fill(4*time.Second))
	at(t, "death", crash, 14*time.Second)
	at(t, "boot", boot)
	crash, boot, _ = lives(t, 30*time.Second, Energy{InitialJ: []float64{10}}, fill(12*time.Second))
	at(t, "death", crash, 10*time.Second, 22*time.Second)
	at(t, "boot", boot, 12*time.Second)
	// A node that a fault has stopped stays down.
	crash, boot, _ = lives(t, 30*time.Second, Energy{InitialJ: []float64{10}},
		Fault{At: time.Second, Kind: FaultCrash, Target: TargetAll}, fill(2*time.Second))
	at(t, "crash", crash, time.Second)
	at(t, "boot", boot)
}

// bright returns a day of 288 s whose sun shines from 100 to 200 s, and a function that
// computes the power of each second.
func bright(peakW float64) (energy.Sun, func(second int) float64) {
	s := energy.Sun{PeakW: peakW, Day: 288 * time.Second, Rise: 100 * time.Second, Set: 200 * time.Second}
	return s, func(second int) float64 {
		if second < 100 || second >= 200 {
			return 0
		}
		return peakW * math.Sin(math.Pi*(float64(second)+0.5-100)/100)
	}
}

// A node of 20 J dies at 20 s and restarts when it has received 3 J, 15 %. The reference
// simulates the day in steps; the emulator predicts the instants.
func TestTheSunRestartsAnEmptyNode(t *testing.T) {
	sun, powerW := bright(3)
	crash, boot, _ := lives(t, 288*time.Second, Energy{InitialJ: []float64{20}, Harvester: sun})
	var deaths, births []time.Duration
	level, alive := 20.0, true
	for s := 0; s < 288; s++ {
		for left := 1.0; left > 0; {
			rate, span := powerW(s), left
			if alive {
				rate--
			}
			switch {
			case alive && rate < 0 && level+rate*left <= 0:
				span = level / -rate
			case !alive && level+rate*left >= 3:
				span = (3 - level) / rate
			}
			level = min(level+rate*span, 20)
			left -= span
			when := time.Duration((float64(s+1) - left) * float64(time.Second))
			switch {
			case alive && level < 1e-9:
				alive, deaths = false, append(deaths, when)
			case !alive && math.Abs(level-3) < 1e-9:
				alive, births = true, append(births, when)
			}
		}
	}
	if len(deaths) != 2 || len(births) != 1 {
		t.Fatalf("the reference dies at %v and restarts at %v", deaths, births)
	}
	at(t, "death", crash, deaths...)
	at(t, "boot", boot, births...)
}

// A battery takes no more than it held at first. Here a strong sun fills it, it is full
// until the sun gives less than 1 W, and then it loses what the node draws.
func TestTheSunFillsNoMoreThanTheBatteryHolds(t *testing.T) {
	sun, powerW := bright(50)
	crash, _, j := lives(t, 288*time.Second, Energy{InitialJ: []float64{150}, Harvester: sun})
	at(t, "death", crash)
	left := map[protocol.Time]float64{}
	for _, r := range j.of(trace.Energy) {
		left[r.At] = float64(r.Value) / 1e6
	}
	if got := left[protocol.Time(90*time.Second)]; math.Abs(got-60) > 1e-5 {
		t.Errorf("%v J left before sunrise, want 60", got)
	}
	dusk := 199 // the only second of the evening with less than 1 W
	if powerW(dusk) > 1 || powerW(dusk-1) < 1 {
		t.Fatalf("%v and %v W at dusk", powerW(dusk-1), powerW(dusk))
	}
	want := 150 + powerW(dusk) - 1 - 50
	if got := left[protocol.Time(250*time.Second)]; math.Abs(got-want) > 1e-5 {
		t.Errorf("%v J left at 250 s, want %v", got, want)
	}
}

// Records do not change a run: with more samples the same nodes die and restart at the
// same instants.
func TestSamplesDoNotChangeBatteries(t *testing.T) {
	sun, _ := bright(3)
	hash := func(sample time.Duration) (out []trace.Record) {
		cfg := plane([][2]float64{{0, 0}, {100, 0}})
		cfg.Until = 288 * time.Second
		cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{20, 33}, Harvester: sun}
		cfg.SampleEvery = sample
		cfg.Faults = []Fault{{Every: 70 * ms, Kind: FaultElect, Target: TargetAll}}
		_, j := run(t, cfg)
		return append(j.of(trace.Crash), j.of(trace.Boot)...)
	}
	few, many := hash(100*time.Second), hash(333*ms)
	if len(few) < 5 || len(few) != len(many) {
		t.Fatalf("%d and %d crashes and boots", len(few), len(many))
	}
	for k := range few {
		if few[k] != many[k] {
			t.Errorf("%+v with few samples, %+v with many", few[k], many[k])
		}
	}
}
