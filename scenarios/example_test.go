package scenarios_test

import (
	"fmt"
	"log"

	"bellwether/scenarios"
)

// A built-in scenario is loaded with other values, which are checked like a file's values.
func ExampleLoad() {
	s, err := scenarios.Load("campus-walk", scenarios.Options{
		Algorithms: []string{"vasudevan", "bully"},
		Set: []scenarios.Override{
			scenarios.Set("runs", "runs", "3"),
			scenarios.Assign("radio.range", "150"),
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Name, s.Nodes, "nodes,", s.Runs, "runs")
	for _, row := range s.Algorithms {
		fmt.Println(row.Label)
	}

	_, err = scenarios.Load("campus-walk", scenarios.Options{
		Set: []scenarios.Override{scenarios.Assign("radio.rnage", "150")},
	})
	fmt.Println(err)
	// Output:
	// campus-walk 50 nodes, 3 runs
	// vasudevan
	// bully
	// --set radio.rnage=150: radio.rnage: unknown key; did you mean range?
}
