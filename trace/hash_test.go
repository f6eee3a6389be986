package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"bellwether/protocol"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sumOf(records ...Record) string {
	h := NewHash()
	for i := range records {
		h.Record(&records[i])
	}
	return h.Sum()
}

// The layout is a promise: sums of different versions are compared. Here the bytes are
// written with encoding/binary, independently of the code under test.
func TestHashIsOfTheseBytes(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("bellwether trace hash 3\n")
	for _, v := range []any{
		Boot, int64(7), uint32(4), int64(1),
		Receive, uint32(3), uint32(8), uint32(5),
		Send, int64(9), uint8(1), uint8(0), uint32(3), uint32(0), uint32(10), uint64(6),
		uint32(10), uint8(1), []byte{0, 0, 0, 2, 0, 0, 0, 1, 9}, // the wire form is big-endian
		Lost, int64(9), WhyLoss, uint8(1), protocol.ClassProbe, uint32(3), uint32(1), uint64(6),
		Transmit, int64(9), WhyRelay, uint8(0), uint32(3), uint32(1), uint32(44), uint64(6), uint32(2),
		Crash, int64(9), WhyBattery, uint32(3),
		Suspect, int64(9), uint32(3), uint32(4),
		Sample, int64(10), int64(2),
		Truth, int64(10), uint32(5), []byte("drawn"), int64(7),
		Elected, int64(10), uint32(3), uint32(4), uint32(2), uint32(1),
		Move, int64(10), uint32(3), 1.5, -2.0, 0.25, 0.0, int64(99),
		Altitude, int64(10), uint32(3), 60.5, -0.25, int64(99),
		Energy, int64(10), uint32(3), 1.5, 0.5, int64(-1),
		State, int64(10), uint8(0), uint32(3), int64(6), uint32(5), []byte("phase"),
		End, int64(11),
	} {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	want := sha256.Sum256(b.Bytes())
	got := sumOf(
		Record{At: 7, Kind: Boot, Node: 4, Value: 1},
		Record{At: 8, Kind: Receive, Message: 2, Node: 3, Peer: 1, Frame: 5, Bytes: 18, Content: best{}},
		Record{At: 9, Kind: Send, Message: 1, Node: 3, Bytes: 10, Frame: 6,
			Content: grow{protocol.Computation{Num: 2, Source: 1}, 9}},
		Record{At: 9, Kind: Lost, Why: WhyLoss, Message: 1, Class: protocol.ClassProbe, Node: 3, Peer: 1, Frame: 6},
		Record{At: 9, Kind: Transmit, Why: WhyRelay, Node: 3, Peer: 1, Bytes: 44, Frame: 6, Value: 2},
		Record{At: 9, Kind: Crash, Why: WhyBattery, Node: 3},
		Record{At: 9, Kind: Suspect, Node: 3, Peer: 4},
		Record{At: 10, Kind: Sample, Value: 2},
		Record{At: 10, Kind: Truth, Name: TruthDrawn, Value: 7},
		Record{At: 10, Kind: Elected, Node: 3, Peer: 4, Computation: protocol.Computation{Num: 2, Source: 1}},
		Record{At: 10, Kind: Move, Node: 3, X: 1.5, Y: -2, VX: 0.25, Value: 99},
		Record{At: 10, Kind: Altitude, Node: 3, X: 60.5, VX: -0.25, Value: 99},
		Record{At: 10, Kind: Energy, Node: 3, X: 1.5, Y: 0.5, Value: -1},
		Record{At: 10, Kind: State, Node: 3, Name: "phase", Value: 6},
		Record{At: 11, Kind: End},
	)
	if got != hex.EncodeToString(want[:]) {
		t.Errorf("the hash is not that of the promised bytes: %s", got)
	}
}

// Receptions of one frame together give the same sum as one by one, however many there are,
// and wherever the buffer ends.
func TestHashTakesReceptionsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, many := NewHash(), NewHash()
		for range rapid.IntRange(1, 8).Draw(t, "frames") {
			r := Record{Kind: Receive, At: protocol.Time(rapid.Int64Min(0).Draw(t, "at")), Frame: rapid.Uint64().Draw(t, "frame")}
			nodes := make([]protocol.ID, rapid.IntRange(0, 12_000).Draw(t, "nodes"))
			first := rapid.Uint32().Draw(t, "first")
			for i := range nodes {
				nodes[i] = protocol.ID(first + uint32(i)*0x01234567)
				r.Node = nodes[i]
				one.Record(&r)
			}
			many.Receptions(&r, nodes)
			other := Record{Kind: Boot, Node: 1}
			one.Record(&other)
			many.Record(&other)
		}
		if one.Sum() != many.Sum() {
			t.Fatal("together and one by one are not the same")
		}
	})
}

// With each kind, a change of any field that the kind uses changes the sum. A reception
// omits five fields, which are in the Send of its frame.
func TestHashSeesEveryField(t *testing.T) {
	leftToSend := map[field]bool{fieldPeer: true, fieldMessage: true, fieldClass: true, fieldBytes: true, fieldContent: true}
	leftToMessage := func(r Record, f field) bool {
		return r.Kind == Lost && f == fieldContent || r.Kind == Timer && f == fieldFrame ||
			r.Kind == Capability && f == fieldName || r.Kind == Elected && f == fieldFrame // they follow from the values
	}
	var seen Set
	for _, r := range everything() {
		seen |= Of(r.Kind)
		base := sumOf(r)
		later := r
		later.At++
		if sumOf(later) == base {
			t.Errorf("%s: the instant does not count", r.Kind)
		}
		for _, c := range r.Kind.layout() {
			changed := change(r, c.field)
			same := sumOf(changed) == base
			exempt := r.Kind == Receive && leftToSend[c.field] || leftToMessage(r, c.field)
			if same != exempt {
				t.Errorf("%s: changing %s changes the sum: %v, want %v", r.Kind, c.key, !same, !exempt)
			}
		}
	}
	for k := Boot; k < kinds; k++ {
		if seen&Of(k) == 0 {
			t.Errorf("no record of kind %s was changed", k)
		}
	}
}

// change changes one field of r.
func change(r Record, f field) Record {
	switch f {
	case fieldNode:
		r.Node++
	case fieldPeer:
		r.Peer++
	case fieldWhy:
		r.Why++
	case fieldMessage:
		r.Message++
	case fieldClass:
		r.Class++
	case fieldBytes:
		r.Bytes++
	case fieldFrame:
		r.Frame++
	case fieldValue:
		r.Value++
	case fieldComputation:
		r.Computation.Source++
	case fieldX:
		r.X++
	case fieldY:
		r.Y++
	case fieldVX:
		r.VX++
	case fieldVY:
		r.VY++
	case fieldName:
		r.Name += "!"
	case fieldContent:
		r.Content = grow{Hops: 77}
	}
	return r
}

func TestHashSeesOrder(t *testing.T) {
	a, b := Record{Kind: Boot, Node: 1, Value: 1}, Record{Kind: Boot, Node: 2, Value: 1}
	if sumOf(a, b) == sumOf(b, a) {
		t.Error("two orders, one sum")
	}
}

// Traces that differ have different sums, especially if one could be read as the other:
// names and messages of other lengths, a record more or less.
func TestHashTellsTracesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"", "a", "ab", "b", "\x00", "\x00\x00"})
		one := rapid.Custom(func(t *rapid.T) Record {
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				return Record{Kind: State, Name: name.Draw(t, "name"), Value: rapid.Int64Range(0, 1).Draw(t, "value")}
			case 1:
				return Record{Kind: Send, Content: grow{Hops: rapid.Uint8Range(0, 1).Draw(t, "hops")}}
			case 2:
				return Record{Kind: Send, Content: ping(rapid.Uint16Range(0, 1).Draw(t, "ping"))}
			}
			return Record{Kind: End}
		})
		a := rapid.SliceOfN(one, 0, 4).Draw(t, "one trace")
		b := rapid.SliceOfN(one, 0, 4).Draw(t, "another")
		if same := sumOf(a...) == sumOf(b...); same != cmp.Equal(a, b) {
			t.Fatalf("equal sums: %v", same)
		}
	})
}

// The contents of the buffer, and when it is flushed, must not change the sum: not at its
// end, not with a message larger than it, not with a Sum in between.
func TestHashForgetsItsBuffer(t *testing.T) {
	seen := make([]protocol.ID, 40000) // its wire form is longer than the buffer
	large := Record{Kind: Send, Message: 200, Frame: 1, Content: &routed{Seen: seen, Inner: ping(1)}}
	small := Record{Kind: Receive, Node: 1, Peer: 2}
	plain, asked := NewHash(), NewHash()
	var records bytes.Buffer
	records.WriteString(hashVersion)
	for i := range 5000 {
		r := small
		if i%1000 == 999 {
			r = large
		}
		r.At = protocol.Time(i)
		plain.Record(&r)
		asked.Record(&r)
		if i%7 == 0 {
			asked.Sum()
		}
		if r.Kind == Receive {
			b := make([]byte, receiveBytes)
			b[0], b[1] = byte(Receive), 1
			binary.LittleEndian.PutUint32(b[5:], uint32(i))
			records.Write(b)
		} else {
			records.Write(new(Hash).append(nil, &r))
		}
	}
	want := sha256.Sum256(records.Bytes())
	if plain.Sum() != hex.EncodeToString(want[:]) {
		t.Error("the sum depends on the buffer")
	}
	if asked.Sum() != plain.Sum() {
		t.Error("a call of Sum changes the sum")
	}
}

func TestHashAllocatesNothing(t *testing.T) {
	h := NewHash()
	if h.Wants() != All&^Of(LinkUp, LinkDown, State, Spent, Strike, Over, Region, Group, Affected, Mute, Intervened) {
		t.Error("the hash must want every kind but those that follow from the rest")
	}
	for _, r := range everything() {
		if got := testing.AllocsPerRun(5000, func() { h.Record(&r) }); got != 0 {
			t.Errorf("%s: %v allocations a record", r.Kind, got)
		}
	}
}

func BenchmarkHash(b *testing.B) {
	for _, r := range everything() {
		switch r.Kind {
		case Receive, Send, Transmit, Timer, Component:
			b.Run(r.Kind.String(), func(b *testing.B) {
				h := NewHash()
				b.ReportAllocs()
				for b.Loop() {
					r.At++
					h.Record(&r)
				}
			})
		}
	}
}
