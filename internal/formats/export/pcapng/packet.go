package pcapng

import (
	"encoding/binary"
	"math"

	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

// layoutVersion is the version of the packets' layout, which the package comment states.
const layoutVersion = 1

// The events of packets. The dissector calls them like the records.
const (
	eventTransmit = iota + 1
	eventReceive
	eventLost
)

// events are the records that become packets, by the number of their event.
var events = [...]trace.Kind{eventTransmit: trace.Transmit, eventReceive: trace.Receive, eventLost: trace.Lost}

// What a frame says, encoded once for all its packets.
type speech struct {
	fields  uint16
	encoded []byte // name of the message, and the fields
}

func speechOf(l *trace.Line) speech {
	s := speech{encoded: short(nil, l.Message)}
	for _, f := range source.Fields(l.Content) {
		s.fields++
		b := append(short(s.encoded, f.Path), byte(f.Type))
		switch f.Type {
		case source.Int:
			b = binary.BigEndian.AppendUint64(b, uint64(f.Int))
		case source.Real:
			b = binary.BigEndian.AppendUint64(b, math.Float64bits(f.Real))
		case source.Text:
			b = append(binary.BigEndian.AppendUint16(b, uint16(len(f.Text))), f.Text...)
		case source.Bool:
			b = append(b, byte(f.Int))
		}
		s.encoded = b
	}
	return s
}

// short appends a text of at most 255 bytes after its length.
func short(b []byte, text string) []byte {
	text = text[:min(len(text), math.MaxUint8)]
	return append(append(b, byte(len(text))), text...)
}

// appendPacket appends the description of a frame.
func appendPacket(b []byte, r *trace.Record, s speech) []byte {
	event, from, to, attempt := byte(0), r.Node, r.Peer, int64(0)
	switch r.Kind {
	case trace.Transmit:
		event, attempt = eventTransmit, min(r.Value, math.MaxUint8)
	case trace.Receive:
		event, from, to = eventReceive, r.Peer, r.Node
	case trace.Lost:
		event, from, to = eventLost, r.Peer, r.Node
	}
	dropped := protocol.Bit(givenUp(r))
	if dropped == 1 {
		to = protocol.Nobody
	}
	if len(s.encoded) == 0 {
		s.encoded = []byte{0}
	}
	b = append(b, layoutVersion, event, byte(r.Why), byte(r.Class), byte(attempt), dropped)
	b = binary.BigEndian.AppendUint16(b, s.fields)
	b = protocol.AppendID(protocol.AppendID(b, from), to)
	b = binary.BigEndian.AppendUint64(b, r.Frame)
	b = binary.BigEndian.AppendUint32(b, uint32(r.Bytes))
	return append(b, s.encoded...)
}

// givenUp reports whether a loss is at the sender, which gave the frame up.
func givenUp(r *trace.Record) bool { return r.Kind == trace.Lost && r.Node == r.Peer }
