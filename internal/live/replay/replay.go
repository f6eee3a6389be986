package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"bellwether/internal/base/memory"
	"bellwether/internal/contract/goals"
	"bellwether/internal/live/merge"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A Job is a user's request: the traces of one run, and what to compare with.
type Job struct {
	Inputs     []string           // files and directories
	Algorithms *registry.Registry // of this program; nil: those built in
	// Scenario is the mask under which the agents ran if they had an epoch; otherwise it
	// serves the prediction only. Default: the scenario in the traces if agents had an
	// epoch; otherwise the prediction uses the calibration.
	Scenario string
	Epoch    time.Time // of the mask; default what the agents agreed on
	// Warmup is the time after the first record that is not measured. Default: the
	// scenario's, else 0.
	Warmup time.Duration
	// HelloTimeout is the silence after which a link counts as lost if truth is
	// estimated. Default: the agents' time-out, else three intervals of their hellos, as
	// in overlay.
	HelloTimeout time.Duration
	Every        time.Duration // between two looks at the links; default measure.every of the scenario, else 1s
	Runs         int           // runs of the emulator for the prediction; 0: no prediction
	Jobs         int           // runs at a time; at least 1
	Trace        string        // file for the merged trace with its components, "" for none
	Out          string        // file in which Calibrate's scenario will be: it names the contacts from there
	Contacts     string        // file for the links with their times, which Calibrate's scenario then names; "" for none

	Free func() (memory.Amount, bool) // memory that runs may take; nil, or false: unknown
	Warn func(string)
}

// A Result is what a replay found.
type Result struct {
	Report     measure.Report // as a campaign of one run
	Metrics    measure.Metrics
	Takeovers  Takeovers
	Merge      *merge.Merge
	Names      map[protocol.ID]string
	Truth      Truth
	Warmup     time.Duration
	Verdicts   []Verdict
	Prediction *Prediction // nil: not asked for, or not possible
	Unforeseen string      // why it was not possible
}

// Takeovers are those that a run had (see takeovers).
type Takeovers struct {
	Mean measure.Value // of those that ended; not known without
	Took []time.Duration
	Cut  int // the number of those that did not end before the run ended or the leader came back
}

// A Truth says how component truth was found.
type Truth struct {
	Exact        bool
	Scenario     string        // of the mask
	HelloTimeout time.Duration // of the estimate
}

// String describes it in words.
func (t Truth) String() string {
	if t.Exact {
		return fmt.Sprintf("exact: scenario %s says which node hears which", t.Scenario)
	}
	return fmt.Sprintf("estimated: two agents are linked if each heard the other within %v", t.HelloTimeout)
}

// replay is a job under way.
type replay struct {
	*Job
	merge     *merge.Merge
	algorithm protocol.Algorithm
	scenario  *scenarios.Scenario // nil: no scenario
	named     string              // its name as the user gave it
	truth     Truth
	hellos    time.Duration // mean interval of hellos
	survey    *survey
}

// Do replays the traces.
func (j *Job) Do(ctx context.Context) (*Result, error) {
	r, err := j.begin(ctx)
	if err != nil {
		return nil, err
	}
	meter := measure.NewRun(r.options(r.merge.Begin.Add(j.warmup(r))))
	out := &Result{Merge: r.merge, Truth: r.truth, Names: r.survey.names, Warmup: j.warmup(r)}
	trial := r.trial()
	takeovers := newTakeovers(measure.Window{Warmup: r.merge.Begin.Add(j.warmup(r)), Horizon: r.merge.End})
	if err := r.second(meter, trial, takeovers); err != nil {
		return nil, err
	}
	out.Metrics, out.Verdicts = meter.Metrics(), trial.verdicts()
	out.Takeovers = Takeovers{Mean: takeovers.Value(), Took: takeovers.took, Cut: takeovers.cut}
	if out.Report, err = r.report(meter); err != nil {
		return nil, err
	}
	if j.Runs > 0 {
		out.Prediction, err = r.predict(ctx, out.Metrics, out.Takeovers.Mean)
		if errors.Is(err, campaign.ErrInterrupted) {
			return nil, err
		} else if err != nil {
			out.Unforeseen = err.Error()
		}
	}
	return out, nil
}

// stream visits the merged trace, with component truth in it.
func (r *replay) stream(visit func(*trace.Line) error) error {
	var truth merge.Truth = &merge.Heard{Timeout: r.truth.HelloTimeout}
	if r.truth.Exact {
		m, err := newMask(r.scenario)
		if err != nil {
			return err
		}
		truth = m
	}
	return r.merge.Stream(merge.NewExaminer(truth, r.every(), visit).Line)
}

// every is the time between two looks at the links.
func (r *replay) every() time.Duration {
	if r.scenario != nil {
		return cmp.Or(r.Every, r.scenario.Measure.Every.Std())
	}
	return cmp.Or(r.Every, time.Second)
}

// second reads the traces a second time, for the sinks and for the requested file.
func (r *replay) second(sinks ...trace.Sink) (err error) {
	file := io.Discard
	if r.Trace != "" {
		f, err := create(r.Trace)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.end(err)) }()
		file = f
	}
	w := trace.NewCopy(file, r.merge.Header)
	if err := r.stream(func(l *trace.Line) error {
		for _, s := range sinks {
			if s.Wants().Has(l.Record.Kind) {
				s.Record(&l.Record)
			}
		}
		if r.Trace != "" {
			w.Copy(l)
		}
		return nil
	}); err != nil {
		return err
	}
	return w.Close()
}

func (j *Job) warmup(r *replay) time.Duration {
	if j.Warmup == 0 && r.scenario != nil {
		return r.scenario.Warmup.Std()
	}
	return j.Warmup
}

// options are how the run is measured: by the standard of its scenario, if there is one.
func (r *replay) options(warmup protocol.Time) measure.Options {
	if r.scenario == nil {
		return measure.Options{Goal: r.algorithm.Goal, Warmup: warmup, Tolerance: measure.ToleranceOf(protocol.Margin{})}
	}
	o := r.scenario.Measured(r.algorithm)
	o.Warmup, o.Medium = warmup, measure.Medium{}
	return o
}

// report makes a campaign's report of the run.
func (r *replay) report(m *measure.Run) (measure.Report, error) {
	span := r.merge.End.Sub(r.merge.Begin).Seconds()
	name := r.merge.Header.Scenario
	if r.scenario != nil {
		name = r.scenario.Name
	}
	if name == "" {
		name = noMask
	}
	goal, quorum := goals.Written(r.algorithm.Goal)
	return measure.Summarise(name, "", r.merge.Header.Seed, 1, []measure.RunResult{{
		Label: "live", Name: r.algorithm.Name, Goal: goal, Quorum: quorum, Seed: r.merge.Header.Seed, Metrics: m.Metrics(), Truth: m.Truth(), Tolerance: m.Tolerance(),
		Events: r.survey.records, Transmissions: r.survey.frames, Deliveries: r.survey.delivered,
		SimulatedS: span, WallS: span, // a live run takes as long as its time
	}}, r.merge.Warnings)
}
