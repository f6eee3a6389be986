package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace/measure"
)

// frail is a model of movement whose MaxSpeed panics.
type frail struct{ mobility.Model }

func (frail) MaxSpeed() float64 { panic("no speed") }

// A toppling machine panics when it starts.
type toppling struct{ protocol.Machine }

func (toppling) Start(*protocol.Env, []byte) { panic("no start") }

// If a program's own code panics, the verb ends with an error that names the code and the
// place, wherever the verb calls it.
func TestAPanicOfOwnCodeIsAnError(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"made.yaml":     "schema: 2\nnodes: 4\nduration: 5s\nmobility: {model: own, name: made}\nalgorithms: [bully]\n",
		"asked.yaml":    "schema: 2\nnodes: 4\nduration: 5s\nmobility: {model: own, name: asked}\nalgorithms: [bully]\n",
		"lossy.yaml":    "schema: 2\nnodes: 4\nduration: 5s\nradio: {loss: {model: own, name: lossy}}\nalgorithms: [bully]\n",
		"fault.yaml":    "schema: 2\nnodes: 4\nduration: 5s\nfaults: [{at: 1s, own: blow, nodes: best}]\nalgorithms: [bully]\n",
		"started.story": "nodes started\nA 1\nB 2\nline\n",
		"plain.yaml":    "schema: 2\nnodes: 4\nduration: 5s\nalgorithms: [bully]\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parts := App{
		Models: map[string]func(mobility.Area) (mobility.Model, error){
			"made":  func(mobility.Area) (mobility.Model, error) { panic("no model") },
			"asked": func(a mobility.Area) (mobility.Model, error) { m, err := mobility.NewStatic(a); return frail{m}, err },
		},
		Losses: map[string]func(uint64) (radio.Loss, error){"lossy": func(uint64) (radio.Loss, error) { panic("no loss") }},
		Faults: []emulator.OwnFault{{Name: "blow", Strike: func(*emulator.Hand, protocol.ID) { panic("no blow") }}},
	}
	made, first := baseline.Named("bully"), baseline.Named("bully")
	made.Name, first.Name = "made", "first"
	made.New = func(protocol.Config) (func() protocol.Machine, error) { panic("no machines") }
	first.New = func(protocol.Config) (func() protocol.Machine, error) {
		return func() protocol.Machine { panic("no machine") }, nil
	}
	started := baseline.Named("bully")
	started.Name = "started"
	started.New = func(protocol.Config) (func() protocol.Machine, error) {
		return func() protocol.Machine { return toppling{} }, nil
	}
	own := func(a protocol.Algorithm) App { return App{Algorithms: []protocol.Algorithm{a}} }
	metric := measure.Own{Key: measure.Key{Name: "heat", Title: "heat"}, New: func(measure.Window) measure.Meter { panic("no meter") }}
	for _, c := range []struct {
		app     App
		command string
		want    string
	}{
		{parts, "scenarios check made.yaml", "mine: made.yaml: mobility: the program's own model of movement made panics: no model, in cli.TestAPanicOfOwnCodeIsAnError"},
		{parts, "scenarios check asked.yaml", "mine: the program's own model of movement asked panics: no speed, in cli.frail.MaxSpeed (panic_test.go:"},
		{parts, "run asked.yaml --quiet", "mine: the program's own model of movement asked panics: no speed, in cli.frail.MaxSpeed (panic_test.go:"},
		{parts, "mobility generate --scenario asked.yaml walk.ns_movements", "mine: the program's own model of movement asked panics: no speed, in cli.frail.MaxSpeed (panic_test.go:"},
		{parts, "scenarios check lossy.yaml", "mine: lossy.yaml: radio.loss: the program's own loss lossy panics: no loss, in cli."},
		{parts, "run fault.yaml --quiet --runs 1", "bully failed with seed 1: the program's own fault blow panics: no blow, in cli."},
		{App{Algorithms: []protocol.Algorithm{made}}, "algorithms", "mine: made: the program's own algorithm made panics: no machines, in cli."},
		{App{Algorithms: []protocol.Algorithm{first}}, "run plain.yaml --quiet --runs 1 --algorithms first", "the program's own algorithm first panics: no machine, in cli."},
		{App{Algorithms: []protocol.Algorithm{first}}, "explore --algorithm first --nodes 2", "the program's own algorithm first panics: no machine, in cli."},
		{own(started), "run plain.yaml --quiet --runs 1 --algorithms started", "started failed with seed 1: started at node 1, 0s after the start, panics: no start, in cli.toppling.Start (panic_test.go:"},
		{own(started), "story started.story", "mine: started.story:1: started's Start at node A, 0s after the start, panics: no start, in cli.toppling.Start (panic_test.go:"},
		{App{Metrics: []measure.Own{metric}}, "run plain.yaml --quiet --runs 1", "bully failed with seed 1: the program's own metric heat panics: no meter, in cli."},
	} {
		var out, said bytes.Buffer
		c.app.Stdout, c.app.Stderr, c.app.name = &out, &said, "mine"
		code := c.app.Main(t.Context(), strings.Fields(c.command))
		text := said.String()
		if code != exitFailed || !strings.Contains(text, c.want) || strings.Contains(text, "goroutine ") || !strings.HasSuffix(text, "\n--debug prints the stack\n") {
			t.Errorf("%s: exit code %d, want %d and %q in\n%s", c.command, code, exitFailed, c.want, text)
		}
		said.Reset()
		code = c.app.Main(t.Context(), append(strings.Fields(c.command), "--debug"))
		if text := said.String(); code != exitFailed || !strings.Contains(text, "goroutine ") || !strings.Contains(text, "panic_test.go:") {
			t.Errorf("%s --debug: exit code %d, no stack in\n%s", c.command, code, text)
		}
	}
}

// An error of an agent exits with 1, and does not begin with "live: ".
func TestAnErrorOfAnAgentHasNoPrefix(t *testing.T) {
	var said bytes.Buffer
	app := App{Stdout: &said, Stderr: &said, name: "mine"}
	if code := app.Main(t.Context(), []string{"live", "status", "--state", t.TempDir()}); code != exitFailed || strings.Contains(said.String(), "live: ") {
		t.Errorf("exit code %d: %s", code, &said)
	}
}
