package campaign

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"

	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A Packing says how the trace of a run is kept in memory.
type Packing struct {
	Most  int    // bytes, as gzip packs it; a greater trace is not kept
	Build string // of the program, for its header
}

// Traced runs one row of a scenario as [One] does, and returns its trace too, packed by gzip; nil
// if that takes more than Most.
func Traced(ctx context.Context, s *scenarios.Scenario, of Row, program *registry.Registry, p Packing) (measure.RunResult, []byte, *Failure) {
	var entry scenarios.Entry
	for _, e := range s.Algorithms {
		if e.Label == of.Label {
			entry = e
		}
	}
	fail := func(err error) (measure.RunResult, []byte, *Failure) {
		return measure.RunResult{}, nil, Failed(s, of, err, program)
	}
	codec, err := protocol.NewCodec(s.Kinds(entry)...)
	if err != nil {
		return fail(err)
	}
	kept := &bounded{most: p.Most}
	packed := gzip.NewWriter(kept)
	w := trace.NewWriter(packed, trace.WriterOptions{Scenario: s.Name, Algorithm: of.Label, Seed: of.Seed, Codec: codec,
		Ground: s.Ground(), Origin: s.Origin(entry, of.Seed, p.Build)})
	r := attempt(ctx, s, task{entry: entry, seed: of.Seed}, Options{Own: program.Metrics()}, w)
	if r.err != nil {
		return fail(r.err) // a run that was left behind may still write
	}
	if err := errors.Join(w.Close(), packed.Close()); err != nil {
		return fail(err)
	}
	if kept.over {
		return r.run, nil, nil
	}
	return r.run, kept.Bytes(), nil
}

// bounded keeps what is written to it up to a bound, and nothing beyond.
type bounded struct {
	bytes.Buffer
	most int
	over bool
}

// Write takes everything.
func (b *bounded) Write(p []byte) (int, error) {
	if b.over || b.Len()+len(p) > b.most {
		b.over = true
		b.Reset()
		return len(p), nil
	}
	return b.Buffer.Write(p)
}
