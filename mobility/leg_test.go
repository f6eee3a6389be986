package mobility_test

import (
	"math"
	"testing"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

func TestLegIsClampedToItsTime(t *testing.T) {
	l := mobility.Leg{Start: 10 * time.Second, End: 14 * time.Second, From: orb.Point{100, 50}, Velocity: orb.Point{2.5, -5}}
	for _, c := range []struct {
		at   time.Duration
		want orb.Point
	}{
		{0, orb.Point{100, 50}},
		{10 * time.Second, orb.Point{100, 50}},
		{11500 * time.Millisecond, orb.Point{103.75, 42.5}},
		{14 * time.Second, orb.Point{110, 30}},
		{14*time.Second + 1, orb.Point{110, 30}},
		{mobility.Forever, orb.Point{110, 30}},
	} {
		if got := l.At(c.at); got != c.want {
			t.Errorf("at %v: %v, want %v", c.at, got, c.want)
		}
	}
}

func TestLegForeverStandsWhereItStarts(t *testing.T) {
	l := mobility.Leg{Start: time.Second, End: mobility.Forever, From: orb.Point{-3, 1e-7}}
	for _, at := range []time.Duration{0, time.Hour, mobility.Forever} {
		if got := l.At(at); got != l.From {
			t.Errorf("at %v: %v, want %v", at, got, l.From)
		}
	}
}

func TestLegJumps(t *testing.T) {
	former := mobility.Leg{End: 2 * time.Second, Velocity: orb.Point{1, 0}}
	next := mobility.Leg{Start: 2 * time.Second, End: mobility.Forever, From: orb.Point{2, 0}}
	if next.Jumps(former) {
		t.Error("a leg that starts where the one before ended is taken for a teleport")
	}
	next.From[1] = 1e-9
	if !next.Jumps(former) {
		t.Error("a leg that starts a nanometre away is not taken for a teleport")
	}
}

func TestTripTakesItsTime(t *testing.T) {
	for _, c := range []struct {
		name string
		trip mobility.Trip
		want time.Duration // that it lasts
	}{
		{"ten metres at one", mobility.Trip{To: orb.Point{10, 0}, Speed: 1}, 10 * time.Second},
		{"three, four, five", mobility.Trip{From: orb.Point{1, 1}, To: orb.Point{4, 5}, Speed: 2}, 2500 * time.Millisecond},
		{"a tenth is no binary number", mobility.Trip{To: orb.Point{0, 0.3}, Speed: 0.1}, 3 * time.Second},
		{"less than a nanosecond", mobility.Trip{To: orb.Point{1e-6, 0}, Speed: 1e5}, 1},
		{"rounded up", mobility.Trip{To: orb.Point{1, 0}, Speed: 3}, 333333334},
		{"no distance", mobility.Trip{From: orb.Point{7, 7}, To: orb.Point{7, 7}, Speed: 3}, mobility.Forever},
		{"no speed", mobility.Trip{To: orb.Point{7, 7}}, mobility.Forever},
		{"longer than time", mobility.Trip{To: orb.Point{1e6, 0}, Speed: 1e-6}, mobility.Forever},
	} {
		t.Run(c.name, func(t *testing.T) {
			if l := c.trip.Leg(); l.Start != 0 || l.End != c.want {
				t.Errorf("from %v to %v, want from 0 to %v", l.Start, l.End, c.want)
			}
		})
	}
}

func TestTripThatOutlastsTimeStillMoves(t *testing.T) {
	l := mobility.Trip{Start: time.Hour, To: orb.Point{3e6, 4e6}, Speed: 1e-4}.Leg()
	if l.End != mobility.Forever {
		t.Fatalf("ends at %v", l.End)
	}
	got := l.At(time.Hour + 10000*time.Second)
	if math.Abs(got[0]-0.6) > 1e-12 || math.Abs(got[1]-0.8) > 1e-12 {
		t.Errorf("is at %v after 1 m, want (0.6, 0.8)", got)
	}
}

func TestTripArrivesAndKeepsItsSpeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(-1e6, 1e6)
		trip := mobility.Trip{
			Start: time.Duration(rapid.Int64Range(0, int64(1000*time.Hour)).Draw(t, "start")),
			From:  orb.Point{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")},
			To:    orb.Point{coordinate.Draw(t, "x'"), coordinate.Draw(t, "y'")},
			Speed: rapid.Float64Range(1e-2, 1e5).Draw(t, "speed"),
		}
		l := trip.Leg()
		if l.End == mobility.Forever {
			if math.Hypot(trip.To[0]-trip.From[0], trip.To[1]-trip.From[1]) > 1e-150 {
				t.Fatalf("%+v never arrives", trip)
			}
			return
		}
		if l.Start != trip.Start || l.From != trip.From || l.Absent {
			t.Fatalf("%+v begins as %+v", trip, l)
		}
		end := l.At(l.End)
		if d := math.Hypot(end[0]-trip.To[0], end[1]-trip.To[1]); d > 1e-9 {
			t.Fatalf("%+v ends %g m off", trip, d)
		}
		if l.Speed() > trip.Speed*(1+2e-12) {
			t.Fatalf("%+v moves at %g m/s", trip, l.Speed())
		}
		if earlier := (l.End - l.Start - 1).Seconds(); earlier*trip.Speed > math.Hypot(end[0]-trip.From[0], end[1]-trip.From[1])+1e-6 {
			t.Fatalf("%+v could arrive before %v", trip, l.End)
		}
	})
}
