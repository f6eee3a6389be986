// Package kernel runs machines in virtual time: a clock, a queue of events, the nodes
// with their machines and timers, and the effects of handlers. It knows no radio, no
// battery and no fault. Whatever else there is in a world is a part beside it: a part
// has its handlers called by [Kernel.On], plans them by [Kernel.At], and reaches
// another part through a lower one or through what the kernel is given as [Parts].
//
// # Units
//
// Instants are nanoseconds since the run began, as int64; [Never] is none of them. A
// node is a [Slot], its place in memory, inside; it is a protocol.ID to machines,
// records and configurations.
//
// # Assumes
//
// One goroutine. Handlers of events do not call each other: what shall happen at the
// same instant after this event is an event of its own.
//
// # Never
//
// It looks at no clock, starts no goroutine, draws nothing but what machines ask for, and
// ranges over no map.
//
// # Cost
//
// An event is 24 bytes in the queue, a node 64 bytes and its machine, a timer 24
// bytes. A delivery touches one line of its node, its machine, and what that sets.
package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"bellwether/emulator/internal/draw"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// Never is an instant that does not come.
const Never = math.MaxInt64

// Options are what a kernel is made of.
type Options struct {
	Nodes     Slot
	Algorithm protocol.Algorithm
	Setup     protocol.Config // what the algorithm is configured with
	Services  overlay.Services
	// Order is the nodes in the order in which they are laid out in memory; nil: by ID.
	// Nothing else depends on it.
	Order []protocol.ID
	// Random are the draws of the algorithm.
	Random draw.Addressed
	// Interrupt crashes a node before it carries out an effect for which it says yes;
	// nil: never.
	Interrupt func(protocol.ID, protocol.Effect) bool
	Sinks     []trace.Sink
}

// Kernel is virtual time and the machines that run in it.
type Kernel struct {
	Nodes Slot // how many there are
	ByID  []Slot

	now      int64
	seq      uint64
	queue    queue
	handlers []func(a uint32)
	counters Counters
	err      error
	goOn     func() error // nil: the run goes on

	nodes     []node
	saved     [][]byte // what Save kept
	algorithm string
	make      func() protocol.Machine
	terms     *overlay.Contract   // of machines without services; nil: their lowest service holds them to it
	kinds     [256]protocol.Class // the class of each kind of message
	timers    int                 // per node
	slots     []slot              // timers of node i at i·timers
	clocks    []clock             // nil: every clock is true
	backlogs  []backlog           // nil: nobody was ever suspended
	gone      Event

	env       protocol.Env
	random    draw.Addressed
	current   Slot // the node whose handler runs
	roster    []protocol.ID
	interrupt func(protocol.ID, protocol.Effect) bool
	world     Parts

	wants    trace.Set
	shown    [][]int64    // by node, what it showed of its state last, if anyone asks
	scratch  trace.Record // the record being given out
	receipts receipts
	sinks    [64][]trace.Sink // by kind
}

// A Parts is what the parts beside a kernel do for it. The kernel says when, the world
// in which order its parts are asked.
type Parts interface {
	// Say takes what a machine sends, broadcasts or routes.
	Say(i Slot, e *protocol.Effect)
	// Hears are the nodes that node i hears now, sorted by ID, good until the next
	// call: the oracle.
	Hears(i Slot) []protocol.ID
	Life
}

// Life is what the parts do as a node begins and ends, in the order of its methods.
type Life interface {
	Arrives(i Slot) // it was not in the world, and will be
	Boots(i Slot)   // it runs from now on, and its machine is new
	Booted(i Slot)  // its boot is on record; its machine starts next
	Started(i Slot) // its machine has started
	Joined(i Slot)  // it has started in a system that is running; it will call an election
	Stops(i Slot)   // it ran until now
	Stopped(i Slot) // it runs no more, which is not on record yet
	Gone(i Slot)    // it has stopped, and whoever asked to be told of that may be
}

// Counters count work done, for benchmarks and reports.
type Counters struct {
	Events          uint64 // handled
	Deliveries      uint64 // messages given to machines
	QueueOperations uint64
	QueuePeak       int // most events queued at one time
}

// New makes a kernel. [Kernel.Attach] gives it the world around it.
func New(o Options) (*Kernel, error) {
	maker, err := o.Algorithm.New(o.Setup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Algorithm.Name, err)
	}
	k := &Kernel{Nodes: o.Nodes, nodes: make([]node, o.Nodes), saved: make([][]byte, o.Nodes),
		algorithm: o.Algorithm.Name, random: o.Random, interrupt: o.Interrupt}
	made, kinds, timers := overlay.Compose(o.Algorithm, maker, o.Services)
	k.make, k.timers = made, timers
	if _, err := protocol.NewCodec(kinds...); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Algorithm.Name, err)
	}
	for _, kind := range kinds {
		if kind.Class >= protocol.Classes {
			return nil, fmt.Errorf("%s: message %s has class %d, and there are %d", o.Algorithm.Name, kind.Name, kind.Class, protocol.Classes)
		}
		k.kinds[kind.Kind] = kind.Class
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
	return k, nil
}

// Attach gives the kernel the world around it, before anything happens.
func (k *Kernel) Attach(w Parts) {
	k.world = w
	k.env.Driver().Enter(protocol.Facts{View: view{k}, Rand: rand.New(source{k})})
}

// Now is the instant.
func (k *Kernel) Now() int64 { return k.now }

// Clock is the time of the world, as records have it.
func (k *Kernel) Clock() protocol.Time { return protocol.Time(k.now) }

// Counters tell what was done so far.
func (k *Kernel) Counters() Counters {
	c := k.counters
	c.QueueOperations = k.queue.operations
	return c
}

// Fail ends the run with an error, the first one of several.
func (k *Kernel) Fail(err error) {
	if k.err == nil {
		k.err = err
	}
}

// Heed has goOn asked whether the run shall go on; its error ends the run.
func (k *Kernel) Heed(goOn func() error) { k.goOn = goOn }

// Over asks, and says whether the run has ended with an error. A handler that goes over
// all nodes asks at each of them and returns if so: in a dense world a node may take
// milliseconds, and all of them minutes.
func (k *Kernel) Over() bool {
	if k.err == nil && k.goOn != nil {
		k.err = k.goOn()
	}
	return k.err != nil
}

// checkEvery is how many events and deliveries pass between two looks at whether the
// run shall go on, some 10 ms of work: an event may be a broadcast to all nodes.
const checkEvery = 1 << 16

// Run handles the events before an instant, and makes it that instant. It stops with
// the error of a machine, or of goOn, which is asked now and then (see Over).
func (k *Kernel) Run(until int64, goOn func() error) error {
	defer k.tellReceipts() // those before a panic, too
	k.Heed(goOn)
	look := uint64(0)
	for k.queue.size() > 0 && k.err == nil {
		if work := k.counters.Events + k.counters.Deliveries; work >= look {
			if k.Over() {
				break
			}
			look = work + checkEvery
		}
		e := k.queue.pop()
		if e.at >= until {
			break // a run is [0, until): what would begin at its end does not
		}
		k.now = e.at
		k.counters.Events++
		if e.kind == timerEvent {
			k.onTimer(e)
		} else {
			k.handlers[e.kind](e.a)
		}
		k.tellReceipts()
	}
	if k.err != nil {
		return k.err
	}
	k.now = until
	return nil
}

// After is the instant d from now; it saturates.
func (k *Kernel) After(d time.Duration) int64 {
	if at := k.now + int64(d); at >= k.now {
		return at
	}
	return Never - 1
}
