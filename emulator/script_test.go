package emulator

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// keeper saves how often it has booted, and reports its leader.
type keeper struct {
	boots  byte
	log    *[]string
	leader protocol.ID
}

func (m *keeper) Start(env *protocol.Env, saved []byte) {
	m.boots = 1
	if saved != nil {
		m.boots = saved[0] + 1
	}
	env.Save([]byte{m.boots})
	env.Elected(m.leader, protocol.Computation{})
	*m.log = append(*m.log, "boot "+env.Self().String()+" number "+string('0'+m.boots))
}
func (m *keeper) Elect(env *protocol.Env) {
	*m.log = append(*m.log, "elect "+env.Self().String()+" at "+env.Now().String())
}
func (m *keeper) Resign(env *protocol.Env) {
	*m.log = append(*m.log, "resign "+env.Self().String()+" offering "+string('0'+byte(env.Capability().Value)))
}
func (m *keeper) NeighbourUp(env *protocol.Env, id protocol.ID) {
	*m.log = append(*m.log, env.Self().String()+" meets "+id.String())
}
func (m *keeper) NeighbourDown(env *protocol.Env, id protocol.ID) {
	*m.log = append(*m.log, env.Self().String()+" parts from "+id.String())
}
func (*keeper) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (*keeper) Fire(*protocol.Env, protocol.Timer)                   {}
func (*keeper) Snapshot(b []byte) []byte                             { return b }

// keepers returns a world of keepers with capabilities 1 … n.
func keepers(g radio.Graph, leader protocol.ID, faults ...Fault) (Config, *[]string) {
	cfg := wires(g)
	log := new([]string)
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &keeper{log: log, leader: leader} })
	cfg.Start = Start{}
	cfg.Faults = faults
	for i := range g.Nodes() {
		cfg.Capability.Values = append(cfg.Capability.Values, int64(i+1))
	}
	return cfg, log
}

const ms = time.Millisecond

func TestFaults(t *testing.T) {
	on := func(ids ...protocol.ID) []protocol.ID { return ids }
	tests := []struct {
		name   string
		faults []Fault
		want   []string // after the first boots
	}{
		{"crash for good", []Fault{{At: 10 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: on(3)}},
			[]string{"2 parts from 3"}},
		{"crash and restart keeps what was saved",
			[]Fault{{At: 10 * ms, For: 5 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: on(3)}},
			[]string{"2 parts from 3", "boot 3 number 2", "2 meets 3", "3 meets 2", "elect 3 at 15ms"}},
		{"storage lost",
			[]Fault{{At: 10 * ms, For: 5 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: on(3), LoseStorage: true}},
			[]string{"2 parts from 3", "boot 3 number 1", "2 meets 3", "3 meets 2", "elect 3 at 15ms"}},
		{"restart of what runs is nothing",
			[]Fault{{At: 10 * ms, Kind: FaultRestart, Target: TargetNodes, Nodes: on(1)}}, nil},
		{"best is the best of the largest component",
			[]Fault{{At: 5 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 2}}},
				{At: 10 * ms, Kind: FaultElect, Target: TargetBest}},
			[]string{"2 parts from 3", "3 parts from 2", "elect 2 at 10ms"}},
		{"heal", []Fault{{At: 5 * ms, For: 2 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 2}}}},
			[]string{"2 parts from 3", "3 parts from 2", "2 meets 3", "3 meets 2"}},
		{"a newer partition outlives the end of the older",
			[]Fault{{At: 5 * ms, For: 4 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 2}}},
				{At: 6 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{3}}}},
			[]string{"2 parts from 3", "3 parts from 2"}},
		{"resign offers nothing", []Fault{{At: 10 * ms, Kind: FaultResign, Target: TargetBest}},
			[]string{"resign 3 offering 0"}},
		{"resigned is the best no more",
			[]Fault{{At: 10 * ms, Kind: FaultResign, Target: TargetBest}, {At: 11 * ms, Kind: FaultElect, Target: TargetBest}},
			[]string{"resign 3 offering 0", "elect 2 at 11ms"}},
		{"leader is whom most name", []Fault{{At: 10 * ms, Kind: FaultElect, Target: TargetLeader}},
			[]string{"elect 2 at 10ms"}},
		{"radio off and on again", []Fault{{At: 10 * ms, For: 5 * ms, Kind: FaultRadioOff, Target: TargetNodes, Nodes: on(1)}},
			[]string{"1 parts from 2", "2 parts from 1", "1 meets 2", "2 meets 1"}},
		{"a resignation ends", []Fault{{At: 10 * ms, For: 5 * ms, Kind: FaultResign, Target: TargetBest},
			{At: 11 * ms, Kind: FaultElect, Target: TargetBest}, {At: 16 * ms, Kind: FaultElect, Target: TargetBest}},
			[]string{"resign 3 offering 0", "elect 2 at 11ms", "elect 3 at 16ms"}},
		{"what has crashed and come back has not resigned",
			[]Fault{{At: 10 * ms, Kind: FaultResign, Target: TargetBest},
				{At: 11 * ms, For: ms, Kind: FaultCrash, Target: TargetNodes, Nodes: on(3)},
				{At: 13 * ms, Kind: FaultElect, Target: TargetBest}},
			[]string{"resign 3 offering 0", "2 parts from 3", "boot 3 number 2", "2 meets 3", "3 meets 2", "elect 3 at 12ms", "elect 3 at 13ms"}},
		{"in a dead world nobody is the best", []Fault{{At: ms, Kind: FaultCrash, Target: TargetAll},
			{At: 2 * ms, Kind: FaultElect, Target: TargetBest}, {At: 2 * ms, Kind: FaultElect, Target: TargetLeader},
			{At: 2 * ms, Kind: FaultElect, Target: TargetRandom}}, []string{"2 parts from 1", "3 parts from 2"}},
		{"heal by script", []Fault{{At: 5 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 2}}},
			{At: 9 * ms, Kind: FaultHeal}},
			[]string{"2 parts from 3", "3 parts from 2", "2 meets 3", "3 meets 2"}},
		{"restart by script",
			[]Fault{{At: 10 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: on(3)},
				{At: 12 * ms, Kind: FaultRestart, Target: TargetRandom}},
			[]string{"2 parts from 3", "boot 3 number 2", "2 meets 3", "3 meets 2", "elect 3 at 12ms"}},
		{"radio on by script", []Fault{{At: 10 * ms, Kind: FaultRadioOff, Target: TargetNodes, Nodes: on(1)},
			{At: 12 * ms, Kind: FaultRadioOn, Target: TargetNodes, Nodes: on(1)}},
			[]string{"1 parts from 2", "2 parts from 1", "1 meets 2", "2 meets 1"}},
		{"a boot turns the radio on",
			[]Fault{{At: 10 * ms, Kind: FaultRadioOff, Target: TargetNodes, Nodes: on(1)},
				{At: 11 * ms, For: ms, Kind: FaultCrash, Target: TargetNodes, Nodes: on(1)}},
			[]string{"1 parts from 2", "2 parts from 1", "boot 1 number 2", "1 meets 2", "2 meets 1", "elect 1 at 12ms"}},
		{"flap: down, up, down, up for good",
			[]Fault{{At: 10 * ms, For: 20 * ms, Kind: FaultFlap, Up: 9 * ms, Down: 3 * ms, Target: TargetNodes, Nodes: on(3)}},
			[]string{"2 parts from 3", "boot 3 number 2", "2 meets 3", "3 meets 2", "elect 3 at 13ms",
				"2 parts from 3", "boot 3 number 3", "2 meets 3", "3 meets 2", "elect 3 at 25ms"}},
		{"flap that ends while down, and forgets",
			[]Fault{{At: 10 * ms, For: 7 * ms, Kind: FaultFlap, Up: 2 * ms, Down: 3 * ms, Target: TargetBest, LoseStorage: true}},
			[]string{"2 parts from 3", "boot 3 number 1", "2 meets 3", "3 meets 2", "elect 3 at 13ms",
				"2 parts from 3", "boot 3 number 1", "2 meets 3", "3 meets 2", "elect 3 at 17ms"}},
		{"flap for good", []Fault{{At: 300 * ms, Kind: FaultFlap, Up: 300 * ms, Down: 200 * ms, Target: TargetNodes, Nodes: on(1)}},
			[]string{"2 parts from 1", "boot 1 number 2", "1 meets 2", "2 meets 1", "elect 1 at 500ms", "2 parts from 1"}},
		{"flap keeps its rhythm whatever else strikes",
			[]Fault{{At: 10 * ms, For: 20 * ms, Kind: FaultFlap, Up: 9 * ms, Down: 3 * ms, Target: TargetNodes, Nodes: on(3)},
				{At: 15 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: on(3)}},
			[]string{"2 parts from 3", "boot 3 number 2", "2 meets 3", "3 meets 2", "elect 3 at 13ms",
				"2 parts from 3", "boot 3 number 3", "2 meets 3", "3 meets 2", "elect 3 at 25ms"}},
		{"every", []Fault{{Every: 400 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: on(2)}},
			[]string{"elect 2 at 400ms", "elect 2 at 800ms"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg, log := keepers(radio.Line(3), 2, test.faults...)
			run(t, cfg)
			boots := []string{"boot 1 number 1", "boot 2 number 1", "boot 3 number 1"}
			if got := (*log)[:3]; !slices.Equal(got, boots) {
				t.Fatalf("boots %v", got)
			}
			if got := (*log)[3:]; !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestCrashBetweenTwoEffects(t *testing.T) {
	cfg, made := couriers(radio.Star(4), []protocol.ID{2, 3, 4}, false)
	sent := 0
	cfg.Interrupt = func(_ protocol.ID, e protocol.Effect) bool {
		if e.Op == protocol.OpSend {
			sent++
		}
		return sent == 3
	}
	_, j := run(t, cfg)
	if n := len(j.of(trace.Send)); n != 2 {
		t.Errorf("%d messages sent, want the two before the crash", n)
	}
	if n := len(j.of(trace.Crash)); n != 1 {
		t.Errorf("%d crashes, want 1", n)
	}
	// The frames that were sent but had not left the radio are lost.
	for k, m := range made {
		if len(m.got) > 0 {
			t.Errorf("node %d got %v from a dead sender", k+1, m.got)
		}
	}
}

// The trace records that a crash lost a node's storage, only if the node was running.
func TestLostStorageIsTold(t *testing.T) {
	cfg, _ := keepers(radio.Line(3), 2,
		Fault{At: 10 * ms, For: 20 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{3}, LoseStorage: true},
		Fault{At: 20 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{3}, LoseStorage: true},
		Fault{At: 20 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}},
		Fault{At: 30 * ms, Kind: FaultCrash, Target: TargetLeader, LoseStorage: true})
	_, j := run(t, cfg)
	var told []string
	for _, r := range append(j.of(trace.Fault), j.of(trace.Crash)...) {
		if r.Kind == trace.Crash || r.Name == trace.StorageLost {
			told = append(told, fmt.Sprint(r.At.Sub(0), " ", r.Kind, " ", r.Node, " ", r.Why, " ", r.Value))
		}
	}
	want := []string{"10ms fault 3 common 1", "30ms fault 2 own 4",
		"10ms crash 3 fault 0", "20ms crash 1 fault 0", "30ms crash 2 fault 0"}
	if !slices.Equal(told, want) {
		t.Errorf("recorded %q, want %q", told, want)
	}
}

func TestRandomTargetDoesNotDependOnTheAlgorithmsDraws(t *testing.T) {
	struck := func(draws int) []protocol.ID {
		cfg, _ := keepers(radio.Line(9), 2, Fault{Every: 100 * ms, Kind: FaultElect, Target: TargetRandom})
		inner := cfg.Algorithm.New
		cfg.Algorithm.New = func(c protocol.Config) (func() protocol.Machine, error) {
			maker, err := inner(c)
			return func() protocol.Machine { return &gambler{maker(), draws} }, err
		}
		_, j := run(t, cfg)
		var out []protocol.ID
		for _, r := range j.of(trace.Fault) {
			out = append(out, r.Node)
		}
		return out
	}
	sober, drunk := struck(0), struck(7)
	if len(sober) != 9 && len(sober) != 10 {
		t.Fatalf("%d strikes, want one each 100 ms", len(sober))
	}
	if !slices.Equal(sober, drunk) {
		t.Errorf("targets %v, but %v when the machines draw more", sober, drunk)
	}
	if slices.Equal(sober[1:], sober[:len(sober)-1]) {
		t.Errorf("always the same target: %v", sober)
	}
}

// gambler takes further draws from its algorithm's stream, and jitter from the medium's.
type gambler struct {
	protocol.Machine
	draws int
}

func (g *gambler) Start(env *protocol.Env, saved []byte) {
	g.Machine.Start(env, saved)
	for range g.draws {
		env.Rand().Uint64()
		env.BroadcastWithin(ms, token{1})
	}
}

func (g *gambler) Elect(env *protocol.Env) { optional.Elect(g.Machine, env) }

// dial shows two numbers. One of them changes when an election is called.
type dial struct {
	keeper
	turned int64
}

func (m *dial) Elect(env *protocol.Env) {
	m.turned++
	env.Elected(env.Self(), protocol.Computation{})
}

func (m *dial) Inspect(show func(string, int64)) {
	show("fixed", -1)
	show("turned", m.turned)
}

func TestStateIsShownWhenItChanges(t *testing.T) {
	cfg, log := keepers(radio.Line(1), 1, Fault{Every: 300 * ms, Kind: FaultElect, Target: TargetAll},
		Fault{At: 500 * ms, For: 10 * ms, Kind: FaultCrash, Target: TargetAll})
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &dial{keeper: keeper{log: log}} })
	_, j := run(t, cfg)
	var got []string
	for _, r := range j.of(trace.State) {
		got = append(got, fmt.Sprint(r.At, " ", r.Name, " ", r.Value))
	}
	want := []string{"0s fixed -1", "0s turned 0", "300ms turned 1",
		"510ms fixed -1", "510ms turned 0", "510ms turned 1", // restarted, and told to elect
		"600ms turned 2", "900ms turned 3"}
	if !slices.Equal(got, want) {
		t.Errorf("shown %q\nwant  %q", got, want)
	}
}
