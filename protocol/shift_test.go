package protocol_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
)

// dated has instants in a list, and a field that is not on the wire.
type dated struct {
	at     []protocol.Time
	spans  []uint32
	hidden int
}

func (dated) Kind() protocol.Kind { return 9 }
func (m dated) Fields(w *protocol.Wire) protocol.Message {
	protocol.Count(w, &m.at, 100)
	protocol.Count(w, &m.spans, 100)
	for i := range m.at {
		w.Time(&m.at[i])
	}
	for i := range m.spans {
		w.Uint32(&m.spans[i])
	}
	return protocol.Done(w, m)
}

// around is an envelope.
type around struct{ inner protocol.Message }

func (around) Kind() protocol.Kind { return 10 }
func (m around) Fields(w *protocol.Wire) protocol.Message {
	w.Message(&m.inner)
	return protocol.Done(w, m)
}

// TestMessagesAreShifted: the instants of a message within another are moved, and nothing
// else; the original lists are unchanged.
func TestMessagesAreShifted(t *testing.T) {
	times := []protocol.Time{0, 1, 5_000_000_000}
	m := around{dated{times, []uint32{1, 2}, 7}}
	want := around{dated{[]protocol.Time{0, 1 - 3_000_000, 5_000_000_000 - 3_000_000}, []uint32{1, 2}, 7}}
	if got := protocol.Shift(m, -3*time.Millisecond); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if !slices.Equal(times, []protocol.Time{0, 1, 5_000_000_000}) {
		t.Errorf("the message itself is %v now", times)
	}
	if back := protocol.Shift(protocol.Shift(m, time.Second), -time.Second); !reflect.DeepEqual(back, m) {
		t.Errorf("%+v, shifted forward and back, is %+v", m, back)
	}
	var plain protocol.Message = around{dated{spans: []uint32{3}, hidden: 1}}
	if n := testing.AllocsPerRun(100, func() { protocol.Shift(plain, time.Second) }); n > 2 {
		t.Errorf("a message without instants is not itself: %v allocations", n)
	}
}
