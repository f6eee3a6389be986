package membership

import (
	"bytes"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/protocol"
)

// An agent whose state directory was restored starts with a lower incarnation than the others know. It
// learns theirs at its first call, and what it sends counts once it goes on above that.
func TestAnAgentLearnsOfItsNewerIncarnation(t *testing.T) {
	for name, identified := range map[string]bool{"without identities": false, "with identities": true} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
				f.keys = [][]byte{bytes.Repeat([]byte{1}, 16)}
				make := func(name string, id byte, incarnation uint32, seeds ...string) *Gossip {
					o := f.options(name, protocol.ID(id), seeds...)
					o.Meta.Incarnation = incarnation
					if identified {
						o = f.identified(o, id)
					}
					return f.start(o)
				}
				one := make("n01", 1, 4)
				two := make("n02", 2, 9, one.Self().Addr)
				f.within(time.Minute, "two members", everyoneSees([]*Gossip{one, two}, Alive, 1))
				if n := two.Self().Newer; n != 0 {
					t.Errorf("an incarnation %d of n02 is known, and it is 9", n)
				}
				two.Close()
				two = make("n02", 2, 3, one.Self().Addr)
				f.within(10*time.Second, "it knows of incarnation 9", func() bool { return two.Self().Newer == 9 })
				two.Raise(10)
				if is := two.Self(); is.Meta.Incarnation != 10 || is.Newer != 0 {
					t.Errorf("incarnation %d, and newer is %d", is.Meta.Incarnation, is.Newer)
				}
				two.Raise(5)
				if is := two.Self().Meta.Incarnation; is != 10 {
					t.Errorf("its incarnation falls to %d", is)
				}
				heard := f.within(20*time.Second, "what it sends counts", func() bool {
					if err := two.Send("n01", []byte("x")); err != nil {
						return false
					}
					select {
					case p := <-one.Packets():
						return p.Name == "n02"
					case <-time.After(50 * time.Millisecond):
						return false
					}
				})
				t.Log("heard after", heard)
				if one.Self().Newer != 0 {
					t.Error("n01 was not restored")
				}
			})
		})
	}
}

// Nobody makes an agent jump to the end of the numbers.
func TestAnIncarnationOutOfBoundsIsNotAdopted(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for newer, want := range map[uint32]bool{7: false, 8: true, 7 + 1<<20: true, 1_800_000_000: true, 1_800_100_000: false, 1<<32 - 1: false} {
		if got := self.Credible(7, newer, now); got != want {
			t.Errorf("%d after 7: %v", newer, got)
		}
	}
}
