package scenarios_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"bellwether/emulator"
	"bellwether/internal/contract/foreign"
	"bellwether/internal/testkit/sample"
	"bellwether/internal/testkit/scenariotest"
	"bellwether/internal/testkit/schematest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// languages is where the elections in other languages are.
const languages = "../cmd/internal/scaffold/languages"

// conversation keeps what nodes say, hear and decide, a line each, messages by their bytes.
type conversation []string

func (*conversation) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Receive, trace.Timer, trace.Electing, trace.Elected)
}

func (c *conversation) Record(r *trace.Record) {
	one := *r
	one.Content = nil
	line := fmt.Sprintf("%+v", one)
	if r.Content != nil {
		line += fmt.Sprintf(" %x", protocol.Marshal(nil, r.Content))
	}
	*c = append(*c, line)
}

// outcome is what a run was, and its hash.
type outcome struct {
	said conversation
	hash string
}

// program is a row that a program of a language runs.
func program(t *testing.T, words ...string) scenarios.Entry {
	t.Helper()
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip(err)
	}
	if file := words[len(words)-1]; strings.Contains(file, "/") && !filepath.IsAbs(file) {
		path, err := filepath.Abs(filepath.Join(languages, file))
		if err != nil {
			t.Fatal(err)
		}
		words = append(words[:len(words)-1:len(words)-1], path)
	}
	return scenarios.Entry{Name: "mine", Label: "mine", Command: words}
}

// play runs the only row of a scenario.
func play(t *testing.T, text string, rows ...scenarios.Entry) outcome {
	t.Helper()
	s, err := scenarios.Read("test.yaml", []byte(text), scenarios.Options{Program: new(scenarios.Programs).Start, Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	var out outcome
	hash := trace.NewHash()
	scenariotest.RunRow(t, s, s.Algorithms[len(s.Algorithms)-1], &out.said, hash)
	out.hash = hash.Sum()
	return out
}

// same compares what two programs did.
func same(t *testing.T, got, want outcome) {
	t.Helper()
	for i := range max(len(got.said), len(want.said)) {
		if i >= len(got.said) || i >= len(want.said) || got.said[i] != want.said[i] {
			t.Fatalf("record %d of %d and %d:\n got %s\nwant %s", i, len(got.said), len(want.said),
				strings.Join(got.said[min(i, len(got.said)):min(i+1, len(got.said))], ""), strings.Join(want.said[min(i, len(want.said)):min(i+1, len(want.said))], ""))
		}
	}
	if got.hash != want.hash {
		t.Errorf("the hash is %s, want %s", got.hash, want.hash)
	}
	if len(want.said) < 500 {
		t.Errorf("only %d records: the world is too quiet", len(want.said))
	}
}

// worlds are ten in which an election meets all that can happen to it.
var worlds = []string{
	`mobility: {model: random-waypoint, speed: {min: 2, max: 8}, pause: {min: 0s, max: 5s}}
radio: {model: unit-disk, range: 150, bitrate: 2000000, access: {model: csma}, loss: {model: bernoulli, probability: 0.1}}
neighbours: {service: hello, interval: 1s, timeout: 3s}
faults: [{at: 15s, crash: best, for: 10s}, {at: 20s, crash: random, for: 8s, lose_storage: true}, {at: 30s, resign: best}, {every: 7s, elect: random}]`,
	`mobility: {model: random-waypoint, speed: {min: 2, max: 8}, pause: {min: 0s, max: 5s}}
radio: {model: unit-disk, range: 150}
start: {leader: 5}
faults: [{at: 12s, partition: [[1, 2, 3, 4]], for: 10s}, {every: 9s, crash: random, for: 3s, lose_storage: true}]`,
	`mobility: {model: static}
radio: {model: unit-disk, range: 140, loss: {model: bernoulli, probability: 0.3}}
faults: [{at: 10s, crash: leader, for: 5s}, {every: 11s, elect: random}]`,
	`mobility: {model: random-walk, speed: {min: 5, max: 15}}
radio: {model: unit-disk, range: 120, access: {model: csma}}
capability: {hysteresis: 0}
faults: [{every: 8s, resign: random}]`,
	`mobility: {model: static}
radio: {model: unit-disk, range: 400, loss: {model: bernoulli, probability: 0.05}}
detection: {interval: 500ms, misses: 2}
faults: [{every: 4s, crash: best, for: 2s}]`,
}

const world = "schema: 2\nnodes: 14\nduration: 50s\nseed: %d\nworld: {width: 400, height: 400}\n%s\nalgorithms:\n  - {name: %s, params: {signalling: %s}%s}\n"

// TestVKT04InPythonIsThatInGo: from the paper written twice, in two languages, one conversation: message by
// message, at the same instants, with the same draws.
func TestVKT04InPythonIsThatInGo(t *testing.T) {
	row := program(t, "python3", "python/vasudevan.py")
	t.Chdir(filepath.Join(languages, "python"))
	for i, signalling := range []string{"broadcast", "udp", "broadcast", "optimised", "udp", "optimised", "broadcast", "udp", "optimised", "broadcast"} {
		if i > 0 && !sample.Whole() {
			break
		}
		of := worlds[i%len(worlds)]
		mine := play(t, fmt.Sprintf(world, i+1, of, "mine", signalling, ", command: [python3, "+row.Command[1]+"]"))
		same(t, mine, play(t, fmt.Sprintf(world, i+1, of, "vasudevan", signalling, "")))
	}
}

// TestReceptionsToldTogetherAreTheSame: whether a program is told of a broadcast's receptions in one line or
// one by one, its run is the same, though its nodes ask and draw in between, as those of the echo do.
func TestReceptionsToldTogetherAreTheSame(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"bellwether.py", "vasudevan.py", "echo.py"} {
		text, err := os.ReadFile(filepath.Join(languages, "python", name))
		if err != nil {
			t.Fatal(err)
		}
		single := strings.Replace(string(text), `"together": True`, `"together": False`, 1)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(single), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, example := range []string{"echo", "vasudevan", "echo", "vasudevan"} {
		if i > 0 && !sample.Whole() {
			break
		}
		row := program(t, "python3", "python/"+example+".py")
		text := fmt.Sprintf("schema: 2\nnodes: 14\nduration: 30s\nseed: %d\nworld: {width: 400, height: 400}\n%s\nalgorithms: [vasudevan]\n",
			i+1, strings.Replace(worlds[i], "start: {leader: 5}\n", "", 1))
		run := func(file string) outcome {
			row.Command = []string{"python3", file}
			return play(t, text, row)
		}
		same(t, run(row.Command[1]), run(filepath.Join(dir, example+".py")))
	}
}

// TestLanguagesAgree: each example is the same election in every language.
func TestLanguagesAgree(t *testing.T) {
	for i, example := range []string{"lowest-id", "echo"} {
		t.Run(example, func(t *testing.T) {
			text := fmt.Sprintf("schema: 2\nnodes: 12\nduration: 30s\nseed: %d\nworld: {width: 400, height: 400}\n%s\nalgorithms: [vasudevan]\n", i+1, worlds[0])
			want := play(t, text, program(t, "python3", "python/"+example+".py"))
			t.Run("javascript", func(t *testing.T) { same(t, play(t, text, program(t, "node", "javascript/"+example+".mjs")), want) })
			t.Run("c", func(t *testing.T) {
				same(t, play(t, text, program(t, compiled(t, example))), want)
			})
		})
	}
}

// compiled compiles an example in C, and is the program.
func compiled(t *testing.T, example string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), example)
	cc := exec.CommandContext(t.Context(), program(t, "cc").Command[0], "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-o", out,
		filepath.Join(languages, "c", example+".c"))
	if text, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// TestEveryLineOfTheExamplesIsOfTheSchema: what programs read and write in a world, line by line.
func TestEveryLineOfTheExamplesIsOfTheSchema(t *testing.T) {
	reads, says := linesOf(t, "to_program"), linesOf(t, "from_program")
	kinds := map[string]bool{}
	for _, example := range []string{"vasudevan", "echo"} {
		log := filepath.Join(t.TempDir(), "log")
		relay, err := filepath.Abs("testdata/relay.py")
		if err != nil {
			t.Fatal(err)
		}
		row := program(t, "python3", "python/"+example+".py")
		row.Command = []string{"python3", relay, log, "python3", row.Command[1]}
		play(t, "schema: 2\nnodes: 8\nduration: 12s\nworld: {width: 300, height: 300}\n"+strings.Replace(worlds[1], "start: {leader: 5}\n", "", 1)+"\nalgorithms: [vasudevan]\n", row)
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			of, line, _ := strings.Cut(line, " ")
			schema := says
			if of == ">" {
				schema = reads
			}
			value, err := validator.UnmarshalJSON(strings.NewReader(line))
			if err == nil {
				err = schema.Validate(value)
			}
			if err != nil {
				t.Fatalf("%s %s%v", of, line, err)
			}
			for key := range value.(map[string]any) {
				kinds[key] = true
			}
		}
	}
	for _, key := range []string{"do", "each", "nodes", "ask", "random", "each", "saved", "neighbour"} {
		if !kinds[key] {
			t.Errorf("no line has %q", key)
		}
	}
}

// linesOf compiles a definition of the schema of lines.
func linesOf(t *testing.T, def string) *validator.Schema {
	t.Helper()
	s, err := schematest.Compile(foreign.Schema(), "/$defs/"+def)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAProgramThatChangedIsNotStarted, only refused.
func TestAProgramThatChangedIsNotStarted(t *testing.T) {
	dir := t.TempDir()
	row := scenarios.Entry{Name: "mine", Label: "mine", Command: []string{"touch", "started"}, Content: "sha256:other"}
	one, err := new(scenarios.Programs).Start(row, dir)
	if err != nil || one.Content == "" || one.Content == row.Content {
		t.Errorf("got %+v, %v", one, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
		t.Error("it was started")
	}
}

// TestARunTellsOfAClock that a program looks at long after its trial, of three nodes, has passed.
func TestARunTellsOfAClock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.py")
	if err := os.WriteFile(file, []byte(`
import json, sys, time
for line in sys.stdin:
    call = json.loads(line)
    if call["call"] == "describe":
        answer = {"bellwether": 1, "goal": "any", "needs": "neighbours", "settles": "30s", "messages": []}
    else:
        answer = {"do": [{"op": "save", "state": time.time()}] if call.get("node") == 4 else []}
    print(json.dumps(answer), flush=True)
`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenarios.Read("test.yaml", []byte("{name: test, schema: 2, nodes: 5, duration: 1s, runs: 1, world: {width: 9, height: 9}, mobility: {model: static}, radio: {model: unit-disk, range: 99}}"),
		scenarios.Options{Program: new(scenarios.Programs).Start, Rows: []scenarios.Entry{program(t, "python3", file)}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config(s.Algorithms[len(s.Algorithms)-1], 1)
	if err != nil {
		t.Fatal(err)
	}
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "node 4") || !strings.Contains(err.Error(), "reads a clock") {
		t.Errorf("got %v", err)
	}
}
