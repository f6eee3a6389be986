package geo_test

import (
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/formats/geo"
)

const degree = math.Pi / 180

// meridian integrates the length of a meridian arc: the radius of curvature
// a(1-e²)/(1-e²sin²φ)^3/2, by Simpson's rule. It shares no code with the plane.
func meridian(from, to float64) float64 {
	const a, e2, n = 6378137.0, 0.00669437999014, 2000
	f := func(lat float64) float64 {
		s := math.Sin(lat * degree)
		return a * (1 - e2) / math.Pow(1-e2*s*s, 1.5)
	}
	h, sum := (to-from)/n, f(from)+f(to)
	for i := 1; i < n; i++ {
		sum += f(from+float64(i)*h) * float64(2+2*(i%2))
	}
	return sum * h * degree / 3
}

func mustPlane(t rapid.TB, lon, lat float64) *geo.Plane {
	t.Helper()
	p, err := geo.NewPlane(orb.Point{lon, lat})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// North of the centre, distances agree with the meridian's within the bound that the package
// states.
func TestErrorBound(t *testing.T) {
	for _, lat := range []float64{-60, 0, 10, 47.4, 70} {
		p := mustPlane(t, 8.5, lat)
		for _, step := range []float64{0.01, 0.1, 0.5, 1, 2, 4} {
			at, err := p.Metres(orb.Point{8.5, lat + step})
			if err != nil {
				t.Fatal(err)
			}
			truth := meridian(lat, lat+step)
			if got := math.Abs(at[1]-truth) / truth; got > truth*truth/(2*6335e3*6335e3) {
				t.Errorf("%v degrees north of %v: %v m on the plane, %v m on the Earth", step, lat, at[1], truth)
			}
			if math.Abs(at[0]) > 1e-6 {
				t.Errorf("a point to the north is %v m east", at[0])
			}
		}
	}
}

// A degree of longitude on the equator is a·π/180 = 111 319.490793 m. A tenth of it on a
// plane is a·sin(0.1°).
func TestEastOnTheEquator(t *testing.T) {
	at, err := mustPlane(t, 0, 0).Metres(orb.Point{0.1, 0})
	if err != nil {
		t.Fatal(err)
	}
	if want := 6378137 * math.Sin(0.1*degree); math.Abs(at[0]-want) > 1e-6 || at[1] != 0 {
		t.Errorf("it is at %v, want %v east", at, want)
	}
}

func TestThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := mustPlane(t, rapid.Float64Range(-179, 179).Draw(t, "lon"), rapid.Float64Range(-80, 80).Draw(t, "lat"))
		place := orb.Point{rapid.Float64Range(-3e5, 3e5).Draw(t, "x"), rapid.Float64Range(-3e5, 3e5).Draw(t, "y")}
		degrees, err := p.Degrees(place)
		if err != nil {
			t.Fatal(err)
		}
		back, err := p.Metres(degrees)
		if err != nil {
			t.Fatal(err)
		}
		if math.Hypot(back[0]-place[0], back[1]-place[1]) > 2e-6 {
			t.Fatalf("%v became %v became %v", place, degrees, back)
		}
	})
}

func TestFarPlacesAreRefused(t *testing.T) {
	p := mustPlane(t, 8, 47)
	for _, far := range []orb.Point{{18, 47}, {8, 53}, {-172, -47}, {188, 47}} {
		if at, err := p.Metres(far); err == nil || !strings.Contains(err.Error(), "500 km") {
			t.Errorf("%v is at %v, error %v", far, at, err)
		}
	}
	if at, err := p.Degrees(orb.Point{7e6, 0}); err == nil {
		t.Errorf("a point beyond the Earth is %v", at)
	}
	for _, wrong := range []orb.Point{{181, 0}, {0, -91}, {math.NaN(), 0}} {
		if _, err := geo.NewPlane(wrong); err == nil {
			t.Errorf("a plane at %v is accepted", wrong)
		}
	}
}

// No point of the rectangle is south or west of the plane's corner.
func TestAboutHasNoNegativePlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lon, lat := rapid.Float64Range(-170, 170).Draw(t, "lon"), rapid.Float64Range(-60, 60).Draw(t, "lat")
		around := orb.Bound{Min: orb.Point{lon, lat}, Max: orb.Point{lon + rapid.Float64Range(0, 2).Draw(t, "wide"), lat + rapid.Float64Range(0, 2).Draw(t, "high")}}
		metres, anchor, err := geo.About(around)
		if err != nil {
			t.Fatal(err)
		}
		back, err := geo.Back(anchor)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			place := orb.Point{rapid.Float64Range(around.Min[0], around.Max[0]).Draw(t, "x"), rapid.Float64Range(around.Min[1], around.Max[1]).Draw(t, "y")}
			at := metres(place)
			if at[0] < -1e-6 || at[1] < -1e-6 {
				t.Fatalf("%v is at %v", place, at)
			}
			again, err := back(at)
			if err != nil || math.Abs(again[0]-place[0]) > 1e-10 || math.Abs(again[1]-place[1]) > 1e-10 {
				t.Fatalf("%v is at %v, which is %v, %v", place, at, again, err)
			}
		}
	})
}
