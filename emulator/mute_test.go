package emulator

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// spells returns the spells in which a node could send nothing.
func (j *journal) spells(node protocol.ID) (out [][2]time.Duration) {
	for _, r := range j.of(trace.Mute) {
		if r.Node == node {
			out = append(out, [2]time.Duration{time.Duration(r.Frame), time.Duration(r.Value)})
		}
	}
	return out
}

// TestSpellsOfSilenceByHand: frames last 900 µs, and 1 % of 100 ms allows one. Node 1
// sends three at 10 ms. The second waits until the first has left the window, at 110 ms,
// and the third until about 210.9 ms: the node is mute from the end of the first frame on.
// With drops the spell ends when a frame could go again.
func TestSpellsOfSilenceByHand(t *testing.T) {
	for _, drop := range []bool{false, true} {
		cfg := shared([][2]float64{{0, 0}, {60, 0}}, talker{frames: 3, bytes: 100})
		cfg.Access = nil
		cfg.Duty = &radio.DutyCycle{Limit: 0.01, Window: 100 * ms, Drop: drop}
		cfg.Faults = []Fault{speak(10*ms, 1)}
		_, j := run(t, cfg)
		var ends []time.Duration
		for _, r := range j.of(trace.Transmit) {
			ends = append(ends, time.Duration(r.At))
		}
		got := j.spells(1)
		total := time.Duration(0)
		for _, s := range got {
			total += s[1] - s[0]
		}
		switch drop {
		case false:
			if len(ends) != 3 || total < ends[2]-ends[0]-3*ms || total > ends[2]-ends[0] {
				t.Errorf("hold: mute at %v, frames end at %v", got, ends)
			}
		case true:
			if len(ends) != 1 || len(got) != 1 || got[0][0] < ends[0]-ms || got[0][1]-got[0][0] < 98*ms || got[0][1]-got[0][0] > 101*ms {
				t.Errorf("drop: mute at %v, frames end at %v", got, ends)
			}
		}
		if other := j.spells(2); other != nil {
			t.Errorf("node 2 sends nothing and is mute at %v", other)
		}
	}
}

// TestAFullQueueIsSilence: two frames a millisecond for a radio that sends one. Once the
// queue is full it takes one of two. A spell lasts from a loss to the next frame that
// leaves, or to a crash.
func TestAFullQueueIsSilence(t *testing.T) {
	cfg := shared([][2]float64{{0, 0}, {60, 0}}, talker{frames: 2, bytes: 113})
	cfg.Access = nil
	cfg.Until = 3 * time.Second
	cfg.Faults = []Fault{
		{Every: ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}},
		{At: 2 * time.Second, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}},
	}
	_, j := run(t, cfg)
	var lost []time.Duration
	for _, r := range j.of(trace.Lost) {
		if r.Why == trace.WhyQueue {
			lost = append(lost, time.Duration(r.At))
		}
	}
	if len(lost) == 0 {
		t.Fatal("no queue was full")
	}
	last := time.Duration(0)
	for k, s := range j.spells(1) {
		if k == 0 && s[0] != lost[0] {
			t.Errorf("the first spell begins at %v, the first loss is at %v", s[0], lost[0])
		}
		if s[0] < last || s[1] <= s[0] || s[1] > 2*time.Second {
			t.Errorf("a spell from %v to %v, after one to %v", s[0], s[1], last)
		}
		last = s[1]
	}
	if last < 1990*ms {
		t.Errorf("the last spell ends at %v, with the node's crash at 2s", last)
	}
}
