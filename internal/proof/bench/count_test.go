package bench

import (
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/testkit/sample"
)

// TestCountedWorkGrowsWithTrafficAlone: events, examined candidates and queue operations
// per delivery grow by less than 5 % from 10^3 to 10^5 nodes, or 3·10^4 in go test.
func TestCountedWorkGrowsWithTrafficAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("10^5 nodes take some seconds")
	}
	small, large := perDelivery(t, 1e3, 100*time.Second), perDelivery(t, sample.Of(3e4, 1e5), 5*time.Second)
	for k, what := range []string{"events", "candidates", "queue operations"} {
		if small[k] <= 0 || large[k] > 1.05*small[k] {
			t.Errorf("%.3f %s per delivery at 10^3 nodes, %.3f at the most: more than 5 %% growth",
				small[k], what, large[k])
		}
	}
}

// perDelivery returns the counted work of the workload between the second and the last
// second: the boot of all nodes is not traffic. A shorter run of the same seed is the
// beginning of a longer one.
func perDelivery(t *testing.T, n int, until time.Duration) [3]float64 {
	t.Helper()
	early, late := count(t, n, 2*time.Second), count(t, n, until)
	d := float64(late.Deliveries - early.Deliveries)
	return [3]float64{
		float64(late.Events-early.Events) / d,
		float64(late.Candidates-early.Candidates) / d,
		float64(late.QueueOperations-early.QueueOperations) / d,
	}
}

func count(t *testing.T, n int, until time.Duration) emulator.Counters {
	t.Helper()
	c, err := load{nodes: n, until: until, start: emulator.Start{Leader: leaderOf(n)}}.config()
	if err != nil {
		t.Fatal(err)
	}
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w.Counters()
}
