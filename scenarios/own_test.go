package scenarios

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// mine has a program's own parts: a fault that lasts and one that does not, models and
// losses.
func mine() Options {
	return Options{
		Faults: []emulator.OwnFault{
			{Name: "flicker", Strike: (*emulator.Hand).RadioOff, End: (*emulator.Hand).RadioOn},
			{Name: "jolt", Strike: func(h *emulator.Hand, node protocol.ID) { h.Drain(node, 1) }},
		},
		Models: map[string]func(mobility.Area) (mobility.Model, error){
			"still": func(a mobility.Area) (mobility.Model, error) { return mobility.NewStatic(a) },
			"none":  func(mobility.Area) (mobility.Model, error) { return nil, nil },
			"bad":   func(mobility.Area) (mobility.Model, error) { return nil, errors.New("no way") },
		},
		Losses: map[string]func(uint64) (radio.Loss, error){
			"odd": func(seed uint64) (radio.Loss, error) { return radio.NewBernoulli(seed, 0.3, radio.DefaultSlot) },
			"far": func(seed uint64) (radio.Loss, error) {
				return radio.NewDistanceLoss(radio.DistanceLoss{Far: 0.5, RangeM: 250, Exponent: 4, Slot: radio.DefaultSlot}, seed)
			},
			"none": func(uint64) (radio.Loss, error) { return nil, nil },
			"bad":  func(uint64) (radio.Loss, error) { return nil, errs.Radio.Errorf("too lossy") },
		},
	}
}

const ownWorld = `
schema: 2
nodes: 12
duration: 20s
warmup: 1s
runs: 2
mobility: {model: own, name: still}
radio: {loss: {model: own, name: odd}}
faults:
  - {at: 5s, own: flicker, nodes: best, for: 3s}
  - {every: 4s, own: jolt, nodes: all}
  - {mtbf: 10s, repair: 1s, own: flicker, nodes: [1, 2]}
algorithms: [bully]
`

func TestAScenarioHasTheProgramsOwnParts(t *testing.T) {
	s, err := Read("own.yaml", []byte(ownWorld), mine())
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Read("again.yaml", s.YAML(), mine()); err != nil || string(again.YAML()) != string(s.YAML()) {
		t.Errorf("written and read again it differs: %v\n%s", err, s.YAML())
	}
	seen := map[string]int{}
	c, err := s.Config(s.Algorithms[0], 1, tally{seen})
	if err != nil {
		t.Fatal(err)
	}
	lossy, err := radio.NewBernoulli(1, 0.3, radio.DefaultSlot)
	if err != nil {
		t.Fatal(err)
	}
	for at := range protocol.Time(100) {
		if at *= protocol.Time(radio.DefaultSlot); c.Loss.Lost(1, 2, at) != lossy.Lost(1, 2, at) {
			t.Errorf("at %v the loss differs", at)
		}
	}
	if c.Mobility.MaxSpeed() != 0 {
		t.Errorf("its nodes move at %v m/s", c.Mobility.MaxSpeed())
	}
	e, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if seen["fault jolt"] != 4*12 || seen["fault flicker"] < 3 || seen["strike flicker"] < 3 || seen["strike jolt"] > 0 ||
		seen["strike flicker"]-seen["over flicker"] > 2 || seen["over flicker"] < 2 {
		t.Errorf("the trace has %v", seen)
	}
}

type tally struct{ seen map[string]int }

func (tally) Wants() trace.Set         { return trace.Of(trace.Fault, trace.Strike, trace.Over) }
func (c tally) Record(r *trace.Record) { c.seen[fmt.Sprint(r.Kind, " ", r.Name)]++ }

func TestUnknownOwnParts(t *testing.T) {
	const base = "nodes: 3\nalgorithms: [bully]\n"
	for text, want := range map[string]string{
		"faults: [{at: 1s, own: flikker, nodes: all}]":                         "faults[0].own: this program has no fault called flikker: its own are flicker, jolt; did you mean flicker?",
		"faults: [{at: 1s, own: jolt, nodes: all, for: 1s}]":                   "faults[0].for: has no meaning for jolt",
		"faults: [{mtbf: 1m, repair: 1s, own: jolt, nodes: all}]":              "faults[0].repair: has no meaning for jolt",
		"faults: [{at: 1s, own: jolt}]":                                        "faults[0]: does not say whom jolt strikes: nodes: best",
		"faults: [{at: 1s, own: jolt, nodes: 9}]":                              "faults[0].nodes: there is no node 9: nodes are 1 to 3",
		"faults: [{at: 1s, own: jolt, nodes: all, crash: all}]":                "faults[0]: crash and own strike: exactly one of",
		"faults: [{at: 1s, crash: all, nodes: all}]":                           "faults[0].nodes: has no meaning for crash",
		"faults: [{own: jolt, nodes: all}]":                                    "faults[0]: does not say when",
		"faults: [{at: 1s, own: jolt, nodes: all, ppm: 5}]":                    "faults[0].ppm: has no meaning for jolt",
		"faults: [{at: 1s, nodes: all}]":                                       "faults[0]: nothing strikes: exactly one of",
		"mobility: {model: own}":                                               "mobility.name: is missing: which model of movement of the program's own: its own are bad, none, still",
		"mobility: {model: own, name: stil}":                                   "mobility.name: this program has no model of movement called stil: its own are bad, none, still; did you mean still?",
		"groups: [{nodes: 3, mobility: {model: own, name: x}}]":                "groups[0].mobility.name: this program has no model of movement called x",
		"mobility: {model: own, name: none}":                                   "own.yaml: mobility: the program's own model of movement none: its function gave a nil mobility.Model, and no error",
		"mobility: {model: own, name: bad}":                                    "mobility: the program's own model of movement bad: no way",
		"radio: {loss: {model: own}}":                                          "radio.loss.name: is missing: which loss of the program's own: its own are bad, far, none, odd",
		"radio: {loss: {model: own, name: x}}":                                 "radio.loss.name: this program has no loss called x",
		"radio: {loss: {model: own, name: none}}":                              "own.yaml: radio.loss: the program's own loss none: its function gave a nil radio.Loss, and no error",
		"radio: {loss: {model: own, name: bad}}":                               "radio.loss: the program's own loss bad: too lossy",
		"radio: {model: graph, topology: ring, loss: {model: own, name: far}}": "radio.loss: the program's own loss far goes by distance, and radio model graph has none",
	} {
		if _, err := Read("own.yaml", []byte(base+text), mine()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	_, err := Read("own.yaml", []byte(base+"faults: [{at: 1s, own: jolt, nodes: all}]"), Options{})
	if want := "this program has no fault called jolt: it has none of its own"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// TestInvalidNamesOfOwnParts: such names are refused whatever the file contains, and all
// at once.
func TestInvalidNamesOfOwnParts(t *testing.T) {
	o := mine()
	o.Faults = append(o.Faults, emulator.OwnFault{Name: "jolt", Strike: o.Faults[1].Strike}, emulator.OwnFault{Name: "crash", Strike: o.Faults[1].Strike})
	o.Models["Big"] = o.Models["still"]
	o.Models["nil"] = nil
	o.Losses["nil"] = nil
	_, err := Read("own.yaml", []byte("nodes: 3\n"), o)
	var lines []string
	if err != nil {
		lines = strings.Split(err.Error(), "\n")
	}
	want := []string{
		"scenarios: two faults of one's own are called jolt",
		"scenarios: a fault of one's own is called crash, like a fault of the emulator",
		`scenarios: a model of movement of one's own is called "Big": want small letters, digits, dots, underscores and hyphens`,
		"scenarios: a model of movement nil is nil",
		"scenarios: a loss nil is nil",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%q\nwant %q", lines, want)
	}
}

// A built-in scenario cannot read files of the user. The error says which scenario can.
func TestABuiltInScenarioNamesNoFilesOfTheUser(t *testing.T) {
	_, err := Load("campus-walk", Options{Set: []Override{{Path: "mobility", Value: "{model: trace, file: mine.csv}", Flag: "--set"}}})
	if want := "cannot read mine.csv: a built-in scenario names only files that come with it: write campus-walk into a file, bellwether scenarios show campus-walk > mine.yaml, and name mine.csv there"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
