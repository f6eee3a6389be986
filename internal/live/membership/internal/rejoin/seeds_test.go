package rejoin

import (
	"fmt"
	"testing"
	"time"

	"bellwether/internal/live/membership/internal/view"
)

// A seed at which no machine can be is not added.
func TestSeedsThatNobodyHasAreNotAdded(t *testing.T) {
	for _, bad := range []string{"", "192.168.1.11:99999", "192.168.1.11:0", "0.0.0.0", "224.0.0.1", "a,b", "999.1.1.1"} {
		if err := newSeeds(nil).add([]string{bad}); err == nil {
			t.Errorf("%q is added", bad)
		}
	}
	s := newSeeds(nil)
	if err := s.add([]string{"192.168.1.11"}); err != nil || len(s.missing()) != 1 {
		t.Errorf("a good one: %v, %d", err, len(s.missing()))
	}
}

// Lost members are called one at a time, seldom, each in its turn, and are bounded.
func TestLostMembersAreCalledSeldom(t *testing.T) {
	var l lost
	for i := range lostLimit + 3 {
		l.add([]view.Member{{Name: fmt.Sprint(i)}})
	}
	if len(l.all) != lostLimit || l.all[0].Name != "3" {
		t.Errorf("%d are kept, the first is %s", len(l.all), l.all[0].Name)
	}
	nobody := func(string) bool { return false }
	first := func(int) int { return 0 }
	now, calls := time.Now(), 0
	for range 60 {
		if m, ok := l.next(nobody, first, now); ok {
			calls++
			if m.Name != "3" {
				t.Errorf("called %s", m.Name)
			}
		}
		now = now.Add(time.Minute)
	}
	if calls != 6 {
		t.Errorf("%d calls in an hour", calls)
	}
	if m, ok := l.next(func(name string) bool { return name == "3" }, first, now); !ok || m.Name != "4" {
		t.Errorf("called %s, one that is back is not lost", m.Name)
	}
}
