package spatial_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/spatial"
)

// benchWorld has the world of the speed targets: range 250 m and a square sized for a mean
// degree of 10. Queries reach a tenth beyond the range, for a snapshot that has aged.
const (
	benchRangeM = 250.0
	benchReachM = 1.1 * benchRangeM
	benchDegree = 10
)

func benchWorld(n int) (points []orb.Point, present []bool) {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	side := math.Sqrt(float64(n) * math.Pi * benchRangeM * benchRangeM / benchDegree)
	points, present = make([]orb.Point, n), make([]bool, n)
	for i := range points {
		points[i] = orb.Point{side * rng.Float64(), side * rng.Float64()}
		present[i] = true
	}
	return points, present
}

// BenchmarkNear queries at the nodes' own positions, in an order that is not spatial, like
// transmissions.
func BenchmarkNear(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			points, present := benchWorld(n)
			x := spatial.NewIndex(benchReachM)
			x.Rebuild(points, present)
			found, out := 0, make([]int32, 0, n)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				out = x.Near(points[i], benchReachM, out[:0])
				found += len(out)
				if i++; i == n {
					i = 0
				}
			}
			b.ReportMetric(float64(found)/float64(b.N), "found/op")
		})
	}
}

// BenchmarkNearOrSure is the same for nodes that may have moved a twenty-fifth
// of the range since the snapshot.
func BenchmarkNearOrSure(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			points, present := benchWorld(n)
			x := spatial.NewIndex(1.04 * benchRangeM)
			x.Rebuild(points, present)
			sure, found, out := 0, 0, make([]int32, 0, n)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				out = x.NearOrSure(points[i], 0.96*benchRangeM, 1.04*benchRangeM, out[:0])
				found += len(out)
				for _, j := range out {
					if j >= 0 {
						sure++
					}
				}
				if i++; i == n {
					i = 0
				}
			}
			b.ReportMetric(float64(found)/float64(b.N), "found/op")
			b.ReportMetric(float64(sure)/float64(b.N), "sure/op")
		})
	}
}

func BenchmarkRebuild(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			points, present := benchWorld(n)
			x := spatial.NewIndex(benchReachM)
			x.Rebuild(points, present) // grow once
			b.ReportAllocs()
			for b.Loop() {
				x.Rebuild(points, present)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}
