package pcapng

import (
	"bufio"
	"fmt"
	"io"

	"bellwether/internal/base/build"
	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

// A writer writes the capture of one trace.
type writer struct {
	out        *bufio.Writer
	interfaces map[protocol.ID]uint32
	said       *source.Recent[speech]
	zero       int64 // Unix time of instant 0, in ns
	block      block // the memory of the last block
	packet     []byte
}

// New begins a capture with an interface for each node.
func New(w io.Writer, s *source.Survey) (*writer, error) {
	p := &writer{
		out: bufio.NewWriterSize(w, 1<<16), interfaces: map[protocol.ID]uint32{},
		said: source.NewRecent[speech](source.MaxFrames), zero: s.Header.Zero,
	}
	h := &s.Header
	b := begin(nil, sectionHeader).u32(byteOrderMagic).u16(1).u16(0).u64(unknownLength)
	b = b.option(optionComment, fmt.Appendf(nil, "scenario %s, algorithm %s, seed %d", h.Scenario, h.Algorithm, h.Seed))
	b = b.option(optionProgram, []byte("bellwether "+build.Version()))
	if _, err := p.out.Write(b.end()); err != nil {
		return nil, err
	}
	for i, id := range s.Nodes {
		p.interfaces[id] = uint32(i)
		b := begin(b[:0], interfaceBlock).u16(linkUser0).u16(0).u32(0) // no limit of packets
		b = b.option(optionName, []byte(s.Host(id)))
		b = b.option(optionAbout, []byte("node "+id.String()))
		b = b.option(optionResolved, []byte{nanoseconds})
		if _, err := p.out.Write(b.end()); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Before takes a record that is not written, and remembers what it says.
func (p *writer) Before(l *trace.Line) error {
	if l.Record.Kind == trace.Send {
		p.said.Put(l.Record.Frame, speechOf(l))
	}
	return nil
}

// Take writes a record that a radio could see.
func (p *writer) Take(l *trace.Line) error {
	r := &l.Record
	direction := uint32(flagInbound)
	comment := ""
	switch r.Kind {
	case trace.Send:
		return p.Before(l)
	case trace.Transmit:
		direction = flagOutbound
	case trace.Receive:
	case trace.Lost:
		comment = "lost: " + r.Why.String()
		if givenUp(r) {
			direction, comment = flagOutbound, "given up: "+r.Why.String()
		}
		if onAir(r.Why) {
			direction |= flagChecksum
		}
	default:
		return nil
	}
	at := uint64(max(p.zero+int64(r.At), 0))
	p.packet = appendPacket(p.packet[:0], r, p.speech(l))
	b := begin(p.block[:0], enhancedPacket).u32(p.interfaces[r.Node]).u32(uint32(at >> 32)).u32(uint32(at))
	b = b.u32(uint32(len(p.packet))).u32(uint32(len(p.packet))).padded(p.packet)
	b = b.option(optionComment, []byte(comment))
	b = b.u16(optionFlags).u16(4).u32(direction)
	p.block = b.end()
	_, err := p.out.Write(p.block)
	return err
}

// speech is what the frame of a record says. An acknowledgement, an RTS and a CTS have the
// number of the frame that they are for, and say nothing.
func (p *writer) speech(l *trace.Line) speech {
	if why := l.Record.Why; l.Record.Kind == trace.Transmit && (why == trace.WhyAck || why == trace.WhyRTS || why == trace.WhyCTS) {
		return speech{}
	}
	if s, ok := p.said.Of(l.Record.Frame); ok {
		return s
	}
	return speechOf(l)
}

// onAir reports whether a receiver heard something, and could not read it.
func onAir(why trace.Why) bool {
	switch why {
	case trace.WhyLoss, trace.WhyJam, trace.WhyCollision, trace.WhyCapture:
		return true
	}
	return false
}

// Close writes what is left.
func (p *writer) Close() error { return p.out.Flush() }
