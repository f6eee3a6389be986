package radio_test

import (
	"fmt"
	"slices"

	"github.com/paulmach/orb"

	"bellwether/radio"
)

// Who hears node 0 when all stand still: the index finds, the disk decides.
func ExampleIndex() {
	disk := radio.Disk{RangeM: 250}
	points := []orb.Point{{0, 0}, {150, 200}, {250, 1}, {-100, 0}, {900, 900}}

	index := radio.NewIndex(disk.RangeM)
	index.Rebuild(points, nil)
	near := index.Near(points[0], disk.RangeM, nil)
	slices.Sort(near)
	for _, i := range near {
		if i != 0 && disk.Hears(radio.DistanceSquared(points[0], points[i])) {
			fmt.Println("node", i, "hears after", disk.Delay())
		}
	}
	// Output:
	// node 1 hears after 834ns
	// node 3 hears after 834ns
}

// A teaching world: six nodes in a ring, and a list that says it differently.
func ExampleEdges() {
	ring := radio.Ring(6)
	fmt.Println(ring.Neighbours(1), "diameter", ring.Diameter())

	_, err := radio.Edges(3, [][2]id{{1, 2}, {2, 1}, {3, 4}})
	fmt.Println(err)
	// Output:
	// [2 6] diameter 3
	// radio: edge 2 [2, 1]: is edge 1 again
	// radio: edge 3 [3, 4]: no node 4 among 1 to 3
}

// How long one frame of 72 bytes takes, header included.
func ExampleLink_Airtime() {
	link := radio.DefaultLink()
	fmt.Println(link.Airtime(72+link.HeaderBytes), "on the air")
	// Output: 400µs on the air
}
