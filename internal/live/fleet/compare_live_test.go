//go:build live

package fleet_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
	"bellwether/trace"
)

// What TestCompare compares, with which time-outs, and how often.
var (
	comparedTiming = flag.String("timings", "lan", "the timing preset of TestCompare's agents")
	comparedTrials = flag.Int("rounds", 20, "how often TestCompare kills, stops and ends a leader")
	comparedPause  = flag.Duration("pause", 2250*time.Millisecond, "for how long TestCompare stops a leader")
)

// contenders are what TestCompare compares: arguments of agents, by name. The last is the
// algorithm with its own defaults instead of the timing's.
var contenders = []contender{
	{"vasudevan", []string{"--algorithm", "vasudevan"}},
	{"tanist", []string{"--algorithm", "tanist"}},
	{"tanist, late 1.25", []string{"--algorithm", "tanist", "--param", "late=1.25"}},
}

type contender struct {
	name string
	args []string
}

// TestCompare runs a cluster of eight agents for each contender, all at the same time, so that
// all meet the same load. It prints what they send in a quiet time, how long the others need
// when a leader is killed, starts again, leaves, or returns from a partition, and in how many
// pauses of a leader it was replaced.
func TestCompare(t *testing.T) {
	var rows sync.Map
	t.Run("contenders", func(t *testing.T) {
		for _, c := range contenders {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				rows.Store(c.name+" acts", compareActs(t, c))
			})
			t.Run(c.name+" apart", func(t *testing.T) {
				t.Parallel()
				rows.Store(c.name+" apart", comparePartitions(t, c))
			})
		}
	})
	for _, part := range []string{" acts", " apart"} {
		for _, c := range contenders {
			if row, ok := rows.Load(c.name + part); ok {
				fmt.Printf("| %s | %s | %s\n", *comparedTiming, c.name, row)
			}
		}
	}
}

// The quiet time, by the clock of each agent from its start.
const (
	quietFrom = 30 * time.Second
	quietTo   = 90 * time.Second
)

func compareActs(t *testing.T, c contender) string {
	traces := directory(t)
	f := cluster(t, 8, append([]string{"--timing", *comparedTiming, "--hysteresis", "0", "--trace", traces}, c.args...)...)
	began := time.Now()
	leader := start(t, f)
	time.Sleep(time.Until(began.Add(quietFrom)))
	before, changes := spent(t, f), epochs(t, f)
	time.Sleep(time.Until(began.Add(quietTo + time.Second)))
	cost := float64(spent(t, f)-before) / float64(time.Since(began)-quietFrom) / float64(len(f.Agents))
	if changes = epochs(t, f) - changes; changes > 0 {
		fmt.Printf("%s: %d changes of leader in the quiet time\n", c.name, changes)
	}
	var killed, back, left []time.Duration
	replaced := 0
	for range *comparedTrials {
		time.Sleep(rand.N(2 * time.Second))
		leader.Kill()
		killed = append(killed, agreement(t, f))
		if err := leader.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		back = append(back, agreement(t, f))

		time.Sleep(2*time.Second + rand.N(2*time.Second))
		left = append(left, leaves(t, f, leader))
		agreement(t, f)

		time.Sleep(2*time.Second + rand.N(2*time.Second))
		if pause(t, f, leader) {
			replaced++
		}
		agreement(t, f)
	}
	f.Kill()
	datagrams, bytes := transmitted(t, traces)
	lawful(t, traces)
	healthy(t, f)
	return fmt.Sprintf("%s | %s | %s | %d of %d | %.2f | %.0f | %.2f %% |", medians(killed), medians(back), medians(left),
		replaced, *comparedTrials, datagrams, bytes, 100*cost)
}

// agreement is the time until all follow the best agent that runs.
func agreement(t *testing.T, f *fleet.Fleet) time.Duration {
	t.Helper()
	_, took, err := f.Agreement(t.Context(), f.IsBest)
	if err != nil {
		t.Fatal(err)
	}
	return took
}

// pause stops a leader's process, and reports whether another led meanwhile.
func pause(t *testing.T, f *fleet.Fleet, leader *fleet.Agent) (replaced bool) {
	t.Helper()
	if err := leader.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for time.Since(began) < *comparedPause {
		for _, a := range f.Agents {
			replaced = replaced || a != leader && leaderKnown(t.Context(), a) == a.Name
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := leader.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	return replaced
}

// epochs counts the changes of leader that all agents have seen.
func epochs(t *testing.T, f *fleet.Fleet) (all uint64) {
	for _, a := range f.Agents {
		st, _ := a.Status(t.Context())
		all += st.Epoch & (1<<32 - 1)
	}
	return all
}

// transmitted is what an agent sends a second in the quiet time: datagrams and bytes.
func transmitted(t *testing.T, dir string) (datagrams, bytes float64) {
	files, err := filepath.Glob(filepath.Join(dir, "*.1.ndjson"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces in %s: %v", dir, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		whole := string(text[:1+strings.LastIndexByte(string(text), '\n')])
		err = trace.Read(strings.NewReader(whole), file, func(_ *trace.Header, l *trace.Line) error {
			if r := l.Record; r.Kind == trace.Transmit && r.At.Sub(0) >= quietFrom && r.At.Sub(0) < quietTo {
				datagrams++
				bytes += float64(r.Bytes)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	span := (quietTo - quietFrom).Seconds() * float64(len(files))
	return datagrams / span, bytes / span
}

// comparePartitions cuts eight agents into halves again and again, gossip included.
func comparePartitions(t *testing.T, c contender) string {
	const first, apart, together = 30 * time.Second, 30 * time.Second, 30 * time.Second
	dir := directory(t)
	faults := ""
	for i := range *comparedTrials / 2 {
		faults += fmt.Sprintf("  - {at: %v, partition: [[1, 2, 3, 4], [5, 6, 7, 8]], for: %v}\n", first+time.Duration(i)*(apart+together), apart)
	}
	scenario := filepath.Join(dir, "apart.yaml")
	text := "nodes: 8\nduration: 2h\nwarmup: 0s\nradio: {model: graph, topology: complete, latency: 1ms}\nfaults:\n" + faults + "algorithms: [vasudevan]\n"
	if err := os.WriteFile(scenario, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	epoch := time.Now()
	f := cluster(t, 8, append([]string{"--timing", *comparedTiming, "--hysteresis", "0", "--radio", scenario, "--mask-gossip",
		"--epoch", epoch.UTC().Format(time.RFC3339Nano)}, c.args...)...)
	for i, a := range f.Agents {
		a.Args = append(a.Args, "--as", fmt.Sprint(i+1))
	}
	best := start(t, f)
	half := f.Agents[:4]
	if slices.Contains(half, best) {
		half = f.Agents[4:]
	}
	other := bestOf(half)
	var parted, met []time.Duration
	never := 0
	for i := range *comparedTrials / 2 {
		at := epoch.Add(first + time.Duration(i)*(apart+together))
		time.Sleep(time.Until(at))
		if follows(t, half, other, at.Add(apart)) {
			parted = append(parted, time.Since(at))
		} else {
			never++
			fmt.Printf("%s: in partition %d not all of one half follow %s in %v\n", c.name, i+1, other.Name, apart)
		}
		time.Sleep(time.Until(at.Add(apart)))
		agreement(t, f)
		met = append(met, time.Since(at.Add(apart)))
	}
	f.Kill()
	healthy(t, f)
	return fmt.Sprintf("%s, %d never | %s |", medians(parted), never, medians(met))
}

// follows waits until agents follow one of them, and reports whether they do before an end.
func follows(t *testing.T, agents []*fleet.Agent, leader *fleet.Agent, end time.Time) bool {
	for time.Now().Before(end) {
		others := ""
		for _, a := range agents {
			if named := leaderKnown(t.Context(), a); named != leader.Name {
				others += fmt.Sprintf(" %s: %q", a.Name, named)
			}
		}
		if others == "" {
			return true
		}
		if time.Until(end) < time.Second {
			t.Logf("they follow%s", others)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

// medians shows the median and the greatest of some times.
func medians(took []time.Duration) string {
	if len(took) == 0 {
		return "-"
	}
	slices.Sort(took)
	return fmt.Sprintf("%.2f s, %.2f s", (took[(len(took)-1)/2]+took[len(took)/2]).Seconds()/2, took[len(took)-1].Seconds())
}

// leaves has a leader leave and start again, and returns how long the others took to agree on another.
func leaves(t *testing.T, f *fleet.Fleet, leader *fleet.Agent) time.Duration {
	t.Helper()
	gone := leader.Leave(t.Context())
	_, took, err := f.Agreement(t.Context(), fleet.Anyone) // who leaves does not count
	if err != nil {
		t.Fatal(err)
	}
	if err := <-gone; err != nil {
		t.Fatal(err)
	}
	<-leader.Exited()
	if err := leader.Start(f.Program); err != nil {
		t.Fatal(err)
	}
	return took
}
