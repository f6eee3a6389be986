package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/wording"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// foreseen is the scenario to run, for as long as the agents ran, with what happened to
// their nodes; and what that assumes.
func (r *replay) foreseen() (*scenarios.Scenario, []string, error) {
	if _, emulated := r.Algorithms.Find(r.algorithm.Name); !emulated {
		return nil, nil, fmt.Errorf("the emulator does not know %s", r.algorithm.Name)
	}
	if r.scenario != nil {
		return r.underMask()
	}
	n, err := r.survey.network(r.beat())
	if err != nil {
		return nil, nil, err
	}
	s, err := scenarios.Read("calibrated.yaml", r.survey.yaml(n, r.timers(), r.algorithm.Name), r.asLong(0))
	assumed := r.assumed(r.survey.script(n.frame(r.survey.first(), n.Timers.Timeout)))
	if n.Moving > 0 {
		assumed = append(assumed, fmt.Sprintf("links are constant, though those of %s came and went: do not trust this prediction", wording.Count(n.Moving, "pair")))
	}
	return s, assumed, err
}

// asLong sets the length of the runs to that of the recording. Under a mask the time from
// the epoch to the first record counts as warm-up, too.
func (r *replay) asLong(before time.Duration) scenarios.Options {
	o := r.only()
	end, warmup := before+r.merge.End.Sub(r.merge.Begin), before+r.warmup(r)
	o.Set = append(o.Set,
		scenarios.Set("duration", "duration", scenarios.Duration(end.Truncate(time.Millisecond)).String()),
		scenarios.Set("warmup", "warmup", scenarios.Duration(warmup.Truncate(time.Millisecond)).String()),
		scenarios.Set("runs", "runs", fmt.Sprint(r.Runs)))
	return o
}

// underMask is the scenario of the mask. Its radio is that of the agents. What happened to the
// agents replaces the scenario's faults of nodes, because a mask does not stop agents. Where the scenario serves the prediction only, time 0 is that of the first record.
func (r *replay) underMask() (*scenarios.Scenario, []string, error) {
	o, begin := r.asLong(0), r.merge.Begin
	if r.truth.Exact {
		o, begin = r.asLong(time.Duration(r.merge.Begin)), 0
	}
	offers := r.offers()
	o.Set = append(o.Set, scenarios.Set("start.listen", "start.listen", scenarios.Duration(r.timers().Timeout).String()),
		scenarios.Set("detection.interval", "detection.interval", scenarios.Duration(r.timers().Interval).String()),
		scenarios.Set("detection.misses", "detection.misses", fmt.Sprint(r.timers().Misses)),
		scenarios.Set("capability.values", "capability.values", offers),
		scenarios.Set("capability.hysteresis", "capability.hysteresis", fmt.Sprint(r.scenario.Capability.Hysteresis)))
	leader := r.leaderAtFirst()
	if leader != protocol.Nobody {
		o.Set = append(o.Set, scenarios.Set("start.leader", "start.leader", fmt.Sprint(uint32(leader))),
			scenarios.Set("start.elect", "start.elect", "none"))
	}
	s, err := scenarios.Load(r.named, o)
	if err != nil {
		return nil, nil, err
	}
	script := r.survey.script(frame{begin: begin, brief: r.timers().Timeout, number: func(id protocol.ID) int { return int(id) }})
	for id := 1; id <= s.Nodes; id++ {
		if _, ran := r.survey.booted[protocol.ID(id)]; !ran {
			script.lines = append(script.lines, fmt.Sprintf("{at: 0s, crash: %d}", id))
			script.told = append(script.told, fmt.Sprintf("node %d never ran", id))
		}
	}
	dropped := r.leaveOut(s)
	s.Interventions = nil // they change single messages of one run
	if err := r.strike(s, script); err != nil {
		return nil, nil, err
	}
	assumed := append(r.assumed(script), fmt.Sprintf("radio, movement and hellos are those of %s; a leader is missed after %d × %v, as the agents' hellos show", s.Name, r.timers().Misses, r.timers().Interval))
	if dropped > 0 {
		assumed = append(assumed, fmt.Sprintf("%s of the scenario left out: a mask has only those of the radio", wording.Count(dropped, "fault")))
	}
	if leader != protocol.Nobody {
		assumed = append(assumed, fmt.Sprintf("all follow %s from the beginning, as the agents did at the epoch", r.survey.who(leader)))
	}
	return s, assumed, nil
}

// offers are what the nodes of a scenario offer: what the agents offered last.
func (r *replay) offers() string {
	values := make([]string, r.scenario.Nodes)
	for i := range values {
		values[i] = fmt.Sprint(r.survey.values[protocol.ID(i+1)])
	}
	return "[" + strings.Join(values, ", ") + "]"
}

// leaderAtFirst is the leader that all nodes of the scenario followed at the epoch; Nobody
// if there was none, or if the algorithm cannot begin with one.
func (r *replay) leaderAtFirst() protocol.ID {
	leader := r.survey.follows[1]
	for id := 1; id <= r.scenario.Nodes; id++ {
		if at, ran := r.survey.booted[protocol.ID(id)]; !ran || at > 0 || r.survey.follows[protocol.ID(id)] != leader {
			return protocol.Nobody
		}
	}
	config := protocol.Config{}
	config.Values, _ = protocol.Resolve(r.algorithm.Params, r.params(), config.Detection)
	machine, err := r.algorithm.New(config)
	if err != nil {
		return protocol.Nobody
	}
	if _, settles := machine().(protocol.Settler); !settles || int(leader) > r.scenario.Nodes {
		return protocol.Nobody
	}
	return leader
}

// beyond is an instant after the end of every run.
const beyond = scenarios.Duration(10000 * time.Hour)

// leaveOut moves the faults that a mask does not carry out behind the end of every run, and
// counts them. They stay in the script, because random faults are drawn by their place in it.
func (r *replay) leaveOut(s *scenarios.Scenario) (dropped int) {
	byID := func(t emulator.TargetKind) bool { return t == emulator.TargetNodes || t == emulator.TargetAll }
	for i := range s.Faults {
		f := &s.Faults[i]
		radios := f.RadioOff.Kind != "" && byID(f.RadioOff.Kind) || f.RadioOn.Kind != "" && byID(f.RadioOn.Kind)
		behind := f.Duplicate.All || len(f.Duplicate.Pairs) > 0 || f.Reorder.All || len(f.Reorder.Pairs) > 0
		nodes := slices.ContainsFunc([]emulator.TargetKind{f.Crash.Kind, f.Flap.Kind, f.Restart.Kind, f.Resign.Kind, f.Recharge.Kind,
			f.Pause.Kind, f.Drift.Kind, f.Elect.Kind, f.RadioOff.Kind, f.RadioOn.Kind}, func(k emulator.TargetKind) bool { return k != "" })
		if f.Own != "" || behind || nodes && !radios {
			f.At = beyond
			dropped++
		}
	}
	return dropped
}

// strike appends a script to a scenario.
func (r *replay) strike(s *scenarios.Scenario, what script) error {
	if len(what.lines) == 0 {
		return nil
	}
	text := fmt.Sprintf("schema: %d\nnodes: %d\nduration: %v\nwarmup: 0s\nradio: {model: graph, topology: complete}\nalgorithms: [%s]\nfaults:\n  - %s\n",
		scenarios.Form, s.Nodes, s.Duration, r.algorithm.Name, strings.Join(what.lines, "\n  - "))
	with, err := scenarios.Read("the faults of the traces", []byte(text), r.only())
	if err != nil {
		return errors.Join(errors.New("the faults of the run cannot be emulated"), err)
	}
	s.Faults = append(s.Faults, with.Faults...)
	return nil
}

// assumed lists what the prediction takes from the traces.
func (r *replay) assumed(script script) []string {
	out := []string{script.sentence(),
		fmt.Sprintf("nodes that boot listen for %v before they elect, as agents do", r.timers().Timeout)}
	changed := 0
	for _, c := range r.survey.changes {
		if c.offer {
			changed++
		}
	}
	if changed > 0 {
		out = append(out, fmt.Sprintf("each node offers what it offered last, all the time; the agents changed it %s", wording.Count(changed, "time")))
	}
	return out
}
