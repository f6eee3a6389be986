package async

import (
	"bytes"
	"encoding/binary"

	"bellwether/protocol"
)

// Snapshot appends the state of the system in canonical form: two systems of the same
// options with equal bytes behave alike in all further steps. The order in which timers of
// one deadline were set is left out, so the driver must choose among them itself, as a search
// does. Now is part of the state: machines remember instants. The number of frames goes only
// to sinks, and is left out. So is that of boots, except with steady draws, which depend on it.
func (s *System) Snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(s.Now))
	for _, id := range s.Members() {
		b = appendBool(b, s.Up(id))
		if s.Machines.Of(id) != nil {
			b = s.MachineSnapshot(id, b)
		}
		b = s.Machines.snapshotKept(id, b)
		b = s.Standings.snapshot(id, b)
		b = s.reports.snapshot(id, b)
	}
	b = s.Topology.snapshot(b)
	var room [32]Deadline
	for _, d := range s.Alarms.sorted(room[:0]) {
		b = binary.BigEndian.AppendUint64(append(protocol.AppendID(b, d.Node), byte(d.Timer)), uint64(d.At))
	}
	b = protocol.AppendID(b, protocol.Nobody) // Nobody marks the end
	for _, way := range s.Air.ways() {
		for i := range s.Air.frames {
			f := &s.Air.frames[i]
			if f.From != way.A || f.To != way.B {
				continue
			}
			b = appendBool(protocol.AppendID(protocol.AppendID(b, f.From), f.To), f.Routed)
			outer := s.enter(f.From, fields)
			b = appendBlock(b, func(b []byte) []byte { return protocol.Marshal(b, f.Message) })
			s.Calls.leave(outer)
		}
	}
	return b
}

// fields is the method of a node's messages that is called for their wire form.
const fields = "Fields"

// marker is written before what a machine appends, and later replaced by the length. If a
// machine does not append to its argument, the marker is overwritten or missing.
var marker = []byte{0xb5, 0x1e, 0x6c, 0xd3}

// MachineSnapshot appends the length and the state of the machine of a node that is up. If the
// machine does not append to its argument, it has broken its contract: see [Calls.Err].
func (s *System) MachineSnapshot(id protocol.ID, b []byte) []byte {
	outer, at := s.enter(id, "Snapshot"), len(b)
	out := s.Machines.Of(id).Snapshot(append(b, marker...))
	if body := at + len(marker); len(out) < body || !bytes.Equal(out[at:body], marker) {
		s.Calls.breaks("does not append to its argument", "append the state to the bytes that it is given, and return them")
		out = append(b, marker...)
	}
	s.Calls.leave(outer)
	binary.BigEndian.PutUint32(out[at:], uint32(len(out)-at-len(marker)))
	return out
}

// appendBlock appends what the function of appends, with its length before it.
func appendBlock(b []byte, of func(b []byte) []byte) []byte {
	at := len(b)
	b = of(append(b, 0, 0, 0, 0))
	binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at-4))
	return b
}

func appendBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}
