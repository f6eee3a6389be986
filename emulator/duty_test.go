package emulator

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// capped returns a world in which node 1 broadcasts three frames of 900 µs at 10 ms. A
// window of 100 ms allows two of them.
func capped() Config {
	cfg := shared([][2]float64{{0, 0}, {100, 0}}, talker{frames: 3, bytes: 100})
	cfg.Access = nil
	cfg.Duty = &radio.DutyCycle{Limit: 0.02, Window: 100 * ms}
	cfg.Faults = []Fault{speak(10*ms, 1)}
	return cfg
}

func TestFrameBeyondTheDutyCycleIsHeldBack(t *testing.T) {
	_, j := run(t, capped())
	// By hand: the first frame is on the air until 10.9 ms. The third may end 100 ms
	// later, so it begins at 110 ms, and is heard 900 µs and 834 ns after that.
	if sent := j.of(trace.Transmit); len(sent) != 3 || sent[2].At != protocol.Time(110*ms+900*time.Microsecond+834) {
		t.Errorf("sent %v, want the third to end at 110.900834 ms", sent)
	}
	held := j.of(trace.Held)
	if len(held) != 1 || held[0].Frame != 3 || time.Duration(held[0].Value) != 110*ms-time.Duration(held[0].At) {
		t.Errorf("held back %v, want the third frame, until 110 ms", held)
	}
}

func TestFrameBeyondTheDutyCycleIsDropped(t *testing.T) {
	cfg := capped()
	cfg.Duty.Drop = true
	cfg.Faults = append(cfg.Faults, speak(200*ms, 1))
	_, j := run(t, cfg)
	if sent := j.of(trace.Transmit); len(sent) != 4 {
		t.Errorf("%d frames on the air, want two of every three", len(sent))
	}
	if got := j.count(trace.Lost, trace.WhyDuty); got != 2 {
		t.Errorf("%d frames lost to the duty cycle, want 2", got)
	}
}

func TestFrameLongerThanTheDutyCycleIsNeverSent(t *testing.T) {
	for _, access := range []*radio.CSMA{nil, atOnce()} {
		cfg := capped()
		cfg.Access, cfg.Duty.Limit = access, 0.005 // 500 µs
		_, j := run(t, cfg)
		if sent, lost := len(j.of(trace.Transmit)), j.count(trace.Lost, trace.WhyDuty); sent != 0 || lost != 3 {
			t.Errorf("%d sent and %d lost, want none and three", sent, lost)
		}
	}
}

func TestDutyCycleOverAContendedMedium(t *testing.T) {
	cfg := capped()
	cfg.Access = atOnce()
	cfg.Access.Lifetime = ms // counted from when the frame may go
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	if len(sent) != 3 || sent[2].At != sent[0].At+protocol.Time(100*ms) {
		t.Errorf("sent %v, want the third to end 100 ms after the first", sent)
	}
}

// Without RTS a unicast frame is admitted by itself, here the second of two for which there is room.
func TestFramesWithoutReservationAreAdmittedAlone(t *testing.T) {
	for _, unslotted := range []radio.Unslotted{{}, radio.DefaultUnslotted()} {
		cfg := shared([][2]float64{{0, 0}, {100, 0}}, talker{to: 2, frames: 3, bytes: 100}) // 900 µs each
		cfg.Access.Unslotted = unslotted
		cfg.Duty = &radio.DutyCycle{Limit: 0.0185, Window: 100 * ms}
		cfg.Faults = []Fault{speak(10*ms, 1)}
		_, j := run(t, cfg)
		var own []trace.Record
		for _, r := range j.of(trace.Transmit) {
			if r.Node == 1 {
				own = append(own, r)
			}
		}
		if len(own) != 3 || own[1].At > protocol.Time(50*ms) || own[2].At < own[0].At+protocol.Time(99*ms) {
			t.Errorf("%+v: sent %v, want the third a window after the first", unslotted, own)
		}
	}
}

// An RTS counts with the frame that it is for: 260 µs, and 900 µs of data. Of a window that
// allows three frames without RTS two go, and no window has more on the air than it allows.
func TestReservationsAreAdmittedWithTheirFrames(t *testing.T) {
	const frames, window, allowed = 6, 100 * ms, 3300 * time.Microsecond
	cfg := shared([][2]float64{{0, 0}, {100, 0}}, talker{to: 2, frames: frames, bytes: 100})
	cfg.Access.DCF = virtually()
	cfg.Duty = &radio.DutyCycle{Limit: 0.033, Window: window}
	cfg.Faults = []Fault{speak(10*ms, 1)}
	_, j := run(t, cfg)
	lasts := map[trace.Why]time.Duration{trace.WhyRTS: 260 * time.Microsecond, trace.WhyData: 900 * time.Microsecond}
	var own []trace.Record
	for _, r := range j.of(trace.Transmit) {
		if r.Node == 1 {
			own = append(own, r)
		}
	}
	if len(own) != 2*frames {
		t.Fatalf("node 1 sent %v, want %d frames with an RTS each", tries(j), frames)
	}
	for i, last := range own {
		used := time.Duration(0)
		for _, r := range own[:i+1] {
			if r.At > last.At-protocol.Time(window) {
				used += lasts[r.Why]
			}
		}
		if used > allowed {
			t.Errorf("within %v before %v node 1 was on the air for %v, allowed are %v", window, last.At, used, allowed)
		}
	}
}

// Retries count, and so do acknowledgements. Acknowledgements are not held back.
func TestRetriesAndAcknowledgementsCount(t *testing.T) {
	cfg := capped()
	cfg.Algorithm.New = func(protocol.Config) (func() protocol.Machine, error) {
		return func() protocol.Machine { return &talker{to: 2, frames: 1, bytes: 100} }, nil
	}
	seen := 0
	cfg.Loss = scriptedLoss{from: 2, lost: []bool{true, true}, seen: &seen}
	_, j := run(t, cfg)
	var tries, acks []protocol.Time
	for _, r := range j.of(trace.Transmit) {
		if r.Why == trace.WhyAck {
			acks = append(acks, r.At)
		} else {
			tries = append(tries, r.At)
		}
	}
	if len(tries) != 3 || len(acks) != 3 {
		t.Fatalf("%d tries, %d acknowledgements, want three each", len(tries), len(acks))
	}
	if gap := time.Duration(tries[2] - tries[0]); gap != 100*ms {
		t.Errorf("the third try ended %v after the first, want 100 ms", gap)
	}
}
