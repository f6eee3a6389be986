package emulator_test

import (
	"cmp"
	"context"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/contract/messageid"
	"bellwether/protocol"
	"bellwether/trace"
)

// A moment is what a node does at one instant, and all that it may depend on.
type moment struct {
	at            protocol.Time
	past, outcome maphash.Hash
	said          []int // indices in diary.said
}

// A saying is a message that a node sent, and when it was on the air.
type saying struct {
	name  trace.Sending
	from  protocol.ID
	class protocol.Class
	at    protocol.Time
	what  uint64          // hash of the content
	ends  []protocol.Time // of each attempt
	heard int             // the attempt that was received first, from 1; 0: none
}

// A flight is a frame, or an acknowledgement, that was on the air.
type flight struct {
	ends protocol.Time
	from protocol.ID
	why  trace.Why
}

// A diary is what all nodes of a run did, moment by moment. It reads the states of the
// machines and the trace, because what a node does depends on both.
type diary struct {
	out     saying // the message that is left out, at the attempt that was received first
	w       *emulator.Emulation
	moments [][]*moment // by node
	states  []uint64    // by node: hash of its machine's state, as last read
	said    []saying
	names   messageid.Sendings
	numbers map[uint64]int // index in said, by frame
	air     []flight       // where nodes contend for the medium: all frames on the air, which they may sense
	touched protocol.ID    // its timer fired, and its state was not read since
	buffer  []byte
}

// seed is the same for all diaries, so that their hashes can be compared.
var seed = maphash.MakeSeed()

// keep runs a world and returns its diary.
func keep(t *testing.T, c emulator.Config, out saying) *diary {
	d := &diary{out: out, moments: make([][]*moment, c.Nodes+1), states: make([]uint64, c.Nodes+1), numbers: map[uint64]int{}}
	if c.Access != nil {
		d.air = []flight{}
	}
	c.Sinks = []trace.Sink{d}
	// Interrupt returns false for each effect: it only records what the machines do.
	c.Interrupt = func(id protocol.ID, e protocol.Effect) bool {
		d.look(id)
		d.effect(id, e)
		return false
	}
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	d.w = w
	if err := w.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if idle := w.IdleInterventions(); len(idle) > 0 {
		t.Fatalf("interventions %v changed nothing", idle)
	}
	return d
}

// Wants returns the kinds of records of what happens to nodes and of what they do.
func (d *diary) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Send, trace.Transmit, trace.Receive, trace.Timer, trace.Fault)
}

// Record adds a record to the diary.
func (d *diary) Record(r *trace.Record) {
	if d.touched != protocol.Nobody {
		d.look(d.touched)
	}
	switch r.Kind {
	case trace.Send:
		d.say(r)
	case trace.Transmit:
		if d.air != nil {
			d.air = append(d.air, flight{r.At, r.Node, r.Why})
		}
		if r.Why == trace.WhyData {
			s := &d.said[d.numbers[r.Frame]]
			s.ends = append(s.ends, r.At)
		}
	case trace.Receive:
		s := &d.said[d.numbers[r.Frame]]
		if s.heard == 0 {
			s.heard = len(s.ends)
		}
		d.happens(r, s.what)
		d.look(r.Node)
	case trace.Timer:
		d.happens(r, uint64(r.Value))
		d.touched = r.Node
	default:
		if r.Node != protocol.Nobody {
			d.happens(r, uint64(r.Value))
		}
	}
}

// now returns the moment of a node at an instant.
func (d *diary) now(id protocol.ID, at protocol.Time) *moment {
	of := d.moments[id]
	if n := len(of); n > 0 && of[n-1].at == at {
		return of[n-1]
	}
	m := &moment{at: at}
	m.past.SetSeed(seed)
	m.outcome.SetSeed(seed)
	write(&m.past, d.states[id])
	d.moments[id] = append(of, m)
	return m
}

func write(h *maphash.Hash, words ...uint64) {
	var b [8]byte
	for _, x := range words {
		binary.LittleEndian.PutUint64(b[:], x)
		h.Write(b[:])
	}
}

// happens adds to what a node's moment depends on.
func (d *diary) happens(r *trace.Record, what uint64) {
	write(&d.now(r.Node, r.At).past, uint64(r.Kind), uint64(r.Peer), what)
}

// look reads the state of a node's machine.
func (d *diary) look(id protocol.ID) {
	if id == d.touched {
		d.touched = protocol.Nobody
	}
	d.states[id] = 0
	if m := d.w.Machine(id); m != nil {
		d.buffer = m.Snapshot(d.buffer[:0])
		d.states[id] = maphash.Bytes(seed, d.buffer)
	}
}

// effect adds to what a node does.
func (d *diary) effect(id protocol.ID, e protocol.Effect) {
	m := d.now(id, d.w.Now())
	write(&m.outcome, uint64(e.Op), uint64(e.To), uint64(e.Timer), uint64(e.Within))
	m.outcome.Write(e.State)
}

func (d *diary) say(r *trace.Record) {
	d.buffer = protocol.Marshal(d.buffer[:0], r.Content)
	what := maphash.Bytes(seed, d.buffer)
	m := d.now(r.Node, r.At)
	write(&m.outcome, what)
	m.said = append(m.said, len(d.said))
	d.numbers[r.Frame] = len(d.said)
	d.said = append(d.said, saying{name: d.names.Name(r.Node, r.At), from: r.Node, class: r.Class, at: r.At, what: what})
}

// sensed adds all that was on the air between two instants.
func (d *diary) sensed(past *maphash.Hash, since, until protocol.Time) {
	first, _ := slices.BinarySearchFunc(d.air, since, func(f flight, at protocol.Time) int { return cmp.Compare(f.ends, at) })
	for _, f := range d.air[first:] {
		if f.ends >= until {
			return
		}
		write(past, uint64(f.ends), uint64(f.from), uint64(f.why))
	}
}

// pick returns the first frame after an instant that somebody received. Hellos are not
// picked: nothing draws fewer numbers without one of them.
func (d *diary) pick(after protocol.Time) saying {
	for i := range d.said {
		if s := &d.said[i]; s.at >= after && s.heard > 0 && s.class != protocol.ClassHello {
			return *s
		}
	}
	panic("nobody hears anything")
}
