package membership

import "testing"

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
