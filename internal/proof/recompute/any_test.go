package recompute

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bellwether/internal/contract/eligibility"
	"bellwether/internal/contract/provenance"
	draws "bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// This tests histories that no emulator writes but that a trace may contain. The events are
// random, with instants on a coarse grid, so that many are at one instant, at the end of the
// warm-up, or at the end. Every metric must be the one recomputed from the file.
func TestEveryMetricFollowsFromAnyTrace(t *testing.T) {
	goals := []protocol.Goal{protocol.GoalBest, protocol.GoalSmallestID, protocol.GoalStablest, protocol.GoalAny}
	for seed := range uint64(draws.Some(80, 400)) {
		d := &drawn{Rand: rand.New(rand.NewPCG(seed, 1)), live: map[protocol.ID]int64{}, boots: map[protocol.ID]int64{}, spent: map[protocol.ID]float64{}, doubts: map[[2]protocol.ID]bool{}, part: map[protocol.ID]protocol.ID{}, named: map[protocol.ID]protocol.ID{}, value: map[protocol.ID]int64{}, steps: seed%2 == 1}
		goal := goals[seed/2%4]
		name := filepath.Join(t.TempDir(), "any.ndjson")
		file, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		d.rules = seed%3 == 0
		margin := protocol.Margin{Share: protocol.PerMille(seed % 5 * 100), Bonus: int64(seed % 3)}
		tolerance := measure.ToleranceOf(margin)
		d.meter = measure.NewRun(measure.Options{Warmup: protocol.Time(3 * step), Goal: goal, Margin: margin, Tolerance: tolerance, Rules: d.rules, Medium: measure.Medium{
			Airtime: radio.Link{BitrateBps: 1e6, Preamble: time.Millisecond}.Airtime, Contended: true, Capped: true,
			Budget: measure.Budget{Broadcasts: 2, Per: 2 * step}}})
		d.file = trace.NewWriter(file, trace.WriterOptions{Origin: provenance.Origin{Measured: provenance.Measured{
			Rules: d.rules, Goal: string(goal), Warmup: 3 * step, Horizon: 20 * step, MarginPM: int64(margin.Share), Bonus: margin.Bonus,
			Tolerance: &provenance.Tolerance{SharePM: int64(tolerance.Share), MarginPM: int64(margin.Share), Bonus: margin.Bonus}, Frames: &provenance.Sharing{Contended: true, Capped: true},
			Air: &provenance.Air{BitrateBps: 1e6, Preamble: time.Millisecond}, Budget: &provenance.Budget{Broadcasts: 2, Per: 2 * step}}}})
		d.history()
		if err := d.file.Close(); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		got, measured := tell(readFile(t, name)).recompute(), d.meter.Metrics()
		for _, key := range measure.Keys() {
			compare(t, fmt.Sprint("seed ", seed, " ", key.Name), got[key.Name], measured.Get(key.Name), key.Time)
		}
		if t.Failed() {
			text, _ := os.ReadFile(name)
			t.Fatalf("%s", text)
		}
	}
}

const step = 500 * time.Millisecond

// drawn draws a history of five nodes.
type drawn struct {
	*rand.Rand
	meter  *measure.Run
	file   *trace.Writer
	now    protocol.Time
	live   map[protocol.ID]int64
	boots  map[protocol.ID]int64
	spent  map[protocol.ID]float64
	doubts map[[2]protocol.ID]bool
	part   map[protocol.ID]protocol.ID
	named  map[protocol.ID]protocol.ID // whom it elected
	value  map[protocol.ID]int64
	steps  bool // components are followed
	rules  bool // nodes may be ineligible
}

// offer changes what a node claims. Who named it follows it no more, or again.
func (d *drawn) offer(node protocol.ID) {
	before := d.value[node]
	d.value[node] = int64(d.IntN(4))
	if d.rules && d.IntN(2) == 0 {
		d.value[node] = eligibility.Claimed(d.value[node])
	}
	d.tell(trace.Record{Kind: trace.Capability, Node: node, Value: d.value[node]})
	for other := protocol.ID(1); other <= 5; other++ {
		if d.named[other] == node && (before < 0) != (d.value[node] < 0) {
			d.elected(other, node, protocol.Computation{})
		}
	}
}

// elected makes a node name a leader.
func (d *drawn) elected(node, leader protocol.ID, c protocol.Computation) {
	d.named[node] = leader
	r := trace.Record{Kind: trace.Elected, Node: node, Peer: leader, Computation: c}
	if d.value[leader] < 0 {
		r.Peer, r.Frame = protocol.Nobody, uint64(leader)
	}
	d.tell(r)
}

func (d *drawn) tell(r trace.Record) {
	r.At = d.now
	d.file.Record(&r)
	if d.meter.Wants().Has(r.Kind) {
		d.meter.Record(&r)
	}
}

func (d *drawn) history() {
	if d.steps {
		d.tell(trace.Record{Kind: trace.Truth, Name: trace.TruthExact})
	}
	for range 150 {
		if d.now < protocol.Time(20*step) && d.IntN(6) == 0 {
			d.now += protocol.Time(step) / 2
		}
		if d.now >= protocol.Time(20*step) {
			break
		}
		d.event(protocol.ID(1+d.IntN(5)), protocol.ID(1+d.IntN(5)))
	}
	d.now = protocol.Time(20 * step)
	d.tell(trace.Record{Kind: trace.End})
}

// event adds one thing that happens.
func (d *drawn) event(node, peer protocol.ID) {
	_, runs := d.live[node]
	index := protocol.Computation{Num: uint32(d.IntN(3)), Source: 1}
	if index.Num == 0 {
		index.Source = 0
	}
	switch k := d.IntN(20); {
	case !runs && k < 10:
		d.boots[node]++
		d.live[node] = d.boots[node]
		d.tell(trace.Record{Kind: trace.Boot, Node: node, Value: d.boots[node]})
		d.offer(node)
		if d.part[node] = node; d.steps {
			d.tell(trace.Record{Kind: trace.Component, Node: node, Peer: node})
		}
	case k == 10 && runs:
		delete(d.live, node)
		delete(d.named, node)
		for pair := range d.doubts {
			if pair[0] == node {
				delete(d.doubts, pair)
			}
		}
		why := []trace.Why{trace.WhyFault, trace.WhyBattery}[d.IntN(2)]
		d.tell(trace.Record{Kind: trace.Crash, Node: node, Why: why})
		if d.IntN(3) == 0 {
			d.tell(trace.Record{Kind: trace.Fault, Node: node, Name: trace.StorageLost})
		}
	case k < 3 && runs && d.rules && d.IntN(2) == 0:
		d.offer(node)
	case k < 3 && runs:
		delete(d.named, node)
		d.tell(trace.Record{Kind: trace.Electing, Node: node, Computation: index})
	case k < 7 && runs:
		d.elected(node, protocol.ID(d.IntN(6)), index)
	case k < 10 && runs && node != peer:
		pair := [2]protocol.ID{node, peer}
		kind := trace.Suspect
		if d.doubts[pair] {
			kind = trace.Trust
		}
		d.doubts[pair] = !d.doubts[pair]
		d.tell(trace.Record{Kind: kind, Node: node, Peer: peer})
	case k < 14:
		d.sample()
	case k < 16 && d.boots[node] > 0:
		d.spent[node] += d.Float64()
		d.tell(trace.Record{Kind: trace.Energy, Node: node, X: d.spent[node], Y: d.spent[node] / 3, Value: int64(d.IntN(2)) - 1})
	case runs:
		class := protocol.Class(d.IntN(int(protocol.Classes)))
		d.tell(trace.Record{Kind: trace.Send, Node: node, Peer: protocol.ID(d.IntN(2)), Class: class})
		d.tell(trace.Record{Kind: trace.Transmit, Node: node, Class: class, Bytes: int32(d.IntN(99))})
		d.tell(trace.Record{Kind: trace.Lost, Node: peer, Peer: node, Why: trace.WhyLoss + trace.Why(d.IntN(int(trace.WhyDuty)))})
		if d.IntN(3) == 0 {
			d.tell(trace.Record{Kind: trace.Held, Node: node, Class: class, Frame: uint64(d.now)*8 + uint64(node)})
		}
	}
}

// sample draws random components of the live nodes, each named by its lowest member; or
// all nodes are one component.
func (d *drawn) sample() {
	var live []protocol.ID
	for id := protocol.ID(1); id <= 5; id++ {
		if _, runs := d.live[id]; runs {
			live = append(live, id)
		}
	}
	split := d.IntN(len(live) + 1)
	apart := slices.Clone(live)
	d.Shuffle(len(apart), func(i, j int) { apart[i], apart[j] = apart[j], apart[i] })
	for _, part := range [][]protocol.ID{apart[:split], apart[split:]} {
		for _, id := range part {
			if lowest := slices.Min(part); !d.steps || d.part[id] != lowest {
				d.part[id] = lowest
				d.tell(trace.Record{Kind: trace.Component, Node: id, Peer: lowest})
			}
		}
	}
	if d.steps {
		return
	}
	d.tell(trace.Record{Kind: trace.Sample, Value: int64(len(live))})
}
