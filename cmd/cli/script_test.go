package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bellwether": func() { os.Exit(Main(context.Background(), os.Args[1:])) }})
}

// TestScripts runs testdata/script: what a user types, and what comes of it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       exits,
			"interrupted": interrupted,
			"hashes":      hashes,
		},
	})
}

// exits runs a command and compares its exit code: exits 2 bellwether run.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s: exit code %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// interrupted runs a command, sends it an interrupt when its first line of
// progress appears, wants exit code 130, and keeps standard output in a file:
// interrupted out.json bellwether run …
func interrupted(ts *testscript.TestScript, _ bool, args []string) {
	out, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer out.Close()
	self, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command(self, args[2:]...)
	cmd.Args[0] = args[1] // testscript.Main looks at the name
	cmd.Dir, cmd.Stdout = ts.MkAbs("."), out
	progress, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(progress)
	for lines.Scan() {
		if strings.Contains(lines.Text(), " runs") {
			ts.Check(cmd.Process.Signal(os.Interrupt))
			break
		}
	}
	for lines.Scan() {
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		ts.Fatalf("exit code %d, want %d", code, exitInterrupted)
	}
}

// Whoever asks for help sees how a verb is used.
func TestEveryVerbHasHelpWithAnExample(t *testing.T) {
	root := rootCommand(io.Discard, nil)
	verbs := root.Commands()
	for _, sub := range root.Commands() {
		verbs = append(verbs, sub.Commands()...)
	}
	if len(verbs) < 9 {
		t.Fatalf("only %d verbs", len(verbs))
	}
	for _, cmd := range verbs {
		if cmd.Short == "" || !strings.Contains(cmd.Example, "bellwether "+strings.Fields(cmd.CommandPath())[1]) {
			t.Errorf("%s has help %q and example %q", cmd.CommandPath(), cmd.Short, cmd.Example)
		}
	}
}

// hashes wants two files of JSON to tell the same hashes of traces: hashes one.json two.json.
func hashes(ts *testscript.TestScript, _ bool, args []string) {
	told := regexp.MustCompile(`"trace_sha256":\["[0-9a-f]{64}"[^]]*\]`)
	one, two := told.FindAllString(ts.ReadFile(args[0]), -1), told.FindAllString(ts.ReadFile(args[1]), -1)
	if len(one) == 0 || !slices.Equal(one, two) {
		ts.Fatalf("%s has %q, %s has %q", args[0], one, args[1], two)
	}
}

// run carries out a command line in this process.
func run(args []string, stdout, stderr io.Writer) int {
	return (&App{Stdout: stdout, Stderr: stderr}).Main(context.Background(), args)
}
