package lesson

import (
	"context"
	"errors"
	"fmt"
	"io"

	"bellwether/emulator"
	"bellwether/internal/study/campaign"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// Check runs a lesson and each of its changes, and returns every claim that does not hold.
func Check(ctx context.Context, l *Lesson) error {
	s, err := l.World(nil)
	if err != nil {
		return err
	}
	moments := make([]moment, len(l.Steps))
	for i, step := range l.Steps {
		moments[i] = moment{at: protocol.Time(step.At), claims: step.Claims}
	}
	wrong := within(l.Name, check(ctx, s, moments))
	for i, change := range l.Changes {
		s, err := l.World(change.Set)
		if err != nil {
			return err
		}
		at := change.At
		if at == 0 {
			at = s.Duration
		}
		wrong = errors.Join(wrong, within(fmt.Sprintf("%s, change %d", l.Name, i+1), check(ctx, s, []moment{{protocol.Time(at), change.Claims}})))
	}
	return wrong
}

// within names the place of an error.
func within(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("lesson %s: %w", name, err)
}

// check runs a world and judges the claims of its moments.
func check(ctx context.Context, s *scenarios.Scenario, moments []moment) error {
	judged := newState(s.Kinds(s.Algorithms[0]), append([]moment(nil), moments...))
	metrics, err := run(ctx, s, judged)
	if err != nil {
		return err
	}
	wrong := judged.wrong
	for _, m := range moments {
		for i := range m.claims {
			if c := &m.claims[i]; c.whole() {
				wrong = append(wrong, c.measured(&metrics))
			}
		}
	}
	return errors.Join(wrong...)
}

// measured compares a claim with a metric of the run.
func (c *Claim) measured(metrics *measure.Metrics) error {
	k, _ := measure.FindKey(c.name)
	x := metrics.Get(c.name).X
	if k.Percent {
		x *= 100
	}
	if got := fmt.Sprintf("%.*f", k.Decimals, x); got != c.value {
		return fmt.Errorf("%q does not hold: it is %s", c.text, got)
	}
	return nil
}

// run runs the one run of a world.
func run(ctx context.Context, s *scenarios.Scenario, more trace.Sink) (measure.Metrics, error) {
	p, err := campaign.Prepare(s, s.Algorithms[0], s.Seed)
	if err != nil {
		return measure.Metrics{}, err
	}
	p.Config.Sinks = append(p.Config.Sinks, more)
	w, err := emulator.New(p.Config)
	if err != nil {
		return measure.Metrics{}, err
	}
	if err := w.Run(ctx); err != nil {
		return measure.Metrics{}, err
	}
	return p.Result(w.Counters()).Metrics, nil
}

// Record writes the trace of a lesson's run.
func Record(ctx context.Context, l *Lesson, to io.Writer) error {
	s, err := l.World(nil)
	if err != nil {
		return err
	}
	codec, err := protocol.NewCodec(s.Kinds(s.Algorithms[0])...)
	if err != nil {
		return err
	}
	w := trace.NewWriter(to, trace.WriterOptions{Scenario: s.Name, Algorithm: s.Algorithms[0].Label, Seed: s.Seed, Codec: codec,
		Ground: s.Ground(), Origin: s.Origin(s.Algorithms[0], s.Seed, "")})
	_, err = run(ctx, s, w)
	return errors.Join(err, w.Close())
}
