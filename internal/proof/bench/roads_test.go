package bench

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/formats/roadmap"
	"bellwether/mobility"
)

// BenchmarkRoads is the same workload with nodes that walk on a road map with as many places as
// nodes: a grid of streets over the same square, at the speeds of the workload. Each street is a
// leg, so nodes turn far more often than by random waypoint.
func BenchmarkRoads(b *testing.B) {
	for _, n := range []int{1e3, 1e4} {
		roads, err := streets(n)
		if err != nil {
			b.Fatal(err)
		}
		model, err := mobility.NewShortestPath(mobility.ShortestPathOptions{Roads: roads, SpeedMin: speedMin, SpeedMax: speedMax})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			for range b.N {
				measure(b, load{nodes: n, until: lasts(n), start: emulator.Start{Leader: leaderOf(n)}, roads: model})
			}
		})
	}
}

// streets is a grid of streets with n places over the square of n nodes.
func streets(n int) (*roadmap.Map, error) {
	k := int(math.Sqrt(float64(n)))
	block := side(n) / float64(k-1) / metresPerDegree
	var lines []string
	for i := range k {
		var across, up []string
		for j := range k {
			across = append(across, fmt.Sprintf("[%.7f,%.7f]", float64(j)*block, float64(i)*block))
			up = append(up, fmt.Sprintf("[%.7f,%.7f]", float64(i)*block, float64(j)*block))
		}
		lines = append(lines, "["+strings.Join(across, ",")+"]", "["+strings.Join(up, ",")+"]")
	}
	text := `{"type":"MultiLineString","coordinates":[` + strings.Join(lines, ",") + "]}"
	return roadmap.Read(strings.NewReader(text), "streets.geojson")
}

// metresPerDegree is a degree of the equator of WGS 84, nearly.
const metresPerDegree = 111_320
