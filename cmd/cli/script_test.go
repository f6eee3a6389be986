package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/cmd/cli/internal/extend"
	"bellwether/internal/testkit/sample"
)

func TestMain(m *testing.M) {
	sample.CollectLess()
	testscript.Main(m, map[string]func(){"bellwether": func() { os.Exit(Main(context.Background(), os.Args[1:])) }})
}

// TestScripts runs testdata/script: what a user types, and the results. With -short it
// runs the first steps, and scripts that take little time.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	if testing.Short() {
		files = nil
		for _, name := range []string{"first", "bad", "story", "own", "counts", "same", "ruled"} {
			files = append(files, "testdata/script/"+name+".txtar")
		}
	}
	testscript.RunT(inTurn{t}, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		Condition:           inCampaigns,
		Setup:               keepEnvironment,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       exits,
			"interrupted": interrupted,
			"hashes":      hashes,
		},
	})
}

// inCampaigns is the condition [whole] of a line that is left to campaigns.
func inCampaigns(condition string) (bool, error) {
	if condition != "whole" {
		return false, fmt.Errorf("unknown condition %q", condition)
	}
	return sample.Whole(), nil
}

// interrupted runs a command, and sends it an interrupt when its first line of progress
// appears, or, if a second file is named, when that is not empty: a run is kept long before progress is
// printed. The exit code must be 130. It keeps standard output in the first file:
// interrupted out.json kept/runs.ndjson bellwether run …
func interrupted(ts *testscript.TestScript, _ bool, args []string) {
	out, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer out.Close()
	self, err := os.Executable()
	ts.Check(err)
	verb := args[slices.Index(args, "bellwether"):]
	cmd := exec.Command(self, verb[1:]...)
	cmd.Args[0] = verb[0] // testscript.Main looks at the name
	cmd.Dir, cmd.Stdout = ts.MkAbs("."), out
	progress, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(progress)
	if args[1] != verb[0] {
		awaited(ts.MkAbs(args[1]), 1)
		ts.Check(cmd.Process.Signal(os.Interrupt))
	}
	for args[1] == verb[0] && lines.Scan() {
		// On a loaded machine the first line may come before the first run is finished.
		if strings.Contains(lines.Text(), " runs") && !strings.Contains(lines.Text(), " 0 of ") {
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

// The help of every verb has an example, and defaults in one form.
func TestEveryVerbHasHelpWithAnExample(t *testing.T) {
	verbs := 0
	err := extend.EachVerb(rootCommand(io.Discard, nil), func(cmd *cobra.Command) error {
		if cmd.HasParent() && (cmd.Short == "" || !strings.Contains(cmd.Example, "bellwether "+strings.Fields(cmd.CommandPath())[1])) {
			t.Errorf("%s has help %q and example %q", cmd.CommandPath(), cmd.Short, cmd.Example)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			takes, usage := pflag.UnquoteUsage(f)
			switch {
			case slices.Contains([]string{"string", "int", "ints", "uint", "float", "strings", "stringArray"}, takes):
				t.Errorf("%s --%s %s: name its value in backquotes: %q", cmd.CommandPath(), f.Name, takes, usage)
			case usage == "" || strings.HasSuffix(usage, "."):
				t.Errorf("%s --%s: help %q", cmd.CommandPath(), f.Name, usage)
			case strings.Contains(usage, "(default") && (strings.Contains(usage, "(default:") || extend.DefaultOf(f) != ""):
				t.Errorf("%s --%s %s: want one default, as (default X): %q%s", cmd.CommandPath(), f.Name, takes, usage, extend.DefaultOf(f))
			}
		})
		verbs++
		return nil
	})
	if err != nil || verbs < 50 {
		t.Errorf("%d verbs: %v", verbs, err)
	}
}

// hashes checks that two files of JSON have the same trace hashes: hashes one.json
// two.json.
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
