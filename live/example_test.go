package live_test

import (
	"context"
	"fmt"
	"log"

	"bellwether/live"
)

// A program embeds an agent. It serves while its node leads, and leaves when it is
// stopped.
func ExampleRun() {
	ctx, stop := context.WithCancel(context.Background())
	err := live.Run(ctx, live.Options{
		Name: "alpha", Bind: "127.0.0.1:0", Timing: live.Local,
		Offer: func() int64 { return 80 }, // for example, per cent of battery
		OnLeader: func(l live.Leader) {
			fmt.Printf("leader %q, I lead: %v\n", l.Name, l.Self)
			if l.Self {
				stop() // end of the example
			}
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// leader "", I lead: false
	// leader "alpha", I lead: true
	// leader "", I lead: false
}
