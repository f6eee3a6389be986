package fd

import (
	"reflect"
	"testing"

	"bellwether/protocol"
)

func codec(t testing.TB) *protocol.Codec {
	c, err := protocol.NewCodec(AllKinds()...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMessagesSurviveTheWire(t *testing.T) {
	c := protocol.Capability{Value: -3, ID: 9}
	for _, m := range []protocol.Message{Ping{1 << 31, c}, Pong{7, c}} {
		wire := protocol.Marshal(nil, m)
		if len(wire) != 17 || protocol.Size(m) != 17 {
			t.Errorf("%T is %d bytes and says %d, want 17", m, len(wire), protocol.Size(m))
		}
		if got, err := codec(t).Unmarshal(wire); err != nil || got != m {
			t.Errorf("%v came back as %v, %v", m, got, err)
		}
	}
}

// Sizes calculated by hand: kind 1, count 2, IDs 4, numbers 4; news 4 + 4 + 4.
func TestSwimMessagesSurviveTheWire(t *testing.T) {
	news := []newsItem{{Member: 3, Incarnation: 1<<32 - 1, Said: saying(1, 1<<31-1)}, {Member: 9}}
	full := []newsItem{{Member: 1}, {Member: 2}, {Member: 3}, {Member: 4}, {Member: 5}, {Member: 6}}
	for _, row := range []struct {
		m    protocol.Message
		size int
	}{
		{heartbeat{}, 1},
		{swimPing{Origin: 1, Seq: 2, Incarnation: 3}, 15},
		{swimPing{1, 1 << 31, 3, news}, 39},
		{swimPingReq{7, 2, 3, news}, 39},
		{swimAck{1, 2, 3, 4, news}, 43},
		{swimAck{1, 2, 3, 4, full}, 91},
	} {
		wire := protocol.Marshal(nil, row.m)
		if len(wire) != row.size || protocol.Size(row.m) != row.size {
			t.Errorf("%+v is %d bytes and says %d, want %d", row.m, len(wire), protocol.Size(row.m), row.size)
		}
		if got, err := codec(t).Unmarshal(wire); err != nil || !reflect.DeepEqual(got, row.m) {
			t.Errorf("%+v came back as %+v, %v", row.m, got, err)
		}
	}
}

// A message that announces more news than it has is refused.
func TestMissingNewsAreRefused(t *testing.T) {
	wire := protocol.Marshal(nil, swimPing{1, 2, 3, []newsItem{{Member: 4}}})
	for _, count := range []byte{2, 255} {
		wire[2] = count
		if m, err := codec(t).Unmarshal(wire); err == nil {
			t.Errorf("%d pieces promised, one there: accepted as %+v", count, m)
		}
	}
}

func FuzzDecode(f *testing.F) {
	c := codec(f)
	f.Add(protocol.Marshal(nil, Ping{1, protocol.Capability{Value: 2, ID: 3}}))
	f.Add([]byte{byte(kindPong), 0})
	f.Add(protocol.Marshal(nil, heartbeat{}))
	f.Add(protocol.Marshal(nil, swimPing{1, 2, 3, []newsItem{{4, 5, saying(1, 6)}}}))
	f.Add(protocol.Marshal(nil, swimPingReq{1, 2, 3, nil}))
	f.Add(protocol.Marshal(nil, swimAck{1, 2, 3, 4, []newsItem{{4, 5, saying(0, 6)}, {7, 8, saying(1, 9)}}}))
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
