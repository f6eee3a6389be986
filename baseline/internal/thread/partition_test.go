package thread

import "testing"

// Which of two partitions is better, by the rule of OpenThread since 2021 and by that of Thread 1.1.1.
func TestBetter(t *testing.T) {
	heavy, light := Partition{ID: 1, Weight: 64}, Partition{ID: 2, Weight: 56}
	pair, lightPair := heavy, light
	pair.Several, lightPair.Several = true, true
	greater := Partition{ID: 3, Weight: 64}
	for _, row := range []struct {
		what        string
		a, b        Partition
		now, before bool // whether a is better than b
	}{
		{"more weight", heavy, light, true, true},
		{"less weight", light, heavy, false, false},
		{"several of less weight", lightPair, heavy, false, true},
		{"one of more weight", heavy, lightPair, true, false},
		{"several of equal weight", pair, greater, true, true},
		{"the greater ID", greater, heavy, true, true},
		{"itself", pair, pair, false, false},
	} {
		if now, before := weightFirst.better(row.a, row.b), severalFirst.better(row.a, row.b); now != row.now || before != row.before {
			t.Errorf("%s: weight-first %v, several-first %v", row.what, now, before)
		}
	}
}

// A sequence may begin anew after its greatest number.
func TestNewer(t *testing.T) {
	for _, row := range []struct {
		a, b uint32
		want bool
	}{{1, 0, true}, {0, 1, false}, {0, 0, false}, {0, 1<<32 - 1, true}, {1<<32 - 1, 0, false}} {
		if newer(row.a, row.b) != row.want {
			t.Errorf("%d newer than %d: %v", row.a, row.b, !row.want)
		}
	}
}
