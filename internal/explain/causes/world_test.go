package causes

import (
	"fmt"
	"testing"

	"bellwether/internal/testkit/scenariotest"
	"bellwether/protocol"
)

// still runs eight nodes that stand still and hear each other, and returns the node-seconds of the causes.
func still(t *testing.T, algorithm string, misses int, faults string) (nodeSeconds [causes]float64) {
	t.Helper()
	s := scenariotest.Read(t, fmt.Sprintf("schema: 2\nname: still\nduration: 60s\nwarmup: 20s\nruns: 1\nseed: 7\nnodes: 8\nworld: {width: 100, height: 100}\nmobility: {model: static}\nradio: {range: 250, loss: {model: none}}\nenergy: {profile: none}\ncapability: {values: [3, 8, 5, 1, 9, 2, 7, 4]}\nmeasure: {every: 100ms}\ndetection: {interval: 1s, misses: %d}\nstart: {elect: all}\nrouting: {service: oracle}\nfaults: [%s]\nalgorithms: [%s]\n", misses, faults, algorithm))
	m := newMeter(options{Warmup: protocol.Time(s.Warmup)})
	scenariotest.Run(t, s, m)
	tally := m.total()
	for c := range causes {
		nodeSeconds[c] = float64(tally.Samples[c]) / 1e9
	}
	return nodeSeconds
}

// If nothing happens, no node is wrong. If the leader crashes, its seven followers need the
// detection time-out; three more misses cost each follower three seconds more of detection and
// change no other cause.
func TestAPlantedDelayIsDetection(t *testing.T) {
	for _, algorithm := range []string{"vasudevan", "bully", "chang-roberts", "flood-max"} {
		if calm := still(t, algorithm, 3, ""); calm != [causes]float64{} {
			t.Errorf("%s: nothing happens, and %v", algorithm, calm)
		}
		const crash = "{at: 30s, crash: best}"
		soon, late := still(t, algorithm, 3, crash), still(t, algorithm, 6, crash)
		for c := range causes {
			want := 0.0
			if c == detection {
				want = 7 * 3
			}
			if d := late[c] - soon[c]; d < want-7*0.2 || d > want+7*0.2 {
				t.Errorf("%s: three misses more cost %.1f node-seconds of %v, want %.1f", algorithm, d, c, want)
			}
		}
	}
}

// If nodes follow a wrong leader in their own component, the cause is the change in the world,
// or their own choice.
func TestPlantedEventsAreTheCause(t *testing.T) {
	for _, c := range []struct {
		of     Cause
		faults string
	}{
		{merge, "{at: 30s, partition: [[1, 2, 3, 4], [5, 6, 7, 8]], for: 12s}"},
		{arrival, "{at: 30s, crash: best, for: 12s}"},
		{offers, "{at: 30s, resign: best}"},
	} {
		for _, algorithm := range []string{"vasudevan", "bully", "chang-roberts", "flood-max"} {
			got := still(t, algorithm, 3, c.faults)
			for _, other := range []Cause{merge, arrival, offers} {
				if (got[other] > 0) != (other == c.of) {
					t.Errorf("%s, %s: %v has %.1f node-seconds", algorithm, c.faults, other, got[other])
				}
			}
		}
	}
}
