package pathcheck

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
)

func TestALegKeepsTheContractOfAPath(t *testing.T) {
	area := mobility.Area{Width: 100, Height: 50, Origin: orb.Point{10, 0}}
	good := mobility.Leg{Start: time.Second, End: 2 * time.Second, From: orb.Point{10, 50}, Velocity: orb.Point{3, 4}}
	for want, change := range map[string]func(*mobility.Leg){
		"":                         func(*mobility.Leg) {},
		"begins at 2s, and not at": func(l *mobility.Leg) { l.Start = 2 * time.Second },
		"begins at 1s and ends at 1s: it must end after it":                         func(l *mobility.Leg) { l.End = l.Start },
		"from [NaN 50] m at [3 4] m/s: all must be finite":                          func(l *mobility.Leg) { l.From[0] = math.NaN() },
		"at [3 +Inf] m/s: all must be finite":                                       func(l *mobility.Leg) { l.Velocity[1] = math.Inf(1) },
		"has a speed of 10 m/s, and its MaxSpeed is 5":                              func(l *mobility.Leg) { l.Velocity = orb.Point{6, 8} },
		"begins at (9.9, 50) m, outside of its area of 100 m × 50 m from (10, 0) m": func(l *mobility.Leg) { l.From[0] = 9.9 },
		"begins at (1e+308, 50) m, outside":                                         func(l *mobility.Leg) { l.From[0] = 1e308 },
		"begins at (10, 50.1) m, outside":                                           func(l *mobility.Leg) { l.From[1] = 50.1 },
	} {
		leg := good
		change(&leg)
		err := Check(leg, time.Second, Bounds{SpeedMPS: 5})
		if err == nil {
			err = Inside(leg, area)
		}
		switch {
		case want == "" && err != nil:
			t.Errorf("a valid leg: %v", err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if away := (mobility.Leg{End: mobility.Forever, From: orb.Point{-5, 0}, Absent: true}); Check(away, 0, Bounds{}) != nil || Inside(away, area) != nil {
		t.Error("a node that is absent has no place")
	}
}
