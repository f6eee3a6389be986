package membership

import (
	"testing"
	"time"

	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/testkit/bubble"
)

// The end of a refusal is a change: an agent that yielded to it, and hears nobody, takes part again.
func TestTheEndOfALockOutIsAChange(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		changes := make(chan bool, 9)
		l := &lockout{view: view.New(func() {}), changed: func() { changes <- true }, lasts: time.Minute}
		l.refused("10.0.0.9:1")
		time.Sleep(40 * time.Second)
		l.refused("10.0.0.9:1")
		time.Sleep(59 * time.Second)
		if why, yields := l.foreign(); why == "" || !yields || len(changes) != 2 {
			t.Errorf("%q, yields %v, %d changes", why, yields, len(changes))
		}
		time.Sleep(2 * time.Second)
		if why, _ := l.foreign(); why != "" || len(changes) != 3 {
			t.Errorf("after a minute: %q, %d changes", why, len(changes))
		}
	})
}
