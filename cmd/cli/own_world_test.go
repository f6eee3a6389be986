package cli

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// TestEveryVerbHasTheProgramsOwnWorld goes through the verbs that load scenarios: each has
// the program's own faults, movement and losses.
func TestEveryVerbHasTheProgramsOwnWorld(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"mine.yaml": "schema: 2\nnodes: 4\nduration: 20s\nruns: 2\nmobility: {model: own, name: still}\nradio: {loss: {model: own, name: few}}\n" +
			"faults: [{at: 5s, own: flicker, nodes: best, for: 3s}]\nalgorithms: [bully, vasudevan]\n",
		"plan.yaml": "scenario: mine.yaml\naxes: {nodes: [3, 4]}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		command string
		code    int
		want    string
	}{
		{"scenarios check mine.yaml", exitDone, "sound"},
		{"run mine.yaml --quiet --out kept", exitDone, "bully"},
		{"run kept/scenario.yaml --quiet --out kept", exitDone, "bully"},
		{"run mine.yaml --quiet --runs 1 --algorithms bully --trace mine.ndjson", exitDone, "bully"},
		{"show mine.ndjson --kind fault", exitDone, "FAULT 1: FLICKER"},
		{"run mine.ndjson --quiet", exitDone, "bully"},
		{"plot mine.ndjson --kind timeline --out mine.svg", exitDone, ""},
		{"verify kept", exitDone, "all give what is kept"},
		{"report kept", exitDone, "kept/report.html"},
		{"sweep plan.yaml --quiet --out swept", exitDone, ""},
		{"verify swept", exitDone, "all give what is kept"},
		{"report swept", exitDone, "swept/report.html"},
		{"mobility generate --scenario mine.yaml walk.ns_movements", exitDone, ""},
		{"live --algorithm bully --radio mine.yaml --as 1 --epoch 2026-11-22T12:00:00Z", exitUsage, ": its fault flicker is the program's own"},
	} {
		var out, err bytes.Buffer
		app := &App{Stdout: &out, Stderr: &err,
			Faults: []emulator.OwnFault{{Name: "flicker", Strike: (*emulator.Hand).RadioOff, End: (*emulator.Hand).RadioOn}},
			Models: map[string]func(mobility.Area) (mobility.Model, error){"still": func(a mobility.Area) (mobility.Model, error) { return mobility.NewStatic(a) }},
			Losses: map[string]func(uint64) (radio.Loss, error){"few": func(seed uint64) (radio.Loss, error) {
				return radio.NewBernoulli(seed, 0.1, radio.DefaultSlot)
			}}}
		if code := app.Main(t.Context(), strings.Fields(c.command)); code != c.code || !strings.Contains(out.String()+err.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d and %q in\n%s%s", c.command, code, c.code, c.want, out.String(), err.String())
		}
	}
	for _, dir := range []string{"kept", "swept"} {
		page, err := os.ReadFile(dir + "/report.html")
		if err != nil || bytes.Contains(page, []byte("cannot be loaded")) {
			t.Errorf("%s: its scenario cannot be read: %v", dir, err)
		}
	}
	if picture, err := os.ReadFile("mine.svg"); err != nil || !bytes.Contains(picture, []byte("flicker")) {
		t.Errorf("the timeline does not name the fault: %v", err)
	}
	if err := os.WriteFile("bad.yaml", []byte("nodes: 4\nduration: 9s\nfaults: [{at: 5s, own: bad, nodes: best}]\nalgorithms: [bully]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	bad := &App{Faults: []emulator.OwnFault{{Name: "bad", Strike: func(h *emulator.Hand, _ protocol.ID) { h.Crash(0) }}}, Stdout: io.Discard, Stderr: &stderr}
	if code := bad.Main(t.Context(), []string{"run", "bad.yaml", "--quiet", "--runs", "1"}); code != exitFailed || !strings.Contains(stderr.String(), "bully failed with seed 1: the fault bad names node 0 of 4") {
		t.Errorf("exit code %d, %s", code, stderr.String())
	}
	stderr.Reset()
	bad.Faults[0].Strike = func(h *emulator.Hand, node protocol.ID) { h.Drain(node, -1) }
	if code := bad.Main(t.Context(), []string{"run", "bad.yaml", "--quiet", "--runs", "1"}); code != exitFailed || !strings.Contains(stderr.String(), "the fault bad drains -1 J from node ") {
		t.Errorf("exit code %d, %s", code, stderr.String())
	}
	stderr.Reset()
	app := &App{Faults: []emulator.OwnFault{{Name: "crash"}}, Stderr: &stderr}
	if code := app.Main(t.Context(), []string{"algorithms"}); code != exitUsage || !strings.Contains(stderr.String(), "is called crash, like a fault of the emulator") {
		t.Errorf("exit code %d, %s", code, stderr.String())
	}
}
