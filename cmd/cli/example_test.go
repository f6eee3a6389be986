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
	args := strings.Fields("explore --algorithm mine --table --topology complete --nodes 2,3 --quiet --format csv")
	code := cli.Main(context.Background(), args, mine())
	fmt.Println("exit code", code)
	// Output:
	// algorithm,nodes,states,ends,steps,verdict
	// mine,2,49,3,16,holds
	// mine,3,583,3,42,holds
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
	// # ten-nodes: 2 runs from seed 1, components exact
	// algorithm	changes
	// mine     	 30 ± 0
	// bully    	 10 ± 0
	// # ± half the width of the 95 % interval over runs
	// # no arrows: 2 pairs of runs are too few to tell a difference from chance; with 1 row compared with mine it takes 6 runs
	// # Verdict: none. 2 runs are too few to tell which of 2 rows leads best: it takes 7.
	//
	// # The same again, with bellwether (devel): bellwether run ten-nodes --algorithms mine,bully --seed 1 --runs 2 --until 1m --columns changes
}
