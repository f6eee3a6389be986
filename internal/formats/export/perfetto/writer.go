package perfetto

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

// Numbers of the tracks. Each node has as many as its counter, from firstNode on; strikes come
// after 2^40, beyond all nodes.
const (
	rootTrack = iota + 1
	faultTrack
	firstCounter
	firstNode   = 16
	ofNode      = 3
	saysOf      = 1 // the track of a node's messages, after that of its state
	batteryOf   = 2
	firstStrike = 1 << 40
)

// patience is how long a message waits for its receptions: the longest way that a message takes
// in the worlds that come with bellwether, relays and retries included, is some seconds.
const patience = 10 * time.Second

// A writer writes the spans of one trace.
type writer struct {
	out     *bufio.Writer
	survey  *source.Survey
	zero    int64 // Unix time of instant 0, in ns
	place   map[protocol.ID]uint64
	state   []state // of nodes, by place
	charged map[protocol.ID]bool
	strikes map[uint64]trace.Record // in force, for as long as they are meant to last
	flows   uint64                  // handed out so far
	waiting waiting
	tally   tally
	now     protocol.Time
	begun   bool
	err     error // of the first write that failed
}

// New begins a file with a track for each node.
func New(w io.Writer, s *source.Survey) (*writer, error) {
	p := &writer{out: bufio.NewWriterSize(w, 1<<16), survey: s, zero: s.Header.Zero, place: map[protocol.ID]uint64{},
		state: make([]state, len(s.Nodes)), charged: map[protocol.ID]bool{}, strikes: map[uint64]trace.Record{}, waiting: newWaiting()}
	h := &s.Header
	p.packet(fields{}.number(packetFlags, stateCleared))
	p.describe(track{uuid: rootTrack, name: plain(fmt.Sprintf("%s, %s, seed %d", h.Scenario, h.Algorithm, h.Seed))})
	p.describe(track{uuid: faultTrack, parent: rootTrack, name: "faults", rank: 1})
	for i, name := range tallies {
		p.describe(track{uuid: firstCounter + uint64(i), parent: rootTrack, name: name, rank: 2 + i, counter: true})
	}
	for i, id := range s.Nodes {
		first := firstNode + ofNode*uint64(i)
		p.place[id] = uint64(i)
		p.describe(track{uuid: first, parent: rootTrack, name: s.Host(id), rank: 10 + i})
		p.describe(track{uuid: first + saysOf, parent: first, name: "messages", rank: 1})
	}
	return p, p.err
}

// Before follows a record that is not written.
func (p *writer) Before(l *trace.Line) error {
	p.follow(&l.Record)
	p.strike(&l.Record)
	return nil
}

// Take writes a record.
func (p *writer) Take(l *trace.Line) error {
	r := &l.Record
	if !p.begun {
		p.begun, p.now = true, r.At
		for i := range p.state {
			p.span(uint64(i), &p.state[i])
		}
		for _, number := range slices.Sorted(maps.Keys(p.strikes)) {
			p.beginStrike(p.strikes[number])
		}
	}
	if r.At != p.now {
		p.count()
		p.now = r.At
		for _, m := range p.waiting.older(r.At.Add(-patience)) {
			p.said(m)
		}
	}
	p.message(l)
	p.fault(r)
	if changed := p.follow(r); changed != nil {
		i := p.place[r.Node]
		if changed.open {
			p.event(p.now, event{track: firstNode + ofNode*i, kind: typeSliceEnd}.fields())
		}
		changed.open = false
		p.span(i, changed)
	}
	if r.Kind == trace.Energy && r.Value >= 0 {
		p.battery(r)
	}
	return p.err
}

// span begins the span of what a node is.
func (p *writer) span(place uint64, s *state) {
	if s.what == unknown {
		return
	}
	s.open = true
	name := s.name(p.survey, p.survey.Nodes[place])
	f := event{track: firstNode + ofNode*place, kind: typeSliceBegin, name: name}.fields()
	if s.what == electing && s.computation != (protocol.Computation{}) {
		f = f.annotated([]source.Field{{Path: "computation", Type: source.Text, Text: s.computation.String()}})
	}
	p.event(p.now, f)
}

// battery writes what is left of a battery.
func (p *writer) battery(r *trace.Record) {
	node := firstNode + ofNode*p.place[r.Node]
	if !p.charged[r.Node] {
		p.charged[r.Node] = true
		p.describe(track{uuid: node + batteryOf, parent: node, name: "battery (J)", rank: 2, counter: true})
	}
	p.event(r.At, event{track: node + batteryOf, kind: typeCounter}.fields().real(eventRealCounter, float64(r.Value)/1e6))
}

// count writes the counters that changed in the instant that has passed.
func (p *writer) count() {
	for i := range tallies {
		if now := p.tally.now[i]; !p.tally.told || now != p.tally.last[i] {
			p.event(p.now, event{track: firstCounter + uint64(i), kind: typeCounter}.fields().number(eventCounter, uint64(now)))
		}
	}
	p.tally.told, p.tally.last = true, p.tally.now
}

// Close ends all spans, and writes what is left.
func (p *writer) Close() error {
	for _, m := range p.waiting.older(maxTimestamp) {
		p.said(m)
	}
	if p.begun {
		p.count()
	}
	for i := range p.state {
		if p.state[i].open {
			p.event(p.now, event{track: firstNode + ofNode*uint64(i), kind: typeSliceEnd}.fields())
		}
	}
	for _, number := range slices.Sorted(maps.Keys(p.strikes)) {
		p.event(p.now, event{track: firstStrike + number, kind: typeSliceEnd}.fields())
	}
	if err := p.out.Flush(); p.err == nil {
		p.err = err
	}
	return p.err
}

func (p *writer) describe(t track) {
	p.packet(fields{}.message(packetDescriptor, t.fields()))
}

// event writes something that happened on a track.
func (p *writer) event(at protocol.Time, f fields) {
	p.packet(fields{}.number(packetTimestamp, uint64(max(p.zero+int64(at), 0))).message(packetEvent, f))
}

func (p *writer) packet(f fields) {
	if p.err != nil {
		return
	}
	_, p.err = p.out.Write(fields{}.message(tracePacket, f.number(packetSequence, onlySequence)))
}

// plain takes what is no valid text out of a name that comes from a trace: protobuf refuses it.
func plain(name string) string { return strings.ToValidUTF8(name, "") }
