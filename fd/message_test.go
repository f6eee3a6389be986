package fd

import (
	"testing"

	"bellwether/protocol"
)

func codec(t testing.TB) *protocol.Codec {
	c, err := protocol.NewCodec(Kinds()...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMessagesSurviveTheWire(t *testing.T) {
	c := protocol.Capability{Value: -3, ID: 9}
	for _, m := range []protocol.Message{Ping{1 << 31, c}, Pong{7, c}} {
		wire := protocol.Marshal(nil, m)
		if len(wire) != 17 || m.WireSize() != 17 {
			t.Errorf("%T is %d bytes and says %d, want 17", m, len(wire), m.WireSize())
		}
		if got, err := codec(t).Unmarshal(wire); err != nil || got != m {
			t.Errorf("%v came back as %v, %v", m, got, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	c := codec(f)
	f.Add(protocol.Marshal(nil, Ping{1, protocol.Capability{Value: 2, ID: 3}}))
	f.Add([]byte{byte(KindPong), 0})
	f.Fuzz(func(t *testing.T, wire []byte) {
		m, err := c.Unmarshal(wire)
		if err != nil {
			return
		}
		if again := protocol.Marshal(nil, m); string(again) != string(wire) {
			t.Errorf("% x decodes to %v, which encodes to % x", wire, m, again)
		}
	})
}
