package emulator

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// TestEachActionOfAnOwnFault strikes node 1 of three on a line at 10 ms, and ends at 30 ms.
func TestEachActionOfAnOwnFault(t *testing.T) {
	link := [2]protocol.ID{1, 2}
	for name, c := range map[string]struct {
		strike, end func(*Hand, protocol.ID)
		want        []string
	}{
		"crash":  {(*Hand).Crash, (*Hand).Restart, []string{"10 odd of 1", "10 strike of 1 until 30", "10 crash of 1, fault", "10 down 1-2", "30 boot of 1", "30 up 1-2", "30 over of 1"}},
		"twice":  {func(h *Hand, id protocol.ID) { h.Crash(id); h.Crash(id) }, nil, []string{"10 odd of 1", "10 crash of 1, fault", "10 down 1-2"}},
		"forget": {(*Hand).Forget, nil, []string{"10 odd of 1", "10 storage-lost of 1"}},
		"others": {func(h *Hand, id protocol.ID) { h.Crash(id + 1); h.Forget(3) }, func(h *Hand, id protocol.ID) { h.Restart(id + 1) },
			[]string{"10 odd of 1", "10 strike of 1 until 30", "10 odd of 2", "10 crash of 2, fault", "10 down 1-2", "10 down 2-3", "10 odd of 3", "10 storage-lost of 3", "30 boot of 2", "30 up 1-2", "30 up 2-3", "30 over of 1"}},
		"resign":  {(*Hand).Resign, (*Hand).Offer, []string{"10 odd of 1", "10 strike of 1 until 30", "10 offer of 1: 0", "30 offer of 1: 1", "30 over of 1"}},
		"of dead": {func(h *Hand, id protocol.ID) { h.Crash(id); h.Resign(id); h.Drain(id, 1) }, nil, []string{"10 odd of 1", "10 crash of 1, fault", "10 down 1-2"}},
		"radio":   {(*Hand).RadioOff, (*Hand).RadioOn, []string{"10 odd of 1", "10 strike of 1 until 30", "10 down 1-2", "30 up 1-2", "30 over of 1"}},
		"hold down": {func(h *Hand, _ protocol.ID) { h.HoldDown(link) }, func(h *Hand, _ protocol.ID) { h.Release(link) },
			[]string{"10 odd of 1", "10 strike of 1 until 30", "10 odd of 2", "10 down 1-2", "30 up 1-2", "30 over of 1"}},
		"hold up": {func(h *Hand, _ protocol.ID) { h.HoldUp([2]protocol.ID{3, 1}) }, nil, []string{"10 odd of 1", "10 odd of 3", "10 up 1-3"}},
		"drain": {func(h *Hand, id protocol.ID) {
			left, has := h.Charge(id)
			h.Drain(id, left/2)
			if half, _ := h.Charge(id); !has || math.Abs(half-left/2) > 1e-12 {
				t.Errorf("half of %v J is %v", left, half)
			}
			h.Drain(id, 100)
		}, (*Hand).Restart, []string{"10 odd of 1", "10 strike of 1 until 30", "10 crash of 1, battery", "10 down 1-2", "30 over of 1"}},
	} {
		cfg := plane([][2]float64{{0, 0}, {200, 0}, {400, 0}})
		cfg.Until = 50 * ms
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return &keeper{log: new([]string)} })
		cfg.Capability.Values = []int64{1, 2, 3}
		cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{9, 9, 9}, Battery: energy.Linear{}}
		cfg.OwnFaults = []OwnFault{{Name: "odd", Strike: c.strike, End: c.end}}
		cfg.Faults = []Fault{{At: 10 * ms, Kind: "odd", Target: TargetNodes, Nodes: []protocol.ID{1}}}
		if c.end != nil {
			cfg.Faults[0].For = 20 * ms
		}
		_, j := run(t, cfg)
		if got := effects(j); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

// effects lists a trace's records of faults and of their effects after time 0.
func effects(j *journal) (lines []string) {
	for _, r := range j.records {
		line := ""
		switch r.Kind {
		case trace.Fault:
			line = fmt.Sprintf("%s of %v", r.Name, r.Node)
		case trace.Strike:
			line = fmt.Sprintf("strike of %v until %d", r.Node, r.Value/int64(ms))
		case trace.Over:
			line = fmt.Sprintf("over of %v", r.Node)
		case trace.Crash:
			line = fmt.Sprintf("crash of %v, %v", r.Node, r.Why)
		case trace.Boot:
			line = fmt.Sprintf("boot of %v", r.Node)
		case trace.Capability:
			if r.Value != int64(r.Node) || lines != nil && !strings.Contains(lines[len(lines)-1], "boot") {
				line = fmt.Sprintf("offer of %v: %d", r.Node, r.Value)
			}
		case trace.LinkUp:
			line = fmt.Sprintf("up %v-%v", r.Node, r.Peer)
		case trace.LinkDown:
			line = fmt.Sprintf("down %v-%v", r.Node, r.Peer)
		}
		if line != "" && r.At > 0 {
			lines = append(lines, fmt.Sprintf("%d %s", int64(r.At)/int64(ms), line))
		}
	}
	return lines
}

// TestWhatAnOwnFaultSees calls each method of a Hand that returns something.
func TestWhatAnOwnFaultSees(t *testing.T) {
	var told []string
	cfg := plane([][2]float64{{0, 0}, {200, 0}})
	cfg.OwnFaults = []OwnFault{{Name: "look", Strike: func(h *Hand, id protocol.ID) {
		at, known := h.Position(id)
		joules, has := h.Charge(id)
		told = append(told, fmt.Sprint(id, h.Now(), h.Nodes(), h.Live(id), at, known, joules, has))
	}}}
	cfg.Faults = []Fault{
		{At: ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}},
		{At: 2 * ms, Kind: "look", Target: TargetAll},
	}
	run(t, cfg)
	if want := []string{"1 2ms 2 true [0 0] true 0 false", "2 2ms 2 false [200 0] true 0 false"}; !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
	told = nil
	graph, _ := keepers(radio.Line(2), 0, Fault{At: ms, Kind: "look", Target: TargetNodes, Nodes: []protocol.ID{1}})
	graph.OwnFaults = cfg.OwnFaults
	run(t, graph)
	if want := []string{"1 1ms 2 true [0 0] false 0 false"}; !slices.Equal(told, want) {
		t.Errorf("in a graph %q, want %q", told, want)
	}
}

// TestAnOwnFaultEndsOnceForEachStrike also if the node boots, or is struck again, before the
// end.
func TestAnOwnFaultEndsOnceForEachStrike(t *testing.T) {
	var told []string
	tell := func(what string) func(*Hand, protocol.ID) {
		return func(h *Hand, id protocol.ID) { told = append(told, fmt.Sprint(what, " ", id, " at ", h.Now())) }
	}
	cfg, _ := keepers(radio.Line(3), 0,
		Fault{At: 10 * ms, For: 30 * ms, Kind: "odd", Target: TargetNodes, Nodes: []protocol.ID{2}},
		Fault{At: 20 * ms, For: 5 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}},
		Fault{At: 30 * ms, For: 900 * ms, Kind: "odd", Target: TargetNodes, Nodes: []protocol.ID{2}},
		Fault{At: 50 * ms, Kind: "odd", Target: TargetNodes, Nodes: []protocol.ID{1}})
	cfg.OwnFaults = []OwnFault{{Name: "odd", Strike: tell("strike"), End: tell("end")}}
	run(t, cfg)
	want := []string{"strike 2 at 10ms", "strike 2 at 30ms", "end 2 at 40ms", "strike 1 at 50ms", "end 2 at 930ms"}
	if !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

// TestAnOwnFaultEndsWhatOthersBegan: it may end an effect that another fault began, like the
// emulator's own faults.
func TestAnOwnFaultEndsWhatOthersBegan(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {200, 0}})
	cfg.Capability.Values = []int64{1, 2}
	cfg.OwnFaults = []OwnFault{{Name: "odd", Strike: func(h *Hand, id protocol.ID) { h.Offer(id); h.RadioOn(id) }}}
	one := []protocol.ID{1}
	cfg.Faults = []Fault{{At: ms, Kind: FaultResign, Target: TargetNodes, Nodes: one}, {At: 2 * ms, Kind: FaultRadioOff, Target: TargetNodes, Nodes: one},
		{At: 9 * ms, Kind: "odd", Target: TargetNodes, Nodes: one}}
	_, j := run(t, cfg)
	got := effects(j)
	want := []string{"9 odd of 1", "9 over of 1", "9 offer of 1: 1", "9 over of 1", "9 up 1-2"}
	if len(got) < len(want) || !slices.Equal(got[len(got)-len(want):], want) {
		t.Errorf("%q does not end with %q", got, want)
	}
}

// mumbler broadcasts at random times.
type mumbler struct{ chatter }

func (mumbler) Fire(env *protocol.Env, _ protocol.Timer) {
	env.Broadcast(token{})
	env.SetTimer(0, 20*ms+time.Duration(env.Rand().Int64N(int64(20*ms))))
}

// TestAnOwnFaultShiftsNoDraws: its draws change no other draw of the run, and no earlier draw
// changes them.
func TestAnOwnFaultShiftsNoDraws(t *testing.T) {
	world := func(seed uint64, strike, end func(*Hand, protocol.ID)) []string {
		cfg := plane([][2]float64{{0, 0}, {100, 0}, {200, 0}, {300, 0}, {400, 0}})
		cfg.Seed, cfg.Until = seed, 2*time.Second
		cfg.Algorithm = algorithm(1, func() protocol.Machine { return mumbler{} })
		cfg.OwnFaults = []OwnFault{{Name: "odd", Strike: strike, End: end}}
		cfg.Faults = []Fault{
			{Every: 100 * ms, For: 100 * ms, Kind: "odd", Target: TargetAll}, // ends when it strikes again
			{Every: 100 * ms, Kind: "odd", Target: TargetAll},
			{Every: 70 * ms, For: 30 * ms, Kind: FaultCrash, Target: TargetRandom},
			{MTBF: 300 * ms, Repair: 100 * ms, Kind: FaultRadioOff, Target: TargetAll},
			{MTBF: 300 * ms, Repair: 100 * ms, Kind: "odd", Target: TargetAll},
		}
		_, j := run(t, cfg)
		var lines []string
		for _, r := range j.records {
			lines = append(lines, fmt.Sprint(r))
		}
		return lines
	}
	nothing := func(*Hand, protocol.ID) {}
	var drawn [2][]uint64 // with one draw a strike, and with ten
	draws := func(into, times int) func(*Hand, protocol.ID) {
		return func(h *Hand, _ protocol.ID) {
			drawn[into] = append(drawn[into], h.Rand().Uint64())
			for range times {
				h.Rand().Uint64()
			}
		}
	}
	without := world(3, nothing, nothing)
	if len(without) < 500 {
		t.Fatalf("only %d records", len(without))
	}
	if !slices.Equal(without, world(3, draws(0, 0), draws(0, 0))) || !slices.Equal(without, world(3, draws(1, 9), draws(1, 9))) {
		t.Error("the draws of an own fault change other draws")
	}
	if !slices.Equal(drawn[0], drawn[1]) {
		t.Error("draws of a strike depend on how much others drew")
	}
	all := slices.Clone(drawn[0])
	drawn[0] = nil
	world(4, draws(0, 0), draws(0, 0))
	all = append(all, drawn[0]...)
	slices.Sort(all)
	if len(all) < 300 || len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Errorf("of %d draws of two seeds some are equal", len(all))
	}
}

// TestAnOwnFaultThatMakesNoSense: an invalid fault is refused, or ends the run.
func TestAnOwnFaultThatMakesNoSense(t *testing.T) {
	nothing := func(*Hand, protocol.ID) {}
	strikes := Fault{At: ms, Kind: "odd", Target: TargetAll}
	lasts := strikes
	lasts.For = ms
	odd := OwnFault{Name: "odd", Strike: nothing}
	for want, c := range map[string]struct {
		own    []OwnFault
		script []Fault
	}{
		`is called "": want small letters`:              {[]OwnFault{{Strike: nothing}}, nil},
		`is called "Odd": want small letters`:           {[]OwnFault{{Name: "Odd", Strike: nothing}}, nil},
		`is called crash, like a fault of the emulator`: {[]OwnFault{{Name: "crash", Strike: nothing}}, nil},
		`is called storage-lost, like a fault`:          {[]OwnFault{{Name: trace.StorageLost, Strike: nothing}}, nil},
		`the fault odd has no Strike`:                   {[]OwnFault{{Name: "odd"}}, nil},
		`two faults of one's own are called odd`:        {[]OwnFault{odd, odd}, nil},
		`odd at 1ms has no end, and cannot last`:        {[]OwnFault{odd}, []Fault{lasts}},
		`there is no fault called "odd"`:                {nil, []Fault{strikes}},
		`the fault odd names node 9 of 3`:               {[]OwnFault{{Name: "odd", Strike: func(h *Hand, _ protocol.ID) { h.Crash(9) }}}, []Fault{strikes}},
		`the fault odd links node 2 with itself`:        {[]OwnFault{{Name: "odd", Strike: func(h *Hand, _ protocol.ID) { h.HoldUp([2]protocol.ID{2, 2}) }}}, []Fault{strikes}},
	} {
		cfg, _ := keepers(radio.Line(3), 0, c.script...)
		cfg.OwnFaults = c.own
		e, err := New(cfg)
		if err == nil {
			err = e.Run(context.Background())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	cfg, _ := keepers(radio.Line(3), 0, strikes)
	cfg.OwnFaults = []OwnFault{odd}
	if _, err := NewRadio(cfg); err == nil || !strings.Contains(err.Error(), "the fault odd at 1ms is the program's own") {
		t.Errorf("a radio takes it: %v", err)
	}
	var kept *Hand
	cfg.OwnFaults[0].Strike = func(h *Hand, _ protocol.ID) { kept = h }
	run(t, cfg)
	defer func() {
		if said := fmt.Sprint(recover()); !strings.Contains(said, "was used after the strike") {
			t.Errorf("a Hand works after the strike: %v", said)
		}
	}()
	kept.Crash(1)
}
