package membership

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/protocol"
)

// What agents send when they join, leave, fail and conflict is within the bounds, with the
// longest names, with and without a label or keys.
func TestNothingOfAgentsIsRefused(t *testing.T) {
	for _, label := range []string{"", strings.Repeat("l", labelLimit)} {
		for _, keys := range [][][]byte{nil, {bytes.Repeat([]byte{3}, 16)}} {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
				var all []*Gossip
				for i := range 7 {
					o := f.options(fmt.Sprintf("%d", i)+strings.Repeat("n", nameLimit-1), protocol.ID(1<<32-1-i))
					o.Label, o.Keys, o.Meta.Capability, o.Meta.Incarnation = label, keys, -1<<63, 1<<32-3
					if i > 0 {
						o.Join = []string{all[0].Self().Addr}
					}
					all = append(all, f.start(o))
				}
				f.within(time.Minute, "seven members", everyoneSees(all, Alive, 6))
				f.cut(1, all[6].name)
				f.within(time.Minute, "one failed", everyoneSees(all[:6], Failed, 1))
				f.cut(0, all[6].name)
				f.within(time.Minute, "it is back", everyoneSees(all, Alive, 6))
				if err := all[5].Leave(5 * time.Second); err != nil {
					t.Error(err)
				}
				f.within(time.Minute, "one left", everyoneSees(all[:5], Left, 1))
				if err := all[5].Rejoin(); err != nil {
					t.Error(err)
				}
				f.within(time.Minute, "seven again", everyoneSees(all, Alive, 6))
				for _, g := range all {
					if c := g.Counters(); c.Malformed+c.Flooded+c.Undecryptable+c.Outdated+c.OtherLabel+c.Replayed > 0 {
						t.Errorf("%+v", c)
					}
				}
			})
		}
	}
}

// FuzzBounds reads a packet, and a stream of a caller. What is passed on is the beginning of
// what was sent.
func FuzzBounds(f *testing.F) {
	f.Add([]byte{mlCompound, 1, 0, 3, mlAck, 0x80, 0})
	f.Add(append([]byte{mlLabel, 1, 'x', mlPushPull, 0x83}, "\xa5Nodes\x02\xacUserStateLen\x09\xa4Join\xc3\x81\xa4Name\xa1x\x80goodbyes!"...))
	f.Add([]byte{mlPing, 0xDE, 0, 1, 0xA4, 'N', 'o', 'd', 'e', 0xDA, 4, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if checkPacket(b) == nil && len(b) > packetLimit {
			t.Error("a long packet")
		}
		got, _ := io.ReadAll(new(bounded).bound(sent{from: bytes.NewReader(b)}, nil))
		if !bytes.HasPrefix(b, got) {
			t.Errorf("%q of %q", got, b)
		}
	})
}

// A push/pull comes through whole, without what follows it.
func TestAPushPullComesThrough(t *testing.T) {
	whole := append([]byte{mlLabel, 1, 'x', mlPushPull, 0x83}, "\xa5Nodes\x02\xacUserStateLen\x09\xa4Join\xc3\x81\xa4Name\xa1x\x80goodbyes!"...)
	got, err := io.ReadAll(new(bounded).bound(sent{from: bytes.NewReader(append(whole[:len(whole):len(whole)], "more"...))}, nil))
	if err != nil || !bytes.Equal(got, whole) {
		t.Errorf("got %q, %v", got, err)
	}
}

// A sent is a connection that delivers these bytes.
type sent struct {
	net.Conn
	from io.Reader
}

func (s sent) Read(b []byte) (int, error) { return s.from.Read(b) }
