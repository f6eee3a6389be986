package fleet_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellwether/cmd/cli"
	"bellwether/internal/live/fleet"
	"bellwether/internal/testkit/sample"
)

// TestMain runs more tests at a time than there are processors, since they mostly wait
// (-parallel on the command line has precedence), and removes the program that they built.
// A copy of this test's program that is called bellwether is bellwether.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "bellwether" {
		os.Exit(cli.Main(context.Background(), os.Args[1:]))
	}
	sample.CollectLess()
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// linked has the program built by the linker, as users have it, instead of being this
// test's, which has the same code and takes no time to make.
var linked = sample.Whole()

// built is the program, made when a test first needs it.
var built struct {
	once sync.Once
	dir  string
	err  error
}

// program makes the bellwether of this tree.
func program(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes")
	}
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "bw"); built.err != nil {
			return
		}
		file := filepath.Join(built.dir, "bellwether")
		if !linked {
			built.err = nameSelf(file)
			return
		}
		out, err := exec.Command("go", "build", "-o", file, "bellwether/cmd/bellwether").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "bellwether")
}

// nameSelf gives the program of this test another name, or copies it where the name would be on
// another disk.
func nameSelf(to string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if os.Link(self, to) == nil {
		return nil
	}
	text, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}

// live runs "bellwether live" with words, and returns what it prints. In go test it does so in the
// process of the test, since the start of a program costs more than most orders; in
// campaigns in a process of its own.
func live(program string, words ...string) (string, error) {
	words = append([]string{"live"}, words...)
	if linked {
		out, err := exec.Command(program, words...).CombinedOutput()
		return string(out), err
	}
	var out bytes.Buffer
	if code := (&cli.App{Stdout: &out, Stderr: &out}).Main(context.Background(), words); code != 0 {
		return out.String(), fmt.Errorf("exit code %d", code)
	}
	return out.String(), nil
}

// directory makes a directory with a short path: a socket's path has at most 104 bytes.
func directory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "bw")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// local are the arguments of agents on one machine.
var local = []string{"--timing", "local", "--hysteresis", "0"}

// addresses reserves an address for each of n agents of a test.
func addresses(t *testing.T, n int) []string {
	t.Helper()
	ports, err := fleet.ReservePorts(n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ports.Close)
	return ports.Addrs
}

// algorithmOfAll is the algorithm of agents to which a test gives none; .ci/live runs its parts
// with another by it.
var algorithmOfAll = flag.String("algorithm", "", "the algorithm of agents to which a test gives none (default the program's)")

// elections runs a test with each of the two algorithms between which users choose first. In go test it
// takes one of them, inGoTest: each of the two has a test of its own there.
func elections(t *testing.T, inGoTest string, test func(t *testing.T, args []string)) {
	t.Parallel()
	program(t)
	for _, name := range []string{"vasudevan", "tanist"} {
		if name != inGoTest && !sample.Whole() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, append([]string{"--algorithm", name}, local...))
		})
	}
}

// cluster makes n agents that join the first; none is started. Their offers differ,
// and neither the first nor the last is the best.
func cluster(t *testing.T, n int, args ...string) *fleet.Fleet {
	t.Helper()
	f := &fleet.Fleet{Program: program(t)}
	addrs := addresses(t, n)
	dir := directory(t)
	if *algorithmOfAll != "" && !slices.Contains(args, "--algorithm") {
		args = append([]string{"--algorithm", *algorithmOfAll}, args...)
	}
	for i := range n {
		a := &fleet.Agent{
			Name: fmt.Sprintf("n%d", i+1), Addr: addrs[i], Offer: int64(100 + (i*7+3)%n),
			Dir: filepath.Join(dir, fmt.Sprint(i+1)), Args: append([]string(nil), args...),
		}
		if i > 0 {
			a.Args = append(a.Args, "--join", addrs[0])
		}
		f.Agents = append(f.Agents, a)
	}
	t.Cleanup(f.Kill)
	return f
}

// start starts all agents and waits until they follow the best.
func start(t *testing.T, f *fleet.Fleet) *fleet.Agent {
	t.Helper()
	if err := f.Start(); err != nil {
		t.Fatal(err)
	}
	return await(t, f, f.IsBest)
}

// await waits for a leader that wanted accepts. It asks the agents five times less often than
// Agreement does where its time counts: the answers cost more than the elections.
func await(t *testing.T, f *fleet.Fleet, wanted func(*fleet.Agent) bool) *fleet.Agent {
	t.Helper()
	patient := *f
	patient.Look = 100 * time.Millisecond
	leader, _, err := patient.Agreement(t.Context(), wanted)
	if err != nil {
		t.Fatal(err)
	}
	return leader
}

// eventually waits until is returns true, for a minute at most.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("not in a minute: %s", what)
		}
	}
}

// healthy fails if an agent's log reports a bug of the agent.
func healthy(t *testing.T, f *fleet.Fleet) {
	t.Helper()
	for _, a := range f.Agents {
		log, err := os.ReadFile(filepath.Join(a.Dir, "log"))
		if err != nil {
			continue // never started
		}
		for _, sign := range []string{"panic:", "fatal error:", "DATA RACE"} {
			if strings.Contains(string(log), sign) {
				t.Errorf("%s: %s in its log:\n%s", a.Name, sign, a.Complaint())
			}
		}
	}
}

// leaderKnown is the name of the leader that an agent knows, "" for none.
func leaderKnown(ctx context.Context, a *fleet.Agent) string {
	if st, ok := a.Status(ctx); ok && st.Leader != nil {
		return st.Leader.Name
	}
	return ""
}
