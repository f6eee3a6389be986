package membership

import (
	"bellwether/internal/testkit/bubble"
	"strings"
	"testing"
	"time"
)

func TestGoodbyes(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		v := newView(func() {})
		is := func(want State) {
			t.Helper()
			if m, _ := v.find("b"); m.State != want {
				t.Errorf("is %v, want %v", m.State, want)
			}
		}
		bye := func(life uint32) worth { return v.part(goodbye{header{kindGoodbye, 7, life}, "b", ""}, time.Now()) }
		rise := func(life uint32) {
			v.rise(Member{Name: "b", Addr: "10.0.0.2:1", Meta: Meta{ID: 7, Incarnation: life}}, time.Now())
		}
		if bye(1) != known {
			t.Error("a goodbye of an unknown member is to be forwarded")
		}
		rise(3)
		if bye(2) != outdated {
			t.Error("a goodbye of a former life counts")
		}
		if v.part(goodbye{header{kindGoodbye, 8, 3}, "b", ""}, time.Now()) != known {
			t.Error("a goodbye with another id counts")
		}
		is(Alive)
		if bye(3) != news || bye(3) != known {
			t.Error("a goodbye is news once")
		}
		is(Left)
		v.fall("b", time.Now())
		is(Left)
		rise(4) // it came back …
		is(Alive)
		v.fall("b", time.Now()) // … and died
		is(Failed)
		if bye(4) != news { // its goodbye was late
			t.Error("a late goodbye of this life is news")
		}
		is(Left)
		rise(1) // it lost its incarnation, but memberlist hears it
		is(Alive)

		// An answer to a probe, long enough after a false goodbye, undoes it.
		bye(1)
		is(Left)
		time.Sleep(time.Second)
		v.pong("b", time.Millisecond, 10*time.Second, time.Now())
		is(Left)
		time.Sleep(10 * time.Second)
		v.pong("b", time.Millisecond, 10*time.Second, time.Now())
		is(Alive)

		// So does a new life, though memberlist never noticed that the former ended.
		bye(1)
		is(Left)
		rise(2)
		is(Alive)
	})
}

func TestRoundTripIsSmoothed(t *testing.T) {
	v := newView(func() {})
	v.rise(Member{Name: "b", Meta: Meta{ID: 7}}, time.Now())
	// RFC 6298: the first counts whole, the next an eighth: 8 + (16 - 8)/8 = 9.
	for _, rtt := range []time.Duration{8, -5, 0, 16} {
		v.pong("b", rtt*time.Millisecond, time.Minute, time.Now())
	}
	if m, _ := v.find("b"); m.RTT != 9*time.Millisecond {
		t.Errorf("%v", m.RTT)
	}
	v.rise(Member{Name: "b", Addr: "elsewhere", Meta: Meta{ID: 7}}, time.Now())
	if m, _ := v.find("b"); m.RTT != 0 {
		t.Errorf("elsewhere it is unknown, not %v", m.RTT)
	}
}

func TestMembersAreForgottenAfterADay(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	v := newView(func() {})
	v.rise(Member{Name: "alive", Meta: Meta{ID: 1}}, now.Add(-100*time.Hour))
	v.rise(Member{Name: "failed", Meta: Meta{ID: 2}}, now)
	v.fall("failed", now.Add(-25*time.Hour))
	v.remember(Peer{Name: "remembered", ID: 3, Seen: now.Add(-23 * time.Hour)})
	v.remember(Peer{Name: "stale", ID: 4, Seen: now.Add(-25 * time.Hour)})
	v.rise(Member{Name: "left", Meta: Meta{ID: 5}}, now)
	v.part(goodbye{header{id: 5}, "left", ""}, now.Add(-25*time.Hour))
	v.fall("left", now.Add(-25*time.Hour))
	failed := ""
	for _, m := range v.forget(now.Add(-forgetAfter)) {
		failed += m.Name + " "
	}
	if failed != "failed stale " {
		t.Errorf("failed and forgotten: %s", failed)
	}
	var names []string
	for _, m := range v.list(func(Member) bool { return true }) {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "alive remembered" {
		t.Errorf("known: %s", got)
	}
}
