package election

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

// anyMessage draws a message of any kind.
func anyMessage(t *rapid.T) protocol.Message {
	id := func(least protocol.ID) protocol.ID {
		return protocol.ID(rapid.Uint32Min(uint32(least)).Draw(t, "id"))
	}
	index := protocol.Computation{Num: rapid.Uint32Max(1<<31).Draw(t, "num"), Source: id(0)}
	stamp := stamp{Term: rapid.Uint32().Draw(t, "term"), Beacon: rapid.Uint32().Draw(t, "beacon")}
	offer := func(least protocol.ID) protocol.Capability {
		return protocol.Capability{Value: rapid.Int64().Draw(t, "value"), ID: id(least)}
	}
	claim := claim{Leader: offer(1), Stamp: stamp, Age: rapid.Uint32().Draw(t, "age")}
	depth, retry := rapid.Uint32().Draw(t, "depth"), rapid.Bool().Draw(t, "retry")
	all := []protocol.Message{
		election{Index: index, Depth: depth, Retry: retry},
		election{Index: index, Depth: depth, Departed: id(1), Retry: retry},
		ack{Index: index, Best: candidate{Capability: offer(0), Stamp: stamp}, Retry: retry},
		child{Index: index},
		leader{Index: index, Claim: claim, Retry: retry},
		probe{Index: index, Depth: depth, Awaits: awaits(rapid.IntRange(0, 1).Draw(t, "awaits"))},
		reply{Index: index, Depth: depth, Part: part(rapid.IntRange(0, 1).Draw(t, "part"))},
		beacon{Index: index, Leader: claim.Leader, Stamp: stamp},
		exchange{Index: index, Claim: claim, Ends: ends(rapid.IntRange(0, 1).Draw(t, "ends"))},
	}
	session, number := rapid.Uint32().Draw(t, "session"), rapid.Uint32().Draw(t, "number")
	all = append(all,
		syn{Session: session},
		synAck{Session: session, For: number},
		segmentAck{Session: session, Seq: number},
		reset{For: session},
		segment{Origin: id(1), Session: session, Seq: number, Repeat: rapid.Uint8().Draw(t, "repeat"), Inner: all[0]},
		segment{Session: session, Seq: number, Inner: all[2]},
	)
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "kind")]
}

func codec(t testing.TB) *protocol.Codec {
	t.Helper()
	c, err := protocol.NewCodec(Vasudevan().Kinds...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMessagesComeBackFromTheWire(t *testing.T) {
	c := codec(t)
	rapid.Check(t, func(t *rapid.T) {
		m := anyMessage(t)
		b := protocol.Marshal(nil, m)
		if len(b) != protocol.Size(m) {
			t.Fatalf("Size of %#v is %d, its wire form has %d bytes", m, protocol.Size(m), len(b))
		}
		want := strconv.Itoa(len(b))
		if s, ok := m.(segment); ok {
			want = strconv.Itoa(len(b)-protocol.Size(s.Inner)) + "+m"
		}
		if c.Describe(m.Kind()).Bytes() != want {
			t.Fatalf("%#v has %s bytes, described as %s", m, want, c.Describe(m.Kind()).Bytes())
		}
		back, err := c.Unmarshal(b)
		if err != nil || back != m {
			t.Fatalf("%#v comes back as %#v, %v", m, back, err)
		}
		if _, err := c.Unmarshal(b[:len(b)-1]); err == nil {
			t.Fatalf("%#v is read from all its bytes but one", m)
		}
	})
}

// TestMalformedMessagesAreRefused: a value that is not allowed gives an error, not a
// message.
func TestMalformedMessagesAreRefused(t *testing.T) {
	index := protocol.Computation{Num: 1, Source: 2}
	claim := claim{Leader: protocol.Capability{Value: 1, ID: 2}}
	for name, m := range map[string]protocol.Message{
		"a claim for nobody":   leader{Index: index},
		"a beacon of nobody":   beacon{Index: index},
		"no such wait":         probe{Index: index, Awaits: 2},
		"no such part":         reply{Index: index, Part: 9},
		"no such ends":         exchange{Index: index, Claim: claim, Ends: 2},
		"a segment of news":    segment{Inner: leader{Index: index, Claim: claim}},
		"a segment in another": segment{Inner: segment{Inner: ack{Index: index}}},
		"a num beyond reason":  child{Index: protocol.Computation{Num: 1<<31 + 1, Source: 2}},
	} {
		if back, err := codec(t).Unmarshal(protocol.Marshal(nil, m)); err == nil {
			t.Errorf("%s: read as %#v", name, back)
		}
	}
}

// FuzzUnmarshal decodes arbitrary bytes: each give a message that encodes to the same
// bytes, or an error. What is decoded must not cause a panic of a node either.
func FuzzUnmarshal(f *testing.F) {
	c := codec(f)
	claim := claim{Leader: protocol.Capability{Value: 7, ID: 3}, Stamp: stamp{Term: 1, Beacon: 2}, Age: 5}
	index := protocol.Computation{Num: 4, Source: 2}
	for _, m := range []protocol.Message{
		election{Index: index, Depth: 3},
		election{Index: index, Retry: true},
		election{Index: index, Departed: 3},
		election{Index: index, Departed: 9, Retry: true},
		ack{Index: index},
		ack{Index: index, Best: candidate{Capability: claim.Leader}, Retry: true},
		child{Index: index},
		leader{Index: index, Claim: claim},
		leader{Index: index, Claim: claim, Retry: true},
		probe{Index: index, Awaits: awaitsLeader},
		reply{Index: index, Part: partMember},
		beacon{Index: index, Leader: claim.Leader, Stamp: claim.Stamp},
		exchange{Index: index, Claim: claim, Ends: endsNew},
		syn{Session: 7},
		synAck{Session: 7, For: 8},
		segment{Origin: 2, Session: 7, Seq: 1, Inner: ack{Index: index}},
		segmentAck{Session: 7, Seq: 1},
		reset{For: 7},
	} {
		f.Add(protocol.Marshal(nil, m))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := c.Unmarshal(b)
		if err != nil {
			return
		}
		if again := protocol.Marshal(nil, m); !bytes.Equal(again, b) {
			t.Errorf("%x is read as %#v, which is %x", b, m, again)
		}
		for _, p := range []given{byTCP, byUDP, byBroadcast, byOptimised} {
			w := line(t, p, 3)
			w.Hooks.Broken = func(b *protocol.Breach) {
				if !strings.HasPrefix(b.Did, "names node") { // the message did, and no message of a machine does
					panic(b)
				}
			}
			w.Elect(1)
			w.Inject(2, 1, m)
			w.Run(5 * time.Millisecond)
			w.Inject(2, 3, m)
			w.Run(time.Second)
		}
	})
}
