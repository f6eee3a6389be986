package campaign

import (
	"sync/atomic"

	"bellwether/internal/base/crash"
	"bellwether/protocol"
	"bellwether/trace"
)

// async is a sink that passes its records to other sinks on another goroutine, in the same
// order. It is for a run while another processor is idle: the run then waits for the hash,
// the measures and the writing of a trace only if they are slower than the run.
//
// It copies records, but not the messages in them: a message never changes once it is sent.
// It holds at most asyncBatches batches.
type async struct {
	wants   trace.Set
	sinks   []wanting
	filling *batch
	full    chan *batch
	empty   chan *batch
	ended   chan struct{}
	closed  bool
	broken  atomic.Pointer[crash.Panic]
}

// wanting is a sink with the kinds of records that it wants.
type wanting struct {
	sink  trace.Sink
	kinds trace.Set
}

// A batch is a number of successive records.
type batch struct {
	// records are in order. A Receive stands for all receptions of a frame; its Node is
	// their number.
	records []trace.Record
	nodes   []protocol.ID // of all receptions, in order
}

// A batch has some 100 kB and takes a tenth of a millisecond: it stays in the cache of
// one core while it is written and of another while it is read, and waking the reader
// costs little in comparison. There are three: one is filled, one is read, one waits.
const (
	asyncBatches = 3
	asyncRecords = 1024
	asyncNodes   = 4 * asyncRecords
)

// newAsync starts the goroutine; close ends it.
func newAsync(sinks []trace.Sink) *async {
	a := &async{full: make(chan *batch, asyncBatches), empty: make(chan *batch, asyncBatches), ended: make(chan struct{})}
	for _, s := range sinks {
		a.wants |= s.Wants()
		a.sinks = append(a.sinks, wanting{s, s.Wants()})
	}
	for range asyncBatches {
		a.empty <- &batch{records: make([]trace.Record, 0, asyncRecords), nodes: make([]protocol.ID, 0, asyncNodes)}
	}
	a.filling = <-a.empty
	go a.take()
	return a
}

// Wants returns the kinds that any of the sinks wants.
func (a *async) Wants() trace.Set { return a.wants }

// Record takes a record.
func (a *async) Record(r *trace.Record) {
	if r.Kind == trace.Receive {
		one := [1]protocol.ID{r.Node}
		a.Receptions(r, one[:])
		return
	}
	a.filling.records = append(a.filling.records, *r)
	a.handIfFull()
}

// Receptions takes the receptions of a frame.
func (a *async) Receptions(r *trace.Record, nodes []protocol.ID) {
	b := a.filling
	b.records = append(b.records, *r)
	b.records[len(b.records)-1].Node = protocol.ID(len(nodes))
	b.nodes = append(b.nodes, nodes...)
	a.handIfFull()
}

func (a *async) handIfFull() {
	if len(a.filling.records) == asyncRecords || len(a.filling.nodes) >= asyncNodes {
		a.hand()
	}
}

// hand sends the batch to the other goroutine, and waits for an empty one.
func (a *async) hand() {
	if p := a.broken.Load(); p != nil {
		panic(p)
	}
	a.full <- a.filling
	a.filling = <-a.empty
}

// close waits until the sinks have taken all they were given, and ends the goroutine.
func (a *async) close() {
	if a == nil || a.closed {
		return
	}
	a.closed = true
	a.full <- a.filling
	close(a.full)
	<-a.ended
}

// finish closes at the end of a run without an error. It panics if a sink has panicked.
func (a *async) finish() {
	a.close()
	if a == nil {
		return
	}
	if p := a.broken.Load(); p != nil {
		panic(p)
	}
}

// take is the other goroutine. After a panic of a sink it receives and drops further
// batches, so that the run does not block.
func (a *async) take() {
	defer close(a.ended)
	for b := range a.full {
		if a.broken.Load() == nil {
			a.give(b)
		}
		b.records, b.nodes = b.records[:0], b.nodes[:0]
		a.empty <- b
	}
}

// give passes the records of a batch to the sinks that want them.
func (a *async) give(b *batch) {
	defer func() {
		if p := recover(); p != nil {
			a.broken.Store(crash.Recovered(p))
		}
	}()
	nodes := b.nodes
	for i := range b.records {
		r, heard := &b.records[i], nodes[:0]
		if r.Kind == trace.Receive {
			heard, nodes = nodes[:r.Node], nodes[r.Node:]
		}
		for _, s := range a.sinks {
			switch {
			case !s.kinds.Has(r.Kind):
			case r.Kind == trace.Receive:
				trace.Receptions(s.sink, r, heard)
			default:
				s.sink.Record(r)
			}
		}
	}
}
