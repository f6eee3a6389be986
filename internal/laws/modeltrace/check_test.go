package modeltrace_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"bellwether/internal/laws/modeltrace"
	"bellwether/internal/testkit/sample"
	"bellwether/internal/testkit/scenariotest"
)

// emulated returns the trace of a scenario's run.
func emulated(t *testing.T, text string) []byte {
	t.Helper()
	return scenariotest.Trace(t, scenariotest.Read(t, text))
}

// The worlds: a graph of ten nodes in which one election is called, and walkers whose
// links break, who lose messages, crash and restart.
const (
	calm = `schema: 2
name: calm
duration: 20s
warmup: 0s
nodes: 6
radio: {model: graph, topology: edges, edges: [[1, 2], [1, 3], [2, 3], [3, 4], [4, 5], [4, 6], [5, 6]], latency: 1ms}
capability: {values: [4, 9, 2, 7, 12, 3], hysteresis: 0}
neighbours: {service: oracle}
start: {elect: [1]}
algorithms: [{name: vasudevan, params: {signalling: udp}}]
`
	rough = `schema: 2
name: rough
duration: 4m
warmup: 0s
nodes: 12
seed: %d
world: {width: 400, height: 400}
mobility: {model: random-waypoint, speed: {min: 2, max: 8}, pause: {min: 0s, max: 2s}}
radio: {model: unit-disk, range: 150, loss: {model: bernoulli, probability: 0.1}}
neighbours: {service: hello, interval: 1s, timeout: 3s}
detection: {interval: 2s, misses: 3}
capability: {values: [4, 9, 2, 7, 12, 3, 9, 1, 12, 5, 6, 8], hysteresis: 0}
start: {elect: all}
faults:
  - {mtbf: 30s, repair: 5s, crash: leader}
  - {mtbf: 90s, repair: 10s, crash: all}
  - {every: 20s, elect: random}
algorithms: [{name: vasudevan, params: {signalling: udp}}]
`
)

// check compares a trace with the model, and returns the difference.
func check(t *testing.T, text []byte) (modeltrace.Report, error) {
	t.Helper()
	return modeltrace.Check(bytes.NewReader(text), "trace")
}

// Traces of calm and of rough worlds are runs of the model.
func TestEmulatedRunsFollowTheModel(t *testing.T) {
	worlds := []string{calm}
	for seed := range sample.Size(0, 4) {
		worlds = append(worlds, fmt.Sprintf(rough, seed+1))
	}
	for i, world := range worlds {
		r, err := check(t, emulated(t, world))
		if err != nil {
			t.Errorf("world %d: %v", i, err)
		}
		if r.Concluded == 0 || i > 0 && r.Concluded < 30 {
			t.Errorf("world %d: %d elections ended: too few", i, r.Concluded)
		}
		t.Logf("world %d: %+v", i, r)
	}
}

// A trace that is changed at one place is no run of the model, and the error names the
// step at which it differs.
func TestAChangedTraceDiffers(t *testing.T) {
	text := string(emulated(t, calm))
	for _, c := range []struct{ name, record, old, new, want string }{
		{"a computation is entered twice", `"record":"electing","node":2`, "", "twice", "enter: enters {1 1}, which is not newer"},
		{"a number is skipped", `"record":"electing","node":1`, `"num":1`, `"num":2`, "start:"},
		{"a computation is joined that nobody asked for", `"record":"electing","node":2`, `"source":1`, `"source":3`, "join:"},
		{"a newer Election is not joined", `"record":"electing","node":4`, "", "", ":"},
		{"an Ack is not heard", `"record":"receive","node":3,"from":4,"message":"ack"`, "", "", "report:"},
		{"a pending Ack goes to another than the parent", `"record":"send","node":4,"to":3,"message":"ack"`, `"to":3`, `"to":6`, "report:"},
		{"a pending Ack names another than the best", `"record":"send","node":4,"to":3,"message":"ack"`, `"id":5,"value":12`, `"id":4,"value":7`, "report: names"},
		{"the parent is asked", `"record":"send","node":4,"to":5,"message":"election"`, `"to":5`, `"to":3`, "enter: asks its parent"},
		{"the source announces another than the best", `"record":"elected","node":1`, `"leader":5`, `"leader":2`, "conclude:"},
		{"a leader is taken that nobody announced", `"record":"elected","node":6`, `"leader":5`, `"leader":2`, "conclude:"},
		{"a leader is not taken", `"record":"elected","node":6`, "", "", "state: shows phase"},
		{"the parent shown is another", `"record":"state","node":4,"name":"parent"`, `"value":3`, `"value":6`, "state: shows parent"},
		{"a beacon is passed on that was never heard", `"record":"send","node":4,"to":0,"message":"beacon"`, `"beacon":1`, `"beacon":9`, "flood:"},
		{"another leads", `"record":"send","node":5,"to":0,"message":"beacon"`, `"node":5`, `"node":6`, "flood:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := check(t, spoil(t, text, c.record, c.old, c.new))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want a difference from %q", err, c.want)
			}
			t.Log(err)
		})
	}
}

// spoil changes the first line that has both texts: it repeats or removes it, or replaces
// one text.
func spoil(t *testing.T, text, record, old, other string) []byte {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if !strings.Contains(line, record) || !strings.Contains(line, old) {
			continue
		}
		switch {
		case other == "twice":
			lines[i] = line + line
		case old == "":
			lines[i] = ""
		default:
			lines[i] = strings.Replace(line, old, other, 1)
		}
		return []byte(strings.Join(lines, ""))
	}
	t.Fatalf("no line with %s and %s", record, old)
	return nil
}

// Traces given with -args or by .ci/model --trace are runs of the model.
func TestFilesFollowTheModel(t *testing.T) {
	for _, name := range flag.Args() {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := modeltrace.Check(file, name)
		_ = file.Close()
		if err != nil {
			t.Error(err)
		}
		t.Logf("%s: %+v", name, r)
	}
}

// Signallings that the model does not have are refused.
func TestOtherSignallingsAreRefused(t *testing.T) {
	for _, signalling := range []string{"broadcast", "optimised", "tcp"} {
		_, err := check(t, emulated(t, strings.Replace(calm, "signalling: udp", "signalling: "+signalling, 1)))
		if err == nil || !strings.Contains(err.Error(), "only the signalling udp is modelled") {
			t.Errorf("%s: got %v", signalling, err)
		}
	}
}
