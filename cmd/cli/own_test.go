package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// withMine carries out command lines of a program that has bully under another name.
func withMine(t *testing.T, command string) (code int, stdout, stderr string) {
	t.Helper()
	mine := baseline.Named("bully")
	mine.Name = "mine"
	var out, err bytes.Buffer
	app := &App{Algorithms: []protocol.Algorithm{mine}, Stdout: &out, Stderr: &err}
	code = app.Main(t.Context(), strings.Fields(command))
	return code, out.String(), err.String()
}

// TestEveryVerbHasOwnAlgorithms goes through the verbs that know algorithms: each has the
// program's own. That of "live demo", which starts processes, is in TestAStrangersModule.
func TestEveryVerbHasOwnAlgorithms(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"mine.yaml":  "nodes: 3\nduration: 20s\nruns: 2\nradio: {model: graph, topology: line}\nalgorithms: [mine, vasudevan]\n",
		"plan.yaml":  "scenario: mine.yaml\naxes: {nodes: [3, 4]}\n",
		"mine.story": "nodes mine\nA 1\nB 2\nA-B\n----\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		command string
		code    int
		want    string // in what is printed, or in the file that is named
	}{
		{"algorithms", exitDone, "\nmine "},
		{"algorithms mine", exitDone, "mine"},
		{"__complete algorithms m", exitDone, "mine\n"},
		{"scenarios check mine.yaml", exitDone, "sound"},
		{"run ten-nodes --quiet --algorithms mine --runs 1 --until 10s", exitDone, "mine"},
		{"run mine.yaml --quiet --out kept", exitDone, "mine"},
		{"run kept/scenario.yaml --quiet --out kept", exitDone, "mine"},
		{"verify kept", exitDone, "all give what is kept"},
		{"report kept", exitDone, "kept/report.html"},
		{"sweep plan.yaml --quiet --out swept", exitDone, ""},
		{"table swept", exitDone, "mine"},
		{"verify swept", exitDone, "all give what is kept"},
		{"report swept", exitDone, "swept/report.html"},
		{"plot kept --kind box --metric messages_per_node_s --out box.svg", exitDone, ""},
		{"story mine.story", exitDone, "nodes mine"},
		{"explore --algorithm mine --nodes 2 --quiet", exitDone, "holds"},
		{"explore --algorithm mine --table --nodes 2 --quiet", exitDone, "mine"},
		{"mobility generate --scenario mine.yaml walk.ns_movements", exitUsage, "no positions"},
		{"live --algorithm mien", exitUsage, "did you mean mine?"},
		{"live --algorithm mine --radio mine.yaml --as 7", exitUsage, "must be one of the scenario's nodes"},
	} {
		code, stdout, stderr := withMine(t, c.command)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit code %d, want %d and %q in\n%s%s", c.command, code, c.code, c.want, stdout, stderr)
		}
	}
	for _, dir := range []string{"kept", "swept"} {
		page, err := os.ReadFile(filepath.Join(dir, "report.html"))
		if err != nil || !bytes.Contains(page, []byte(baseline.Named("bully").About)) || bytes.Contains(page, []byte("cannot be loaded")) {
			t.Errorf("%s: its report does not describe mine: %v", dir, err)
		}
	}
}

// Live traces of an own algorithm are replayed, and made into scenarios, like others.
func TestTracesOfOwnAlgorithmsAreReplayed(t *testing.T) {
	dir := t.TempDir()
	archive, err := os.ReadFile("testdata/script/replay.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(archive), "\n-- ")[1:] {
		name, text, _ := strings.Cut(part, " --\n")
		if strings.HasPrefix(name, "traces/") && strings.HasSuffix(name, ".ndjson") {
			text = strings.ReplaceAll(text, `"vasudevan"`, `"mine"`)
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), []byte(text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if code, stdout, stderr := withMine(t, "live replay --quiet --runs 2 "+dir); code != exitDone || !strings.Contains(stdout, "mine") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	out := filepath.Join(dir, "lan.yaml")
	if code, stdout, stderr := withMine(t, "live calibrate --out "+out+" "+dir); code != exitDone {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if text, err := os.ReadFile(out); err != nil || !bytes.Contains(text, []byte("mine")) {
		t.Errorf("the scenario runs another algorithm: %v\n%s", err, text)
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"live", "replay", "--runs", "0", dir}, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), `the traces are of algorithm "mine"`) {
		t.Errorf("a program without it: exit code %d, %s", code, stderr.String())
	}
}

// A faulty algorithm ends the program before the verb begins.
func TestFaultyOwnAlgorithmsAreRefused(t *testing.T) {
	var stderr bytes.Buffer
	app := &App{Algorithms: []protocol.Algorithm{baseline.Named("bully")}, Stderr: &stderr}
	if code := app.Main(t.Context(), []string{"algorithms"}); code != exitUsage || !strings.Contains(stderr.String(), "two algorithms are called bully") {
		t.Errorf("exit code %d, %s", code, stderr.String())
	}
}

// claims counts the reports of leaders by nodes.
type claims struct{ n float64 }

func (*claims) Wants() trace.Set       { return trace.Of(trace.Elected) }
func (c *claims) Record(*trace.Record) { c.n++ }
func (c *claims) Value() measure.Value { return measure.Value{X: c.n, Known: true} }

// TestOwnMetricsStandBesideOthers goes through the verbs that know metrics.
func TestOwnMetricsStandBesideOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plan.yaml", []byte("scenario: ten-nodes\nset: {duration: 20s}\naxes: {detection.misses: [2, 3]}\nalgorithms: [bully, vasudevan]\nruns: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	key := measure.Key{Name: "elected_count", Title: "elected", Unit: "/run", Meaning: "how often a node said whom it follows"}
	for _, c := range []struct {
		command string
		want    string
	}{
		{"metrics", "\nelected_count "},
		{"metrics elected", "how often a node said"},
		{"run ten-nodes --quiet --algorithms bully,vasudevan --runs 3 --out kept", "elected, /run"},
		{"run kept/scenario.yaml --quiet --out kept --columns elected_count", "elected, /run"},
		{"run kept/scenario.yaml --quiet --out kept --format json", `"elected_count":{"mean":`},
		{"run kept/scenario.yaml --quiet --out kept --format csv", "bully,best,elected_count,"},
		{"run kept/scenario.yaml --quiet --out kept --columns elected --format csv", "bully,best,elected_count,"},
		{"verify kept --all", "all give what is kept"},
		{"export kept", ",elected_count,"},
		{"report kept --metric elected_count", "kept/report.html"},
		{"plot kept --kind box --metric elected_count --out box.svg", ""},
		{"sweep plan.yaml --quiet --out swept", ""},
		{"table swept --metric elected_count", "plan: elected"},
		{"table swept --metric elected_count --format json", `"metric":"elected_count","summary":{"mean":`},
		{"verify swept", "all give what is kept"},
	} {
		var out, err bytes.Buffer
		app := &App{Metrics: []measure.Own{{Key: key, New: func(measure.Window) measure.Meter { return new(claims) }}}, Stdout: &out, Stderr: &err}
		if code := app.Main(t.Context(), strings.Fields(c.command)); code != exitDone || !strings.Contains(out.String()+err.String(), c.want) {
			t.Errorf("%s: exit code %d, want %q in\n%s%s", c.command, code, c.want, out.String(), err.String())
		}
	}
	if page, err := os.ReadFile("kept/report.html"); err != nil || !bytes.Contains(page, []byte(key.Meaning)) || bytes.Contains(page, []byte("No figure")) {
		t.Errorf("the report does not describe the metric: %v", err)
	}
	// A program without the metric can still read the kept values by its name.
	var out, err bytes.Buffer
	if code := run([]string{"table", "swept"}, &out, &err); code != exitDone {
		t.Errorf("exit code %d: %s", code, err.String())
	}
}

// torn is a meter that panics.
type torn struct{ claims }

func (*torn) Record(*trace.Record) { panic("a torn meter") }

// TestFailedRunsAreReportedBesideOwnColumns asks for an own metric of runs that all
// failed: the table is empty, and the reason is printed.
func TestFailedRunsAreReportedBesideOwnColumns(t *testing.T) {
	key := measure.Key{Name: "elected_count", Title: "elected", Unit: "/run", Meaning: "how often a node said whom it follows"}
	for _, columns := range []string{"elected_count", "instability"} {
		var out, err bytes.Buffer
		app := &App{Metrics: []measure.Own{{Key: key, New: func(measure.Window) measure.Meter { return new(torn) }}}, Stdout: &out, Stderr: &err}
		code := app.Main(t.Context(), []string{"run", "ten-nodes", "--algorithms", "bully", "--runs", "1", "--quiet", "--columns", columns})
		if code != exitFailed || !strings.Contains(err.String(), "a torn meter") {
			t.Errorf("%s: exit code %d, %s", columns, code, err.String())
		}
	}
}
