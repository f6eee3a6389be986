package overlay_test

import (
	"fmt"

	"bellwether/baseline"
	"bellwether/overlay"
)

// Bully routes its messages to any member. If a driver offers neither neighbours nor
// routes, a stack provides both: hellos find the neighbours, floods carry the messages.
func ExampleCompose() {
	bully := baseline.Named("bully")
	_, kinds, timers := overlay.Compose(bully, nil, overlay.Services{
		Hello: &overlay.HelloOptions{},
		Flood: &overlay.FloodOptions{},
	})
	for _, k := range kinds[len(bully.Kinds):] {
		fmt.Printf("%s: %s\n", k.Name, k.About)
	}
	fmt.Println(timers-bully.Timers, "timers more")
	// Output:
	// envelope: a message of m bytes on its way to a member; every node passes it on once
	// hello: the sender is within hearing; a new number since its boot
	// 2 timers more
}
