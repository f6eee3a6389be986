package membership

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// A crowded one says that so many thousandths of its send buffer are in use.
type crowded struct{ thousandths atomic.Int64 }

func (c *crowded) Backlog() float64 { return float64(c.thousandths.Load()) / 1000 }

// While packets wait in the send buffer nothing is sent to members that were not heard lately, and everything to others.
func TestQuietMembersLeaveRoomToOthers(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		o := f.options("n01", 1)
		under := new(crowded)
		one := f.start(o)
		o = f.options("n02", 2)
		o.Join = []string{one.Self().Addr}
		two := f.start(o)
		f.within(time.Minute, "two members", everyoneSees([]*Gossip{one, two}, Alive, 1))
		one.watched(under)
		sends := func(thousandths int64) error {
			under.thousandths.Store(thousandths)
			return one.Send("n02", []byte("x"))
		}
		if err := sends(900); err != nil {
			t.Errorf("to a new member: %v", err)
		}
		time.Sleep(quietAfter*one.options.Timing.Probe + time.Second)
		if err := sends(200); err != nil {
			t.Errorf("to a quiet member, and the buffer is nearly empty: %v", err)
		}
		if err := sends(300); !errors.Is(err, errQuiet) {
			t.Errorf("to a quiet member, and a quarter is in use: %v", err)
		}
		if err := two.Send("n01", []byte("y")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if err := sends(900); err != nil {
			t.Errorf("to a member that was heard: %v", err)
		}
	})
}
