package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
)

// hangsAfter is the time after a signal at which a verb counts as hanging. It is much longer than the
// second that a verb has, since the machine may be busy, and much shorter than the phases
// of these worlds.
const hangsAfter = 30 * time.Second

// A hugeWorld takes a minute or more in each phase.
const hugeWorld = `
name: huge
nodes: 524288
duration: 10m
runs: 2
world: {width: 101500, height: 101500}
mobility: {model: random-waypoint}
algorithms: [vasudevan]
`

// A process is the verb of a test, as a process.
type process struct {
	*exec.Cmd
	t              *testing.T
	stdout, stderr bytes.Buffer
	lines          io.ReadCloser
}

func start(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(self, args...), t: t}
	p.Args[0], p.Dir, p.Stdout = "bellwether", dir, &p.stdout // TestMain looks at the name
	if p.lines, err = p.StderrPipe(); err != nil {
		t.Fatal(err)
	}
	if err := withDefaultSignals(p.Start); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// withDefaultSignals starts a process to which an interrupt and a hangup mean what they mean to
// one of a terminal, even if this test runs under nohup or in the background of a script, where
// they are ignored. A new process inherits what its parent ignores, but not what it handles
// (os/exec resets handled signals to their defaults), so they are handled here meanwhile.
func withDefaultSignals(start func() error) error {
	handled := make(chan os.Signal, 1)
	signal.Notify(handled, os.Interrupt, syscall.SIGHUP)
	defer signal.Stop(handled)
	return start()
}

// until waits for a line of standard error.
func (p *process) until(text string) *process {
	lines := bufio.NewScanner(p.lines)
	for lines.Scan() {
		p.stderr.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), text) {
			return p
		}
	}
	p.t.Fatalf("ended without the line %q:\n%s", text, p.stderr.String())
	return nil
}

// after waits for d.
func (p *process) after(d time.Duration) *process {
	time.Sleep(d)
	return p
}

// endsAfter sends a signal; the program must end with one of these exit codes.
func (p *process) endsAfter(by os.Signal, codes ...int) {
	p.t.Helper()
	if code := p.exitCode(by); !slices.Contains(codes, code) {
		p.t.Errorf("exit code %d, want %d\n%s%s", code, codes, p.stdout.String(), p.stderr.String())
	}
}

// bySignal is the exit code of a process that had not installed its handler yet, as on a busy
// machine.
const bySignal = -1

// exitCode sends a signal, which must end the program, and returns the exit code.
func (p *process) exitCode(by os.Signal) int {
	p.t.Helper()
	if err := p.Process.Signal(by); err != nil {
		p.t.Fatal(err)
	}
	sent := time.Now()
	kill := time.AfterFunc(hangsAfter, func() { _ = p.Process.Kill() })
	rest, _ := io.ReadAll(p.lines)
	p.stderr.Write(rest)
	_ = p.Wait()
	took := time.Since(sent).Round(time.Millisecond)
	if !kill.Stop() {
		p.t.Fatalf("%v did not end it within %v\n%s", by, hangsAfter, p.stderr.String())
	}
	p.t.Logf("%v ended it within %v", by, took)
	return p.ProcessState.ExitCode()
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Ctrl-C, TERM and a closed terminal end the program while a world is built, boots and
// runs.
func TestSignalsAreObeyedInEveryPhaseOfARun(t *testing.T) {
	if testing.Short() {
		t.Skip("2^19 nodes take some seconds")
	}
	dir := t.TempDir()
	put(t, dir, "huge.yaml", strings.Replace(hugeWorld, "524288", strconv.Itoa(sample.Of(1<<17, 1<<19)), 1))
	start(t, dir, "run", "huge.yaml").after(50*time.Millisecond).endsAfter(os.Interrupt, exitInterrupted, bySignal)
	waits := []time.Duration{300 * time.Millisecond, time.Second}
	for _, wait := range waits[:sample.Of(1, len(waits))] {
		obeysAfter(t, dir, wait, os.Interrupt)
	}
	// Which phase the first line of progress names depends on the machine.
	if sample.Whole() {
		start(t, dir, "run", "huge.yaml", "--jobs", "1").until("0 of 2 runs").endsAfter(syscall.SIGHUP, exitInterrupted)
	} else {
		obeysAfter(t, dir, 200*time.Millisecond, syscall.SIGHUP)
	}
	start(t, dir, "run", "huge.yaml", "--jobs", "1", "--trace", "huge.ndjson").until("0 of 2 runs").endsAfter(syscall.SIGTERM, exitInterrupted)
	if left, _ := filepath.Glob(filepath.Join(dir, "*.ndjson*")); len(left) > 0 {
		t.Errorf("the directory has %v", left)
	}
}

// obeysAfter sends a signal to a run of the huge world after some time, which is doubled as long as the
// run had not installed its handler by then.
func obeysAfter(t *testing.T, dir string, wait time.Duration, by os.Signal) {
	t.Helper()
	code := bySignal
	for ; code == bySignal && wait < hangsAfter; wait *= 2 {
		code = start(t, dir, "run", "huge.yaml").after(wait).exitCode(by)
	}
	if code != exitInterrupted {
		t.Errorf("%v: exit code %d after %v, want %d", by, code, wait/2, exitInterrupted)
	}
}

// Signals end the program while files are read.
func TestSignalsAreObeyedWhileFilesAreRead(t *testing.T) {
	if testing.Short() {
		t.Skip("a long trace takes some seconds")
	}
	dir := t.TempDir()
	var trace strings.Builder
	for i := range sample.Of(200_000, 500_000) {
		fmt.Fprintf(&trace, "$ns_ at %d.5 \"$node_(%d) setdest %d.0 %d.0 1.0\"\n", i/100, i%100, i%997, i%499)
	}
	head := ""
	for i := range 100 {
		head += fmt.Sprintf("$node_(%d) set X_ %d.0\n$node_(%d) set Y_ 1.0\n$node_(%d) set Z_ 0.0\n", i, i, i, i)
	}
	put(t, dir, "long.ns_movements", head+trace.String())
	put(t, dir, "long.yaml", "mobility: {model: trace, file: long.ns_movements}\nalgorithms: [vasudevan]\n")
	verbs := [][]string{{"run", "long.yaml"}, {"mobility", "info", "long.ns_movements"}, {"scenarios", "check", "long.yaml"}}
	for _, verb := range verbs[:sample.Of(2, len(verbs))] {
		wait, code := 200*time.Millisecond, bySignal
		for ; code == bySignal && wait < hangsAfter; wait *= 2 {
			code = start(t, dir, verb...).after(wait).exitCode(syscall.SIGTERM)
		}
		if code != exitInterrupted && code != exitDone {
			t.Errorf("%q: exit code %d after %v", verb, code, wait/2)
		}
	}
}

// Signals end the program while many runs are summarised, or much is written. A verb may
// also have ended before the signal.
func TestSignalsAreObeyedWhileRunsAreSummarisedAndWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("900 runs take some seconds")
	}
	dir := t.TempDir()
	runs := sample.Of(100, 300)
	start(t, dir, "run", "ten-nodes", "--until", "20s", "--algorithms", "vasudevan,bully,flood-max", "--runs", strconv.Itoa(runs)).
		until(fmt.Sprintf("%d of %[1]d runs", 3*runs)).endsAfter(os.Interrupt, exitInterrupted, exitDone)
	put(t, dir, "wide.yaml", strings.NewReplacer("524288", "20000", "10m", "1s").Replace(hugeWorld))
	p := start(t, dir, "run", "wide.yaml", "--runs", "1", "--set", "measure.every=100ms", "--out", "out")
	for range 600 {
		if _, err := os.Stat(filepath.Join(dir, "out", "scenario.yaml")); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.endsAfter(syscall.SIGTERM, exitInterrupted, exitDone)
}

// TestAVerbThatIsCutOffWhileItsProgramBeginsSaysSo, and nothing of the program, which was killed for it.
func TestAVerbThatIsCutOffWhileItsProgramBeginsSaysSo(t *testing.T) {
	for range sample.Size(2, 2) {
		p := start(t, t.TempDir(), "hunt", "--algorithm", "mine=sleep 1000").after(500 * time.Millisecond)
		p.endsAfter(os.Interrupt, exitInterrupted, bySignal)
		if strings.Contains(p.stderr.String(), "killed") {
			t.Error(p.stderr.String())
		}
	}
}
