package roadmap_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/roadmap"
	"bellwether/mobility"

	"pgregory.net/rapid"
)

// At the equator a degree of longitude is a·π/180 = 111 319.49 m and one of
// latitude (1-e²) times that, 110 574.28 m.
const east, north = 111319.490793, 110574.275822

func read(t *testing.T, text string) *roadmap.Map {
	t.Helper()
	m, err := roadmap.Read(strings.NewReader(text), "test.geojson")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// line writes a LineString near the equator, with points in metres.
func line(points ...[2]float64) string {
	var at []string
	for _, p := range points {
		at = append(at, fmt.Sprintf("[%.12f, %.12f]", p[0]/east, p[1]/north))
	}
	return `{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [` + strings.Join(at, ", ") + `]}}`
}

func collection(features ...string) string {
	return `{"type": "FeatureCollection", "features": [` + strings.Join(features, ",\n") + `]}`
}

// find returns the place nearest to a point, which is given relative to the first place.
func find(t *testing.T, m *roadmap.Map, x, y float64) int {
	t.Helper()
	for i := range m.Places() {
		if p := m.Place(i); math.Hypot(p[0]-x, p[1]-y) < 0.1 {
			return i
		}
	}
	t.Fatalf("no place at (%g, %g)", x, y)
	return 0
}

// A town of five roads, with distances by hand. The ring is 300 by 400 m, a diagonal of
// 500 m crosses it, a detour of 900 m is of no use, and a lane in the country is connected
// to nothing.
//
//	(0,400) ─────── (300,400)
//	   │         ╱      │
//	   │      ╱         │
//	(0,0) ───────── (300,0) ──── (600,0)
func TestRoutesAreShortest(t *testing.T) {
	m := read(t, collection(
		line([2]float64{0, 0}, [2]float64{300, 0}, [2]float64{300, 400}, [2]float64{0, 400}, [2]float64{0, 0}),
		line([2]float64{0, 0}, [2]float64{300, 400}),
		line([2]float64{300, 0}, [2]float64{600, 0}),
		line([2]float64{0, 0}, [2]float64{0, -300}, [2]float64{300, -300}, [2]float64{300, 0}),
		line([2]float64{5000, 0}, [2]float64{5000, 10}),
		`{"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}, "properties": {"name": "a bus stop"}}`,
		`{"type": "Feature", "geometry": null, "properties": {}}`,
	))
	if m.Places() != 7 || m.Left() != 2 {
		t.Errorf("%d places, %d unconnected", m.Places(), m.Left())
	}
	if got := m.Length(); math.Abs(got-(1400+500+300+900)) > 0.1 {
		t.Errorf("all roads are %.2f m long", got)
	}
	const dy = 300 // the corner of the map is in the south-west
	at := func(x, y float64) int { return find(t, m, x+0.01, y+dy+0.01) }
	for _, c := range []struct {
		from, to int
		metres   float64
		places   int
	}{
		{at(0, 0), at(300, 400), 500, 2},
		{at(0, 0), at(300, 0), 300, 2},
		{at(0, 400), at(300, 0), 700, 3},
		{at(600, 0), at(0, 400), 1000, 4},
		{at(300, -300), at(300, 400), 700, 3},
		{at(0, 0), at(0, 0), 0, 1},
	} {
		route := m.Route(c.from, c.to)
		if got := m.Metres(c.from, c.to); math.Abs(got-c.metres) > 0.05 || len(route) != c.places || route[0] != c.from || route[len(route)-1] != c.to {
			t.Errorf("from %d to %d: %.2f m by %v, want %.0f m over %d places", c.from, c.to, got, route, c.metres, c.places)
		}
	}
}

// Brussels, 50.85° N: a hundredth of a degree is 1112.5 m of latitude there and
// 704.1 m of longitude (WGS 84; M = 6 373 885 m, N cos φ = 4 034 195 m).
func TestMapsAreInMetresWhereTheyAre(t *testing.T) {
	m := read(t, `{"type": "LineString", "coordinates": [[4.35, 50.845], [4.35, 50.855], [4.36, 50.855]]}`)
	if got := m.Metres(0, 1); math.Abs(got-1112.45) > 0.2 {
		t.Errorf("a hundredth of a degree of latitude is %.2f m", got)
	}
	if got := m.Metres(1, 2); math.Abs(got-704.10) > 0.2 {
		t.Errorf("a hundredth of a degree of longitude is %.2f m", got)
	}
	w := m.World()
	if math.Abs(w.Width-704.12) > 0.2 || math.Abs(w.Height-1112.47) > 0.2 {
		t.Errorf("the map needs %+v", w)
	}
}

// At a border of a map of 78 km, a hundredth of a degree of longitude has its length
// there, N cos φ·π/18000: 555.47 m at 60.15°, 567.24 m at 59.45° (N = 6 394 258 m and 6
// 394 029 m). A plane with the length of the middle everywhere is wrong by 1 %.
func TestMapsAreInMetresAtTheirBorders(t *testing.T) {
	m := read(t, `{"type": "LineString", "coordinates": [[10.01, 60.15], [10, 60.15], [10, 59.45], [10.01, 59.45]]}`)
	for _, c := range []struct {
		from, to int
		metres   float64
	}{{0, 1, 555.47}, {2, 3, 567.24}} {
		if got := m.Metres(c.from, c.to); math.Abs(got-c.metres) > 0.05 {
			t.Errorf("from %d to %d: %.2f m, want %.2f", c.from, c.to, got, c.metres)
		}
	}
}

func TestNodesStayOnTheRoads(t *testing.T) {
	m := read(t, collection(line([2]float64{0, 0}, [2]float64{100, 0}, [2]float64{100, 100}), line([2]float64{100, 0}, [2]float64{250, 0})))
	model, err := mobility.NewShortestPath(mobility.ShortestPathOptions{Roads: m, SpeedMin: 1, SpeedMax: 2, PauseMax: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	bound := m.World().Bound()
	for node := range uint64(20) {
		p := model.Path(1, rand.New(rand.NewPCG(1, node)), rand.New(rand.NewPCG(2, node)))
		for range 100 {
			l := p.Next()
			for _, at := range []time.Duration{l.Start, l.Start/2 + l.End/2, l.End} {
				p := l.At(at)
				onStreet, onLane := math.Abs(p[1]-0.01) < 0.02, math.Abs(p[0]-100.01) < 0.02
				if !bound.Contains(p) || !onStreet && !onLane {
					t.Fatalf("node %d is at %v", node, p)
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		``:                                 "line 1",
		"{\n\"type\": \n}":                 "line 3",
		`{"type": "Points"}`:               `type "Points" is not of GeoJSON`,
		`[]`:                               "line 1",
		collection():                       "has no LineString",
		`{"type": "Polygon"}`:              "has no LineString",
		collection(line([2]float64{0, 0})): "feature 1: LineString: has 1 points",
		collection(line([2]float64{0, 0}, [2]float64{0.001, 0})):                                        "fewer than two places",
		collection(line([2]float64{0, 0}, [2]float64{200000, 0})):                                       "spans 200 km",
		`{"type": "LineString", "coordinates": [[1, 2], [3]]}`:                                          "point 2: must be longitude and latitude",
		`{"type": "LineString", "coordinates": [[1, 2], [300, 2]]}`:                                     "point 2: longitude",
		`{"type": "LineString", "coordinates": [[1, 2], [3, 86]]}`:                                      "point 2: latitude",
		`{"type": "LineString", "coordinates": [[1, 2], "x"]}`:                                          "LineString: coordinates",
		`{"type": "LineString", "coordinates": [[1, 2], [1e999, 2]]}`:                                   "1e999",
		`{"type": "MultiLineString", "coordinates": [[[1, 2]]]}`:                                        "MultiLineString 1: has 1 points",
		strings.Repeat(`{"type": "GeometryCollection", "geometries": [`, 20) + strings.Repeat("]}", 20): "nested",
	} {
		if _, err := roadmap.Read(strings.NewReader(text), "bad.geojson"); err == nil || !strings.HasPrefix(err.Error(), "roadmap: bad.geojson: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
}

// Dijkstra's routes are compared with Floyd and Warshall's, on any graph.
func TestRoutesAgainstAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) [2]float64 {
			return [2]float64{float64(rapid.IntRange(0, 20).Draw(t, "x")) * 10, float64(rapid.IntRange(0, 20).Draw(t, "y")) * 10}
		}), 3, 10, func(p [2]float64) [2]float64 { return p }).Draw(t, "points")
		roads := []string{line(points...)} // so that all are connected
		for range rapid.IntRange(0, 10).Draw(t, "more") {
			from, to := rapid.SampledFrom(points).Draw(t, "from"), rapid.SampledFrom(points).Draw(t, "to")
			if from != to {
				roads = append(roads, line(from, to))
			}
		}
		m, err := roadmap.Read(strings.NewReader(collection(roads...)), "any")
		if err != nil {
			t.Fatal(err)
		}
		drawn := 0.0
		for _, line := range m.Lines() {
			for i := range line[1:] {
				drawn += math.Hypot(line[i][0]-line[i+1][0], line[i][1]-line[i+1][1])
			}
		}
		if math.Abs(drawn-m.Length()) > 1e-6 {
			t.Fatalf("the lines have %g m, the ways %g", drawn, m.Length())
		}
		n := m.Places()
		far := make([][]float64, n)
		for i := range far {
			far[i] = slices.Repeat([]float64{math.Inf(1)}, n)
			far[i][i] = 0
			for j := range n {
				if route := m.Route(i, j); len(route) == 2 { // connected, and nothing shorter
					a, b := m.Place(i), m.Place(j)
					far[i][j] = math.Hypot(a[0]-b[0], a[1]-b[1])
				}
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					far[i][j] = min(far[i][j], far[i][k]+far[k][j])
				}
			}
		}
		for i := range n {
			for j := range n {
				if got := m.Metres(i, j); math.Abs(got-far[i][j]) > 1e-6 {
					t.Fatalf("from %d to %d: %g m, want %g", i, j, got, far[i][j])
				}
			}
		}
	})
}

// FuzzRead reads any bytes: the result is an error or a map on which every place can be
// reached from every place.
func FuzzRead(f *testing.F) {
	f.Add([]byte(collection(line([2]float64{0, 0}, [2]float64{100, 0}, [2]float64{100, 100}))))
	f.Add([]byte(`{"type": "MultiLineString", "coordinates": [[[4, 50, 7], [4.001, 50]], [[4.001, 50], [4.001, 50.001]]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := roadmap.Read(strings.NewReader(string(data)), "fuzz")
		if err != nil {
			return
		}
		bound := m.World().Bound()
		for i := range min(m.Places(), 20) {
			if !bound.Contains(m.Place(i)) || len(m.Route(0, i)) == 0 {
				t.Fatalf("place %d at %v cannot be reached", i, m.Place(i))
			}
		}
	})
}

// BenchmarkRoute measures routes across a town of 100 by 100 crossings.
func BenchmarkRoute(b *testing.B) {
	var roads []string
	for i := range 100 {
		var a, c [][2]float64
		for j := range 100 {
			a, c = append(a, [2]float64{float64(i) * 80, float64(j) * 80}), append(c, [2]float64{float64(j) * 80, float64(i) * 80})
		}
		roads = append(roads, line(a...), line(c...))
	}
	m, err := roadmap.Read(strings.NewReader(collection(roads...)), "town")
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		m.Route(r.IntN(m.Places()), r.IntN(m.Places()))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "routes/s")
}
