package emulator

import (
	"math/rand/v2"
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// script carries out the scenario's faults.
type script struct {
	rounds    []uint64 // by fault: how often it has struck
	endures   []endure
	flaps     []flap
	renewals  []renewal
	partition int // number of the partition in force, 0 for none
	made      int // strikes numbered

	backlog []waiting // by node: what a paused one will do
	pauses  []int     // by node: how many hold it

	twists []twist // in force
	late   []late
	spare  int32 // index+1 into late
}

// endure is the end of a fault that lasts.
type endure struct {
	kind        FaultKind
	node        int    // -1: the world
	incarnation uint32 // of the node that was struck
	number      int    // of the world's faults and drifts
	strike      uint64 // as the trace numbers them
}

func (s *script) init(w *World) { s.rounds = make([]uint64, len(w.cfg.Faults)) }

func (s *script) begin(w *World) {
	for k := range w.cfg.Faults {
		f := &w.cfg.Faults[k]
		if f.MTBF == 0 {
			w.schedule(int64(f.first()), strikeEvent, uint32(k))
			continue
		}
		for _, r := range w.cfg.renewals(k) {
			s.renewals = append(s.renewals, r)
			last := len(s.renewals) - 1
			w.schedule(int64(f.At+s.renewals[last].works(f)), renewEvent, uint32(last))
		}
	}
}

// onStrike carries out the k-th fault, and comes again if it recurs.
func (w *World) onStrike(k int) {
	f := &w.cfg.Faults[k]
	w.script.rounds[k]++
	if f.Every > 0 {
		w.schedule(w.after(f.Every), strikeEvent, uint32(k))
	}
	w.strikeAll(k, -1, f.For)
}

// strikeAll strikes node i, or whomever the k-th fault aims at if i is -1, for a
// time; 0 is for good.
func (w *World) strikeAll(k, i int, lasts time.Duration) {
	f := &w.cfg.Faults[k]
	r := trace.Record{Kind: trace.Fault, Name: string(f.Kind), Why: f.why(), Value: int64(k) + 1}
	number := w.strikes.number(w, k)
	switch f.Kind {
	case FaultPartition, FaultJam, FaultDuplicate, FaultReorder:
		w.note(r)
		w.strikeWorld(k, number, lasts)
		return
	case FaultHeal:
		w.note(r)
		w.heal()
		return
	}
	targets := []int{i}
	if i < 0 {
		targets = w.aim(f, k)
	}
	for _, i := range targets {
		r.Node = id(i)
		w.note(r)
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
func (w *World) aim(f *Fault, k int) []int {
	switch f.Target {
	case TargetNodes:
		out := make([]int, len(f.Nodes))
		for n, target := range f.Nodes {
			out[n] = int(target) - 1
		}
		return out
	case TargetAll:
		out := make([]int, len(w.nodes))
		for i := range out {
			out[i] = i
		}
		return out
	case TargetBest:
		return found(w.best())
	case TargetLeader:
		return found(w.mostNamed())
	case TargetRegion:
		return w.inRegion(&f.Region)
	case TargetRandom:
		return w.aimRandom(k, f.Kind == FaultRestart)
	}
	return nil
}

func found(target protocol.ID) []int {
	if target == protocol.Nobody {
		return nil
	}
	return []int{int(target) - 1}
}

// inRegion are the nodes of the world that lie in a region now.
func (w *World) inRegion(r *Region) []int {
	var out []int
	for i := range w.nodes {
		if x, y := w.field.motions[i].at(w.now); w.nodes[i].present && r.Holds(x, y) {
			out = append(out, i)
		}
	}
	return out
}

// aimRandom walks a random order, the same for every algorithm, to the first
// node that can be struck.
func (w *World) aimRandom(k int, down bool) []int {
	g := stream(w.cfg.Seed, forFaults, uint64(k)<<32|w.script.rounds[k])
	for _, i := range rand.New(&g).Perm(len(w.nodes)) {
		if w.nodes[i].status == live && !down || w.nodes[i].status == crashed && down {
			return []int{i}
		}
	}
	return nil
}

// mostNamed is the leader that most running nodes name; of several, the lowest.
func (w *World) mostNamed() protocol.ID {
	votes := make([]int, len(w.nodes)+1)
	for i := range w.nodes {
		if w.nodes[i].status == live {
			votes[w.nodes[i].leader]++
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
func (w *World) strike(k, i int, number uint64, lasts time.Duration) {
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
		w.recharge(i)
		return
	case FaultResign:
		if n.status == live && !n.resigned {
			w.strikes.began(w, number, k, i, lasts)
		}
		w.resign(i)
	case FaultPause:
		if !w.suspend(i) {
			return
		}
	case FaultDrift:
		w.script.made++
		w.strikes.ended(w, i, FaultDrift) // by this one
		w.strikes.began(w, number, k, i, lasts)
		w.pace(i, f.PPM, w.script.made)
	case FaultRadioOff:
		if n.status == live {
			w.strikes.began(w, number, k, i, lasts)
		}
		w.silence(i, true)
	case FaultRadioOn:
		w.silence(i, false)
		return
	case FaultElect:
		w.elect(i)
		return
	}
	if f.Kind == FaultCrash || f.Kind == FaultPause {
		w.strikes.began(w, number, k, i, lasts)
	}
	if lasts > 0 {
		w.endure(lasts, endure{kind: f.Kind, node: i, incarnation: n.incarnation, number: w.script.made, strike: number})
	}
}

func (w *World) endure(lasts time.Duration, e endure) {
	w.script.endures = append(w.script.endures, e)
	w.schedule(w.after(lasts), endureEvent, uint32(len(w.script.endures)-1))
}

// onEndured ends what a fault began, unless something else has since.
func (w *World) onEndured(k int) {
	e := w.script.endures[k]
	if e.node < 0 {
		w.endWorld(e)
		return
	}
	n := &w.nodes[e.node]
	if e.kind == FaultDrift {
		if w.clocks.of[e.node].number == e.number {
			w.pace(e.node, 0, 0)
			w.strikes.ended(w, e.node, FaultDrift)
		}
		return
	}
	if n.incarnation != e.incarnation {
		return
	}
	defer w.strikes.endedOne(w, e.node, e.strike) // also of a crash whose node finds its battery empty
	switch e.kind {
	case FaultCrash:
		w.restart(e.node)
	case FaultResign:
		n.resigned = false
		w.strikes.ended(w, e.node, FaultResign)
		if n.status == live {
			w.updateCapability(e.node)
		} else {
			n.value = w.offer(e.node) // if it was away, it comes back with that
		}
	case FaultPause:
		w.strikes.endedOne(w, e.node, e.strike)
		w.goOn(e.node)
	case FaultRadioOff:
		w.silence(e.node, false)
	}
}

// endWorld ends what strikeWorld began.
func (w *World) endWorld(e endure) {
	switch e.kind {
	case FaultPartition:
		if w.script.partition == e.number {
			w.note(trace.Record{Kind: trace.Fault, Name: string(FaultHeal), Why: trace.WhyCommon})
			w.heal()
		}
	case FaultJam:
		w.strikes.endedOne(w, -1, e.strike)
		w.jams.end(w, e.number)
	default:
		w.strikes.endedOne(w, -1, e.strike)
		w.script.endTwist(e.number)
	}
}

// restart boots a crashed node that is in the world and has charge left.
func (w *World) restart(i int) {
	n := &w.nodes[i]
	if n.status != crashed || w.power.on && w.power.left(w, i) <= 0 {
		return
	}
	w.reinstate(i)
	n.value = w.offer(i)
	w.bootLate(i)
}

// resign makes node i offer nothing and step down.
func (w *World) resign(i int) {
	n := &w.nodes[i]
	if n.status != live || n.resigned {
		return
	}
	n.resigned = true
	n.value = 0
	w.noteCapability(i)
	w.tellResign(i)
}

func (w *World) tellResign(i int) {
	if w.nodes[i].paused {
		w.hold(i, func() { w.tellResign(i) })
		return
	}
	w.enter(i)
	protocol.Resign(w.nodes[i].machine, &w.env)
	w.carryOut(i)
}

// silence turns node i's radio off or on.
func (w *World) silence(i int, off bool) {
	w.nodes[i].deaf = off
	if !off {
		w.strikes.ended(w, i, FaultRadioOff)
	}
	w.listen(i)
	w.links.refresh(w, i)
}

// divide puts a partition in force, in place of any other. Nodes that no group
// names stay together.
func (w *World) divide(f *Fault, number int) {
	w.script.partition = number
	for i := range w.nodes {
		w.nodes[i].group = 0
	}
	for g, group := range f.Groups {
		for _, member := range group {
			w.nodes[member-1].group = int32(g) + 1
		}
	}
	w.regroup()
}

func (w *World) heal() {
	w.strikes.ended(w, -1, FaultPartition)
	w.script.partition = 0
	for i := range w.nodes {
		w.nodes[i].group = 0
	}
	w.regroup()
}

// regroup lets everyone hear who is in the same group now.
func (w *World) regroup() {
	for i := range w.nodes {
		w.listen(i)
	}
	for i := range w.nodes {
		w.links.refresh(w, i)
	}
}
