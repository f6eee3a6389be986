package election

import (
	"testing"
	"time"

	"bellwether/protocol"
)

// TestFollowersShowWhatTheyWereToldAndWhen: if a leader's value falls, its followers know the
// old value until its next beacon, two hops away as well as one.
func TestFollowersShowWhatTheyWereToldAndWhen(t *testing.T) {
	each(t, func(t *testing.T, p given) {
		w := line(t, p, 3)
		w.Elect(1)
		w.Run(10 * time.Second)
		w.wantLeader(3, 1, 2, 3)
		told := map[protocol.ID]int64{1: w.state(1, "leader_told_ms"), 2: w.state(2, "leader_told_ms")}
		if age := w.Now.Sub(0).Milliseconds() - told[1]; age < 0 || age > detection.Interval.Milliseconds() {
			t.Errorf("node 1 was told %d ms ago, want at most a beacon interval", age)
		}
		w.SetValue(3, 2) // still the best, by its ID
		for id, at := range told {
			if w.state(id, "leader_value") != 3 || w.state(id, "leader_told_ms") != at {
				t.Errorf("node %v knows at once what no message told it", id)
			}
		}
		w.Run(detection.Interval)
		for id, at := range told {
			if w.state(id, "leader_value") != 2 || w.state(id, "leader_told_ms") < at+detection.Interval.Milliseconds()-1 {
				t.Errorf("node %v knows value %d, of %d ms, after the next beacon", id, w.state(id, "leader_value"), w.state(id, "leader_told_ms"))
			}
		}
	})
}
