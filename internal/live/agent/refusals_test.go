package agent

import (
	"testing"
	"time"
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
