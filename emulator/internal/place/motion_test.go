package place

import (
	"math"
	"math/rand/v2"
	"testing"
)

// lengthAt is how long a gap is after so many seconds, in metres.
func (g Gap) lengthAt(s float64) float64 {
	return math.Hypot(math.Hypot(g.X+g.VX*s, g.Y+g.VY*s), g.Up+g.Climb*s)
}

// TestCrossingIsTheFirst: until the crossing a gap is on its side of the rim, and then on the
// rim; a gap that never crosses stays on its side. Half of the gaps are in space, some of
// them straight up or at one altitude.
func TestCrossingIsTheFirst(t *testing.T) {
	const rimM, farS = 100.0, 200.0
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(by float64) float64 { return by * (2*r.Float64() - 1) }
	crossed, never := 0, 0
	for n := range 4000 {
		g := Gap{X: draw(120), Y: draw(120), VX: draw(20), VY: draw(20)}
		switch n % 8 {
		case 0, 1:
			g.Up, g.Climb = draw(120), draw(20)
		case 2:
			g.Up = draw(120)
		case 3:
			g.VX, g.VY, g.Up, g.Climb = 0, 0, draw(120), draw(20)
		}
		inside := g.lengthAt(0) <= rimM
		after := Crossing(g, rimM, SideOf(inside)) / 1e9
		for k := range 400 {
			if s := farS * float64(k) / 400; s < after-1e-6 && (g.lengthAt(s) <= rimM) != inside {
				t.Fatalf("%+v: after %g s it is %g m long, and Crossing is after %g s", g, s, g.lengthAt(s), after)
			}
		}
		if math.IsInf(after, 1) {
			never++
			continue
		}
		if crossed++; math.Abs(g.lengthAt(after)-rimM) > 1e-6*rimM {
			t.Fatalf("%+v: Crossing is after %g s, when it is %g m long", g, after, g.lengthAt(after))
		}
	}
	if crossed < 1000 || never < 500 {
		t.Errorf("%d cross and %d never do", crossed, never)
	}
}
