package play

import (
	"context"
	"errors"
	"io"
	"sort"

	"bellwether/emulator"
	"bellwether/internal/base/crash"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/messageid"
	"bellwether/internal/study/campaign"
	"bellwether/internal/viewer/film"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A Take is one run of a session, and its film.
type Take struct {
	Film  *film.Film
	Hash  string   // of the trace, the same as of a run by the command
	Idle  []string // interventions that changed nothing, as written in the scenario
	spoke speakers
}

// take emulates a scenario of one run, and films it.
func take(ctx context.Context, s *scenarios.Scenario, build string) (*Take, error) {
	row := s.Algorithms[0]
	p, err := campaign.PrepareHashed(s, row, s.Seed)
	if err != nil {
		return nil, err
	}
	codec, err := protocol.NewCodec(s.Kinds(row)...)
	if err != nil {
		return nil, err
	}
	out := &Take{spoke: speakers{by: map[protocol.ID][]trace.Sending{}}}
	from, to := io.Pipe()
	w := trace.NewWriter(to, trace.WriterOptions{Scenario: s.Name, Algorithm: row.Label, Seed: s.Seed, Codec: codec,
		Ground: s.Ground(), Origin: s.Origin(row, s.Seed, build)})
	p.Config.Sinks = append(p.Config.Sinks, w, &out.spoke)
	ended := make(chan error, 1)
	go func() {
		err := errors.Join(out.run(ctx, p, s), w.Close())
		to.CloseWithError(err) // nil is the end
		ended <- err
	}()
	out.Film, err = film.Read(from, film.Options{Name: s.Name})
	from.CloseWithError(err) // a cancelled run must not wait for its reader
	if wrong := <-ended; wrong != nil {
		return nil, wrong
	}
	return out, err
}

// run makes a run. A panic of an algorithm's code is an error.
func (t *Take) run(ctx context.Context, p *campaign.Prepared, s *scenarios.Scenario) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = crash.Recovered(v)
		}
	}()
	w, err := emulator.New(p.Config)
	if err != nil {
		return err
	}
	if err := w.Run(ctx); err != nil {
		return err
	}
	t.Hash = p.Result(w.Counters()).TraceSHA256
	for _, n := range w.IdleInterventions() {
		t.Idle = append(t.Idle, strictyaml.Inline(s.Interventions[n-1]))
	}
	return nil
}

// speakers remember the names of what nodes say.
type speakers struct {
	names messageid.Sendings
	by    map[protocol.ID][]trace.Sending // in the order of time; never ranged over
}

// Wants returns the kinds of records of sent messages.
func (s *speakers) Wants() trace.Set { return trace.Of(trace.Send) }

// Record notes a message.
func (s *speakers) Record(r *trace.Record) {
	if r.Kind == trace.Send {
		s.by[r.Node] = append(s.by[r.Node], s.names.Name(r.Node, r.At))
	}
}

// next returns the first message that a node sends after an instant.
func (s *speakers) next(node protocol.ID, after protocol.Time) (trace.Sending, bool) {
	said := s.by[node]
	i := sort.Search(len(said), func(i int) bool { return said[i].At > after })
	if i == len(said) {
		return trace.Sending{}, false
	}
	return said[i], true
}
