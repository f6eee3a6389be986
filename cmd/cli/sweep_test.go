package cli

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
)

// killedPlan has 120 runs of a few milliseconds.
const killedPlan = `
name: killed
scenario: campus-walk
set: {duration: 15s, warmup: 2s, faults: []}
axes: {nodes: [10, 20, 30], radio.loss.probability: [0, 0.1]}
algorithms: [vasudevan, flood-max]
runs: 10
`

// sweeping starts this program on a plan, in a process of its own.
func sweeping(t *testing.T, dir, out string) *exec.Cmd {
	t.Helper()
	return started(t, "sweep", filepath.Join(dir, "plan.yaml"), "--out", filepath.Join(dir, out), "--jobs", "2")
}

// started starts this program in a process of its own.
func started(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0] = "bellwether" // testscript.Main looks at the name
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func linesOf(dir, out string) []byte {
	data, _ := os.ReadFile(filepath.Join(dir, out, "results.ndjson")) // the file is missing before the first line
	return data
}

// awaited waits until a file has so many bytes, or for a minute: a program that failed writes none.
func awaited(file string, bytes int) {
	for begun := time.Now(); time.Since(begun) < time.Minute; {
		if f, err := os.Stat(file); err == nil && f.Size() >= int64(bytes) {
			return
		}
		time.Sleep(200 * time.Microsecond)
	}
}

func sortedLines(data []byte) []string {
	lines := strings.SplitAfter(string(data), "\n")
	slices.Sort(lines)
	return lines
}

// TestSweepSurvivesKills kills a sweep with SIGKILL at four random moments, in campaigns ten, each between
// two of its writes, and starts it again each time. No line is ever lost, and in the end
// the sorted lines equal the lines of an undisturbed sweep.
func TestSweepSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a sweep a dozen times")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(killedPlan), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := sweeping(t, dir, "whole").Wait(); err != nil {
		t.Fatal(err)
	}
	whole := linesOf(dir, "whole")
	if n := bytes.Count(whole, []byte("\n")); n != 120 {
		t.Fatalf("%d lines", n)
	}
	random := rand.New(rand.NewPCG(1, 2))
	kept, kills, most := []byte(nil), 0, sample.Of(2, 10)
	for kills < most {
		cmd := sweeping(t, dir, "out")
		until := min(len(kept)+random.IntN(len(whole)/20), len(whole)-1)
		awaited(filepath.Join(dir, "out", "results.ndjson"), until)
		time.Sleep(time.Duration(random.IntN(5000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		if cmd.ProcessState.Success() {
			break // it was faster; the lines below check that it succeeded
		}
		kills++
		now := linesOf(dir, "out")
		if last := bytes.LastIndexByte(kept, '\n') + 1; !bytes.HasPrefix(now, kept[:last]) {
			t.Fatalf("after %d kills lines are lost", kills)
		}
		kept = now
	}
	t.Logf("killed %d times", kills)
	if kills < most/2 {
		t.Errorf("it was killed only %d times before it had ended", kills)
	}
	if err := sweeping(t, dir, "out").Wait(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(sortedLines(linesOf(dir, "out")), sortedLines(whole)) {
		t.Error("the lines differ from an undisturbed sweep")
	}
}

// Of two processes on one directory the second is refused, and names the first.
func TestTwoSweepsDoNotShareADirectory(t *testing.T) {
	dir := t.TempDir()
	plan := filepath.Join(dir, "plan.yaml")
	if err := os.WriteFile(plan, []byte(strings.Replace(killedPlan, "runs: 10", "runs: 1000", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	first := sweeping(t, dir, "out")
	defer first.Wait()
	defer first.Process.Kill()
	for len(linesOf(dir, "out")) == 0 {
		time.Sleep(time.Millisecond)
	}
	var stderr bytes.Buffer
	if code := run([]string{"sweep", plan, "--out", filepath.Join(dir, "out")}, io.Discard, &stderr); code != exitUsage ||
		!strings.Contains(stderr.String(), fmt.Sprintf("is in use by process %d; two cannot share it", first.Process.Pid)) {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
	// Reading is allowed.
	if code := run([]string{"table", filepath.Join(dir, "out")}, io.Discard, &stderr); code != exitDone {
		t.Errorf("table: exit code %d: %s", code, &stderr)
	}
}

// TestRunSurvivesKills kills "run --out" with SIGKILL again and again: no line is ever
// lost, and in the end lines, report and positions equal an undisturbed run's.
func TestRunSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("a run killed again and again")
	}
	dir := t.TempDir()
	running := func(out string) *exec.Cmd {
		return started(t, "run", "campus-walk", "--algorithms", "vasudevan,flood-max", "--nodes", "10", "--duration", "20s", "--runs", "30",
			"--jobs", "2", "--quiet", "--out", filepath.Join(dir, out))
	}
	lines := func(out string) []byte {
		data, _ := os.ReadFile(filepath.Join(dir, out, "runs.ndjson")) // the file is missing before the first line
		return data
	}
	if err := running("whole").Wait(); err != nil {
		t.Fatal(err)
	}
	whole := lines("whole")
	random := rand.New(rand.NewPCG(3, 4))
	kept, kills, most := []byte(nil), 0, sample.Of(2, 8)
	for kills < most {
		cmd := running("out")
		until := min(len(kept)+random.IntN(len(whole)/12), len(whole)-1)
		awaited(filepath.Join(dir, "out", "runs.ndjson"), until)
		time.Sleep(time.Duration(random.IntN(5000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		if cmd.ProcessState.Success() {
			break // it was faster
		}
		kills++
		now := lines("out")
		if last := bytes.LastIndexByte(kept, '\n') + 1; !bytes.HasPrefix(now, kept[:last]) {
			t.Fatalf("after %d kills lines are lost", kills)
		}
		kept = now
	}
	if kills < most/2 {
		t.Errorf("it was killed only %d times before it had ended", kills)
	}
	if err := running("out").Wait(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(sortedLines(lines("out")), sortedLines(whole)) {
		t.Error("the lines differ from an undisturbed run")
	}
	for _, name := range []string{"scenario.yaml", "table.md", "positions.geojson", "results.json", "index.json"} {
		var texts [2]string
		for i, out := range []string{"whole", "out"} {
			data, err := os.ReadFile(filepath.Join(dir, out, name))
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = regexp.MustCompile(`"wall_s": [0-9.e-]+`).ReplaceAllString(string(data), "")
		}
		if texts[0] != texts[1] {
			t.Errorf("%s is not that of an undisturbed run", name)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "out", ".*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v, temporary files: %v", err, left)
	}
}
