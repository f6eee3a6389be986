package agent

import (
	"slices"
	"testing"

	"bellwether/internal/gossip"
)

func TestEachAlarmIsAnEvent(t *testing.T) {
	for kind := gossip.Replayed; kind <= gossip.Impostor; kind++ {
		if e := alarmEvents[kind]; !slices.Contains(EventKinds(), e) {
			t.Errorf("alarm %d is event %q", kind, e)
		}
	}
}
