package emulator

import (
	"math/rand/v2"
	"slices"
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/trace"
)

// script carries out the scenario's faults.
type script struct {
	rounds    []uint64 // by fault: how often it has struck
	endures   []endure
	flaps     []flap
	renewals  []renewal
	partition int   // number of the partition in force, 0 for none
	made      int   // strikes numbered
	drifts    []int // by node: number of the strike that set its clock's rate; nil: none did

	twists []twist // in force
	late   []late
	spare  int32 // index+1 into late
}

// endure is the end of a fault that lasts.
type endure struct {
	kind        FaultKind
	node        kernel.Slot // -1: the world
	incarnation uint32      // of the node that was struck
	number      int         // of the world's faults and drifts
	strike      uint64      // as the trace numbers them
}

func (s *script) init(w *World) { s.rounds = make([]uint64, len(w.cfg.Faults)) }

func (s *script) begin(w *World) {
	for k := range w.cfg.Faults {
		f := &w.cfg.Faults[k]
		if f.MTBF == 0 {
			w.At(int64(f.first()), w.on.strike, uint32(k))
			continue
		}
		for _, r := range w.cfg.renewals(k) {
			s.renewals = append(s.renewals, r)
			last := len(s.renewals) - 1
			w.At(int64(f.At+s.renewals[last].works(f)), w.on.renew, uint32(last))
		}
	}
}

// onStrike carries out the k-th fault, and comes again if it recurs.
func (w *World) onStrike(fault int32) {
	k := int(fault)
	f := &w.cfg.Faults[k]
	w.script.rounds[k]++
	if f.Every > 0 {
		w.At(w.After(f.Every), w.on.strike, uint32(k))
	}
	w.strikeAll(k, -1, f.For)
}

// strikeAll strikes node i, or whomever the k-th fault aims at if i is -1, for a
// time; 0 is for good.
func (w *World) strikeAll(k int, i kernel.Slot, lasts time.Duration) {
	f := &w.cfg.Faults[k]
	r := trace.Record{Kind: trace.Fault, Name: string(f.Kind), Why: f.why(), Value: int64(k) + 1}
	number := w.strikes.number(w, k)
	switch f.Kind {
	case FaultPartition, FaultJam, FaultDuplicate, FaultReorder:
		w.Note(r)
		w.strikeWorld(k, number, lasts)
		return
	case FaultHeal:
		w.Note(r)
		w.heal()
		return
	}
	targets := []kernel.Slot{i}
	if i < 0 {
		targets = w.aim(f, k)
	}
	for _, i := range targets {
		r.Node = w.ID(i)
		w.Note(r)
		w.strike(k, i, number, lasts)
	}
}

// strikeWorld begins what befalls no single node.
func (w *World) strikeWorld(k int, number uint64, lasts time.Duration) {
	f, s := &w.cfg.Faults[k], &w.script
	s.made++
	if f.Kind == FaultPartition {
		w.strikes.ended(w, -1, FaultPartition) // by this one
	}
	w.strikes.began(w, number, k, -1, lasts)
	switch f.Kind {
	case FaultPartition:
		w.divide(f, s.made)
	case FaultJam:
		w.jams.begin(w, s.made, &f.Region)
	default:
		w.startTwist(k, s.made)
	}
	if lasts > 0 {
		w.endure(lasts, endure{kind: f.Kind, node: -1, number: s.made, strike: number})
	}
}

// why says whether the target is the same under every algorithm.
func (f *Fault) why() trace.Why {
	if f.Target == TargetLeader {
		return trace.WhyOwn
	}
	return trace.WhyCommon
}

// aim finds the nodes that the fault strikes now.
func (w *World) aim(f *Fault, k int) []kernel.Slot {
	switch f.Target {
	case TargetNodes:
		out := make([]kernel.Slot, len(f.Nodes))
		for n, target := range f.Nodes {
			out[n] = w.Slot(target)
		}
		return out
	case TargetAll:
		return w.ByID
	case TargetBest:
		return w.found(w.links.Best())
	case TargetLeader:
		return w.found(w.mostNamed())
	case TargetRegion:
		return w.inRegion(&f.Region)
	case TargetRandom:
		return w.aimRandom(k, f.Kind == FaultRestart)
	}
	return nil
}

func (w *World) found(target protocol.ID) []kernel.Slot {
	if target == protocol.Nobody {
		return nil
	}
	return []kernel.Slot{w.Slot(target)}
}

// inRegion are the nodes of the world that lie in a region now.
func (w *World) inRegion(r *Region) []kernel.Slot {
	var out []kernel.Slot
	for _, i := range w.ByID {
		if x, y := w.field.Motion(i).At(w.Kernel.Now()); w.Present(i) && r.Holds(x, y) {
			out = append(out, i)
		}
	}
	return out
}

// aimRandom walks a random order, the same for every algorithm, to the first
// node that can be struck.
func (w *World) aimRandom(k int, down bool) []kernel.Slot {
	g := draw.Stream(w.cfg.Seed, draw.Faults, uint64(k)<<32|w.script.rounds[k])
	for _, n := range rand.New(&g).Perm(len(w.nodes)) {
		i := w.ByID[n]
		if w.Live(i) && !down || w.Status(i) == kernel.Crashed && down {
			return []kernel.Slot{i}
		}
	}
	return nil
}

// mostNamed is the leader that most running nodes name; of several, the lowest.
func (w *World) mostNamed() protocol.ID {
	votes := make([]int, len(w.nodes)+1)
	for _, i := range w.ByID {
		if w.Live(i) {
			votes[w.Leader(i)]++
		}
	}
	votes[protocol.Nobody] = 0
	most := slices.Max(votes)
	if most == 0 {
		return protocol.Nobody
	}
	return protocol.ID(slices.Index(votes, most))
}

// strike does to node i what the k-th fault says, for a time; 0 is for good.
func (w *World) strike(k int, i kernel.Slot, number uint64, lasts time.Duration) {
	f, n := &w.cfg.Faults[k], &w.nodes[i]
	switch f.Kind {
	case FaultCrash:
		if !w.fell(k, i) {
			return
		}
	case FaultFlap:
		w.strikes.began(w, number, k, i, f.For)
		w.flap(k, i, number)
		return
	case FaultRestart:
		w.restart(i)
		return
	case FaultRecharge:
		w.batteries.Recharge(i)
		return
	case FaultResign:
		if w.Live(i) && !n.resigned {
			w.strikes.began(w, number, k, i, lasts)
		}
		w.resign(i)
	case FaultPause:
		if !w.Suspend(i) {
			return
		}
	case FaultDrift:
		w.script.made++
		w.strikes.ended(w, i, FaultDrift) // by this one
		w.strikes.began(w, number, k, i, lasts)
		w.pace(i, f.PPM, w.script.made)
	case FaultRadioOff:
		if w.Live(i) {
			w.strikes.began(w, number, k, i, lasts)
		}
		w.silence(i, true)
	case FaultRadioOn:
		w.silence(i, false)
		return
	case FaultElect:
		w.Elect(i)
		return
	}
	if f.Kind == FaultCrash || f.Kind == FaultPause {
		w.strikes.began(w, number, k, i, lasts)
	}
	if lasts > 0 {
		w.endure(lasts, endure{kind: f.Kind, node: i, incarnation: w.Incarnation(i), number: w.script.made, strike: number})
	}
}

func (w *World) endure(lasts time.Duration, e endure) {
	w.script.endures = append(w.script.endures, e)
	w.At(w.After(lasts), w.on.endure, uint32(len(w.script.endures)-1))
}

// onEndured ends what a fault began, unless something else has since.
func (w *World) onEndured(k int32) {
	e := w.script.endures[k]
	if e.node < 0 {
		w.endWorld(e)
		return
	}
	n := &w.nodes[e.node]
	if e.kind == FaultDrift {
		if w.script.drifts[e.node] == e.number {
			w.pace(e.node, 0, 0)
			w.strikes.ended(w, e.node, FaultDrift)
		}
		return
	}
	if w.Incarnation(e.node) != e.incarnation {
		return
	}
	defer w.strikes.endedOne(w, e.node, e.strike) // also of a crash whose node finds its battery empty
	switch e.kind {
	case FaultCrash:
		w.restart(e.node)
	case FaultResign:
		n.resigned = false
		w.strikes.ended(w, e.node, FaultResign)
		if w.Live(e.node) {
			w.updateCapability(e.node)
		} else {
			w.SetValue(e.node, w.offer(e.node)) // if it was away, it comes back with that
		}
	case FaultPause:
		w.strikes.endedOne(w, e.node, e.strike)
		w.Resume(e.node)
	case FaultRadioOff:
		w.silence(e.node, false)
	}
}

// endWorld ends what strikeWorld began.
func (w *World) endWorld(e endure) {
	switch e.kind {
	case FaultPartition:
		if w.script.partition == e.number {
			w.Note(trace.Record{Kind: trace.Fault, Name: string(FaultHeal), Why: trace.WhyCommon})
			w.heal()
		}
	case FaultJam:
		w.strikes.endedOne(w, -1, e.strike)
		w.jams.end(w, e.number)
	default:
		w.strikes.endedOne(w, -1, e.strike)
		w.endTwist(e.number)
	}
}

// restart boots a crashed node that is in the world and has charge left.
func (w *World) restart(i kernel.Slot) {
	if w.Status(i) != kernel.Crashed || w.batteries.Empty(i) {
		return
	}
	w.reinstate(i)
	w.SetValue(i, w.offer(i))
	w.Join(i)
}

// resign makes node i offer nothing and step down.
func (w *World) resign(i kernel.Slot) {
	n := &w.nodes[i]
	if !w.Live(i) || n.resigned {
		return
	}
	n.resigned = true
	w.SetValue(i, 0)
	w.noteCapability(i)
	w.Resign(i)
}

// pace sets the rate of node i's clock by a strike.
func (w *World) pace(i kernel.Slot, ppm, number int) {
	if w.script.drifts == nil {
		w.script.drifts = make([]int, len(w.nodes))
	}
	w.script.drifts[i] = number
	w.Pace(i, ppm)
}

// silence turns node i's radio off or on.
func (w *World) silence(i kernel.Slot, off bool) {
	if off {
		w.reach.TurnOff(i)
	} else {
		w.reach.TurnOn(i)
	}
	if !off {
		w.strikes.ended(w, i, FaultRadioOff)
	}
	w.links.Refresh(i)
}

// divide puts a partition in force, in place of any other. Nodes that no group
// names stay together.
func (w *World) divide(f *Fault, number int) {
	w.script.partition = number
	of := make([]int32, w.Nodes)
	for g, group := range f.Groups {
		for _, member := range group {
			of[w.Slot(member)] = int32(g) + 1
		}
	}
	w.reach.Divide(func(i kernel.Slot) int32 { return of[i] })
	w.links.RefreshAll()
}

func (w *World) heal() {
	w.strikes.ended(w, -1, FaultPartition)
	w.script.partition = 0
	w.reach.Divide(func(kernel.Slot) int32 { return 0 })
	w.links.RefreshAll()
}
