package view

import (
	"bellwether/internal/live/membership/internal/wire"
	"bellwether/internal/testkit/bubble"
	"strings"
	"testing"
	"time"
)

func TestGoodbyes(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		v := New(func() {})
		is := func(want State) {
			t.Helper()
			if m, _ := v.Find("b"); m.State != want {
				t.Errorf("is %v, want %v", m.State, want)
			}
		}
		bye := func(life uint32) worth {
			return v.Part(wire.Goodbye{Header: wire.Header{Kind: wire.KindGoodbye, ID: 7, Incarnation: life}, Name: "b", Signature: ""}, time.Now())
		}
		rise := func(life uint32) {
			v.Rise(Member{Name: "b", Addr: "10.0.0.2:1", Meta: wire.Meta{ID: 7, Incarnation: life}}, time.Now())
		}
		if bye(1) != known {
			t.Error("a goodbye of an unknown member is to be forwarded")
		}
		rise(3)
		if bye(2) != Outdated {
			t.Error("a goodbye of a former life counts")
		}
		if v.Part(wire.Goodbye{Header: wire.Header{Kind: wire.KindGoodbye, ID: 8, Incarnation: 3}, Name: "b", Signature: ""}, time.Now()) != known {
			t.Error("a goodbye with another id counts")
		}
		is(Alive)
		if bye(3) != News || bye(3) != known {
			t.Error("a goodbye is news once")
		}
		is(Left)
		v.Fall("b", time.Now())
		is(Left)
		rise(4) // it came back …
		is(Alive)
		v.Fall("b", time.Now()) // … and died
		is(Failed)
		if bye(4) != News { // its goodbye was late
			t.Error("a late goodbye of this life is news")
		}
		is(Left)
		rise(1) // it lost its incarnation, but memberlist hears it
		is(Alive)

		// An answer to a probe, long enough after a false goodbye, undoes it.
		bye(1)
		is(Left)
		time.Sleep(time.Second)
		v.Pong("b", time.Millisecond, 10*time.Second, time.Now())
		is(Left)
		time.Sleep(10 * time.Second)
		v.Pong("b", time.Millisecond, 10*time.Second, time.Now())
		is(Alive)

		// So does a new life, though memberlist never noticed that the former ended.
		bye(1)
		is(Left)
		rise(2)
		is(Alive)
	})
}

func TestRoundTripIsSmoothed(t *testing.T) {
	v := New(func() {})
	v.Rise(Member{Name: "b", Meta: wire.Meta{ID: 7}}, time.Now())
	// RFC 6298: the first counts whole, the next an eighth: 8 + (16 - 8)/8 = 9.
	for _, rtt := range []time.Duration{8, -5, 0, 16} {
		v.Pong("b", rtt*time.Millisecond, time.Minute, time.Now())
	}
	if m, _ := v.Find("b"); m.RTT != 9*time.Millisecond {
		t.Errorf("%v", m.RTT)
	}
	v.Rise(Member{Name: "b", Addr: "elsewhere", Meta: wire.Meta{ID: 7}}, time.Now())
	if m, _ := v.Find("b"); m.RTT != 0 {
		t.Errorf("elsewhere it is unknown, not %v", m.RTT)
	}
}

func TestMembersAreForgottenAfterADay(t *testing.T) {
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	v := New(func() {})
	v.Rise(Member{Name: "alive", Meta: wire.Meta{ID: 1}}, now.Add(-100*time.Hour))
	v.Rise(Member{Name: "failed", Meta: wire.Meta{ID: 2}}, now)
	v.Fall("failed", now.Add(-25*time.Hour))
	v.Remember(Peer{Name: "remembered", ID: 3, Seen: now.Add(-23 * time.Hour)})
	v.Remember(Peer{Name: "stale", ID: 4, Seen: now.Add(-25 * time.Hour)})
	v.Rise(Member{Name: "left", Meta: wire.Meta{ID: 5}}, now)
	v.Part(wire.Goodbye{Header: wire.Header{ID: 5}, Name: "left", Signature: ""}, now.Add(-25*time.Hour))
	v.Fall("left", now.Add(-25*time.Hour))
	failed := ""
	for _, m := range v.Forget(now.Add(-ForgetAfter)) {
		failed += m.Name + " "
	}
	if failed != "failed stale " {
		t.Errorf("failed and forgotten: %s", failed)
	}
	var names []string
	for _, m := range v.List(func(Member) bool { return true }) {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "alive remembered" {
		t.Errorf("known: %s", got)
	}
}
