package agent

import (
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
)

// A step of the wall clock is told with its size; a clock that is slewed is not.
func TestStepsOfTheWallClock(t *testing.T) {
	var w watch
	at := func(wall, since time.Duration) time.Duration {
		by, is := w.jump(wall, since)
		if !is {
			return 0
		}
		return by
	}
	for _, step := range []struct{ wall, since, want time.Duration }{
		{time.Second, time.Second, 0},
		{2*time.Second + 500*time.Microsecond, 2 * time.Second, 0},
		{time.Hour, 3 * time.Second, time.Hour - 3*time.Second - 500*time.Microsecond},
		{time.Hour + time.Second, 4 * time.Second, 0},
		{5 * time.Second, 5 * time.Second, -time.Hour + 3*time.Second},
	} {
		if got := at(step.wall, step.since); got != step.want {
			t.Errorf("wall %v after %v: a step of %v, want %v", step.wall, step.since, got, step.want)
		}
	}
}

// An alarm is told when something has lasted for its bound, once, and again if it came again.
func TestAnAlarmIsToldWhenItLasts(t *testing.T) {
	var a alarm
	var told []int
	for s, is := range []bool{false, true, true, false, true, true, true, true, true, false, true, true, true, true} {
		if a.lasts(is, protocol.Time(s)*protocol.Time(time.Second), 2*time.Second) {
			told = append(told, s)
		}
	}
	if !slices.Equal(told, []int{6, 12}) {
		t.Errorf("told at %v", told)
	}
}
