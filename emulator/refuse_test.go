package emulator_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
)

// odd is a model in which node 3 has the given legs; the last one repeats.
type odd struct {
	mobility.Model
	legs []mobility.Leg
}

type listed struct{ legs []mobility.Leg }

func (o odd) MaxSpeed() float64 { return 10 }

func (o odd) Path(node int, placement, movement *rand.Rand) mobility.Path {
	switch {
	case node != 3:
		return o.Model.Path(node, placement, movement)
	case o.legs == nil:
		return nil
	}
	return &listed{o.legs}
}

func (l *listed) Next() mobility.Leg {
	leg := l.legs[0]
	if len(l.legs) > 1 {
		l.legs = l.legs[1:]
	}
	return leg
}

// TestInvalidMovement: a path that breaks the contract of mobility.Leg ends the run with
// an error that names the node. The mask of live agents goes on without this node.
func TestInvalidMovement(t *testing.T) {
	const s = time.Second
	nan, inf := math.NaN(), math.Inf(1)
	for name, test := range map[string]struct {
		legs []mobility.Leg
		want string
	}{
		"no path":                      {nil, "there is no path"},
		"a leg of no time":             {[]mobility.Leg{{}}, "begins at 0s and ends at 0s"},
		"for ever no time":             {[]mobility.Leg{{End: s}, {Start: s, End: s}}, "begins at 1s and ends at 1s"},
		"into the past":                {[]mobility.Leg{{End: s}, {Start: s, End: s / 2}}, "ends at 500ms"},
		"again":                        {[]mobility.Leg{{End: s}}, "begins at 0s, and not at 1s"},
		"begins late":                  {[]mobility.Leg{{Start: s, End: 2 * s}}, "begins at 1s, and not at 0s"},
		"a place that is not a number": {[]mobility.Leg{{End: s, From: orb.Point{nan, 0}}}, "must be finite"},
		"nowhere near":                 {[]mobility.Leg{{End: s}, {Start: s, End: 2 * s, From: orb.Point{0, inf}}}, "must be finite"},
		"a speed that is not a number": {[]mobility.Leg{{End: s}, {Start: s, End: 2 * s, Velocity: orb.Point{nan, 0}}}, "must be finite"},
		"away, and nowhere":            {[]mobility.Leg{{End: s, From: orb.Point{nan, 0}, Absent: true}}, "must be finite"},
		"too fast":                     {[]mobility.Leg{{End: s, Velocity: orb.Point{8, 8}}}, "its MaxSpeed is 10"},
	} {
		c, _ := over(t, radio.Disk(65), make([]orb.Point, 6))
		c.Mobility = odd{c.Mobility, test.legs}
		w, err := emulator.New(c)
		if err == nil {
			err = w.Run(t.Context())
		}
		if err == nil || !strings.Contains(err.Error(), "node 3: the mobility model emulator_test.odd") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
		mask, err := emulator.NewRadio(c)
		if err != nil {
			t.Fatal(err)
		}
		if at, here := mask.Position(3, 4*s); here {
			t.Errorf("%s: the mask places node 3 at %v", name, at)
		}
		if _, here := mask.Position(2, 4*s); !here {
			t.Errorf("%s: the mask has no place for node 2", name)
		}
	}
}

// TestTimesBelowZero sets each duration of a Config to -1 ns. New or Run returns an error;
// if a negative duration has a documented meaning, the run ends without one.
func TestTimesBelowZero(t *testing.T) {
	means := []string{"Services.Flood.Jitter", "Services.AODV.Jitter", "Services.AODV.MaxQueueTime"} // a negative one means none
	full := func() emulator.Config {
		c, _ := over(t, radio.Disk(65), make([]orb.Point, 6))
		duty := radio.DutyCycle{Limit: 0.5, Window: time.Second}
		c.Duty = &duty
		c.Services.Hello, c.Services.Flood, c.Services.Link = new(overlay.HelloOptions), new(overlay.FloodOptions), new(overlay.LinkOptions)
		c.Services.AODV = new(overlay.AODVOptions)
		c.Faults = []emulator.Fault{{At: time.Second, For: time.Second, Kind: emulator.FaultReorder, Delay: 10 * time.Millisecond, Probability: 0.5},
			{At: time.Second, Kind: emulator.FaultFlap, Target: emulator.TargetNodes, Nodes: []protocol.ID{2}, Up: time.Second, Down: time.Second, For: 2 * time.Second}}
		c.Interventions = []emulator.Intervention{{Kind: emulator.HoldUp, Link: [2]protocol.ID{1, 2}, From: time.Second, Until: 2 * time.Second}}
		c.Until = 2 * time.Second
		return c
	}
	if _, err := emulator.New(full()); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for k := 0; ; k++ {
		c := full()
		spots := times(reflect.ValueOf(&c).Elem(), "")
		if k == len(spots) {
			break
		}
		seen++
		spots[k].value.SetInt(-1)
		w, err := emulator.New(c)
		if err != nil {
			continue
		}
		if err := w.Run(t.Context()); err != nil || !slices.Contains(means, spots[k].name) {
			t.Errorf("%s of -1 ns is accepted; the run returns %v", spots[k].name, err)
		}
	}
	if seen < 20 {
		t.Errorf("only %d durations, want 20", seen)
	}
}

type spot struct {
	name  string
	value reflect.Value
}

// times returns the durations in a value, also those behind pointers and in slices.
func times(v reflect.Value, name string) (out []spot) {
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		return []spot{{name, v}}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return times(v.Elem(), name)
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			out = append(out, times(v.Index(i), name)...)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out = append(out, times(v.Field(i), strings.TrimPrefix(name+"."+v.Type().Field(i).Name, "."))...)
			}
		}
	}
	return out
}

// TestAlgorithmsWithoutMachines: New names what the algorithm's New must return. An
// algorithm that returns no machine later ends the run with a panic that names the node
// and the instant.
func TestAlgorithmsWithoutMachines(t *testing.T) {
	makes := func(machines func() protocol.Machine) emulator.Config {
		c := emulator.Config{Nodes: 3, Until: time.Second, Medium: radio.Complete(3), Link: radio.DefaultLink()}
		c.Algorithm = protocol.Algorithm{Name: "mine", New: func(protocol.Config) (func() protocol.Machine, error) { return machines, nil }}
		return c
	}
	for want, machines := range map[string]func() protocol.Machine{
		"emulator: mine: its New gave no function that makes machines, and no error": nil,
		"emulator: mine: the function that its New returned gave nil":                func() protocol.Machine { return nil },
	} {
		if _, err := emulator.New(makes(machines)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s…", err, want)
		}
	}
	made := 0
	w, err := emulator.New(makes(func() protocol.Machine {
		if made++; made > 4 {
			return nil
		}
		return idle{}
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if v := recover(); !strings.HasPrefix(fmt.Sprint(v), "mine at node 1, 0s after the start, panics: the function that its New returned gave nil") {
			t.Errorf("%v", v)
		}
	}()
	w.Run(t.Context())
	t.Error("no panic")
}

type idle struct{}

func (idle) Start(*protocol.Env, []byte)                          {}
func (idle) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (idle) Fire(*protocol.Env, protocol.Timer)                   {}
func (idle) Snapshot(b []byte) []byte                             { return b }

// New refuses an algorithm with invalid declarations before it allocates anything for
// them.
func TestInvalidDeclarationsAreRefused(t *testing.T) {
	for want, spoil := range map[string]func(*protocol.Algorithm){
		`emulator: mine: its Goal is "smallest": want one of ["best" "smallest-id"`: func(a *protocol.Algorithm) { a.Goal = "smallest" },
		"emulator: mine: it declares Timers: 1073741824: want 0 to 4096":            func(a *protocol.Algorithm) { a.Timers = 1 << 30 },
		"emulator: mine: it declares Timers: -1: want 0 to 4096":                    func(a *protocol.Algorithm) { a.Timers = -1 },
	} {
		a := protocol.Algorithm{Name: "mine", New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return idle{} }, nil
		}}
		spoil(&a)
		c := emulator.Config{Nodes: 3, Until: time.Second, Medium: radio.Complete(3), Link: radio.DefaultLink(), Algorithm: a}
		if _, err := emulator.New(c); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s…", err, want)
		}
		if err := overlay.Rehearse(a, protocol.Config{}); err == nil || !strings.Contains(err.Error(), want[len("emulator: "):]) {
			t.Errorf("registered: %v, want %s…", err, want)
		}
	}
}
