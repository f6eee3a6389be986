package membership

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// speak reports whether all agents speak a version and see each other.
func speak(all []*Gossip, version byte) func() bool {
	return func() bool {
		for _, g := range all {
			if byte(g.speaks.Load()) != version {
				return false
			}
		}
		return everyoneSees(all, Alive, len(all)-1)()
	}
}

// Five agents of version 1 are upgraded one at a time. All see each other after each step; they
// speak version 1 until the last one is upgraded, then 2. Going back works, too.
func TestClusterIsUpgradedOneAgentAtATime(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		var all []*Gossip
		start := func(i int, newest byte, life uint32) *Gossip {
			o := f.options(fmt.Sprintf("n%d", i+1), protocol.ID(i+1))
			o.Versions.Newest, o.Meta.Incarnation, o.Meta.Leader = newest, life, 3
			for j, other := range all {
				if j != i {
					o.Join = append(o.Join, other.Self().Addr)
				}
			}
			return f.start(o)
		}
		for i := range 5 {
			all = append(all, start(i, 1, 1))
		}
		f.within(10*time.Second, "five agents of version 1", speak(all, 1))
		restart := func(i int, newest byte, life uint32) {
			if err := all[i].Leave(time.Second); err != nil {
				t.Error(err)
			}
			if err := all[i].Close(); err != nil {
				t.Error(err)
			}
			all[i] = start(i, newest, life)
		}
		for i := range 5 {
			restart(i, 0, 2)
			speaks := byte(1)
			if i == 4 {
				speaks = wire.NewestVersion
			}
			f.within(10*time.Second, fmt.Sprintf("%d upgraded", i+1), speak(all, speaks))
			time.Sleep(30 * time.Second)
			if !speak(all, speaks)() {
				t.Errorf("after %d upgrades they did not keep version %d", i+1, speaks)
			}
		}
		f.within(10*time.Second, "leaders in the metadata", func() bool { return all[0].Members()[0].Meta.Leader == 3 })
		restart(2, 1, 3)
		f.within(10*time.Second, "one agent taken back", speak(all, 1))
	})
}

// Agents without a version in common refuse each other, and each says whom it refused and why.
func TestAgentsWithoutACommonVersionRefuseEachOtherByName(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		var logs [2]bytes.Buffer
		var all []*Gossip
		for i, v := range []Versions{{Newest: 1}, {Oldest: 2}} {
			o := f.options(fmt.Sprintf("n%d", i+1), protocol.ID(i+1))
			o.Versions, o.Logger = v, slog.New(slog.NewTextHandler(&logs[i], nil))
			if i > 0 {
				o.Join = []string{all[0].Self().Addr}
			}
			all = append(all, f.start(o))
		}
		time.Sleep(20 * time.Second)
		for i, g := range all {
			if states(g) != "" {
				t.Errorf("n%d sees %s", i+1, states(g))
			}
			if g.Counters().Refused()["gossip_version"] == 0 {
				t.Errorf("n%d counts no refusal: %v", i+1, g.Counters().Refused())
			}
			for _, want := range []string{fmt.Sprintf("for 'n%d'", 2-i), "no version of the protocol in common"} {
				if !strings.Contains(logs[i].String(), want) {
					t.Errorf("n%d does not say %q:\n%s", i+1, want, logs[i].String())
				}
			}
		}
	})
}
