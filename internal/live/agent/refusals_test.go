package agent

import (
	"slices"
	"testing"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// A counter that no longer grows keeps the time of its last growth.
func TestWhenACounterGrewLast(t *testing.T) {
	var r refusals
	first := time.Unix(100, 0)
	r.look(map[string]int64{"a": 3}, first)
	later := r.look(map[string]int64{"a": 3, "b": 1}, first.Add(time.Hour))
	if !later["a"].Equal(first) || !later["b"].Equal(first.Add(time.Hour)) {
		t.Errorf("%v", later)
	}
}

// The few packets that a restart of a member makes are no news; more are.
func TestARestartIsNoStranger(t *testing.T) {
	var r refusals
	now := time.Unix(1000, 0)
	for i := range int64(5) { // a restart each minute
		now = now.Add(time.Minute)
		if got := r.look(map[string]int64{"gossip_unproven": 2 * (i + 1)}, now); !got["gossip_unproven"].IsZero() {
			t.Errorf("%v", got)
		}
	}
	if got := r.look(map[string]int64{"gossip_unproven": 30}, now.Add(time.Second)); !got["gossip_unproven"].Equal(now.Add(time.Second)) {
		t.Errorf("%v", got)
	}
}

// An agent that is locked out remembers members that have told it nothing: it does not call them guests.
func TestAMemberThatToldNothingIsNoGuest(t *testing.T) {
	remembered := membership.Member{Name: "b", State: membership.Failed, Meta: membership.Meta{ID: 2}}
	guest := membership.Member{Name: "c", Meta: membership.Meta{ID: 3, Incarnation: 1}}
	r := newRoster(admitted, membership.Member{Admitted: true, Meta: membership.Meta{ID: 1, Incarnation: 1}}, []membership.Member{remembered, guest})
	if got := r.guests(); !slices.Equal(got, []protocol.ID{3}) {
		t.Errorf("guests: %v", got)
	}
	if r.own.Admitted = false; !slices.Equal(r.guests(), []protocol.ID{1, 3}) {
		t.Errorf("guests: %v", r.guests())
	}
}
