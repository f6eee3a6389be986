package cli_test

import (
	"context"
	"fmt"
	"strings"

	"bellwether/baseline"
	"bellwether/cmd/cli"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// mine stands for an own election: here a built-in one by another name.
func mine() protocol.Algorithm {
	a := baseline.Named("flood-max")
	a.Name = "mine"
	return a
}

// A program with an own election has every verb of bellwether. Its main is
//
//	func main() { os.Exit(cli.Main(context.Background(), os.Args[1:], mine())) }
func ExampleMain() {
	args := strings.Fields("explore --algorithm mine --topology complete --nodes 3 --one-leader rest --quiet")
	code := cli.Main(context.Background(), args, mine())
	fmt.Println("exit code", code)
	// Output:
	// # mine, complete of 3, timers rest, one leader rest, crashes 0, losses 0
	// # holds: all runs seen, 67 states, the longest way 14 steps, 2 ends
	// exit code 0
}

// changes counts the reports of leaders by nodes.
type changes struct{ n float64 }

func (*changes) Wants() trace.Set       { return trace.Of(trace.Elected) }
func (c *changes) Record(*trace.Record) { c.n++ }
func (c *changes) Value() measure.Value { return measure.Value{X: c.n, Known: true} }

// An own metric is in tables, results, reports and figures besides the others.
func ExampleApp() {
	app := cli.App{
		Algorithms: []protocol.Algorithm{mine()},
		Metrics: []measure.Own{{
			Key: measure.Key{Name: "changes", Title: "changes", Meaning: "how often a node said whom it follows"},
			New: func(measure.Window) measure.Meter { return new(changes) },
		}},
	}
	args := strings.Fields("run ten-nodes --quiet --algorithms mine,bully --runs 2 --until 1m --columns changes")
	app.Main(context.Background(), args)
	// Output:
	// # ten-nodes: 2 runs from seed 1
	// algorithm	changes
	// mine     	 30 ± 0
	// bully    	 10 ± 0
	// # ± half the width of the 95 % interval over runs
	// # no arrows: 2 pairs of runs are too few to tell a difference from chance; with 1 row compared with mine it takes 6 runs
	//
	// # The same again, with bellwether (devel): bellwether run ten-nodes --algorithms mine,bully --seed 1 --runs 2 --until 1m
}
