package tanist_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/election/tanist"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// hellos are the services of worlds in which beacons can ride.
var hellos = overlay.Services{Hello: &overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second}}

// walk is a line of five nodes that are settled under the best one, node 3, with a value of ride.
func walk(ride string, s overlay.Services) *smallworld.Lab {
	a := tanist.Algorithm()
	w := smallworld.RunWith(a, smallworld.Config(a, map[string]string{"ride": ride}), s, smallworld.Options{Values: []int64{10, 20, 50, 30, 40}})
	w.Line().Boot()
	w.Settle(3)
	w.Run(20 * time.Second)
	w.Forgive()
	return w
}

// TestBeaconsRideOnHellos: with ride=hellos a settled system sends no frame for a beacon, as many
// hellos as before, and all follow the leader; where no hellos are sent it floods as ever.
func TestBeaconsRideOnHellos(t *testing.T) {
	for name, c := range map[string]struct {
		ride     string
		services overlay.Services
		floods   bool
	}{
		"off":                   {"off", hellos, true},
		"hellos":                {"hellos", hellos, false},
		"hellos over an oracle": {"hellos", overlay.Services{}, true},
	} {
		w := walk(c.ride, c.services)
		w.Run(time.Minute)
		if got := w.CountClass(protocol.ClassBeacon) > 0; got != c.floods {
			t.Errorf("%s: %d beacons in frames of their own", name, w.CountClass(protocol.ClassBeacon))
		}
		if got := w.Count("laden-hello") > 0; got == c.floods {
			t.Errorf("%s: %d hellos carry a beacon", name, w.Count("laden-hello"))
		}
		if n := w.CountClass(protocol.ClassHello); c.services.Hello != nil && (n < 5*54 || n > 5*67) {
			t.Errorf("%s: %d hellos of five nodes in a minute", name, n)
		}
		if wrong := w.Disagreement(); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
		if changed := slices.ContainsFunc(w.Events, func(e smallworld.Event) bool { return e.Op == protocol.OpElected }); changed {
			t.Errorf("%s: a leader changed in a settled system", name)
		}
	}
}

// TestADeadLeadersBeaconGrowsOld: two nodes restart by turns, each while the other still tells of
// their dead leader, which neither has left. Its beacon ends by its age, and not before: the age is
// passed on.
func TestADeadLeadersBeaconGrowsOld(t *testing.T) {
	const dead = 6*time.Second + 35*1100*time.Millisecond // the time-out, and 35 hops
	w := walk("hellos", hellos)
	w.Crash(4)
	w.Crash(3)
	died, last := w.Now, protocol.Time(0)
	for i := range 100 {
		id := protocol.ID(1 + i%2)
		w.Crash(id)
		w.Restart(id)
		w.Run(1200 * time.Millisecond)
	}
	for _, e := range w.Events {
		if e.Op == protocol.OpElected && e.To == 3 {
			last = e.At
		}
	}
	if after := last.Sub(died); after < dead/4 || after > dead+2*time.Second {
		t.Errorf("the dead leader was last followed %v after its death, want up to %v", after, dead)
	}
}
