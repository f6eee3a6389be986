package omega

import (
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
)

// By hand, with I = 2 s × 3: the time-out grows from 6 s to 12 s in three steps, and is shorter
// by one again after 32 answers, which take 64 s.
func TestHowOftenASlowMemberIsSuspected(t *testing.T) {
	for _, row := range []struct {
		detector       string
		roundTrip, run time.Duration
		most           int
		promised       bool
	}{
		{"pull", 9 * time.Second, time.Minute, 5, true},
		{"pull", 10 * time.Second, 130 * time.Second, 7, true},
		{"pull", 11 * time.Second, time.Minute, 0, false},
		{"phi", time.Second, time.Minute, 0, false},
		{"swim", time.Second, time.Minute, 0, false},
	} {
		made, err := Algorithm().New(smallworld.Config(Algorithm(), map[string]string{"detector": row.detector}))
		if err != nil {
			t.Fatal(err)
		}
		most, promised := made().(*machine).Mistakes(row.roundTrip, row.run)
		if most != row.most || promised != row.promised {
			t.Errorf("%s, answers after %v, a run of %v: %d, %v", row.detector, row.roundTrip, row.run, most, promised)
		}
	}
}
