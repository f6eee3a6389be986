package compare_test

import (
	"context"
	"fmt"

	"bellwether/scenarios"
	"bellwether/scenarios/compare"
)

// Two algorithms in one world, five runs each on common seeds.
func Example() {
	s, err := scenarios.Load("ten-nodes", scenarios.Options{Algorithms: []string{"vasudevan", "bully"},
		Set: []scenarios.Override{scenarios.Set("runs", "runs", "5"), scenarios.Set("duration", "duration", "2m")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := compare.Run(context.Background(), s, compare.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range report.Algorithms {
		sent, differs := a.Metrics.Get("messages_per_node_s"), a.Paired.Get("messages_per_node_s")
		fmt.Printf("%s: %.2f messages a second and node", a.Label, sent.Mean)
		if differs != nil {
			fmt.Printf(", %.2f more than %s", differs.Mean, report.Versus)
		}
		fmt.Println()
	}
	// Output:
	// vasudevan: 0.52 messages a second and node
	// bully: 0.97 messages a second and node, 0.45 more than vasudevan
}
