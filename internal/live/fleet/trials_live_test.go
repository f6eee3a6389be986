//go:build live

package fleet_test

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/api"
	"bellwether/internal/live/fleet"
)

// trials is how often a leader is killed for each preset.
const trials = 20

// bounds limit 95 of 100 takeovers. A takeover lasts from the kill of the leader until
// all others follow one leader. Each bound is the preset's detection time (0.75, 1.4, 3, 4, 16
// s) and an election, doubled for a busy machine.
var bounds = map[string]time.Duration{
	"local": 3 * time.Second, "lan-fast": 6 * time.Second, "lan": 15 * time.Second, "wifi": 20 * time.Second, "wan": time.Minute,
}

// TestTakeover kills the leader of eight again and again, with each preset, and prints
// how long the others took. The clusters of all presets run at the same time: they mostly
// wait.
func TestTakeover(t *testing.T) {
	fmt.Printf("\n| preset | agents | trials | median | p95 | longest | bound of p95 |\n|---|---|---|---|---|---|---|\n")
	t.Run("presets", func(t *testing.T) {
		for preset, bound := range bounds {
			t.Run(preset, func(t *testing.T) {
				t.Parallel()
				traces := directory(t)
				f := cluster(t, 8, "--timing", preset, "--hysteresis", "0", "--trace", traces)
				took := takeovers(t, f)
				slices.Sort(took)
				p95 := took[(len(took)*95+99)/100-1] // the least time that 95 of 100 do not exceed
				fmt.Printf("| %s | 8 | %d | %.2f s | %.2f s | %.2f s | %.0f s |\n", preset, len(took),
					took[(len(took)-1)/2].Seconds(), p95.Seconds(), took[len(took)-1].Seconds(), bound.Seconds())
				if p95 > bound {
					t.Errorf("%s: p95 is %v, beyond %v; all: %v", preset, p95, bound, took)
				}
				f.Kill()
				lawful(t, traces)
				healthy(t, f)
			})
		}
	})
}

// takeovers are the times from a kill of the leader until all follow another.
func takeovers(t *testing.T, f *fleet.Fleet) []time.Duration {
	t.Helper()
	leader := start(t, f)
	var out []time.Duration
	for range trials {
		// A beacon is sent once an interval. The leader must die at different times
		// within the interval.
		time.Sleep(rand.N(2 * time.Second))
		leader.Kill()
		_, took, err := f.Agreement(t.Context(), f.IsBest)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, took)
		if err := leader.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		leader = await(t, f, f.IsBest)
	}
	return out
}

// TestLongPartition separates eight agents into two halves for 90 s, gossip included.
// That is three times as long as memberlist remembers the dead. The halves find each
// other again by themselves.
func TestLongPartition(t *testing.T) {
	dir := directory(t)
	scenario := filepath.Join(dir, "apart.yaml")
	const begin, span = 30 * time.Second, 90 * time.Second
	text := fmt.Sprintf("nodes: 8\nduration: 1h\nwarmup: 0s\nradio: {model: graph, topology: complete, latency: 1ms}\n"+
		"faults: [{at: %v, partition: [[1, 2, 3, 4], [5, 6, 7, 8]], for: %v}]\nalgorithms: [vasudevan]\n", begin, span)
	if err := os.WriteFile(scenario, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	epoch := time.Now()
	f := cluster(t, 8, append([]string{"--radio", scenario, "--mask-gossip", "--trace", dir,
		"--epoch", epoch.UTC().Format(time.RFC3339Nano)}, local...)...)
	for i, a := range f.Agents {
		a.Args = append(a.Args, "--as", fmt.Sprint(i+1))
	}
	best := start(t, f)
	other := bestOf(f.Agents[:4])
	if slices.Index(f.Agents, best) < 4 {
		other = bestOf(f.Agents[4:])
	}
	eventually(t, "the half without the best has a leader", func() bool { return leaderKnown(t.Context(), other) == other.Name })
	time.Sleep(time.Until(epoch.Add(begin + span - time.Second)))
	if got := leaderKnown(t.Context(), other); got != other.Name {
		t.Errorf("at the end of the partition %s follows %q, want itself", other.Name, got)
	}
	time.Sleep(time.Until(epoch.Add(begin + span)))
	await(t, f, f.IsBest)
	fmt.Printf("a partition of %v healed %.1fs after its end\n", span, time.Since(epoch.Add(begin+span)).Seconds())
	f.Kill()
	lawful(t, dir)
	healthy(t, f)
}

func bestOf(agents []*fleet.Agent) *fleet.Agent {
	return slices.MaxFunc(agents, func(a, b *fleet.Agent) int { return cmp.Compare(a.Offer, b.Offer) })
}

// TestRestartsUnderLoad restarts one agent twenty times; it is killed or told to leave in
// turn. Meanwhile a busy loop for each processor slows the agents.
func TestRestartsUnderLoad(t *testing.T) {
	dir := directory(t)
	f := cluster(t, 8, append([]string{"--trace", dir}, local...)...)
	best := start(t, f)
	idle := make(chan struct{})
	defer close(idle)
	for range runtime.NumCPU() {
		go func() {
			for {
				select {
				case <-idle:
					return
				default:
				}
			}
		}()
	}
	for i := range 20 {
		if i%2 == 0 {
			best.Kill()
		} else {
			if err := best.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if code := best.ExitCode(); code != 0 {
				t.Fatalf("exit code %d after SIGTERM:\n%s", code, best.Complaint())
			}
		}
		if i%4 < 2 { // sometimes it is back before the others have noticed
			await(t, f, f.IsBest)
		}
		if err := best.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		await(t, f, func(a *fleet.Agent) bool { return a == best })
	}
	if st, ok := best.Status(t.Context()); !ok || st.Incarnation != 21 {
		t.Errorf("incarnation %d after 20 restarts, want 21", st.Incarnation)
	}
	f.Kill()
	lawful(t, dir)
	healthy(t, f)
}

// The number of agents of TestManyAgents, and their time-outs.
var (
	manyAgents = flag.Int("agents", 50, "how many agents TestManyAgents runs")
	manyTiming = flag.String("timing", "local", "their timing preset")
)

// TestManyAgents runs fifty agents on this machine and prints their cost.
func TestManyAgents(t *testing.T) {
	const quiet = 30 * time.Second
	agents := *manyAgents
	f := cluster(t, agents, "--timing", *manyTiming, "--hysteresis", "0")
	began := time.Now()
	start(t, f)
	together := time.Since(began)
	time.Sleep(10 * time.Second) // the cost of joining is not measured
	before, sent := spent(t, f), said(t, f)
	time.Sleep(quiet)
	after, more := spent(t, f), said(t, f)
	var took []time.Duration
	for range 5 {
		f.Best().Kill()
		_, d, err := f.Agreement(t.Context(), f.IsBest)
		if err != nil {
			t.Fatal(err)
		}
		took = append(took, d)
	}
	slices.Sort(took)
	memory := resident(t, f)
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("\n| agents | preset | to the first agreement | CPU of an agent | resident memory of an agent | election messages of all | takeover, median of 5 | longest |\n|---|---|---|---|---|---|---|---|\n")
	fmt.Printf("| %d | %s | %.1f s | %.2f %% of a core | %.1f MB | %.0f / s | %.2f s | %.2f s |\n", agents, *manyTiming, together.Seconds(),
		100*(after-before).Seconds()/quiet.Seconds()/float64(agents), memory, float64(more-sent)/quiet.Seconds(),
		took[2].Seconds(), took[4].Seconds())
	fmt.Printf("load averages and processes: %s", load)
	healthy(t, f)
}

// tick is the unit of times in /proc: USER_HZ, 100 on every architecture that Go runs on.
const tick = time.Second / 100

// spent is the processor time that all agents have used.
func spent(t *testing.T, f *fleet.Fleet) (all time.Duration) {
	t.Helper()
	for _, a := range f.Agents {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", a.Pid()))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest) // from the third field on: proc_pid_stat(5)
		var user, system int
		if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
			t.Fatal(err)
		}
		all += time.Duration(user+system) * tick
	}
	return all
}

// said is the number of messages of the election and its overlay that all agents have
// sent.
func said(t *testing.T, f *fleet.Fleet) (all uint64) {
	t.Helper()
	for _, a := range f.Agents {
		metrics := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(a.Dir, api.SocketName))
		}}}
		reply, err := metrics.Get("http://agent/metrics")
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(reply.Body); lines.Scan(); {
			if name, count, _ := strings.Cut(lines.Text(), " "); strings.HasPrefix(name, "bellwether_messages_total") && strings.Contains(name, `direction="sent"`) {
				n, err := strconv.ParseFloat(count, 64)
				if err != nil {
					t.Fatal(err)
				}
				all += uint64(n)
			}
		}
		reply.Body.Close()
		metrics.CloseIdleConnections()
	}
	return all
}

// resident is the mean memory of the agents that run, in MB.
func resident(t *testing.T, f *fleet.Fleet) float64 {
	t.Helper()
	all, n := 0, 0
	for _, a := range f.Agents {
		if !a.Runs() {
			continue
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", a.Pid()))
		if err != nil {
			t.Fatal(err)
		}
		var size, pages int
		if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
			t.Fatal(err)
		}
		all, n = all+pages*os.Getpagesize(), n+1
	}
	return float64(all) / float64(n) / 1e6
}
