package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
)

// A stranger is a user with a module, which knows only where the clone of bellwether is.
type stranger struct {
	*testing.T
	dir     string
	program string // of the module
}

// newStranger makes the module. It uses the modules that bellwether uses, and downloads
// nothing.
func newStranger(t *testing.T) *stranger {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	s := &stranger{T: t, dir: t.TempDir()}
	s.program = filepath.Join(s.dir, "bin", "mine")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	ours := strings.TrimPrefix(strings.SplitN(string(mod), "\n", 2)[0], "module ")
	s.write("go.mod", strings.Replace(string(mod), "module "+ours+"\n", "module example.org/mine\n", 1)+
		"\nrequire "+ours+" v0.0.0\n\nreplace "+ours+" => "+root+"\n")
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	s.write("go.sum", string(sum))
	return s
}

func (s *stranger) write(name, text string) {
	s.Helper()
	file := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

// does runs a program in the module and returns its exit code and output.
func (s *stranger) does(name string, args ...string) (code int, stdout, stderr string) {
	s.Helper()
	cmd := exec.Command(name, args...)
	if name != s.program && filepath.Dir(name) == filepath.Dir(s.program) {
		cmd.Args[0] = s.program // as pages call it
	}
	cmd.Dir, cmd.Env = s.dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		s.Fatal(err)
	}
	return code, out.String(), said.String()
}

// wants runs a program, which must succeed and print a match of the pattern.
func (s *stranger) wants(pattern, name string, args ...string) string {
	s.Helper()
	code, stdout, stderr := s.does(name, args...)
	if code != 0 || !regexp.MustCompile(pattern).MatchString(stdout) {
		s.Fatalf("%s %s: exit code %d, want 0 and %q in\n%s%s", filepath.Base(name), strings.Join(args, " "), code, pattern, stdout, stderr)
	}
	return stdout
}

// begins runs "bellwether new" in the module, and adds to its program what the output asks
// for.
func (s *stranger) begins(args ...string) {
	s.Helper()
	self, err := os.Executable()
	if err != nil {
		s.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"new"}, args...)...)
	cmd.Args[0], cmd.Dir = "bellwether", s.dir // testscript.Main looks at the name
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.Fatalf("new %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	told := regexp.MustCompile(`import ("\S+"), and in its cli\.App add to \w+\n  (.+)\nor, where there are none yet,\n  ((\w+: .+)\{.+\},)\n`).FindStringSubmatch(string(out))
	if told == nil {
		return
	}
	if s.adds(told[1], told[4]+"{\n", told[2]) {
		return
	}
	s.adds(told[1], "cli.App{\n", told[3])
	for _, of := range []string{"mobility", "radio"} {
		if strings.Contains(told[3], of+".") {
			s.adds(`"bellwether/`+of+`"`, "", "")
		}
	}
}

// adds writes an import and a line into the module's program, the line after a text. It
// reports whether that text is there.
func (s *stranger) adds(imported, after, line string) bool {
	s.Helper()
	main, err := os.ReadFile(filepath.Join(s.dir, "main.go"))
	if err != nil {
		s.Fatal(err)
	}
	before, rest, there := strings.Cut(string(main), after)
	if there {
		text := before + after + line + "\n" + rest
		s.write("main.go", strings.Replace(text, "\n)\n", "\n\t"+imported+"\n)\n", 1))
	}
	return there
}

// TestAStrangersModule makes a module outside of the clone: an election for each goal, a
// model of movement and a loss, as "bellwether new" writes them, and a program with these
// and a fault. In the same module it makes what the page about one's own algorithm
// describes. All programs are built at once. The program has every verb for its elections,
// and scenarios with all its parts. The page shows the real output. The tests of the
// elections pass; the tests of the other parts run below cmd/internal/scaffold, where they are
// copied from.
//
// Compilers and linkers take longer than all other tests of this package: .ci/run and campaigns
// make the module.
func TestAStrangersModule(t *testing.T) {
	if !sample.Whole() && !*update {
		t.Skip("it builds programs and tests")
	}
	s := newStranger(t)
	s.begins("algorithm", "lowest-id", "--goal", "smallest-id")
	s.begins("algorithm", "steady", "--goal", "stablest")
	s.begins("algorithm", "someone", "--goal", "any")
	s.begins("algorithm", "mightiest")
	s.begins("mobility", "drift")
	s.begins("loss", "fog")
	s.adds(`"bellwether/emulator"`, "cli.App{\n", `Faults: []emulator.OwnFault{{Name: "flicker", Strike: (*emulator.Hand).RadioOff, End: (*emulator.Hand).RadioOn}},`)
	page := adds(s)
	begun := []string{".", "./lowestid", "./page", "./mistake1", "./mightiest", "./drift", "./fog", "./steady", "./someone", "./page/loudest"}
	s.wants("", "go", append([]string{"vet"}, begun...)...)
	s.wants("", "go", "build", "-ldflags=-s -w", "-o", "bin/", ".", "./page", "./mistake1") // without tables for a debugger, since linking takes longest
	t.Run("Verbs", s.hasEveryVerb)
	t.Run("Parts", s.hasItsOwnParts)
	t.Run("Page", page)
	s.T = t
	s.wants("", "go", "test", "-short", "./lowestid", "./steady", "./someone", "./page/loudest")
}

// hasEveryVerb runs verbs with the program's elections.
func (s *stranger) hasEveryVerb(t *testing.T) {
	s.T = t
	s.write("mine.yaml", "nodes: 5\nduration: 30s\nalgorithms: [lowest-id, vasudevan]\n")
	s.write("lowest.story", "nodes lowest-id leader=A\nA 1\nB 2\nC 3\nline\n\ncrash A quiet\n\nsettle quiet\n\ncheck\n")
	table := s.wants(`ten-nodes,lowest-id,`, s.program, "run", "ten-nodes", "--quiet", "--runs", "3", "--algorithms", "lowest-id,steady,someone,mightiest,vasudevan",
		"--columns", "goal_instability_fraction,leaderless_fraction", "--format", "csv")
	for _, name := range []string{"lowest-id,smallest-id", "steady,stablest", "someone,any", "mightiest,best"} {
		if !strings.Contains(table, name) {
			t.Errorf("the table has no row %s:\n%s", name, table)
		}
	}
	s.wants(`mine.yaml: sound: 5 nodes`, s.program, "scenarios", "check", "mine.yaml")
	s.wants(`(?s)B follows B.*check\n----\n\{B C\}: B leads`, s.program, "story", "lowest.story")
	for _, name := range []string{"lowest-id", "steady", "someone", "mightiest"} {
		s.wants("# holds: no fault in any run", s.program, "explore", "--quiet", "--algorithm", name, "--nodes", "3", "--crashes", "1")
	}
	s.wants(`(?s)all follow node-01, .*kill -9 node-01.*all follow node-01, \S+ after its start`, s.program, "live", "demo", "--nodes", "3", "--trials", "1", "--algorithm", "lowest-id")
}

// hasItsOwnParts runs a scenario with the program's own movement, loss and fault.
func (s *stranger) hasItsOwnParts(t *testing.T) {
	s.T = t
	s.write("own.yaml", `schema: 2
nodes: 10
duration: 40s
world: {width: 400, height: 400}
mobility: {model: own, name: drift}
radio: {loss: {model: own, name: fog}}
faults: [{at: 10s, own: flicker, nodes: best, for: 20s}]
algorithms: [lowest-id, vasudevan]
`)
	s.wants(`own.yaml: sound: 10 nodes`, s.program, "scenarios", "check", "own.yaml")
	s.wants(`own,vasudevan,`, s.program, "run", "own.yaml", "--quiet", "--runs", "2", "--columns", "leaderless_fraction", "--format", "csv")
	s.wants("", s.program, "run", "own.yaml", "--quiet", "--runs", "1", "--algorithms", "vasudevan", "--trace", "own.ndjson")
	s.wants(`(?m)^ *10\.000s .*FLICKER`, s.program, "show", "own.ndjson", "--kind", "fault")
	s.wants(`vasudevan`, s.program, "run", "own.ndjson", "--quiet") // the header of the trace names the algorithm
	s.write("other.yaml", "nodes: 3\nfaults: [{at: 1s, own: flikker, nodes: best}]\n")
	if code, _, stderr := s.does(s.program, "run", "other.yaml"); code != exitUsage || !strings.Contains(stderr, "no fault called flikker: its own are flicker; did you mean flicker?") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
