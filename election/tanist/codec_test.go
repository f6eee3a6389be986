package tanist

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// anyMessage draws a message of any kind.
func anyMessage(t *rapid.T) protocol.Message {
	id := func(least protocol.ID) protocol.ID {
		return protocol.ID(rapid.Uint32Min(uint32(least)).Draw(t, "id"))
	}
	offer := protocol.Capability{Value: rapid.Int64().Draw(t, "value"), ID: id(1)}
	stamp := protocol.Time(rapid.Int64Min(0).Draw(t, "stamp"))
	kind := protocol.Kind(rapid.IntRange(int(kindBeacon), int(kindResign)).Draw(t, "kind"))
	all := []protocol.Message{
		flood{kind: kind, Leader: offer, Stamp: stamp, Heir: id(0), Lead: rapid.Int32().Draw(t, "lead")},
		bid{Leader: id(0), Offer: offer, Stamp: stamp, Call: rapid.Bool().Draw(t, "call")},
		pull{Leader: id(0), Stamp: stamp},
		answer{Leader: offer, Stamp: stamp, AgeMS: rapid.Uint32().Draw(t, "age")},
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "message")]
}

func codec(t testing.TB) *protocol.Codec {
	t.Helper()
	c, err := protocol.NewCodec(Algorithm().Kinds...)
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
		back, err := c.Unmarshal(b)
		if err != nil || back != m || len(b) != protocol.Size(m) {
			t.Fatalf("%#v of %d bytes, Size %d, comes back as %#v, %v", m, len(b), protocol.Size(m), back, err)
		}
		if _, err := c.Unmarshal(b[:len(b)-1]); err == nil {
			t.Fatalf("%#v is read from all its bytes but one", m)
		}
	})
}

// The package comment states the sizes of beacons and bids.
func TestSizes(t *testing.T) {
	for m, want := range map[protocol.Message]int{
		flood{kind: kindBeacon}: 29, bid{}: 26, pull{}: 13, answer{}: 25,
	} {
		if got := protocol.Size(m); got != want {
			t.Errorf("%T has %d bytes, want %d", m, got, want)
		}
	}
}

// A lead that does not fit into 4 bytes is cut off, and its sign stays.
func TestLeadIsCutOff(t *testing.T) {
	least := protocol.Capability{Value: -1 << 40, ID: 1}
	most := protocol.Capability{Value: 1 << 40, ID: 2}
	if f := newFlood(kindBeacon, least, 0, most); !f.heir().Exceeds(least) {
		t.Errorf("the lead of %v over %v is %d", most, least, f.Lead)
	}
	if f := newFlood(kindBeacon, most, 0, least); f.heir().Exceeds(most) {
		t.Errorf("the lead of %v over %v is %d", least, most, f.Lead)
	}
}

// A value that is not allowed gives an error, not a message.
func TestMalformedMessagesAreRefused(t *testing.T) {
	for name, m := range map[string]protocol.Message{
		"a beacon of nobody":  flood{kind: kindBeacon, Heir: 2},
		"a claim of nobody":   flood{kind: kindClaim},
		"a bid of nobody":     bid{Leader: 2},
		"an answer of nobody": answer{AgeMS: 3},
	} {
		if back, err := codec(t).Unmarshal(protocol.Marshal(nil, m)); err == nil {
			t.Errorf("%s: read as %#v", name, back)
		}
	}
}

// FuzzUnmarshal decodes arbitrary bytes: they give a message that encodes to the same bytes, or
// an error. What is decoded must not cause a panic of a leader, of a follower, or of a node in a
// contest.
func FuzzUnmarshal(f *testing.F) {
	c := codec(f)
	best := protocol.Capability{Value: 7, ID: 3}
	for kind := kindBeacon; kind <= kindResign; kind++ {
		f.Add(protocol.Marshal(nil, flood{kind: kind, Leader: best, Stamp: 5, Heir: 2, Lead: -1}))
	}
	for _, m := range []protocol.Message{
		bid{Leader: 3, Offer: best, Stamp: 5, Call: true}, pull{Leader: 3, Stamp: 5}, answer{Leader: best, Stamp: 5, AgeMS: 9},
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
		for leader := range protocol.ID(4) {
			w := smallworld.Run(Algorithm(), overlay.Services{}, smallworld.Options{Nodes: 3})
			w.Hooks.Broken = func(b *protocol.Breach) {
				if !strings.HasPrefix(b.Did, "names node") { // the message did, and no message of a machine does
					panic(b)
				}
			}
			w.Line().Boot()
			if leader == protocol.Nobody {
				w.Elect(1)
			} else {
				w.Settle(leader)
			}
			w.Inject(2, 1, m)
			w.Run(5 * time.Millisecond)
			w.Inject(2, 3, m)
			w.Run(3 * time.Second)
		}
	})
}
