package modeltrace_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"bellwether/internal/laws/modeltrace"
	"bellwether/internal/testkit/sample"
	"bellwether/internal/testkit/scenariotest"
)

// drawn returns the scenario of a number: 2 to 12 nodes on a graph or walking, with
// losses, faults of nodes, cut links and elections that are called. It has nothing that
// the model refuses: lost storage, and capabilities that change.
func drawn(number uint64) string {
	g := rand.New(rand.NewPCG(number, 0x6d6f64656c)) // "model"
	n := 2 + g.IntN(11)
	var b strings.Builder
	fmt.Fprintf(&b, "schema: 2\nname: drawn\nseed: %d\nduration: %ds\nwarmup: 0s\nnodes: %d\n", number, 30+g.IntN(60), n)
	loss := [...]string{"", ", loss: {model: bernoulli, probability: 0.1}", ", loss: {model: bernoulli, probability: 0.4}"}[g.IntN(3)]
	if g.IntN(2) == 0 {
		fmt.Fprintf(&b, "radio: {model: graph, topology: %s, latency: 1ms%s}\n", [...]string{"line", "ring", "star", "complete"}[g.IntN(4)], loss)
	} else {
		fmt.Fprintf(&b, "world: {width: 400, height: 400}\nmobility: {model: random-waypoint, speed: {min: 1, max: %d}, pause: {min: 0s, max: 5s}}\n", 2+g.IntN(20))
		fmt.Fprintf(&b, "radio: {model: unit-disk, range: %d%s}\n", 100+g.IntN(200), loss)
	}
	fmt.Fprintf(&b, "neighbours: %s\n", [...]string{"{service: hello, interval: 1s, timeout: 3s}", "{service: oracle}"}[g.IntN(2)])
	fmt.Fprintf(&b, "detection: {interval: %dms, misses: %d}\n", 500+g.IntN(2000), 2+g.IntN(3))
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprint(g.IntN(6))
	}
	fmt.Fprintf(&b, "capability: {values: [%s], hysteresis: 0}\n", strings.Join(values, ", "))
	fmt.Fprintf(&b, "start: {elect: %s}\nfaults:\n", [...]string{"all", "[1]", "[2, 1]"}[g.IntN(3)])
	fmt.Fprintf(&b, "  - {every: %ds, elect: random}\n", 5+g.IntN(30))
	for range g.IntN(4) {
		at := g.IntN(30)
		fmt.Fprintf(&b, "  - %s\n", [...]string{
			fmt.Sprintf("{mtbf: %ds, repair: %ds, crash: leader}", 5+g.IntN(40), 1+g.IntN(10)),
			fmt.Sprintf("{mtbf: %ds, repair: %ds, crash: all}", 10+g.IntN(60), 1+g.IntN(10)),
			fmt.Sprintf("{at: %ds, partition: [[%d]], for: %ds}", at, 1+g.IntN(n), 1+g.IntN(20)),
			fmt.Sprintf("{at: %ds, crash: %d}", at, 1+g.IntN(n)),
		}[g.IntN(4)])
	}
	b.WriteString("algorithms: [{name: vasudevan, params: {signalling: udp}}]\n")
	return b.String()
}

// Traces of drawn worlds are runs of the model.
func TestDrawnRunsFollowTheModel(t *testing.T) {
	var all modeltrace.Report
	worlds := sample.Size(3, 20)
	for number := range uint64(worlds) {
		text := drawn(number)
		r, err := modeltrace.Check(bytes.NewReader(scenariotest.Trace(t, scenariotest.Read(t, text))), "trace")
		if err != nil {
			t.Errorf("world %d: %v\n%s", number, err, text)
		}
		all.Steps += r.Steps
		all.Entered += r.Entered
		all.Concluded += r.Concluded
	}
	t.Logf("%d worlds: %+v", worlds, all)
	if all.Concluded < 10*worlds {
		t.Errorf("%d elections ended in %d worlds: too few", all.Concluded, worlds)
	}
}
