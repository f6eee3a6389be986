package emulator

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// intervened returns the records of interventions.
func intervened(j *journal) (told []trace.Record) { return j.of(trace.Intervened) }

// heardBy returns the instants at which a node received messages.
func heardBy(j *journal, node protocol.ID) (at []time.Duration) {
	for _, r := range j.of(trace.Receive) {
		if r.Node == node {
			at = append(at, time.Duration(r.At))
		}
	}
	return at
}

// first names the first message of node 1 at time 0.
var first = trace.Sending{Node: 1}

// allLost loses every frame of a node.
type allLost protocol.ID

func (l allLost) Lost(from, _ protocol.ID, _ protocol.Time) bool { return from == protocol.ID(l) }

func TestAMessageIsDropped(t *testing.T) {
	for _, at := range []protocol.ID{protocol.Nobody, 2} {
		cfg := wires(radio.Complete(3))
		cfg.Interventions = []Intervention{{Kind: Drop, Message: first, At: at}}
		_, j := run(t, cfg)
		// If node 1's broadcast is dropped at all nodes, nobody hears it. If it is
		// dropped at node 2, node 2 hears only node 3's, one hop later.
		want := []time.Duration{2 * ms}
		if at == protocol.Nobody {
			want = nil
		}
		if got := heardBy(j, 2); !slices.Equal(got, want) {
			t.Errorf("at %d: node 2 heard at %v, want %v", at, got, want)
		}
		told := intervened(j)
		if first := told[0]; first.Node != 2 || first.Peer != 1 || first.Frame != 1 || first.Name != "drop" || first.Value != 1 {
			t.Errorf("recorded %+v", told)
		}
		if n := j.count(trace.Lost, trace.WhyLoss); n != len(told) {
			t.Errorf("%d frames lost, %d interventions recorded", n, len(told))
		}
	}
}

func TestAnAttemptIsDroppedOrSpared(t *testing.T) {
	for _, c := range []struct {
		name string
		loss []bool
		v    Intervention
		data int // frames until the acknowledgement
	}{
		{"the second of two is dropped as well", []bool{true}, Intervention{Kind: Drop, Message: first, Attempt: 2}, 3},
		{"the first is spared", []bool{true, true}, Intervention{Kind: Spare, Message: first, Attempt: 1}, 1},
		{"the second is spared", []bool{true, true}, Intervention{Kind: Spare, Message: first, Attempt: 2}, 2},
		{"another message", []bool{true, true}, Intervention{Kind: Spare, Message: trace.Sending{Node: 1, Nth: 2}}, 3},
		{"at another node", []bool{true, true}, Intervention{Kind: Spare, Message: first, At: 1}, 3},
		{"given up, all dropped", nil, Intervention{Kind: Drop, Message: first, At: 2}, 8},
	} {
		cfg, _ := couriers(radio.Line(2), []protocol.ID{2}, false)
		cfg.Loss = scriptedLoss{1, c.loss, new(int)}
		cfg.Interventions = []Intervention{c.v}
		_, j := run(t, cfg)
		if got := j.count(trace.Transmit, trace.WhyData); got != c.data {
			t.Errorf("%s: %d frames, want %d", c.name, got, c.data)
		}
	}
}

func TestABroadcastIsSpared(t *testing.T) {
	cfg := wires(radio.Line(3))
	cfg.Loss = allLost(1)
	cfg.Interventions = []Intervention{{Kind: Spare, Message: first, At: 2}}
	_, j := run(t, cfg)
	if got := heardBy(j, 3); !slices.Equal(got, []time.Duration{2 * ms}) {
		t.Errorf("node 3 heard at %v", got)
	}
}

// Nodes 1 and 3 do not hear each other, and both send to node 2 at once.
func TestACollisionIsSpared(t *testing.T) {
	cfg := shared([][2]float64{{0, 0}, {200, 0}, {400, 0}}, talker{frames: 1, bytes: 20})
	cfg.Faults = []Fault{speak(10*ms, 1, 3)}
	if _, j := run(t, cfg); len(heardBy(j, 2)) != 0 {
		t.Fatal("nothing collides")
	}
	cfg.Interventions = []Intervention{{Kind: Spare, Message: trace.Sending{Node: 1, At: protocol.Time(10 * ms)}, At: 2}}
	if _, j := run(t, cfg); len(heardBy(j, 2)) != 1 {
		t.Errorf("node 2 heard at %v", heardBy(j, 2))
	}
	cfg.Interventions = append(cfg.Interventions, Intervention{Kind: Delay, Message: trace.Sending{Node: 1, At: protocol.Time(10 * ms)}, By: 30 * ms})
	if _, j := run(t, cfg); len(heardBy(j, 2)) != 1 || heardBy(j, 2)[0] < 40*ms {
		t.Errorf("delayed, node 2 heard at %v", heardBy(j, 2))
	}
	cfg.Access, cfg.Interventions = nil, nil
	if _, j := run(t, cfg); len(heardBy(j, 2)) != 2 {
		t.Errorf("without contention node 2 heard at %v", heardBy(j, 2))
	}
}

// Each intervention in a message changes the result of the one before it.
func TestInterventionsInOneMessageFollowEachOther(t *testing.T) {
	do := func(k InterventionKind, by time.Duration) Intervention {
		return Intervention{Kind: k, Message: first, By: by}
	}
	for _, c := range []struct {
		list []Intervention
		want []time.Duration // at which node 3 hears
		told int
	}{
		{[]Intervention{do(Delay, 20*ms), do(Delay, 30*ms)}, []time.Duration{52 * ms}, 2},
		{[]Intervention{do(Drop, 0), do(Spare, 0)}, []time.Duration{2 * ms}, 2},
		{[]Intervention{do(Spare, 0), do(Drop, 0)}, nil, 1},
		{[]Intervention{do(Drop, 0), do(Delay, 20*ms)}, nil, 1},
	} {
		cfg := wires(radio.Line(3))
		cfg.Interventions = c.list
		_, j := run(t, cfg)
		if got := heardBy(j, 3); !slices.Equal(got, c.want) || len(intervened(j)) != c.told {
			t.Errorf("%v: node 3 heard at %v, want %v; recorded %+v", c.list, got, c.want, intervened(j))
		}
	}
}

// Nodes 1 and 2 send at once and hear nothing of each other. Only the spared frame is
// heard.
func TestAFrameIsSparedAtANodeThatSends(t *testing.T) {
	cfg := shared([][2]float64{{-100, 0}, {100, 0}}, talker{frames: 1, bytes: 100})
	cfg.Faults = []Fault{speak(10*ms, 1, 2)}
	cfg.Interventions = []Intervention{{Kind: Spare, Message: trace.Sending{Node: 1, At: protocol.Time(10 * ms)}}}
	_, j := run(t, cfg)
	if len(heardBy(j, 2)) != 1 || len(heardBy(j, 1)) != 0 || len(intervened(j)) != 1 {
		t.Errorf("node 1 heard at %v, node 2 at %v; recorded %+v", heardBy(j, 1), heardBy(j, 2), intervened(j))
	}
}

func TestAMessageIsDelayed(t *testing.T) {
	cfg := wires(radio.Line(3))
	cfg.Interventions = []Intervention{{Kind: Delay, Message: first, By: 50 * ms}}
	_, j := run(t, cfg)
	if got := heardBy(j, 3); !slices.Equal(got, []time.Duration{52 * ms}) {
		t.Errorf("node 3 heard at %v", got)
	}

	// A routed message is delayed at the relay, and acknowledged at once.
	route, made := couriers(radio.Line(3), []protocol.ID{3}, true)
	route.Interventions = []Intervention{{Kind: Delay, Message: first, At: 2, By: 50 * ms}}
	_, j = run(t, route)
	if got := heardBy(j, 3); len(made[2].got) != 1 || len(got) != 1 || got[0] < 52*ms || got[0] > 53*ms {
		t.Errorf("node 3 heard at %v", got)
	}
	if n := j.count(trace.Transmit, trace.WhyData) + j.count(trace.Transmit, trace.WhyRelay); n != 2 {
		t.Errorf("%d frames, want 2", n)
	}

	// A node that crashes meanwhile does not get the message.
	cfg.Faults = []Fault{{At: 20 * ms, For: 10 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}}}
	_, j = run(t, cfg)
	for _, at := range heardBy(j, 2) {
		if at == 51*ms {
			t.Errorf("node 2 heard at %v a message from before its crash", at)
		}
	}
}

// ticks lets node 1 send every 10 ms, and returns when node 2 heard it.
func ticks(t *testing.T, cfg Config) ([]time.Duration, *journal) {
	t.Helper()
	cfg.Until = 100 * ms
	cfg.Start = Start{}
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &talker{frames: 1, bytes: 5} })
	cfg.Algorithm.Kinds[0].Message = load{}
	cfg.Faults = []Fault{{Every: 10 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}}}
	_, j := run(t, cfg)
	heard := heardBy(j, 2)
	for k := range heard {
		heard[k] = heard[k].Truncate(10 * ms)
	}
	return heard, j
}

// changes returns the instants at which the link of nodes 1 and 2 changes.
func changes(j *journal) (at []time.Duration) {
	for _, r := range j.records {
		if (r.Kind == trace.LinkUp || r.Kind == trace.LinkDown) && r.Node == 1 && r.Peer == 2 {
			at = append(at, time.Duration(r.At))
		}
	}
	return at
}

// components returns the size of node 1's component every 15 ms.
func components(j *journal) (sizes []int) {
	for at := time.Duration(0); at < 100*ms; at += 15 * ms {
		n := 0
		for _, lowest := range componentsAt(j, at) {
			if lowest == 1 {
				n++
			}
		}
		sizes = append(sizes, n)
	}
	return sizes
}

func TestALinkIsHeldDown(t *testing.T) {
	near := plane([][2]float64{{0, 0}, {100, 0}})
	contended := shared([][2]float64{{0, 0}, {100, 0}}, talker{})
	for name, cfg := range map[string]Config{"disk": near, "wire": wires(radio.Line(2)), "contended": contended} {
		cfg.Interventions = []Intervention{{Kind: HoldDown, Link: [2]protocol.ID{2, 1}, From: 25 * ms, Until: 65 * ms}}
		heard, j := ticks(t, cfg)
		if want := []time.Duration{10 * ms, 20 * ms, 70 * ms, 80 * ms, 90 * ms}; !slices.Equal(heard, want) {
			t.Errorf("%s: node 2 heard at %v, want %v", name, heard, want)
		}
		if got, want := changes(j), []time.Duration{0, 25 * ms, 65 * ms}; !slices.Equal(got, want) {
			t.Errorf("%s: the link changed at %v, want %v", name, got, want)
		}
		if got, want := components(j), []int{2, 2, 1, 1, 1, 2, 2}; !slices.Equal(got, want) {
			t.Errorf("%s: node 1's component had %v, want %v", name, got, want)
		}
		if told := intervened(j); len(told) != 1 || told[0].At != protocol.Time(25*ms) || told[0].Node != 1 || told[0].Peer != 2 {
			t.Errorf("%s: told %+v", name, told)
		}
	}
}

// Of several holds of a link, the one that began last applies, and each lasts for its own
// time, in whichever order they are listed.
func TestHoldsOfOneLinkOverlap(t *testing.T) {
	hold := func(kind InterventionKind, from, until time.Duration) Intervention {
		return Intervention{Kind: kind, Link: [2]protocol.ID{1, 2}, From: from, Until: until}
	}
	for _, c := range []struct {
		name string
		v    []Intervention
		want []time.Duration
	}{
		{"one within another", []Intervention{hold(HoldDown, 15*ms, 85*ms), hold(HoldUp, 35*ms, 55*ms)},
			[]time.Duration{0, 15 * ms, 35 * ms, 55 * ms, 85 * ms}},
		{"one that outlasts another", []Intervention{hold(HoldDown, 15*ms, 55*ms), hold(HoldUp, 35*ms, 85*ms)},
			[]time.Duration{0, 15 * ms, 35 * ms}},
		{"one after another", []Intervention{hold(HoldUp, 55*ms, 85*ms), hold(HoldDown, 15*ms, 55*ms)},
			[]time.Duration{0, 15 * ms, 55 * ms}},
		{"the same again, the later first", []Intervention{hold(HoldDown, 55*ms, 85*ms), hold(HoldUp, 0, 55*ms)},
			[]time.Duration{0, 55 * ms, 85 * ms}},
	} {
		cfg := plane([][2]float64{{0, 0}, {100, 0}})
		cfg.Interventions = c.v
		_, j := ticks(t, cfg)
		if got := changes(j); !slices.Equal(got, c.want) {
			t.Errorf("%s: the link changed at %v, want %v", c.name, got, c.want)
		}
	}
}

func TestALinkIsHeldUp(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {5000, 0}, {9000, 0}})
	cfg.Interventions = []Intervention{{Kind: HoldUp, Link: [2]protocol.ID{1, 2}, From: 25 * ms, Until: 65 * ms}}
	heard, j := ticks(t, cfg)
	if want := []time.Duration{30 * ms, 40 * ms, 50 * ms, 60 * ms}; !slices.Equal(heard, want) {
		t.Errorf("node 2 heard at %v, want %v", heard, want)
	}
	if got, want := changes(j), []time.Duration{25 * ms, 65 * ms}; !slices.Equal(got, want) {
		t.Errorf("the link changed at %v, want %v", got, want)
	}
	if got, want := components(j), []int{1, 1, 2, 2, 2, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("node 1's component had %v, want %v", got, want)
	}
	// A unicast and its acknowledgement, over a link that is up for the whole run.
	courier, made := couriers(apart(t), []protocol.ID{3}, false)
	courier.Interventions = []Intervention{{Kind: HoldUp, Link: [2]protocol.ID{1, 3}}}
	_, j = run(t, courier)
	if n := j.count(trace.Transmit, trace.WhyData); len(made[2].got) != 1 || n != 1 {
		t.Errorf("%d arrived, of %d frames", len(made[2].got), n)
	}
}

// Over wires links are found by another way: the medium is queried for each pair.
func TestAWireIsHeldUp(t *testing.T) {
	cfg := wires(apart(t))
	cfg.Interventions = []Intervention{{Kind: HoldUp, Link: [2]protocol.ID{1, 3}, From: 25 * ms, Until: 65 * ms}}
	_, j := ticks(t, cfg)
	if got, want := components(j), []int{2, 2, 3, 3, 3, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("node 1's component had %v, want %v", got, want)
	}
	var linked []time.Duration
	for _, r := range j.records {
		if (r.Kind == trace.LinkUp || r.Kind == trace.LinkDown) && r.Peer == 3 {
			linked = append(linked, time.Duration(r.At))
		}
	}
	if want := []time.Duration{25 * ms, 65 * ms}; !slices.Equal(linked, want) {
		t.Errorf("the link changed at %v, want %v", linked, want)
	}
	if got := heardBy(j, 3); len(got) != 4 {
		t.Errorf("node 3 heard at %v", got)
	}
}

func TestAUnicastFailsOverALinkHeldDown(t *testing.T) {
	cfg, made := couriers(radio.Line(2), []protocol.ID{2}, false)
	cfg.Interventions = []Intervention{{Kind: HoldDown, Link: [2]protocol.ID{1, 2}}}
	_, j := run(t, cfg)
	if n := j.count(trace.Lost, trace.WhyRange); len(made[1].got) != 0 || n != 8 {
		t.Errorf("%d arrived, %d lost out of range", len(made[1].got), n)
	}
}

func TestAFaultIsLeftOut(t *testing.T) {
	crashes := func(v ...Intervention) (out []trace.Record, idle []int) {
		cfg := wires(radio.Complete(9))
		cfg.Start = Start{}
		cfg.Interventions = v
		cfg.Faults = []Fault{
			{Every: 100 * ms, Kind: FaultCrash, For: 10 * ms, Target: TargetRandom},
			{At: 450 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{5}},
		}
		w, j := run(t, cfg)
		return j.of(trace.Crash), w.IdleInterventions()
	}
	all, _ := crashes()
	without := func(drop ...int) (out []trace.Record) {
		for k, r := range all {
			if !slices.Contains(drop, k) {
				out = append(out, r)
			}
		}
		return out
	}
	same := func(a, b trace.Record) bool { return a.At == b.At && a.Node == b.Node }
	for _, c := range []struct {
		name string
		v    Intervention
		want []trace.Record
		idle int
	}{
		{"the second fault", Intervention{Kind: LeaveOut, Fault: 2}, without(4), 0},
		{"the third strike", Intervention{Kind: LeaveOut, Strike: 3}, without(2), 0},
		{"a strike that there is not", Intervention{Kind: LeaveOut, Strike: 99}, all, 1},
	} {
		got, idle := crashes(c.v)
		if !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%s: crashes %v, want %v", c.name, got, c.want)
		}
		if len(idle) != c.idle {
			t.Errorf("%s: idle %v", c.name, idle)
		}
	}
}

func TestABatteryIsKept(t *testing.T) {
	cfg := wires(radio.Complete(3))
	cfg.Energy = &Energy{Profile: lamp, InitialJ: []float64{0.25, 0.5, 2}}
	cfg.SampleEvery = 100 * ms
	cfg.Faults = []Fault{{Every: 10 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}}}
	cfg.Faults = append(cfg.Faults, Fault{At: 600 * ms, For: 100 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}})
	cfg.Interventions = []Intervention{{Kind: KeepBattery, Node: 1}}
	_, j := run(t, cfg)
	if n := j.count(trace.Crash, trace.WhyBattery); n != 1 || j.of(trace.Crash)[0].Node != 2 {
		t.Errorf("crashes %+v, want node 2's alone by its battery", j.of(trace.Crash))
	}
	if boots := j.of(trace.Boot); len(boots) != 4 || boots[3].Node != 1 {
		t.Errorf("boots %+v, want node 1's second with an empty battery", boots)
	}
	told := intervened(j)
	if len(told) != 1 || told[0].Node != 1 || time.Duration(told[0].At).Round(10*ms) > 250*ms {
		t.Errorf("recorded %+v", told)
	}
	last := j.of(trace.Energy)
	if r := last[len(last)-3]; r.Node != 1 || r.Value != 0 || r.X < 0.89 {
		t.Errorf("in the end node 1 had %+v", r)
	}
}

// An intervention that changes nothing leaves the run as it is, and IdleInterventions
// returns it.
func TestAnIdleInterventionChangesNothing(t *testing.T) {
	sum := func(v ...Intervention) (string, []int) {
		cfg := plane([][2]float64{{0, 0}, {100, 0}, {200, 0}})
		cfg.Start = Start{All: true}
		h := trace.NewHash()
		cfg.Sinks, cfg.Interventions = []trace.Sink{h}, v
		w := play(t, cfg)
		return h.Sum(), w.IdleInterventions()
	}
	plain, _ := sum()
	same, idle := sum(Intervention{Kind: Drop, Message: trace.Sending{Node: 1, Nth: 99}}, Intervention{Kind: HoldUp, Link: [2]protocol.ID{1, 2}},
		Intervention{Kind: Spare, Message: first}, Intervention{Kind: HoldDown, Link: [2]protocol.ID{1, 3}, From: time.Hour})
	if same != plain || !slices.Equal(idle, []int{1, 3, 4}) {
		t.Errorf("the run differs, or the idle interventions are %v", idle)
	}
	if other, _ := sum(Intervention{Kind: Drop, Message: first}); other == plain {
		t.Error("the run is the same without the message")
	}
}

func TestInvalidInterventionsAreRefused(t *testing.T) {
	for want, v := range map[string]Intervention{
		"there is no node 0":     {Kind: Drop},
		"no node 9":              {Kind: Spare, Message: first, At: 9},
		"by nothing":             {Kind: Delay, Message: first},
		"no link to itself":      {Kind: HoldUp, Link: [2]protocol.ID{1, 1}},
		"hold-down: there is no": {Kind: HoldDown, Link: [2]protocol.ID{1}},
		"ends at 1s":             {Kind: HoldDown, Link: [2]protocol.ID{1, 2}, From: 2 * time.Second, Until: time.Second},
		"one of them":            {Kind: LeaveOut},
		"no fault 1":             {Kind: LeaveOut, Fault: 1},
		"no node has a battery":  {Kind: KeepBattery, Node: 1},
		"instants begin at 0":    {Kind: Drop, Message: trace.Sending{Node: 1, At: -1}},
		`intervention called ""`: {},
	} {
		cfg := wires(radio.Line(2))
		cfg.Interventions = []Intervention{v}
		if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", v, err)
		}
	}
	cfg := shared([][2]float64{{0, 0}, {100, 0}}, talker{})
	cfg.Interventions = []Intervention{{Kind: HoldUp, Link: [2]protocol.ID{1, 2}}}
	if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), "contend") {
		t.Errorf("held up over a contended medium: %v", err)
	}
}

// apart returns three nodes; node 3 has no link.
func apart(t *testing.T) radio.Graph {
	t.Helper()
	g, err := radio.Edges(3, [][2]protocol.ID{{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Nodes 1 to 3 flood, and nodes 4 to 6 flood, apart from each other. If nodes 1 to 3 send
// one message less, the numbers of the later messages of nodes 4 to 6 are shifted. Their
// names are not.
func TestAnInterventionFindsItsMessageAfterAnother(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {200, 0}, {400, 0}, {5000, 0}, {5200, 0}, {5400, 0}})
	cfg.Faults = []Fault{speak(10*ms, 1), speak(20*ms, 4), speak(30*ms, 4), speak(30*ms, 4)}
	early := Intervention{Kind: Drop, Message: trace.Sending{Node: 1, At: protocol.Time(10 * ms)}}
	late := Intervention{Kind: Drop, Message: trace.Sending{Node: 4, At: protocol.Time(30 * ms), Nth: 2}, At: 5}
	seen := func(v ...Intervention) (heard []time.Duration, frame uint64) {
		c := cfg
		c.Interventions = v
		_, j := run(t, c)
		for _, r := range intervened(j) {
			if r.Peer == 4 {
				frame = r.Frame
			}
		}
		return heardBy(j, 6), frame
	}
	plain, _ := seen()
	alone, number := seen(late)
	both, shifted := seen(early, late)
	if len(plain) != 3 || len(alone) != 2 || !slices.Equal(both, alone) {
		t.Errorf("node 6 hears at %v, without the late message at %v, without both at %v", plain, alone, both)
	}
	if number == 0 || number == shifted {
		t.Errorf("the late message is number %d, and without the early one %d: the number is not shifted", number, shifted)
	}
}
