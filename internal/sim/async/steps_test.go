package async_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/internal/sim/async"
	"bellwether/protocol"
	"bellwether/trace"
)

// lab is a system of probes in a line, all booted.
type lab struct {
	*async.System
	t      *testing.T
	probes map[protocol.ID]*smallworld.Probe // the probes of the newest boots
}

// snapped is a probe whose snapshot is its log.
type snapped struct{ *smallworld.Probe }

func (p snapped) Snapshot(b []byte) []byte { return append(b, strings.Join(p.Log, "|")...) }

func newLab(t *testing.T, n int, hooks async.Hooks, on func(env *protocol.Env, call string)) *lab {
	t.Helper()
	l := &lab{t: t, probes: map[protocol.ID]*smallworld.Probe{}}
	values := make([]int64, n)
	l.System = async.New(async.Options{Values: values, Seed: 1, Timers: 1, Limit: 1000,
		Kinds: []protocol.MessageKind{smallworld.NoteKind()},
		Make: func() protocol.Machine {
			p := &smallworld.Probe{}
			p.On = func(env *protocol.Env, call string) {
				if call == "start" {
					l.probes[env.Self()] = p
				}
				if on != nil {
					on(env, call)
				}
			}
			return snapped{p}
		}})
	l.Hooks = hooks
	for id := protocol.ID(2); int(id) <= n; id++ {
		l.Link(async.Pair{A: id - 1, B: id})
	}
	l.BootAll()
	return l
}

// do runs a handler of a node.
func (l *lab) do(id protocol.ID, call func(env *protocol.Env)) {
	l.Handle(id, "Elect", func(_ protocol.Machine, env *protocol.Env) { call(env) })
}

// saw checks the log of a node since its boot.
func (l *lab) saw(id protocol.ID, want ...string) {
	l.t.Helper()
	if got := l.probes[id].Log[1:]; !slices.Equal(got, want) {
		l.t.Errorf("node %v saw %q, want %q", id, got, want)
	}
}

func note(n uint32) protocol.Message { return smallworld.Note{N: n} }

// Frames of a link are first in, first out; those of other links overtake them.
func TestFramesWaitInOrder(t *testing.T) {
	l := newLab(t, 3, async.Hooks{}, nil)
	l.do(2, func(env *protocol.Env) { env.Send(1, note(1)); env.Broadcast(note(2)); env.Route(3, note(3)) })
	if got, want := l.Air.Deliveries(nil), (async.Choice{Do: async.Deliver, Node: 2, Other: 3}); len(got) != 2 || got[1] != want {
		t.Fatalf("the possible steps are %+v", got)
	}
	l.Take(async.Choice{Do: async.Deliver, Node: 2, Other: 3})
	l.Air.Duplicate(l.Air.Oldest(async.Pair{A: 2, B: 1}) + 1)
	l.Take(async.Choice{Do: async.Deliver, Node: 2, Other: 1})
	l.DeliverAll()
	l.saw(1, "receive 2 {1}", "receive 2 {2}", "receive 2 {2}")
	l.saw(3, "receive 2 {2}", "receive 2 {3}")
}

// A frame that cannot arrive is lost, and the hook Lost gets the reason.
func TestLosses(t *testing.T) {
	var lost []string
	l := newLab(t, 4, async.Hooks{Lost: func(f async.Frame, why async.Loss) {
		lost = append(lost, fmt.Sprintf("%v-%v %d", f.From, f.To, why))
	}}, nil)
	l.Crash(4)
	l.do(1, func(env *protocol.Env) {
		env.Send(3, note(1))
		env.Route(4, note(3))
		env.Route(3, note(4))
		env.Send(2, note(5))
	})
	l.Cut(async.Pair{A: 2, B: 3})
	l.Take(async.Choice{Do: async.Lose, Node: 1, Other: 2})
	l.do(1, func(env *protocol.Env) { env.Send(2, note(6)) })
	l.Crash(2)
	want := []string{fmt.Sprint("1-3 ", async.NoLink), fmt.Sprint("1-4 ", async.Down),
		fmt.Sprint("1-3 ", async.NoRoute), fmt.Sprint("1-2 ", async.LostOnAir), fmt.Sprint("1-2 ", async.Down)}
	if !slices.Equal(lost, want) || len(l.Air.Frames()) != 0 {
		t.Errorf("lost %q, want %q; on their way %v", lost, want, l.Air.Frames())
	}
	l.saw(3, "down 4", "down 2")
}

// A node crashes between two effects. The effects before the crash are carried out, and
// the frames that it sent arrive. Its neighbours are informed, and its storage survives.
func TestCrashBetweenTwoEffects(t *testing.T) {
	effects := func(env *protocol.Env) {
		env.Save([]byte{7})
		env.Send(2, note(1))
		env.SetTimer(0, time.Second)
		env.Send(2, note(2))
	}
	for after, want := range map[int][]string{
		0: {"down 1"}, 1: {"down 1"}, 2: {"down 1", "receive 1 {1}"}, 4: {"down 1", "receive 1 {1}", "receive 1 {2}"},
		9: {"down 1", "receive 1 {1}", "receive 1 {2}"}, // at its end
	} {
		l := newLab(t, 2, async.Hooks{}, nil)
		l.Machines.CrashAfter(1, after)
		l.do(1, effects)
		if l.Up(1) || len(l.Alarms.Fires(nil)) != 0 {
			t.Fatalf("after %d effects it is up", after)
		}
		l.DeliverAll()
		l.saw(2, want...)
		l.Handle(1, "Fire", func(protocol.Machine, *protocol.Env) { t.Error("a handler of a dead node ran") })
		before := len(l.probes[2].Log)
		l.Boot(1)
		if l.Machines.Boots(1) != 2 || len(l.probes[2].Log) != before+1 {
			t.Errorf("%d boots; %q", l.Machines.Boots(1), l.probes[2].Log)
		}
		l.saw(1, "up 2")
	}
	l := newLab(t, 2, async.Hooks{}, nil)
	l.Machines.CrashAfter(1, 1)
	l.Machines.CancelCrash(1)
	if l.do(1, effects); !l.Up(1) {
		t.Error("it crashed although CancelCrash was called")
	}
}

// A hook that refuses an effect crashes the node before it. A hook that calls other
// handlers in the meantime loses no effects.
func TestHooksStandBetweenEffects(t *testing.T) {
	var l *lab
	l = newLab(t, 3, async.Hooks{Effect: func(id protocol.ID, e protocol.Effect) bool {
		if e.Message == note(2) {
			l.Cut(async.Pair{A: 2, B: 3}) // this calls handlers of 2 and 3
		}
		return e.Message != note(4)
	}}, func(env *protocol.Env, call string) {
		for range 5 {
			if call == "down" {
				env.Route(1, note(9))
			}
		}
	})
	l.do(1, func(env *protocol.Env) {
		for n := range uint32(5) {
			env.Send(2, note(n))
		}
	})
	l.DeliverAll()
	l.saw(2, "down 3", "down 1", "receive 1 {0}", "receive 1 {1}", "receive 1 {2}", "receive 1 {3}")
}

// A hook may crash the node whose handler runs, and boot it again: the remaining effects
// of its former incarnation are dropped.
func TestHooksMayCrashTheNodeAtWork(t *testing.T) {
	for _, boots := range []bool{false, true} {
		var l *lab
		handled := 0
		l = newLab(t, 2, async.Hooks{Handled: func(protocol.ID) { handled++ }, Effect: func(id protocol.ID, e protocol.Effect) bool {
			if e.Message == note(2) {
				l.Crash(id)
			}
			if e.Message == note(2) && boots {
				l.Boot(id)
			}
			return true
		}}, nil)
		handled = 0
		l.do(1, func(env *protocol.Env) {
			env.Send(2, note(1))
			env.Send(2, note(2))
			env.SetTimer(0, time.Second)
		})
		if len(l.Alarms.Fires(nil)) != 0 || l.Air.Oldest(async.Pair{A: 1, B: 2}) != len(l.Air.Frames())-1 || handled != map[bool]int{false: 1, true: 4}[boots] { // down; start, up, up
			t.Errorf("boots %t: timers %v, %d handlers ended", boots, l.Alarms.Fires(nil), handled)
		}
	}
}

// A timer has one deadline, the newest. It does not survive a crash or a stop. With no
// delay it fires as soon as its handler has ended.
func TestTimers(t *testing.T) {
	l := newLab(t, 2, async.Hooks{}, nil)
	l.do(1, func(env *protocol.Env) {
		env.SetTimer(0, 3*time.Second)
		env.SetTimer(5, time.Second) // beyond the announced number of timers
		env.SetTimer(0, time.Second)
	})
	l.do(2, func(env *protocol.Env) { env.SetTimer(0, 2*time.Second); env.SetTimer(1, 0) })
	l.saw(2, "fire 1")
	if due := l.Alarms.Due(nil); len(due) != 2 || due[0].Timer != 0 || due[1].Timer != 5 {
		t.Errorf("due are %+v", due)
	}
	if first, _ := l.Alarms.EarliestOf(2); first.At != protocol.Time(2*time.Second) {
		t.Errorf("node 2's first is %+v", first)
	}
	l.Take(async.Choice{Do: async.Fire, Node: 2, Timer: 0}) // not in the order of deadlines
	l.Take(async.Choice{Do: async.Fire, Node: 1, Timer: 5})
	if l.Now != protocol.Time(2*time.Second) {
		t.Errorf("the time is %v", l.Now)
	}
	l.do(1, func(env *protocol.Env) { env.StopTimer(0) })
	l.Fire(1, 0)
	l.saw(1, "fire 5")
	l.do(1, func(env *protocol.Env) { env.SetTimer(0, time.Second) })
	l.Crash(1)
	l.Boot(1)
	if got := l.Alarms.Fires(nil); len(got) != 0 {
		t.Errorf("set are %+v", got)
	}
}

// A late neighbour service shows the neighbours that it has reported. It reports the
// state at the time of its report.
func TestLateNeighbours(t *testing.T) {
	var noticed []async.Pair
	var seen []protocol.ID
	l := newLab(t, 3, async.Hooks{Noticed: func(id, other protocol.ID) { noticed = append(noticed, async.Pair{A: id, B: other}) }}, nil)
	neighbours := func() []protocol.ID {
		l.do(2, func(env *protocol.Env) { seen = slices.Clone(env.Neighbours()) })
		return seen
	}
	l.Crash(1)
	l.Cut(async.Pair{A: 2, B: 3})
	if got := neighbours(); !slices.Equal(got, []protocol.ID{1, 3}) || len(noticed) != 3 {
		t.Errorf("before the report it sees %v; reported %v", got, noticed)
	}
	l.Link(async.Pair{A: 2, B: 3})
	for _, e := range noticed {
		l.Notice(e.A, e.B)
		l.Notice(e.A, e.B)
	}
	if got := neighbours(); !slices.Equal(got, []protocol.ID{3}) {
		t.Errorf("after the report it sees %v", got)
	}
	l.saw(2, "down 1")
	l.saw(3)
}

// The same steps lead to the same state, and each step leads to another state.
func TestTheSameStepsLeadToTheSameState(t *testing.T) {
	begin := func() *lab {
		l := newLab(t, 3, async.Hooks{}, func(env *protocol.Env, call string) {
			if call == "elect" {
				env.SetTimer(0, time.Duration(env.Rand().Int64N(1000)))
				env.Broadcast(note(uint32(env.Rand().IntN(1000))))
				env.Save([]byte{1})
			}
		})
		l.Elect(2)
		return l
	}
	way := []async.Choice{
		{Do: async.Deliver, Node: 2, Other: 3}, {Do: async.Fire, Node: 2}, {Do: async.Crash, Node: 2}, {Do: async.Restart, Node: 2},
		{Do: async.Lose, Node: 2, Other: 1}, {Do: async.Duplicate, Node: 2, Other: 1}, {Do: async.Cut, Node: 1, Other: 2},
		{Do: async.Link, Node: 1, Other: 2},
	}
	seen := map[string]int{}
	for n := range len(way) + 1 {
		one, again := begin(), begin()
		for _, c := range way[:n] {
			one.Take(c)
			again.Take(c)
		}
		s := one.Snapshot(nil)
		if !bytes.Equal(s, again.Snapshot(nil)) {
			t.Errorf("%d steps lead to two states", n)
		}
		if former, is := seen[string(s)]; is {
			t.Errorf("%d steps lead to the state of %d", n, former)
		}
		seen[string(s)] = n
	}
	l := begin()
	before := l.Snapshot(nil)
	for what, change := range map[string]func(l *lab){
		"a value":     func(l *lab) { l.SetValue(1, 5) },
		"a late link": func(l *lab) { l.Hooks.Noticed = func(_, _ protocol.ID) {}; l.Link(async.Pair{A: 1, B: 3}) },
		"storage":     func(l *lab) { l.do(1, func(env *protocol.Env) { env.Save([]byte{2}) }) },
		"incarnation": func(l *lab) { l.Forget(1) }, // which has saved nothing
		"a draw":      func(l *lab) { l.do(1, func(env *protocol.Env) { env.Rand().Uint64() }) },
		"the time":    func(l *lab) { l.Now++ },
		"a leader":    func(l *lab) { l.do(1, func(env *protocol.Env) { env.Elected(1, protocol.Computation{}) }) },
	} {
		l := begin()
		if change(l); bytes.Equal(before, l.Snapshot(nil)) {
			t.Errorf("%s is not part of the state", what)
		}
	}
}

// The node that a component names, and the node that it should name.
func TestGoals(t *testing.T) {
	l := newLab(t, 3, async.Hooks{}, nil)
	elected := func(id, leader protocol.ID) {
		l.do(id, func(env *protocol.Env) { env.Elected(leader, protocol.Computation{}) })
	}
	all := []protocol.ID{1, 2, 3}
	elected(1, 1)
	elected(2, 1)
	if l.Standings.Led(all) != protocol.Nobody || settled(l.System) || l.Standings.Rivals(&l.Topology) != (async.Pair{}) {
		t.Error("3 names nobody")
	}
	elected(3, 3)
	if l.Standings.Rivals(&l.Topology) != (async.Pair{A: 1, B: 3}) || l.Standings.Led(all) != protocol.Nobody {
		t.Errorf("rivals are %v", l.Standings.Rivals(&l.Topology))
	}
	l.Cut(async.Pair{A: 2, B: 3})
	if !settled(l.System) || l.Standings.Rivals(&l.Topology) != (async.Pair{}) || l.Standings.Led([]protocol.ID{1, 2}) != 1 {
		t.Error("two components, each with its leader, are not settled")
	}
	l.do(1, func(env *protocol.Env) { env.Send(2, note(1)) })
	if settled(l.System) {
		t.Error("a frame is on its way")
	}
	l.SetValue(2, 9)
	l.Crash(1)
	l.Boot(1)
	l.Crash(2)
	l.Forget(2)
	l.Boot(2)
	for goal, want := range map[protocol.Goal]protocol.ID{protocol.GoalBest: 2, protocol.GoalStablest: 2, protocol.GoalSmallestID: 1} {
		if got := l.Standings.Wanted([]protocol.ID{1, 2}, goal, 0); got.Leader != want {
			t.Errorf("goal %s wants %v, not %v", goal, got, want)
		}
	}
	if got := l.Standings.Wanted([]protocol.ID{1, 2}, protocol.GoalBest, 3); !got.Minority {
		t.Errorf("a minority should name %v", got)
	}
}

// A driver's network gets the frames that are sent, and sinks get all other records.
func TestNetworkAndRecords(t *testing.T) {
	var said []protocol.Op
	s := async.New(async.Options{Values: []int64{1, 2}, Make: func() protocol.Machine { return &smallworld.Probe{} },
		Network: func(_ protocol.ID, e protocol.Effect) { said = append(said, e.Op) }})
	var kinds trace.Set
	s.Records.Attach(sink(func(r *trace.Record) { kinds |= trace.Of(r.Kind) }))
	s.BootAll()
	s.Handle(1, "Elect", func(_ protocol.Machine, env *protocol.Env) {
		env.Broadcast(note(1))
		env.Send(2, note(1))
		env.Route(2, note(1))
		env.Suspect(2)
		env.Elected(2, protocol.Computation{})
	})
	if !slices.Equal(said, []protocol.Op{protocol.OpBroadcast, protocol.OpSend, protocol.OpRoute}) || len(s.Air.Frames()) != 0 {
		t.Errorf("the network got %v, in the air are %v", said, s.Air.Frames())
	}
	if want := trace.Of(trace.Boot, trace.Capability, trace.State, trace.Suspect, trace.Elected); kinds != want {
		t.Errorf("records %b, want %b", kinds, want)
	}
}

type sink func(r *trace.Record)

func (sink) Wants() trace.Set         { return ^trace.Set(0) }
func (f sink) Record(r *trace.Record) { f(r) }

// Machines that never come to rest halt the system until Err is called. A breach of
// contract halts it for ever.
func TestEndlessHandlersHalt(t *testing.T) {
	l := newLab(t, 2, async.Hooks{}, func(env *protocol.Env, call string) {
		if call == "receive" {
			env.Broadcast(note(1))
		}
	})
	l.do(1, func(env *protocol.Env) { env.Send(2, note(1)) })
	l.DeliverAll()
	if !l.Calls.Halted() {
		t.Fatal("it goes on for ever")
	}
	if err := l.Calls.Err(); err == nil || !strings.Contains(err.Error(), "more than 1000 handlers") || l.Calls.Halted() || l.Calls.Err() != nil {
		t.Errorf("the error is %v", err)
	}
	l.do(1, func(env *protocol.Env) { env.Driver().Break(&protocol.Breach{Did: "nothing"}); env.Send(2, note(7)) })
	if err := l.Calls.Err(); err == nil || !l.Calls.Halted() || len(l.Air.Frames()) != 0 {
		t.Errorf("after a breach the error is %v", err)
	}
}
