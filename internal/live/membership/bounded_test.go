package membership

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/wire"
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
					o := f.options(fmt.Sprintf("%d", i)+strings.Repeat("n", wire.NameLimit-1), protocol.ID(1<<32-1-i))
					o.Label, o.Keys, o.Meta.Capability, o.Meta.Incarnation = label, keys, -1<<63, 1<<32-3
					if i > 0 {
						o.Join = []string{all[0].Self().Addr}
					}
					all = append(all, f.start(o))
				}
				f.within(time.Minute, "seven members", everyoneSees(all, Alive, 6))
				f.cut(1, all[6].own.Name)
				f.within(time.Minute, "one failed", everyoneSees(all[:6], Failed, 1))
				f.cut(0, all[6].own.Name)
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
