package radio_test

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/radio/channel"
)

// wood is a path loss of the program: free space at 868 MHz, and 0.2 dB a metre for the
// leaves.
type wood struct{}

func (wood) LossDB(distanceM float64) float64 {
	return math.Max(radio.FreeSpaceDB(distanceM, radio.Carrier{FrequencyHz: 868e6}), 0) + 0.2*distanceM
}

func (wood) Validate() error { return nil }

// A path loss of a program has two methods. Package channel makes a medium from it.
func ExamplePathLoss() {
	forest, err := channel.New(radio.ChannelOptions{
		Seed: 1, Path: wood{},
		Emitter:  radio.Emitter{PowerDBm: 14},
		Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -100},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []float64{100, 200, 300} {
		way := radio.Hop{From: 1, To: 2, ToM: orb.Point{m, 0}}
		fmt.Printf("%v m: a link %v\n", m, forest.Bidirectional(way))
	}
	fmt.Printf("nobody hears beyond %.0f m\n", forest.ReachM())
	// Output:
	// 100 m: a link true
	// 200 m: a link false
	// 300 m: a link false
	// nobody hears beyond 187 m
}

// parity is a loss of the program: a frame between an even and an odd ID is lost in each
// even second. It has no state, so that a call changes nothing.
type parity struct{}

func (parity) Lost(from, to protocol.ID, at protocol.Time) bool {
	return (from+to)%2 == 1 && int(at.Seconds())%2 == 0
}

// A loss of a program has one method. It is set in emulator.Config beside a medium.
func ExampleLoss() {
	var loss radio.Loss = parity{}
	for _, at := range []protocol.Time{0, 1e9} {
		fmt.Println(loss.Lost(1, 2, at), loss.Lost(1, 3, at))
	}
	// Output:
	// true false
	// false false
}

// Six nodes in a ring, and a list of edges with two faults.
func ExampleEdges() {
	ring := radio.Ring(6)
	neighbours, _ := ring.AppendPeers(nil, 1)
	fmt.Println(neighbours, len(ring.Edges()), "links")

	_, err := radio.Edges(3, [][2]id{{1, 2}, {2, 1}, {3, 4}})
	fmt.Println(err)
	// Output:
	// [2 6] 6 links
	// radio: edge 2 [2, 1]: is edge 1 again
	// radio: edge 3 [3, 4]: no node 4 among 1 to 3
}

// The airtime of a message of 72 bytes with its header.
func ExampleLink_Airtime() {
	link := radio.DefaultLink()
	fmt.Println(link.Airtime(72+link.HeaderBytes), "on the air")
	// Output: 400µs on the air
}
