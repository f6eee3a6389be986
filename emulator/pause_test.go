package emulator

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// diarist logs what it does and when, by its own clock. It has timers of 30 and 40 ms; the
// first sets the second again.
type diarist struct{ log *[]string }

func (m diarist) write(env *protocol.Env, what string) {
	*m.log = append(*m.log, fmt.Sprint(env.Self(), " ", what, " ", env.Now()))
}
func (m diarist) Start(env *protocol.Env, _ []byte) {
	env.SetTimer(0, 30*ms)
	env.SetTimer(1, 40*ms)
}
func (m diarist) Elect(env *protocol.Env) {
	m.write(env, "elect")
	env.Send(3-env.Self(), token{7})
}
func (m diarist) Receive(env *protocol.Env, _ protocol.ID, msg protocol.Message) {
	m.write(env, fmt.Sprint("hears ", msg.(token).n))
}
func (m diarist) Fire(env *protocol.Env, t protocol.Timer) {
	m.write(env, fmt.Sprint("timer ", t))
	if t == 0 {
		env.SetTimer(1, 100*ms)
	}
}
func (diarist) Snapshot(b []byte) []byte { return b }

func diarists(faults ...Fault) (Config, *[]string) {
	cfg := wires(radio.Line(2))
	log := new([]string)
	cfg.Algorithm = algorithm(2, func() protocol.Machine { return diarist{log} })
	cfg.Start = Start{}
	cfg.Until = 200 * ms
	for k := range faults {
		if faults[k].Target == "" {
			faults[k].Target, faults[k].Nodes = TargetNodes, []protocol.ID{2}
		}
	}
	cfg.Faults = faults
	return cfg, log
}

func of(log []string, node string) []string {
	return slices.DeleteFunc(slices.Clone(log), func(s string) bool { return s[:1] != node })
}

func TestAPausedNodeCatchesUpInOrder(t *testing.T) {
	sender := Fault{At: 20 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}}
	tests := []struct {
		name   string
		faults []Fault
		want   []string
	}{
		{"no pause", []Fault{sender}, []string{"2 hears 7 21ms", "2 timer 0 30ms", "2 timer 1 130ms"}},
		{"what came waits, and timer 1 is set anew before its turn",
			[]Fault{sender, {At: 10 * ms, For: 40 * ms, Kind: FaultPause}},
			[]string{"2 hears 7 50ms", "2 timer 0 50ms", "2 timer 1 150ms"}},
		{"an election waits too", []Fault{{At: 10 * ms, For: 5 * ms, Kind: FaultPause}, {At: 12 * ms, Kind: FaultElect}},
			[]string{"2 elect 15ms", "2 timer 0 30ms", "2 timer 1 130ms"}},
		{"two pauses: the last to end counts",
			[]Fault{{At: 10 * ms, For: 40 * ms, Kind: FaultPause}, {At: 20 * ms, For: 10 * ms, Kind: FaultPause}},
			[]string{"2 timer 0 50ms", "2 timer 1 150ms"}},
		{"for good", []Fault{sender, {At: 10 * ms, Kind: FaultPause}}, nil},
		{"a crash ends it, and what waited is lost",
			[]Fault{sender, {At: 10 * ms, For: 100 * ms, Kind: FaultPause}, {At: 50 * ms, For: 10 * ms, Kind: FaultCrash}},
			[]string{"2 elect 60ms", "2 timer 0 90ms", "2 timer 1 190ms"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg, log := diarists(test.faults...)
			_, j := run(t, cfg)
			if got := of(*log, "2"); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			acks := 0
			for _, r := range j.of(trace.Transmit) {
				if r.Node == 2 && r.Why == trace.WhyAck {
					acks++
				}
			}
			if sent := slices.Contains(*log, "1 elect 20ms"); sent != (acks == 1) {
				t.Errorf("%d acknowledgements, though the radio of a paused node goes on", acks)
			}
		})
	}
}

func TestAPausedNodeKeepsALimitedBacklog(t *testing.T) {
	cfg, log := diarists(Fault{At: ms, For: 150 * ms, Kind: FaultPause},
		Fault{At: 2 * ms, Every: 100 * time.Microsecond, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}})
	cfg.Until = 152 * ms
	_, j := run(t, cfg)
	heard := 0
	for _, s := range of(*log, "2") {
		if s == "2 hears 7 151ms" {
			heard++
		}
	}
	if lost := j.count(trace.Lost, trace.WhyQueue); heard != kernel.MaxBacklog+1 || lost == 0 {
		// One more frame arrives at the instant at which the node resumes.
		t.Errorf("%d frames were kept and %d lost, want %d kept", heard, lost, kernel.MaxBacklog)
	}
}

func TestAClockDrifts(t *testing.T) {
	tests := []struct {
		name   string
		faults []Fault
		want   []string // by the node's own clock
		fires  []string // true time
	}{
		// Timers of 30 and 40 ms. At 10 ms the first has 20 ms to go. A clock at one and
		// a half times the rate takes 13.33 ms for that, and then shows 30 ms. The second
		// is then set to 100 ms, which are 66.67 ms of true time.
		{"fast", []Fault{{At: 10 * ms, Kind: FaultDrift, PPM: 500_000}},
			[]string{"2 timer 0 30ms", "2 timer 1 130ms"}, []string{"23.333333ms", "90ms"}},
		{"slow", []Fault{{At: 10 * ms, Kind: FaultDrift, PPM: -500_000}},
			[]string{"2 timer 0 30ms", "2 timer 1 130ms"}, []string{"50ms", "250ms"}},
		// 20 ms of true time at half the rate are 10 ms: the clock shows 20 ms at 30 ms.
		// From then on its rate is right.
		{"an end leaves the offset", []Fault{{At: 10 * ms, For: 20 * ms, Kind: FaultDrift, PPM: -500_000}},
			[]string{"2 timer 0 30ms", "2 timer 1 130ms"}, []string{"40ms", "140ms"}},
		{"a newer drift outlives the older one's end",
			[]Fault{{At: 0, For: 20 * ms, Kind: FaultDrift, PPM: 500_000}, {At: 10 * ms, Kind: FaultDrift, PPM: 0}},
			[]string{"2 timer 0 30ms", "2 timer 1 130ms"}, []string{"25ms", "125ms"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg, log := diarists(test.faults...)
			cfg.Until = time.Second
			_, j := run(t, cfg)
			var fires []string
			for _, r := range j.of(trace.Timer) {
				if r.Node == 2 {
					fires = append(fires, time.Duration(r.At).Round(time.Nanosecond).String())
				}
			}
			got := of(*log, "2")
			for k := range got { // rounding may differ by a nanosecond
				var node, timer int
				var span string
				fmt.Sscanf(got[k], "%d timer %d %s", &node, &timer, &span)
				d, err := time.ParseDuration(span)
				if err != nil {
					t.Fatal(err)
				}
				got[k] = fmt.Sprint(node, " timer ", timer, " ", d.Round(time.Microsecond))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("by its clock %q, want %q", got, test.want)
			}
			if !slices.Equal(fires, test.fires) {
				t.Errorf("in true time %q, want %q", fires, test.fires)
			}
			if one := of(*log, "1"); !slices.Equal(one, []string{"1 timer 0 30ms", "1 timer 1 130ms"}) {
				t.Errorf("the other's clock drifts too: %q", one)
			}
		})
	}
}
