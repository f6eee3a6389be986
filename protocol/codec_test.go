package protocol_test

import (
	"bytes"
	"errors"
	"testing"

	"bellwether/protocol"
)

// wrapped is an envelope, to test nesting.
type wrapped struct{ inner protocol.Message }

func (wrapped) Kind() protocol.Kind { return 2 }
func (m wrapped) Fields(w *protocol.Wire) protocol.Message {
	w.Message(&m.inner)
	return protocol.Done(w, m)
}

func codec(t testing.TB) *protocol.Codec {
	c, err := protocol.NewCodec(Boast().Kinds[0], protocol.MessageKind{Message: wrapped{}, Name: "wrapped"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCodec(t *testing.T) {
	nest := func(depth int) protocol.Message {
		m := protocol.Message(claim{protocol.Capability{Value: 7, ID: 3}})
		for range depth {
			m = wrapped{m}
		}
		return m
	}
	wire := func(m protocol.Message) []byte { return protocol.Marshal(nil, m) }
	plain := wire(nest(0))
	tests := []struct {
		name string
		wire []byte
		want error
	}{
		{"whole", plain, nil},
		{"in an envelope", wire(nest(1)), nil},
		{"in four envelopes", wire(nest(4)), nil},
		{"nested too deep", wire(nest(5)), protocol.ErrMalformed},
		{"nothing", nil, protocol.ErrShort},
		{"kind only", plain[:1], protocol.ErrShort},
		{"one byte short", plain[:len(plain)-1], protocol.ErrShort},
		{"one byte more", append(bytes.Clone(plain), 0), protocol.ErrTrailing},
		{"unknown kind", []byte{99}, protocol.ErrKind},
		{"unknown kind in an envelope", []byte{2, 99}, protocol.ErrKind},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, err := codec(t).Unmarshal(test.wire)
			if !errors.Is(err, test.want) {
				t.Fatalf("error %v, want %v", err, test.want)
			}
			if err == nil && !bytes.Equal(wire(m), test.wire) {
				t.Errorf("%v marshals to %x, want %x", m, wire(m), test.wire)
			}
			if err == nil && protocol.Size(m) != len(test.wire) {
				t.Errorf("Size gives %d, the wire form has %d bytes", protocol.Size(m), len(test.wire))
			}
		})
	}
}

// sheet has a field of each type of this package, and two flags.
type sheet struct {
	id          protocol.ID
	capability  protocol.Capability
	computation protocol.Computation
	at          protocol.Time
	set, unset  bool
}

func (sheet) Kind() protocol.Kind { return 3 }
func (s sheet) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&s.id)
	w.Capability(&s.capability)
	w.Computation(&s.computation)
	w.Time(&s.at)
	w.Bool(&s.set)
	w.Bool(&s.unset)
	return protocol.Done(w, s)
}

// TestWordsAreBigEndian holds the wire form, which is part of the contract: agents of two
// versions exchange it.
func TestWordsAreBigEndian(t *testing.T) {
	m := sheet{
		id: 0x01020304, capability: protocol.Capability{Value: -2, ID: 5},
		computation: protocol.Computation{Num: 0x60, Source: 7}, at: 0x0102030405060708, set: true,
	}
	want := []byte{3,
		1, 2, 3, 4,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0, 0, 0, 5,
		0, 0, 0, 0x60, 0, 0, 0, 7,
		1, 2, 3, 4, 5, 6, 7, 8,
		1, 0,
	}
	if got := protocol.Marshal(nil, m); !bytes.Equal(got, want) || protocol.Size(m) != len(want) {
		t.Errorf("%x of %d bytes, want %x", got, protocol.Size(m), want)
	}
	c, err := protocol.NewCodec(protocol.MessageKind{Message: sheet{}, Name: "sheet"})
	if err != nil {
		t.Fatal(err)
	}
	if back, err := c.Unmarshal(want); err != nil || back != m {
		t.Errorf("became %+v, %v", back, err)
	}
}

func TestTwoKindsWithOneNumberAreRefused(t *testing.T) {
	kind := Boast().Kinds[0]
	if _, err := protocol.NewCodec(kind, kind); err == nil {
		t.Error("accepted")
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 3})
	f.Add([]byte{2, 2, 2, 2, 2, 2})
	c := codec(f)
	f.Fuzz(func(t *testing.T, wire []byte) {
		m, err := c.Unmarshal(wire)
		if err != nil {
			return
		}
		if again := protocol.Marshal(nil, m); !bytes.Equal(again, wire) {
			t.Errorf("%x became %x", wire, again)
		}
	})
}
