package counterfactual

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/crash"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/base/wording"
	"bellwether/internal/explain/causality"
	"bellwether/internal/study/campaign"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A World makes the run of a trace again, up to an instant, with changes.
type World struct {
	trace  string
	load   scenarios.Options
	kept   []string // interventions that the run already has
	leave  string   // what the user types so that the row's program is started; "": it is none
	lossy  bool     // frames are lost by chance
	warmup protocol.Time
	ends   protocol.Time // when the run does
	known  protocol.Time // up to which runs are compared with the trace
}

// Open prepares to make the run of a trace file again.
func Open(name string, o scenarios.Options) (*World, error) {
	s, err := scenarios.Load(name, o)
	if err != nil {
		return nil, err
	}
	w := &World{trace: name, load: o}
	for i := range s.Interventions {
		w.kept = append(w.kept, strictyaml.Inline(s.Interventions[i]))
	}
	config, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		return nil, err
	}
	w.lossy = config.Loss != nil
	if len(s.Algorithms[0].Command) > 0 {
		w.leave = " --allow-commands"
	}
	w.warmup, w.ends = protocol.Time(s.Warmup), protocol.Time(s.Duration)
	return w, nil
}

func override(path, value string) scenarios.Override {
	return scenarios.Override{Path: path, Value: value, Flag: path + ", by why"}
}

// Ends returns when the run ends.
func (w *World) Ends() protocol.Time { return w.ends }

// A change is a change to a run.
type change struct {
	interventions []string // as a scenario has them
	from          protocol.Time
	seed          int // of the losses from then on; 0: losses stay the same
}

// run makes the run up to an instant, with changes.
func (w *World) run(ctx context.Context, until protocol.Time, c change) (out *outcome, err error) {
	o := w.load
	o.Set = append([]scenarios.Override(nil), w.load.Set...)
	if len(c.interventions) > 0 {
		o.Set = append(o.Set, override("interventions", w.list(c.interventions)))
	}
	if c.seed > 0 {
		o.Set = append(o.Set, override("radio.loss.redraw", fmt.Sprintf("{from: %v, seed: %d}", time.Duration(c.from), c.seed)))
	}
	o.Until = scenarios.Duration(until)
	s, err := scenarios.Load(w.trace, o)
	if err != nil {
		return nil, fmt.Errorf("why: the run cannot be made again with a change: %w", err)
	}
	defer func() {
		if v := recover(); v != nil {
			err = crash.Recovered(v)
		}
	}()
	row := s.Algorithms[0]
	algorithm, _ := s.Algorithm(row.Name)
	j := newJudge(algorithm.Goal, s.Measured(algorithm).Margin, w.known)
	p, err := campaign.Prepare(s, row, s.Seed)
	if err != nil {
		return nil, err
	}
	p.Config.Sinks = []trace.Sink{j}
	e, err := emulator.New(p.Config)
	if err != nil {
		return nil, err
	}
	if err := e.Run(ctx); err != nil {
		return nil, err
	}
	return j.out, nil
}

// list returns the interventions of a scenario: the ones that the run already has, and further
// ones.
func (w *World) list(more []string) string {
	return "[" + strings.Join(append(append([]string(nil), w.kept...), more...), ", ") + "]"
}

// command returns the command that makes the run with changes.
func (w *World) command(more []string) string {
	return fmt.Sprintf("bellwether run %s%s --set %s", wording.Quote(w.trace), w.leave, wording.Quote("interventions="+w.list(more)))
}

// told returns the digest of a trace up to an instant, to compare it with the digest of a run.
func told(h *causality.History, until protocol.Time) uint64 {
	sum := uint64(fnvOffset)
	for i := range h.Events {
		e := &h.Events[i]
		if e.At < until && compared.Has(e.Kind) {
			sum = digest(sum, &trace.Record{At: e.At, Kind: e.Kind, Node: e.Node, Peer: e.Peer, Computation: e.Computation})
		}
	}
	return sum
}
