package emulator

import (
	"testing"
	"time"

	"bellwether/protocol"
)

// TestRoomAndDeathEndASpell: of 1100 frames sent at once some are lost. When the next
// frame leaves, a millisecond later, there is room again, and the queue does not fill
// again. A node that crashes earlier ends its spell by the crash.
func TestRoomAndDeathEndASpell(t *testing.T) {
	for _, crash := range []time.Duration{0, 10*ms + ms/10} {
		cfg := shared([][2]float64{{0, 0}, {60, 0}}, talker{frames: 1100, bytes: 113})
		cfg.Access = nil
		cfg.Until = 500 * ms
		cfg.Faults = []Fault{speak(10*ms, 1)}
		if crash > 0 {
			cfg.Faults = append(cfg.Faults, Fault{At: crash, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}})
		}
		_, j := run(t, cfg)
		got := j.spells(1)
		if len(got) != 1 || got[0][0] != 10*ms || crash == 0 && (got[0][1] < 10*ms+ms/2 || got[0][1] > 12*ms) || crash > 0 && got[0][1] != crash {
			t.Errorf("crash at %v: mute at %v", crash, got)
		}
	}
}
