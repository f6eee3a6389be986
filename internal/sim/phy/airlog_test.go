package phy

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
	"bellwether/radio"
)

func TestDutyCycleByHand(t *testing.T) {
	// 1 % of 100 s is 1 s: two frames of 400 ms fit. The first ends at 400 ms, and the
	// third may end when the first ended 100 s before.
	d := radio.DutyCycle{Limit: 0.01, Window: 100 * time.Second}
	var log Airlog
	const air = 400 * time.Millisecond
	for i, want := range []time.Duration{0, 500 * time.Millisecond, 100 * time.Second, 100*time.Second + 500*time.Millisecond} {
		at := protocol.Time(i) * protocol.Time(500*time.Millisecond)
		got, ok := log.Earliest(d, at, air)
		if !ok || got != protocol.Time(want) {
			t.Fatalf("frame %d may begin at %v, want %v", i+1, time.Duration(got), want)
		}
		log.Add(d, got, air)
	}
	if _, ok := log.Earliest(d, 0, time.Second+1); ok {
		t.Error("a frame longer than the allowance is allowed")
	}
	if got, ok := new(Airlog).Earliest(d, 7, time.Second); !ok || got != 7 {
		t.Errorf("a frame as long as the allowance may begin at %v", got)
	}
}

// Whatever frames are sent, no window holds more airtime than the allowance. A frame that
// is held back would have been too much a five-hundredth of the window earlier.
func TestDutyCycleHoldsInEveryWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := radio.DutyCycle{Limit: rapid.Float64Range(0.001, 1).Draw(t, "limit"), Window: 10 * time.Second}
		type frame struct{ from, to time.Duration }
		var sent []frame
		within := func(from, to time.Duration) (sum time.Duration) {
			for _, f := range sent {
				sum += max(min(f.to, to)-max(f.from, from), 0)
			}
			return sum
		}
		var log Airlog
		now := time.Duration(0)
		for range rapid.IntRange(1, 60).Draw(t, "frames") {
			now += time.Duration(rapid.IntRange(0, 3000).Draw(t, "gap")) * time.Millisecond
			air := time.Duration(rapid.IntRange(1, int(Allowance(d)/time.Microsecond)).Draw(t, "air")) * time.Microsecond
			got, ok := log.Earliest(d, protocol.Time(now), air)
			if !ok || got < protocol.Time(now) {
				t.Fatalf("a frame of %v at %v may begin at %v, %v", air, now, got, ok)
			}
			if held := time.Duration(got); held > now {
				// A five-hundredth of the window earlier it would have been too much. A
				// frame that is partly in the window is counted whole.
				early, whole := held-d.Window/512, air
				for _, f := range sent {
					if f.to > early+air-d.Window {
						whole += f.to - f.from
					}
				}
				if early > now && whole <= Allowance(d) {
					t.Fatalf("a frame of %v, held back until %v, would have been within the cap at %v", air, held, early)
				}
			}
			now = time.Duration(got)
			log.Add(d, got, air)
			sent = append(sent, frame{now, now + air})
			now += air
			if used := within(now-d.Window, now); used > Allowance(d) {
				t.Fatalf("%v on the air in a window of %v, allowed are %v", used, d.Window, Allowance(d))
			}
		}
	})
}

func TestAirlogStaysSmall(t *testing.T) {
	d := radio.DutyCycle{Limit: 0.5, Window: time.Hour}
	var log Airlog
	for i := range 1_000_000 {
		log.Add(d, protocol.Time(i)*protocol.Time(20*time.Millisecond), time.Millisecond)
	}
	if len(log.spells) > grains+2 {
		t.Errorf("%d spells, want at most %d", len(log.spells), grains+2)
	}
	// 50 frames a second for an hour, of 1 ms.
	if want := 180 * time.Second; log.used < want || log.used > want+time.Second {
		t.Errorf("%v on the air in the last hour, want %v", log.used, want)
	}
}
