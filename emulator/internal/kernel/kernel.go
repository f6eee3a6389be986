// Package kernel runs machines in virtual time: a clock, a queue of events, the nodes
// with their machines and timers, and the effects of handlers. It knows no radio, no
// battery and no fault: these are separate parts. A part registers its handlers by
// [Kernel.On], plans events by [Kernel.At], and reaches another part through a lower one
// or through the kernel's [Parts].
//
// # Units
//
// Instants are nanoseconds since the run began, as int64; [Never] is later than all of
// them. Inside the emulator a node is a [Slot], its place in memory; for machines,
// records and configurations it is a protocol.ID.
//
// # Assumes
//
// One goroutine. Handlers of events do not call each other: a consequence at the same
// instant is an event of its own.
//
// # Never
//
// It reads no clock, starts no goroutine, draws random numbers only for machines, and
// ranges over no map.
//
// # Cost
//
// An event is 24 bytes in the queue, a node 64 bytes and its machine, a timer 24
// bytes. A delivery touches one cache line of its node, the machine, and what the machine
// sets.
package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// Never is an instant that does not come.
const Never = math.MaxInt64

// Options of a kernel.
type Options struct {
	Nodes     Slot
	Algorithm protocol.Algorithm
	Setup     protocol.Config // what the algorithm is configured with
	Services  overlay.Services
	// Order is the order of the nodes in memory; nil: by ID. Nothing else depends on it.
	Order []protocol.ID
	// Random are the draws of the algorithm.
	Random draw.Addressed
	// Interrupt crashes a node before an effect for which it returns true; nil: never.
	Interrupt func(protocol.ID, protocol.Effect) bool
	// Listen is how long a node that boots listens before it calls an election; 0: not.
	Listen time.Duration
	Sinks  []trace.Sink
}

// Kernel is virtual time and the machines that run in it. It is one type because queue, nodes,
// timers and effects share one clock and one order: an effect of a handler changes the queue, and
// what leaves the queue calls a handler.
type Kernel struct {
	Nodes Slot // how many there are
	ByID  []Slot
	// Ended is called when an instant is over, before time goes on; nil: nobody asks.
	Ended func()
	// Retime returns when a timer fires that a node sets to an instant; nil: at that instant.
	Retime func(i Slot, deadline int64) int64

	now      int64
	seq      uint64
	queue    queue
	beside   event  // see Kernel.Beside; at Never: none
	passing  uint64 // sequence number of the event that is handled
	handlers []func(a uint32)
	counters counters
	err      error
	goOn     func() error // nil: the run goes on

	nodes     []node
	saved     [][]byte // what Save kept
	algorithm string
	make      func() protocol.Machine
	terms     *overlay.Contract   // contract of machines without services; nil: their lowest service checks it
	kinds     [256]protocol.Class // the class of each kind of message
	sizes     [256]int32          // its size in bytes; 0: it varies, because of lists or an envelope
	wire      protocol.Wire       // tells the size then
	timers    int                 // per node
	slots     []slot              // timers of node i at i·timers
	clocks    []clock             // nil: every clock is true
	backlogs  []backlog           // nil: no node was ever suspended
	gone      Event
	listening *listening // nil: nodes that boot call elections at once
	gathering gathering

	env       protocol.Env
	random    draw.Addressed
	current   Slot // the node whose handler runs
	roster    []protocol.ID
	interrupt func(protocol.ID, protocol.Effect) bool
	world     Parts
	namers    []int32 // by node, how many nodes name it their leader; nil: every node may lead

	wants    trace.Set
	shown    [][]int64    // by node, the values that it showed last, if a sink wants them
	scratch  trace.Record // the record being given out
	receipts receipts
	touched  uint64           // keeps reads of memory from being left out
	tables   bool             // every machine is an optional.Table
	sinks    [64][]trace.Sink // by kind
}

// Parts is what the other parts of a world do for a kernel. The kernel decides when, and
// the world in which order its parts are called.
type Parts interface {
	// Say takes what a machine sends, broadcasts or routes.
	Say(i Slot, e *protocol.Effect)
	// Hears returns the nodes that node i hears now, sorted by ID, valid until the next
	// call: the oracle.
	Hears(i Slot) []protocol.ID
	lifecycle
}

// lifecycle is what the parts do when a node begins and ends, in the order of its methods.
type lifecycle interface {
	Arrives(i Slot) // it was not in the world, and will be
	Boots(i Slot)   // it runs from now on with a new machine
	Booted(i Slot)  // its boot is recorded; its machine starts next
	Started(i Slot) // its machine has started
	Joined(i Slot)  // it has started in a running system; it may call an election
	Stops(i Slot)   // it ran until now
	Stopped(i Slot) // it no longer runs, which is not recorded yet
	Gone(i Slot)    // it has stopped; other nodes may be informed
}

// counters count work done, for benchmarks and reports.
type counters struct {
	Events          uint64 // handled
	Deliveries      uint64 // messages given to machines
	QueueOperations uint64
	QueuePeak       int // most events queued at one time
}

// New makes a kernel. [Kernel.Attach] gives it the world around it.
func New(o Options) (*Kernel, error) {
	maker, err := optional.Maker(o.Algorithm, o.Setup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Algorithm.Name, err)
	}
	k := &Kernel{Nodes: o.Nodes, nodes: make([]node, o.Nodes), saved: make([][]byte, o.Nodes),
		algorithm: o.Algorithm.Name, random: o.Random, interrupt: o.Interrupt, beside: nothing}
	made, kinds, timers := overlay.Compose(o.Algorithm, maker, o.Services)
	k.make, k.timers = made, timers
	if _, err := protocol.NewCodec(kinds...); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Algorithm.Name, err)
	}
	for _, kind := range kinds {
		if kind.Class >= protocol.Classes {
			return nil, fmt.Errorf("%s: message %s has class %d, and there are %d", o.Algorithm.Name, kind.Name, kind.Class, protocol.Classes)
		}
		k.kinds[kind.Kind()] = kind.Class
		if size, err := strconv.Atoi(kind.Bytes()); err == nil {
			k.sizes[kind.Kind()] = int32(size)
		}
	}
	k.slots = make([]slot, int(o.Nodes)*timers)
	for i := range k.slots {
		k.slots[i] = slot{deadline: Never, queuedAt: Never}
	}
	k.roster = make([]protocol.ID, o.Nodes)
	for i := range k.roster {
		k.roster[i] = protocol.ID(i + 1)
	}
	k.arrange(o.Order)
	k.open(o.Sinks)
	k.handlers = append(k.handlers, nil) // timers are the kernel's own
	k.gone = k.On(func(a uint32) { k.world.Gone(Slot(a)) })
	if o.Listen > 0 {
		k.listening = newListening(k, o.Listen)
	}
	_, k.tables = k.make().(optional.Table)
	if g, is := optional.Within[optional.Gatherer](k.make()); is && g.Gathers() {
		k.gathering.by = g
	}
	return k, nil
}

// Attach gives the kernel its parts, before anything happens.
func (k *Kernel) Attach(w Parts) {
	k.world = w
	k.env.Driver().Enter(protocol.Facts{View: view{k}, Rand: rand.New(source{k})})
}

// Now is the present instant.
func (k *Kernel) Now() int64 { return k.now }

// Current is the node whose handler ran last.
func (k *Kernel) Current() protocol.ID { return k.ID(k.current) }

// Clock is the time of the world, as records have it.
func (k *Kernel) Clock() protocol.Time { return protocol.Time(k.now) }

// Counters returns the work done so far.
func (k *Kernel) Counters() counters {
	c := k.counters
	c.QueueOperations = k.queue.operations
	return c
}

// Fail ends the run with an error; the first of several counts.
func (k *Kernel) Fail(err error) {
	if k.err == nil {
		k.err = err
	}
}

// Heed sets the function that is asked whether the run shall go on; its error ends the
// run.
func (k *Kernel) Heed(goOn func() error) { k.goOn = goOn }

// Over asks goOn, and reports whether the run has ended with an error. A handler that
// visits all nodes must call it at each and return if it is true: in a dense world a node
// may take milliseconds, and all nodes minutes.
func (k *Kernel) Over() bool {
	if k.err == nil && k.goOn != nil {
		k.err = k.goOn()
	}
	return k.err != nil
}

// checkEvery is the number of events and deliveries between two calls of goOn, about 10
// ms of work. Deliveries count, too, because an event may be a broadcast to all nodes.
const checkEvery = 1 << 16

// Run handles the events before an instant, and then sets the time to that instant. It
// stops with the error of a machine, or of goOn, which is called from time to time (see
// Over).
func (k *Kernel) Run(until int64, goOn func() error) error {
	defer k.tellReceipts() // those before a panic, too
	k.Heed(goOn)
	look := uint64(0)
	for (k.queue.size() > 0 || k.beside.at != Never) && k.err == nil {
		if work := k.counters.Events + k.counters.Deliveries; work >= look {
			if k.Over() {
				break
			}
			look = work + checkEvery
		}
		e := k.pop()
		if e.at > k.now {
			k.end()
		}
		if e.at >= until {
			break // a run is [0, until): events at its end do not happen
		}
		k.now, k.passing = e.at, e.seq
		k.counters.Events++
		if e.is.kind == timerEvent {
			k.onTimer(e)
		} else {
			k.handlers[e.is.kind](e.a)
		}
		k.tellReceipts()
	}
	if k.err != nil {
		return k.err
	}
	k.end()
	k.now = until
	return nil
}

// end tells that an instant is over.
func (k *Kernel) end() {
	k.passing = math.MaxUint64
	if k.Ended != nil {
		k.Ended()
	}
}

// After is the instant d from now; it saturates.
func (k *Kernel) After(d time.Duration) int64 {
	if at := k.now + int64(d); at >= k.now {
		return at
	}
	return Never - 1
}
