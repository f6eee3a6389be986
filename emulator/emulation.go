package emulator

import (
	"context"
	"fmt"

	"bellwether/emulator/internal/place"
	"bellwether/internal/base/crash"
	"bellwether/internal/base/errs"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/trace"
)

// Emulation is one run.
type Emulation struct {
	cfg   Config
	parts *parts
	begun bool
}

// New builds the world of a run. Nothing happens before Run.
func New(cfg Config) (*Emulation, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	p, err := newParts(&cfg)
	if err != nil {
		return nil, errs.Emulator.Errorf("%w", err)
	}
	return &Emulation{cfg: cfg, parts: p}, nil
}

// Run carries out the run to its end, or until ctx is done; then it returns ctx's
// error. It is called once.
func (w *Emulation) Run(ctx context.Context) error {
	defer w.place()
	defer w.parts.kernel.Close()
	w.begin(ctx)
	p := w.parts
	if err := p.kernel.Run(int64(w.cfg.Until), unlessDone(ctx)); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return errs.Emulator.Errorf("%w", err)
	}
	p.duty.End()
	p.batteries.Record()
	p.kernel.Note(trace.Record{Kind: trace.End})
	return nil
}

// place adds to a panic of a machine, or of ours, where and when in the run it was. A panic
// whose value is neither text nor an error stays as it is: a sink ends a run by it.
func (w *Emulation) place() {
	v := recover()
	if v == nil {
		return
	}
	_, text := v.(string)
	err, _ := v.(error)
	if _, breach := v.(*protocol.Breach); breach || !text && err == nil {
		panic(v)
	}
	k := w.parts.kernel
	panic(crash.By(v, fmt.Sprintf("%s at node %v, %v after the start,", w.cfg.Algorithm.Name, k.Current(), k.Clock())))
}

// Begin boots the nodes that are in the world at time 0, settles the system if the
// scenario wants it, and schedules the rest. Faults at time 0 strike before the
// scripted elections. Run calls it if it has not been called; a benchmark may want to
// time it apart.
func (w *Emulation) Begin() { w.begin(context.Background()) }

// begin is Begin until ctx is done.
func (w *Emulation) begin(ctx context.Context) {
	if w.begun {
		return
	}
	w.begun = true
	w.parts.kernel.Heed(unlessDone(ctx))
	w.parts.begin(&w.cfg)
}

// unlessDone returns ctx's error once ctx is done.
func unlessDone(ctx context.Context) func() error {
	return func() error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	}
}

// Counters count work done, for benchmarks and reports.
type Counters struct {
	Events          uint64 // handled, apart from those that only follow links for a sink
	Transmissions   uint64 // frames on the air, acknowledgements included
	Deliveries      uint64 // messages given to machines
	Candidates      uint64 // nodes looked at to find receivers; fewer where links are followed
	QueueOperations uint64
	QueuePeak       int // most events queued at one time
}

// Counters returns the work done so far. Events that only follow links for a sink are not
// counted, so events, transmissions and deliveries are the same with and without sinks.
func (w *Emulation) Counters() Counters {
	p := w.parts
	c := p.kernel.Counters()
	looked := p.reach.Looked
	if p.field != nil {
		looked += p.field.Looked
	}
	return Counters{Events: c.Events - p.links.Extra(), Transmissions: p.access.Sent, Deliveries: c.Deliveries, Candidates: looked,
		QueueOperations: c.QueueOperations, QueuePeak: c.QueuePeak}
}

// Path is the path of node 1…n in a run of this seed, whose model is mobility.ForRun's. It
// shows where nodes will be without a run.
func Path(m mobility.Model, seed uint64, node int) mobility.Path {
	return place.Path(m, seed, protocol.ID(node))
}
