package replay_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/replay"
)

// In a network with a loss of 20 % there are timers with which 95 % of the takeovers end in 4 s,
// for each number of misses; the more misses, the shorter the interval and the fewer the false
// alarms, as the formula says. The row with the fewest is suggested.
func TestTunedTimersAreFastEnough(t *testing.T) {
	if testing.Short() {
		t.Skip("emulates a network some hundred times")
	}
	dir, _, _ := emulated(t, strings.Replace(lossy, "  - {at: 120.5s, partition: [[1, 2, 3], [4, 5, 6]], for: 1m}\n", "", 1), bySeconds)
	j := replay.Job{Inputs: []string{dir}, Warn: func(string) {}, Jobs: 2}
	const takeover = 4 * time.Second
	tuned, err := j.Tune(t.Context(), takeover)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := tuned.Print(&out, "text"); err != nil {
		t.Fatal(err)
	}
	t.Log(out.String())
	for _, row := range tuned.Rows {
		alarms := 5 * 3600 / row.Interval.Seconds() * (1 - tuned.Loss) * math.Pow(tuned.Loss, float64(row.Misses))
		if !row.Meets || row.Late > takeover || row.Late < takeover*3/4 || row.Open > 1 || math.Abs(row.PerHour/alarms-1) > 1e-6 {
			t.Errorf("%+v: about %v false alarms", row, alarms)
		}
	}
	if len(tuned.Rows) != 7 || tuned.Best != &tuned.Rows[6] || !strings.Contains(out.String(), "--misses 8, the same") {
		t.Errorf("suggested is %+v", tuned.Best)
	}
	tuned.Best = nil
	if err := tuned.Print(&out, "text"); err != nil || !strings.Contains(out.String(), "no timers are fast enough") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
