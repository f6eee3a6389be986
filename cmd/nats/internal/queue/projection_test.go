package queue_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/internal/study/tasks"
)

// The measured costs, of docs/maintainers/projection.md: two cores of an EPYC, in November 2026, shared
// with others (load 3).
const (
	// 4 workers of 16 jobs took 1481 tasks a second: BenchmarkTasks/workers=4/jobs=16/wait=20ms.
	coordinatorPerTask = 675 * time.Microsecond
	// 1 worker of 1 job took 22.6 ms for a task of 20 ms: BenchmarkTasks/workers=1/jobs=1/wait=20ms.
	workerPerTask = 2600 * time.Microsecond
	// A sweep of 10 000 runs of campus-walk: results.ndjson has 25 475 206 bytes, work.ndjson
	// 1 837 697.
	lineBytesKept, recordBytes = 2548, 184
	// The coordinator of a plan of a million runs without a worker takes 183 580 kB, and of one of
	// 10 000 runs 53 884 kB.
	ledgerPerRun = 134
	// Received and sent by the coordinator's connections (ss -ti), over tasks done.
	wireBytes = 2500
	// bellwether sweep DIR with 10 000 lines and nothing to do: 1.97 s of processor time.
	restartPerLine = 190 * time.Microsecond
)

// A worker is taken to be lost once a day, as spot machines are: an assumption, not a measurement.
const deathsPerSecond = 1.0 / 86_400

// Of the question.
const (
	runsOfAll = 10_000_000
	machines  = 1000
)

func projected(run time.Duration, jobs, coordinators int) model {
	return model{slots: machines * jobs / coordinators, run: run, perTask: coordinatorPerTask, overhead: workerPerTask, lease: tasks.DefaultLease, deathRate: deathsPerSecond}
}

// The simulation predicts what BenchmarkTasks measured. The costs were taken from the first
// and the last row; the others are predicted.
func TestSimulationPredictsTheMeasured(t *testing.T) {
	const margin = 0.10
	for _, c := range []struct {
		slots    int
		measured float64 // tasks per second, at load 3
	}{{1, 44.25}, {4, 175.4}, {16, 650.8}, {64, 1481}} {
		m := model{slots: c.slots, run: 20 * time.Millisecond, steady: true, perTask: coordinatorPerTask, overhead: workerPerTask, lease: tasks.DefaultLease}
		if got := m.simulate(20_000).perSecond; math.Abs(got/c.measured-1) > margin {
			t.Errorf("%d jobs: %.1f tasks a second, measured %.1f", c.slots, got, c.measured)
		}
	}
}

// The simulation is below the asymptotic bound, and near it if one of the two stations is far
// from its limit.
func TestSimulationKeepsTheBound(t *testing.T) {
	t.Parallel()
	for _, run := range []time.Duration{100 * time.Millisecond, time.Second, 10 * time.Second} {
		for _, slots := range []int{1, 10, 100, 1000, 10_000} {
			m := model{slots: slots, run: run, perTask: coordinatorPerTask, overhead: workerPerTask, lease: tasks.DefaultLease}
			// The end of a run of so many tasks is rounded by a task a slot.
			got, bound := m.simulate(max(20_000, 20*slots)).perSecond, m.bound()
			use := float64(slots) / (run + workerPerTask).Seconds() * coordinatorPerTask.Seconds()
			if got > bound*1.03 || (use < 0.7 || use > 1.4) && got < bound*0.93 {
				t.Errorf("%d jobs, runs of %v: %.1f a second, bound %.1f", slots, run, got, bound)
			}
		}
	}
}

// Each lost worker costs a lease and nothing else.
func TestSimulatedDeathsLoseTime(t *testing.T) {
	m := model{slots: 50, run: time.Second, perTask: coordinatorPerTask, overhead: workerPerTask, lease: 30 * time.Second, deathRate: 0.01}
	f := m.simulate(20_000)
	// A hundredth of the seconds of work ends in a death.
	if f.lost < 150 || f.lost > 260 {
		t.Errorf("%d tasks were lost, want about 200", f.lost)
	}
}

var updateProjection = flag.Bool("update", false, "write the table of docs/maintainers/projection.md anew")

const projectionPage = "../../../../docs/maintainers/projection.md"

// The table of the page is that of the simulation.
func TestProjectionIsTheSimulations(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(projectionPage)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- projection -->\n", "<!-- end -->\n"
	before, rest, found := strings.Cut(string(page), begin)
	was, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatal("the page has no table")
	}
	now := projectionTable()
	if *updateProjection {
		if err := os.WriteFile(projectionPage, []byte(before+begin+now+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != now {
		t.Errorf("the page has\n%s\nthe simulation gives\n%s\nwrite it anew: go -C cmd/nats test ./internal/queue -run ProjectionIs -update", was, now)
	}
	for _, cost := range []string{
		fmt.Sprintf("| coordinator and server, per task | %.3f ms |", coordinatorPerTask.Seconds()*1e3),
		fmt.Sprintf("| worker, between two runs | %.1f ms |", workerPerTask.Seconds()*1e3),
		fmt.Sprintf("| line of results, record | %d, %d bytes |", lineBytesKept, recordBytes),
		fmt.Sprintf("| memory of the coordinator, per run of the plan | %d bytes |", ledgerPerRun),
		fmt.Sprintf("| 10⁷ runs: results and record on the disk | %.0f GB |", float64((lineBytesKept+recordBytes)*runsOfAll)/1e9),
		fmt.Sprintf("| 10⁷ runs: memory of one coordinator | %.1f GB |", float64(ledgerPerRun*runsOfAll)/1e9),
		fmt.Sprintf("| 10⁷ runs: a restart at the end, one processor | %s |", took(float64(runsOfAll)*restartPerLine.Seconds())),
		fmt.Sprintf("| on the wire, both ways | %.1f kB |", wireBytes/1e3),
		fmt.Sprintf("| going on after a restart, per stored line | %.2f ms |", restartPerLine.Seconds()*1e3),
	} {
		if !strings.Contains(string(page), cost) {
			t.Errorf("the page does not say %q", cost)
		}
	}
}

func projectionTable() string {
	var b strings.Builder
	b.WriteString("| a run takes | jobs of a worker | coordinators | runs a second | 10⁷ runs take | coordinator busy | slots in use | MB/s on the wire |\n|---|---|---|---|---|---|---|---|\n")
	for _, jobs := range []int{1, 16} {
		for _, run := range []time.Duration{100 * time.Millisecond, time.Second, 10 * time.Second, time.Minute} {
			few := projected(run, jobs, 1)
			row(&b, few, run, jobs, 1)
			// Of its limit. As many are taken as bring each to two thirds.
			use := float64(few.slots) / (run + workerPerTask).Seconds() * coordinatorPerTask.Seconds()
			if use > 0.9 {
				n := int(math.Ceil(use * 1.5))
				row(&b, projected(run, jobs, n), run, jobs, n)
			}
		}
	}
	return b.String()
}

// took is a time of so many seconds, in the unit that people would take.
func took(seconds float64) string {
	switch {
	case seconds < 2*3600:
		return fmt.Sprintf("%.0f min", seconds/60)
	case seconds < 2*86_400:
		return fmt.Sprintf("%.1f h", seconds/3600)
	}
	return fmt.Sprintf("%.1f days", seconds/86_400)
}

// row writes a row: all coordinators are alike, and one is simulated.
func row(b *strings.Builder, m model, run time.Duration, jobs, coordinators int) {
	f := m.simulate(max(50_000, 12*m.slots))
	all := f.perSecond * float64(coordinators)
	fmt.Fprintf(b, "| %v | %d | %d | %.0f | %s | %.0f %% | %.0f %% | %.1f |\n", run, jobs, coordinators, all, took(runsOfAll/all), f.busy*100,
		f.perSecond*(run+workerPerTask).Seconds()/float64(m.slots)*100, all*wireBytes/1e6)
}
