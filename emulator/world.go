package emulator

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// World is one run.
type World struct {
	cfg   Config
	make  func() protocol.Machine
	terms *overlay.Contract   // of machines without services; nil: their lowest service holds them to it
	kinds [256]protocol.Class // the class of each kind of message

	now   int64 // nanoseconds
	seq   uint64
	queue queue
	nodes []node
	saved [][]byte // what Save kept, by node

	timers int    // per node
	slots  []slot // timers of node i at i·timers

	env     protocol.Env
	stream  switchable
	current int // the node whose handler runs
	roster  []protocol.ID
	heard   []protocol.ID // buffer of Neighbours

	air      air
	ranged   radio.RangedLoss // the loss, if it asks for distances
	field    field
	links    links
	meetings meetings
	power    power
	assets   assets
	truth    truth
	script   script
	strikes  strikes
	clocks   clocks
	jams     jams

	wants    trace.Set
	shown    [][]int64        // by node, what it showed of its state last, if anyone asks
	scratch  trace.Record     // the record being given out
	receipt  trace.Record     // the same, for receptions
	sinks    [64][]trace.Sink // by kind
	frames   uint64
	spared   []int32 // receivers of the frame that arrives
	touched  int64   // keeps a read of memory from being left out
	counters Counters
	begun    bool
	err      error
	mutes    mutes
	csma     *csma // nil: the medium is ideal
	duty     *duty // nil: nobody is held back
}

// Counters count work done, for benchmarks and reports.
type Counters struct {
	Events          uint64 // handled, apart from those that only follow links for a sink
	Transmissions   uint64 // frames on the air, acknowledgements included
	Deliveries      uint64 // messages given to machines
	Candidates      uint64 // nodes looked at to find receivers
	QueueOperations uint64
	QueuePeak       int // most events queued at one time
}

// id is the ID of the node at index i.
func id(i int) protocol.ID { return protocol.ID(i + 1) }

// New builds the world of a run. Nothing happens before Run.
func New(cfg Config) (*World, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	maker, err := cfg.Algorithm.New(cfg.Setup)
	if err != nil {
		return nil, fmt.Errorf("emulator: %s: %w", cfg.Algorithm.Name, err)
	}
	if cfg.Loss == nil {
		cfg.Loss = radio.Lossless{}
	}
	w := &World{cfg: cfg, nodes: make([]node, cfg.Nodes), saved: make([][]byte, cfg.Nodes)}
	w.ranged, _ = cfg.Loss.(radio.RangedLoss)
	made, kinds, timers := overlay.Compose(cfg.Algorithm, maker, cfg.Services)
	w.make, w.timers = made, timers
	if _, err := protocol.NewCodec(kinds...); err != nil {
		return nil, fmt.Errorf("emulator: %s: %w", cfg.Algorithm.Name, err)
	}
	for _, k := range kinds {
		if k.Class >= protocol.Classes {
			return nil, fmt.Errorf("emulator: %s: message %s has class %d, and there are %d", cfg.Algorithm.Name, k.Name, k.Class, protocol.Classes)
		}
		w.kinds[k.Kind] = k.Class
	}
	w.slots = make([]slot, cfg.Nodes*timers)
	for i := range w.slots {
		w.slots[i] = slot{deadline: never, queuedAt: never}
	}
	w.env.Enter(protocol.Facts{View: w, Rand: rand.New(&w.stream)})
	w.roster = make([]protocol.ID, cfg.Nodes)
	for i := range w.nodes {
		w.roster[i] = id(i)
		w.nodes[i].medium = stream(cfg.Seed, forMedium, uint64(id(i)))
		w.nodes[i].algorithm = stream(cfg.Seed, forAlgorithm, uint64(id(i)))
	}
	w.open(cfg.Sinks)
	w.prepare()
	return w, nil
}

// prepare sets up the parts of the world that Run begins with.
func (w *World) prepare() {
	w.duty = newDuty(w.cfg.Duty, w.cfg.Nodes)
	if w.cfg.Access != nil {
		w.csma = new(csma)
		w.csma.init(w)
	}
	w.field.init(w)
	w.meetings.init(w)
	w.links.init(w)
	w.power.init(w)
	w.assets.init(w)
	w.truth.init(w)
	w.script.init(w)
}

// Counters tell what was done so far. The events are those of the world: what is
// followed for a sink alone is none of them, so that looking at a run changes no number.
func (w *World) Counters() Counters {
	c := w.counters
	if !w.links.asked {
		c.Events -= w.links.foreseen
	}
	c.QueueOperations = w.queue.operations
	return c
}

// Now is the virtual time.
func (w *World) Now() protocol.Time { return protocol.Time(w.now) }

// checkEvery is how many events and deliveries pass between two looks at the
// context, some 10 ms of work: an event may be a broadcast to all nodes. bootsBetween
// is how many nodes boot between two looks.
const (
	checkEvery   = 1 << 16
	bootsBetween = 1 << 12
)

// Run carries out the run to its end, or until ctx is done; then it gives ctx's
// error. It is called once.
func (w *World) Run(ctx context.Context) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	until, look := int64(w.cfg.Until), uint64(0)
	for w.queue.size() > 0 && w.err == nil {
		if work := w.counters.Events + w.counters.Deliveries; work >= look {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			look = work + checkEvery
		}
		e := w.queue.pop()
		if e.at >= until {
			break // a run is [0, Until): what would begin at its end does not
		}
		w.now = e.at
		w.counters.Events++
		w.handle(e)
	}
	if w.err != nil {
		return w.err
	}
	w.now = until
	w.mutes.end(w)
	w.recordEnergy()
	w.note(trace.Record{Kind: trace.End})
	return nil
}

func (w *World) handle(e event) {
	switch e.kind {
	case timerEvent:
		w.onTimer(e)
	case arriveEvent:
		w.onArrive(int32(e.a))
	case freeEvent:
		w.onRadioFree(int(e.a))
	case legEvent:
		w.onLegEnd(int(e.a))
	case crossEvent:
		w.links.foreseen++
		w.onCross(int32(e.a))
	case refreshEvent:
		w.links.refresh(w, int(e.a))
	case epochEvent:
		w.links.foreseen++
		w.onEpoch()
	case sampleEvent:
		w.onSample()
	case capableEvent:
		w.onCapable()
	case batteryEvent:
		w.onBattery(int(e.a))
	case strikeEvent:
		w.onStrike(int(e.a))
	case endureEvent:
		w.onEndured(int(e.a))
	case flapEvent:
		w.onFlap(int(e.a))
	case sunEvent:
		w.onSun()
	case renewEvent:
		w.onRenew(int(e.a))
	case jamEvent:
		w.onJam(int(e.a))
	case accessEvent:
		w.onAccess(int(e.a))
	case landEvent:
		w.onLand(int32(e.a))
	case ackEvent:
		w.onAck(int32(e.a))
	case lateAckEvent:
		w.onLateAck(int(e.a))
	case lateEvent:
		w.onLate(int32(e.a))
	case contactEvent:
		w.onContacts()
	case startEvent:
		w.onStart()
	}
}

func (w *World) nextSeq() uint64 {
	w.seq++
	return w.seq
}

func (w *World) schedule(at int64, kind eventKind, a uint32) {
	w.queue.push(event{at: at, seq: w.nextSeq(), a: a, kind: kind})
	w.counters.QueuePeak = max(w.counters.QueuePeak, w.queue.size())
}

// after is the instant d from now; it saturates.
func (w *World) after(d time.Duration) int64 {
	if at := w.now + int64(d); at >= w.now {
		return at
	}
	return never - 1
}

// Begin boots whoever is in the world at time 0, settles the system if the
// scenario says so, and schedules the rest. Faults at time 0 strike before the
// scripted elections. Run does it if nobody has: whoever times a run may want it
// apart.
func (w *World) Begin() { _ = w.begin(context.Background()) }

// begin is Begin until ctx is done.
func (w *World) begin(ctx context.Context) error {
	if w.begun {
		return nil
	}
	w.begun = true
	for i := range w.nodes {
		if i%bootsBetween == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.place(i)
	}
	w.meetings.begin(w)
	w.links.begin(w)
	w.measureCapabilities()
	for i := range w.nodes {
		if i%bootsBetween == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if w.nodes[i].status == absent {
			w.note(trace.Record{Kind: trace.Absent, Node: id(i), Why: trace.WhyTrace})
			continue
		}
		w.boot(i)
	}
	w.links.announceAll(w)
	w.settle()
	w.script.begin(w)
	w.schedule(0, startEvent, 0)
	w.truth.begin(w)
	return nil
}

// settle starts every running node with the scenario's leader in office.
func (w *World) settle() {
	leader := w.cfg.Start.Leader
	if leader == protocol.Nobody {
		return
	}
	for i := range w.nodes {
		if w.nodes[i].status != live {
			continue
		}
		w.enter(i)
		if _, can := overlay.Innermost(w.nodes[i].machine).(protocol.Settler); !can {
			w.err = fmt.Errorf("emulator: %s cannot begin with a leader in office: it is no Settler",
				w.cfg.Algorithm.Name)
			return
		}
		protocol.Settle(w.nodes[i].machine, &w.env, w.capability(int(leader)-1))
		w.carryOut(i)
	}
}

// onStart calls the scripted elections.
func (w *World) onStart() {
	if w.cfg.Start.All {
		for i := range w.nodes {
			w.elect(i)
		}
		return
	}
	for _, starter := range w.cfg.Start.Elect {
		w.elect(int(starter) - 1)
	}
}

func (w *World) elect(i int) {
	switch {
	case w.nodes[i].status != live:
		return
	case w.nodes[i].paused:
		w.hold(i, func() { w.elect(i) })
		return
	}
	w.enter(i)
	protocol.Elect(w.nodes[i].machine, &w.env)
	w.carryOut(i)
}
