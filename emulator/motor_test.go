package emulator

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"

	"bellwether/internal/testkit/sample"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// motors are given to nodes 1, 2, … in turn.
var motors = []Motor{nil, energy.Constant{RestW: 0.5, MoveW: 4}, energy.DefaultRotaryWing(), energy.Constant{MoveW: 1}}

// whirl is a world of nodes that fly, talk and run empty.
func whirl(t rapid.TB, seed uint64) Config {
	m, err := mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: mobility.Area{Width: 400, Height: 400},
		Altitudes: mobility.Altitudes{MinM: 1, MaxM: 120}, SpeedMin: 5, SpeedMax: 25, PauseMax: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Seed: seed, Nodes: 25, Until: time.Minute, Mobility: m, Medium: radio.Disk(250), Link: radio.DefaultLink(),
		Algorithm: algorithm(1, func() protocol.Machine { return new(chatter) }), SampleEvery: 5 * time.Second}
	c.Energy = &Energy{Profile: energy.Profiles()[0]}
	g := rand.New(rand.NewPCG(seed, 3))
	for i := range c.Nodes {
		one := motors[i%len(motors)]
		c.Energy.Motors = append(c.Energy.Motors, one)
		charge := 20 + 200*g.Float64()
		if _, wing := one.(energy.RotaryWing); wing {
			charge *= 40
		}
		c.Energy.InitialJ = append(c.Energy.InitialJ, charge)
	}
	return c
}

// flown is what motors took by the records of movement alone, for node i up to an instant.
func flown(j *journal, m Motor, node protocol.ID, until time.Duration) (joules float64) {
	if m == nil {
		return 0
	}
	var l mobility.Leg
	add := func(end time.Duration) {
		if l.End != 0 {
			joules += m.PowerW(l) * (min(end, until) - l.Start).Seconds()
		}
	}
	for _, r := range j.records {
		if r.Node != node || r.Kind != trace.Move && r.Kind != trace.Altitude {
			continue
		}
		if at := time.Duration(r.At); r.Kind == trace.Move {
			if at >= until {
				break
			}
			add(at)
			l = mobility.Leg{Start: at, End: time.Duration(r.Value), Velocity: orb.Point{r.VX, r.VY}}
		} else if at < until {
			l.AltitudeM, l.ClimbMPS = r.X, r.VX
		}
	}
	add(until)
	return joules
}

// Batteries lose what the records of movement and of energy say: the first charge is what is
// left, what idling and frames took, and the integral of the motor's power; nodes die at the
// instant at which that is all.
func TestMotorsTakeTheIntegralOfTheirPower(t *testing.T) {
	deaths, samples := 0, 0
	seeds := sample.Of(2, 6)
	for seed := range uint64(seeds) {
		c := whirl(t, seed+1)
		j := new(journal)
		play(t, c, j)
		died := map[protocol.ID]time.Duration{}
		for _, r := range j.of(trace.Crash) {
			if r.Why != trace.WhyBattery {
				t.Fatalf("node %d crashed by %v", r.Node, r.Why)
			}
			died[r.Node] = time.Duration(r.At)
			deaths++
		}
		for _, r := range j.of(trace.Energy) {
			until := time.Duration(r.At)
			if at, dead := died[r.Node]; dead {
				until = min(until, at)
			}
			idle := c.Energy.Profile.IdleW * until.Seconds()
			moved := flown(j, c.Energy.Motors[r.Node-1], r.Node, until)
			spent, left, full := r.X, float64(r.Value)/1e6, c.Energy.InitialJ[r.Node-1]
			samples++
			if want := idle + r.Y + moved; math.Abs(spent-want) > 1e-6*(1+want) {
				t.Fatalf("seed %d: at %v node %d has spent %v J, and idled %v, moved %v and sent %v: %v", seed+1, r.At, r.Node, spent, idle, moved, r.Y, want)
			}
			if math.Abs(full-spent-left) > 1e-5*(1+full) {
				t.Fatalf("seed %d: at %v node %d has %v J left of %v, and spent %v", seed+1, r.At, r.Node, left, full, spent)
			}
			if at, dead := died[r.Node]; dead && time.Duration(r.At) >= at && left > 1e-5 {
				t.Fatalf("node %d is dead with %v J", r.Node, left)
			}
		}
	}
	if deaths < 3*seeds || samples < 150*seeds {
		t.Errorf("only %d deaths in %d samples", deaths, samples)
	}
}

// Two drones of one motor: the one with twice the battery flies twice as long, to the
// nanosecond, whatever its legs are.
func TestAMotorRunsOutToTheNanosecond(t *testing.T) {
	legs := [][]mobility.Leg{{
		{End: 10 * time.Second, AltitudeM: 10, Velocity: orb.Point{3, 4}},
		{Start: 10 * time.Second, End: 15 * time.Second, From: orb.Point{30, 40}, AltitudeM: 10},
		{Start: 15 * time.Second, End: mobility.Forever, From: orb.Point{30, 40}, AltitudeM: 10},
	}}
	for charge, want := range map[float64]time.Duration{
		100:   5 * time.Second,                        // 20 W while it moves
		205:   10*time.Second + 1000*time.Millisecond, // 5 W while it stands
		212.5: 12*time.Second + 500*time.Millisecond,
	} {
		c := plane(make([][2]float64, 1))
		c.Mobility, c.Until = wander{legs: legs, speed: 10, high: mobility.Altitudes{MaxM: 20}}, 20*time.Second
		c.Energy = &Energy{InitialJ: []float64{charge}, Motors: []Motor{energy.Constant{RestW: 5, MoveW: 20}}}
		j := new(journal)
		play(t, c, j)
		crash := j.of(trace.Crash)
		if len(crash) != 1 || time.Duration(crash[0].At) != want {
			t.Errorf("%g J: %v, want one at %v", charge, crash, want)
		}
		if moves := j.of(trace.Move); len(moves) != 3 {
			t.Errorf("%g J: the path has %d legs: it goes on", charge, len(moves))
		}
	}
}

// Motors that take nothing change no bit of a run; a drone that crashed flies on.
func TestMotorsOfNothing(t *testing.T) {
	c := whirl(t, 4)
	c.Energy.Motors = nil
	none := hashOf(t, c)
	c.Energy.Motors = make([]Motor, c.Nodes)
	for i := range c.Energy.Motors {
		c.Energy.Motors[i] = energy.Constant{}
	}
	if hashOf(t, c) != none {
		t.Error("motors of 0 W change a run")
	}
	c = whirl(t, 4)
	c.Faults = []Fault{{At: time.Second, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{3}}}
	j := new(journal)
	play(t, c, j)
	before, after := 0.0, 0.0
	for _, r := range j.of(trace.Energy) {
		if r.Node == 3 && r.At == protocol.Time(5*time.Second) {
			before = float64(r.Value)
		}
		if r.Node == 3 && r.At == protocol.Time(15*time.Second) {
			after = float64(r.Value)
		}
	}
	if fell := (before - after) / 1e6; fell < 1200 || fell > 2500 { // ten seconds of 126 to 250 W
		t.Errorf("a drone that has crashed at 1s loses %g J from 5s to 15s", fell)
	}
}

func TestMotorsRefuse(t *testing.T) {
	for want, set := range map[string]func(*Energy){
		"3 motors for 25 nodes": func(e *Energy) { e.Motors = e.Motors[:3] },
		"power to move":         func(e *Energy) { e.Motors[1] = energy.Constant{MoveW: math.NaN()} },
		"speed of the tips":     func(e *Energy) { e.Motors[2] = energy.RotaryWing{InducedMPS: 1} },
		"only a linear battery": func(e *Energy) { e.Battery = energy.Peukert{Exponent: 1.1, Rated: time.Hour} },
		"it must be from 0":     func(e *Energy) { e.Motors[2] = hungry{} },
	} {
		c := whirl(t, 1)
		set(c.Energy)
		w, err := New(c)
		if err == nil {
			err = w.Run(context.Background())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

type hungry struct{}

func (hungry) Validate() error             { return nil }
func (hungry) PowerW(mobility.Leg) float64 { return math.Inf(1) }

// sunshine is a harvester of constant power, in watts.
type sunshine float64

func (sunshine) Validate() error        { return nil }
func (sunshine) Step() time.Duration    { return time.Hour }
func (s sunshine) PowerW(int64) float64 { return float64(s) }

// What a motor took since the last count counts when a battery is drained to a share, and makes
// room for what is harvested: a battery that is full stays so while the sun gives more than the
// motor takes.
func TestMotorsBesideDrainsAndHarvest(t *testing.T) {
	for name, set := range map[string]struct {
		sunW, wantJ float64
		fault       []Fault
	}{
		"half is left at 5 s, then 10 W for 6 s": {0, 440, []Fault{{At: 5 * time.Second, Kind: FaultDrain, Target: TargetAll, Left: 0.5}}},
		"the sun gives more":                     {15, 1000, nil},
		"the sun gives less":                     {4, 934, nil},
	} {
		c := plane(make([][2]float64, 1))
		c.Until, c.SampleEvery, c.Faults = 11*time.Second, 11*time.Second, set.fault
		c.Energy = &Energy{InitialJ: []float64{1000}, Motors: []Motor{energy.Constant{RestW: 10, MoveW: 20}}}
		if set.sunW > 0 {
			c.Energy.Harvester = sunshine(set.sunW)
		}
		j := new(journal)
		play(t, c, j)
		all := j.of(trace.Energy)
		if last := all[len(all)-1]; last.At != protocol.Time(11*time.Second) || math.Abs(float64(last.Value)/1e6-set.wantJ) > 1e-3 {
			t.Errorf("%s: at %v %v J are left, want %v", name, last.At, float64(last.Value)/1e6, set.wantJ)
		}
	}
}
