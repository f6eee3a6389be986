package agent

import (
	"slices"
	"testing"

	"bellwether/internal/live/membership"
)

func TestEachAlarmIsAnEvent(t *testing.T) {
	for kind := membership.Replayed; kind <= membership.Impostor; kind++ {
		if e := alarmEvents[kind]; !slices.Contains(EventKinds(), e) {
			t.Errorf("alarm %d is event %q", kind, e)
		}
	}
}
