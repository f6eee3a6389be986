package faults

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
)

const never = kernel.Never

// A node walks over a region at 10 m/s. The predicted instants at which it enters and
// leaves agree with a computation by hand.
func TestCrossingsByHand(t *testing.T) {
	circle := Region{X: 100, Y: 30, RadiusM: 50} // the line y = 0 cuts it at 100 ± 40
	box := Region{X: 100, Y: -10, WidthM: 50, HeightM: 20}
	aside := Region{X: 100, Y: 51, RadiusM: 50}
	tests := []struct {
		region  Region
		from    float64
		in, out int64 // ns
	}{
		{circle, 0, 6e9, 14e9 + 1},
		{box, 0, 10e9, 15e9 + 1},
		{aside, 0, never, never},
		{Region{X: 100, Y: 1, WidthM: 9, HeightM: 9}, 0, never, never},
		{circle, 141, never, never},
		{box, 151, never, never},
	}
	for _, test := range tests {
		m := place.Motion{X: test.from, VX: 10}
		if in := test.region.crosses(&m, 0); in != test.in {
			t.Errorf("%+v from %v: in at %d, want %d", test.region, test.from, in, test.in)
		}
		if test.in == never {
			continue
		}
		if out := test.region.crosses(&m, test.in); out != test.out {
			t.Errorf("%+v from %v: out at %d, want %d", test.region, test.from, out, test.out)
		}
		if out := test.region.crosses(&m, test.out); out != never {
			t.Errorf("%+v from %v: in again at %d", test.region, test.from, out)
		}
	}
	still := place.Motion{X: 100}
	if at := circle.crosses(&still, 0); at != never {
		t.Errorf("a node that does not move leaves at %d", at)
	}
}

// A node is on one side just before the predicted instant, and on the other side after it.
func TestCrossingIsPredicted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spot, speed := rapid.Float64Range(-300, 300), rapid.Float64Range(-20, 20)
		r := Region{X: spot.Draw(t, "x"), Y: spot.Draw(t, "y")}
		if rapid.Bool().Draw(t, "circle") {
			r.RadiusM = rapid.Float64Range(1, 200).Draw(t, "radius")
		} else {
			r.WidthM, r.HeightM = rapid.Float64Range(1, 200).Draw(t, "w"), rapid.Float64Range(1, 200).Draw(t, "h")
		}
		m := place.Motion{X: spot.Draw(t, "from x"), Y: spot.Draw(t, "from y"), VX: speed.Draw(t, "vx"), VY: speed.Draw(t, "vy")}
		for _, v := range []*float64{&m.VX, &m.VY} {
			if math.Abs(*v) < 1e-3 {
				*v = 0 // slower than any node, and lost in the rounding of places
			}
		}
		if r.grazed(m.At(0)) {
			return
		}
		before := r.Holds(m.At(0))
		at := r.crosses(&m, 0)
		// At a hundred earlier instants it has not crossed.
		end := min(at, int64(200*time.Second))
		for k := range int64(100) {
			now := end * k / 100
			if now < at-10 && r.Holds(m.At(now)) != before && !r.grazed(m.At(now)) {
				t.Fatalf("crossed at %d, before %d", now, at)
			}
		}
		if at != never && r.Holds(m.At(at+10)) == before && r.Holds(m.At(at)) == before && !r.grazed(m.At(at)) {
			t.Fatalf("did not cross at %d", at)
		}
	})
}

// grazed reports whether a point is within a micrometre of the border, where rounding
// decides: a slow node may seem never to have crossed it.
func (r *Region) grazed(x, y float64) bool {
	const near = 1e-6
	dx, dy := x-r.X, y-r.Y
	if r.RadiusM > 0 {
		return math.Abs(math.Hypot(dx, dy)-r.RadiusM) < near
	}
	rim := func(d, width float64) bool { return math.Abs(d) < near || math.Abs(d-width) < near }
	return rim(dx, r.WidthM) || rim(dy, r.HeightM)
}
