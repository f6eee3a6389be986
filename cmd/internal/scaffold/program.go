package scaffold

import (
	"fmt"
	"go/format"
)

// place is where a program refers to a new package.
type place struct {
	field   string // of cli.App
	list    string // its type, in Go
	imports string // what the type needs, from bellwether
	item    string // the entry, by the user's name and the package's
	uses    string // what "run" needs to use it, by the user's name
	says    string // the same in a scenario
	house   string // where the package goes in a clone of bellwether, for which its tables have rows
}

var places = map[Kind]place{
	Algorithm: {"Algorithms", "[]protocol.Algorithm", "protocol", "%[2]s.Algorithm(),", "ten-nodes --algorithms %s,vasudevan", "algorithms: [%s, vasudevan]", "baseline/internal"},
	Mobility: {"Models", "map[string]func(mobility.Area) (mobility.Model, error)", "mobility", "%[1]q: %[2]s.In,",
		"campus-walk --runs 3 --algorithms vasudevan,bully --set 'mobility={model: own, name: %s}'", "mobility: {model: own, name: %s}", "internal/own"},
	Loss: {"Losses", "map[string]func(uint64) (radio.Loss, error)", "radio", "%[1]q: %[2]s.Of,",
		"campus-walk --runs 3 --algorithms vasudevan,bully --set 'radio.loss={model: own, name: %s}'", "radio: {loss: {model: own, name: %s}}", "internal/own"},
}

// Field is the field of cli.App for the package; List is how its value begins.
func (w *Written) Field() string { return places[w.Kind].field }
func (w *Written) List() string  { return w.Field() + ": " + places[w.Kind].list }

// Run is what "run" needs to use the package; Says is what a scenario must have.
func (w *Written) Run() string  { return fmt.Sprintf(places[w.Kind].uses, w.Name) }
func (w *Written) Says() string { return fmt.Sprintf(places[w.Kind].says, w.Name) }

// program returns a main.go with everything of bellwether, and the new package.
func (w *Written) program() (string, error) {
	text := fmt.Sprintf(`// Everything that the program bellwether does, this one does, with more of its own beside
// what comes with it.
package main

import (
	"context"
	"os"

	"%[1]s/cmd/cli"
	"%[1]s/%[2]s"
	%[3]s
)

func main() {
	app := cli.App{
		%[4]s{
			%[5]s
		},
	}
	os.Exit(app.Main(context.Background(), os.Args[1:]))
}
`, ours(), places[w.Kind].imports, w.Import(), w.List(), w.Line())
	formatted, err := format.Source([]byte(text))
	return string(formatted), err
}
