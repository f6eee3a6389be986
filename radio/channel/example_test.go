package channel_test

import (
	"fmt"

	"github.com/paulmach/orb"

	"bellwether/radio"
	"bellwether/radio/channel"
)

// A house whose walls take 9 dB each stands in the way of one of two neighbours.
func ExampleNew() {
	house := radio.Obstacle{WallDB: 9, Outline: orb.Polygon{{{20, -5}, {30, -5}, {30, 5}, {20, 5}, {20, -5}}}}
	town, err := channel.New(radio.ChannelOptions{
		Seed: 1, Path: radio.DefaultLogDistance(), Obstacles: []radio.Obstacle{house},
		Emitter: radio.DefaultEmitter(), Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -82},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, to := range []orb.Point{{50, 0}, {0, 50}} {
		fmt.Println("to", to, "there is a link:", town.Bidirectional(radio.Hop{From: 1, To: 2, ToM: to}))
	}
	// Output:
	// to [50 0] there is a link: false
	// to [0 50] there is a link: true
}
