package protocol_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"bellwether/protocol"
)

// pieces is a message with two lists; the first is counted before other fields.
type pieces struct {
	News []piece
	Of   protocol.ID
	IDs  []protocol.ID
}

type piece struct {
	Member protocol.ID
	Up     bool
}

func (pieces) Kind() protocol.Kind { return 4 }
func (m pieces) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.News, 60000)
	w.ID(&m.Of)
	for i := range m.News {
		w.ID(&m.News[i].Member)
		w.Bool(&m.News[i].Up)
	}
	protocol.Count(w, &m.IDs, 2)
	for i := range m.IDs {
		w.ID(&m.IDs[i])
	}
	return protocol.Done(w, m)
}

func piecesCodec(t *testing.T) *protocol.Codec {
	c, err := protocol.NewCodec(protocol.MessageKind{Message: pieces{}, Name: "pieces"}, protocol.MessageKind{Message: wrapped{}, Name: "wrapped"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBytesFollowFromTheDeclaration(t *testing.T) {
	for m, want := range map[*protocol.MessageKind]string{
		{Message: pieces{}}: "9+5k+4l", {Message: wrapped{}}: "1+m", {Message: sheet{}}: "35",
	} {
		if got := m.Bytes(); got != want {
			t.Errorf("%T has %s bytes, want %s", m.Message, got, want)
		}
	}
}

// TestErrorsNameTheField: an error names the message and the field, also within envelopes.
func TestErrorsNameTheField(t *testing.T) {
	c := piecesCodec(t)
	whole := protocol.Marshal(nil, wrapped{pieces{News: []piece{{1, true}, {2, false}}, Of: 3, IDs: []protocol.ID{4}}})
	for name, row := range map[string]struct {
		wire []byte
		is   error
	}{
		"wrapped: pieces.News: message too short":           {whole[:3], protocol.ErrShort},
		"wrapped: pieces.Of: message too short":             {whole[:6], protocol.ErrShort},
		"wrapped: pieces.News[1].Member: message too short": {whole[:15], protocol.ErrShort},
		"wrapped: pieces.IDs[0]: message too short":         {whole[:len(whole)-1], protocol.ErrShort},
		"wrapped: pieces.IDs: malformed message: 3 items, of which there are at most 2": {
			[]byte{2, 4, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0}, protocol.ErrMalformed},
		"pieces: malformed message: a truth value is 0 or 1": {[]byte{4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0}, protocol.ErrMalformed},
	} {
		if _, err := c.Unmarshal(row.wire); !errors.Is(err, row.is) || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
}

// TestAllocations: sending allocates nothing; decoding allocates for the bytes that are
// there, not for the length that they announce.
func TestAllocations(t *testing.T) {
	var w protocol.Wire
	b := make([]byte, 0, 99)
	for _, m := range []protocol.Message{sheet{id: 1}, pieces{News: make([]piece, 3)}, wrapped{pieces{IDs: make([]protocol.ID, 2)}}} {
		if n := testing.AllocsPerRun(10, func() { w.Size(m); b = w.Append(b[:0], m) }); n != 0 {
			t.Errorf("%T: %v allocations", m, n)
		}
	}
	c := piecesCodec(t)
	greedy := []byte{4, 0xea, 0x60, 1, 2, 3, 4, 5}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 10 {
		if _, err := c.Unmarshal(greedy); err == nil {
			t.Fatal("60000 items in 8 bytes")
		}
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 10*4096 {
		t.Errorf("%d bytes for 10 messages of 8", after.TotalAlloc-before.TotalAlloc)
	}
}
