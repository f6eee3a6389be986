package replay

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/merge"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// begin reads the traces for the first time.
func (j *Job) begin(ctx context.Context) (*replay, error) {
	sources, err := Sources(j.Inputs)
	if err != nil {
		return nil, err
	}
	r := &replay{Job: j, survey: newSurvey()}
	if r.merge, err = merge.Read(until(ctx, sources), merge.Options{Epoch: j.Epoch}); err != nil {
		return nil, err
	}
	for _, w := range r.merge.Warnings {
		j.Warn("warning: " + w)
	}
	name := r.merge.Header.Algorithm
	var known bool
	if r.algorithm, known = r.find(name); !known {
		return nil, fmt.Errorf("the traces are of algorithm %q, which this program does not have", name)
	}
	if err := r.load(); err != nil {
		return nil, err
	}
	if warmup := j.warmup(r); r.merge.Begin.Add(warmup) >= r.merge.End {
		j.Warn(fmt.Sprintf("warning: nothing is measured: the warm-up of %v is not shorter than the run", warmup))
	}
	r.hellos = meanHello(r.merge.Lives)
	r.survey.beat = r.hellos
	r.truth = r.chooseTruth()
	return r, r.stream(r.survey.Line)
}

// load finds the scenario, if there is one. If the scenario that the traces name is gone,
// that is no error: truth is estimated then.
func (r *replay) load() (err error) {
	r.named = r.Scenario
	if told := r.merge.Header.Scenario; r.named == "" && told != "" && told != noMask && !r.merge.Epoch.IsZero() {
		r.named = told
	}
	if r.named == "" {
		return nil
	}
	r.scenario, err = scenarios.Load(r.named, r.only())
	if err != nil && r.Scenario == "" {
		r.Warn(fmt.Sprintf("warning: the agents ran under the radio of %s, which cannot be read; name it for exact truth: %v", r.named, err))
		r.named, err = "", nil
	}
	return err
}

// noMask is the name that agents without a mask write as the scenario in their traces.
const noMask = "live"

// find finds the algorithm of the agents: one of the program, or gossip-max, which only
// agents can run.
func (r *replay) find(name string) (protocol.Algorithm, bool) {
	if a := agent.GossipMax(); a.Name == name {
		return a.Algorithm, true
	}
	return r.Algorithms.Find(name)
}

// only selects the row of a scenario with the algorithm that ran. For an algorithm that
// no scenario can have, it takes the scenario as it is, for its mask.
func (r *replay) only() scenarios.Options { return r.onlyWith(r.params()) }

// onlyWith is only with other parameters of the algorithm.
func (r *replay) onlyWith(params map[string]string) scenarios.Options {
	o := r.Algorithms.Options()
	if _, emulated := r.Algorithms.Find(r.algorithm.Name); emulated {
		o.Algorithms = []string{r.algorithm.Name}
		if len(params) > 0 {
			text, err := json.Marshal([]map[string]any{{"name": r.algorithm.Name, "params": params}}) // which is YAML
			if err != nil {
				panic("replay: parameters are texts: " + err.Error())
			}
			o.Set = append(o.Set, scenarios.Set("algorithms", "algorithms", string(text)))
		}
	}
	return o
}

// tuned are the parameters that agents would have with other timers: of those that the traces
// name, the ones that follow from the timers change with them.
func (r *replay) tuned(d protocol.Detection) map[string]string {
	params := r.params()
	for name, text := range agent.Effective(agent.Options{Algorithm: agent.Algorithm{Algorithm: r.algorithm}, Detection: d}) {
		if _, had := params[name]; had && name == "late" {
			params[name] = text
		}
	}
	return params
}

// params are the parameters of the agents' algorithm, as their traces say, unless they differ.
// Those that the algorithm does not have any more are left out.
func (r *replay) params() map[string]string {
	had := map[string]string{}
	for _, p := range r.algorithm.Params {
		if text, given := r.merge.Header.Origin.Row.Params[p.Name]; given {
			had[p.Name] = text
		}
	}
	return had
}

func meanHello(lives []*merge.Life) time.Duration {
	var sum, n time.Duration
	for _, l := range lives {
		if l.HelloInterval > 0 {
			sum, n = sum+l.HelloInterval, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// chooseTruth decides how component truth is found.
func (r *replay) chooseTruth() Truth {
	if r.scenario != nil && !r.merge.Epoch.IsZero() {
		return Truth{Exact: true, Scenario: r.scenario.Name}
	}
	return Truth{HelloTimeout: cmp.Or(r.HelloTimeout, r.merge.Header.HelloTimeout, 3*r.beat())}
}

// timers are the timers that the agents had, as far as their traces show.
func (r *replay) timers() Timers {
	return timersOf(r.beat(), cmp.Or(r.merge.Header.HelloTimeout, r.HelloTimeout, 3*r.beat()))
}

// beat is the agents' interval of hellos. If they sent none it is overlay's default, a
// second.
func (r *replay) beat() time.Duration { return twoDigits(cmp.Or(r.hellos, time.Second)) }
