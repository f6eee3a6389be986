package explorer

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"bellwether/internal/study/tasks"
)

// A searchSpec is everything besides the program that a search depends on: the options without
// the number of goroutines. Invariants belong to the program.
type searchSpec struct {
	Algorithm  string        `json:"algorithm"`
	Params     []string      `json:"params,omitempty"`
	Services   []string      `json:"services,omitempty"`
	Topology   string        `json:"topology"`
	Nodes      int           `json:"nodes"`
	Values     []string      `json:"values"`
	Start      []string      `json:"start"`
	Seeds      int           `json:"seeds"`
	Timers     Timers        `json:"timers"`
	OneLeader  Moment        `json:"one_leader"`
	Budget     budget        `json:"budget"`
	Idle       time.Duration `json:"idle_ns"`
	Depth      int           `json:"depth"`
	States     int           `json:"states"`
	Always     []string      `json:"always,omitempty"`
	Eventually []string      `json:"eventually,omitempty"`
	Plain      bool          `json:"plain,omitempty"`
	Memory     int64         `json:"memory"` // bytes; the result does not depend on it
}

// specOf returns the spec of filled options.
func specOf(o Options) *searchSpec {
	return &searchSpec{
		Algorithm: o.Algorithm, Params: o.Params, Services: o.Services, Topology: o.Topology, Nodes: o.Nodes, Values: o.Values, Start: o.Start,
		Seeds: o.Seeds, Timers: o.Timers, OneLeader: o.OneLeader, Budget: o.Budget, Idle: o.Idle, Depth: o.Depth, States: o.States,
		Always: o.Always, Eventually: o.Eventually, Plain: o.Plain, Memory: o.Memory,
	}
}

// options returns the options of a spec, filled.
func (s *searchSpec) options() Options {
	o := Options{
		Algorithm: s.Algorithm, Params: s.Params, Services: s.Services, Topology: s.Topology, Nodes: s.Nodes, Values: s.Values, Start: s.Start,
		Seeds: s.Seeds, Timers: s.Timers, OneLeader: s.OneLeader, Budget: s.Budget, Idle: s.Idle, Depth: s.Depth, States: s.States,
		Always: s.Always, Eventually: s.Eventually, Plain: s.Plain, Memory: s.Memory,
	}
	o.fill()
	return o
}

// found is a report as text: what a table and its progress say of it.
type found struct {
	Verdict    Verdict `json:"verdict"`
	Fault      string  `json:"fault,omitempty"`
	Steps      int     `json:"steps,omitempty"`
	States     int     `json:"states"`
	Ends       int     `json:"ends"`
	Depth      int     `json:"depth"`
	Beginnings int     `json:"beginnings"`
	Begun      int     `json:"begun"`
}

// encode returns a report as text, without the story and what was covered.
func (r Report) encode() ([]byte, error) {
	return json.Marshal(found{r.Verdict, r.Fault, r.Steps, r.States, r.Ends, r.Depth, r.Beginnings, r.Begun})
}

// decodeReport reads a report, which may come from another machine. Any bytes give a report or an
// error.
func decodeReport(answer []byte) (Report, error) {
	var f found
	if err := tasks.Decode(tasks.Search, answer, &f); err != nil {
		return Report{}, fmt.Errorf("explorer: an answer that is no report of a search: %w", err)
	}
	if !slices.Contains([]Verdict{Holds, Convicted, Bounded, Interrupted}, f.Verdict) {
		return Report{}, fmt.Errorf("explorer: an answer with the unknown verdict %.40q", string(f.Verdict))
	}
	if min(f.Steps, f.States, f.Ends, f.Depth, f.Beginnings, f.Begun) < 0 {
		return Report{}, fmt.Errorf("explorer: an answer with numbers below 0: %s", answer)
	}
	return Report{Verdict: f.Verdict, Fault: f.Fault, Steps: f.Steps, States: f.States, Ends: f.Ends, Depth: f.Depth, Beginnings: f.Beginnings, Begun: f.Begun}, nil
}
