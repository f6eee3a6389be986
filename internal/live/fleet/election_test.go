package fleet_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/contract/goals"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/fleet"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// Eight processes, in go test five, elect the best. It is killed, and the second best leads. It starts
// again, and leads in its next incarnation. It is told to end, hands over and says
// goodbye.
func TestEightAgentsElectTheBestThatLives(t *testing.T) {
	elections(t, "tanist", func(t *testing.T, args []string) {
		f := cluster(t, sample.Of(5, 8), args...)
		first := start(t, f)
		first.Kill()
		if second := await(t, f, f.IsBest); second == first {
			t.Fatalf("%s leads, which was killed", second.Name)
		}
		if err := first.Start(f.Program); err != nil {
			t.Fatal(err)
		}
		await(t, f, f.IsBest)
		if st, ok := first.Status(t.Context()); !ok || st.Incarnation != 2 {
			t.Errorf("incarnation %d after a restart, want 2", st.Incarnation)
		}
		if err := first.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if code := first.ExitCode(); code != 0 {
			t.Errorf("exit code %d after SIGTERM, want 0:\n%s", code, first.Complaint())
		}
		await(t, f, f.IsBest)
		for _, a := range f.Agents {
			eventually(t, a.Name+" knows that "+first.Name+" left", func() bool {
				return a == first || memberState(t, a, first.Name) == "left"
			})
		}
		healthy(t, f)
	})
}

// memberState is what an agent knows of a member.
func memberState(t *testing.T, a *fleet.Agent, name string) string {
	st, _ := a.Status(t.Context())
	for _, m := range st.Members {
		if m.Name == name {
			return m.State
		}
	}
	return ""
}

// Every algorithm runs live. It elects a node by its goal, and another when that is
// killed. go test runs every twelfth algorithm.
func TestEveryAlgorithmRunsLive(t *testing.T) {
	t.Parallel()
	program(t)
	var running sync.WaitGroup
	defer running.Wait()
	few := make(chan struct{}, 6) // clusters that run at the same time: they mostly wait
	for i, algorithm := range daemon.Algorithms(nil) {
		if !sample.Takes(i, 12) {
			continue
		}
		running.Go(func() {
			few <- struct{}{}
			defer func() { <-few }()
			t.Run(algorithm.Name, func(t *testing.T) { electTwice(t, algorithm) })
		})
	}
}

func electTwice(t *testing.T, algorithm agent.Algorithm) {
	f := cluster(t, 4, append([]string{"--algorithm", algorithm.Name, "--expect", "4"}, local...)...)
	ids := map[*fleet.Agent]protocol.ID{}
	for i, a := range f.Agents {
		ids[a] = protocol.ID(len(f.Agents) - i)
		a.Args = append(a.Args, "--id", ids[a].String())
	}
	wanted := func(leader *fleet.Agent) bool {
		var c goals.Component
		for _, a := range f.Agents {
			if a.Runs() { // in its first life, and following leader
				c.Add(goals.Standing{ID: ids[a], Value: a.Offer, Incarnation: 1, Leader: ids[leader]})
			}
		}
		return c.Wanted(algorithm.Goal, 0, func(id protocol.ID) bool { return id == ids[leader] && leader.Runs() }).Right(ids[leader])
	}
	if err := f.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, f, wanted).Kill()
	await(t, f, wanted)
	healthy(t, f)
}

// After a split brain heals, the hooks of both leaders run: the loser's, and also the
// winner's, for which nothing has changed.
func TestHooksOfBothLeadersRunWhenASplitBrainHeals(t *testing.T) {
	elections(t, "vasudevan", func(t *testing.T, args []string) {
		f := cluster(t, 4, args...)
		dir := directory(t)
		scenario := filepath.Join(dir, "apart.yaml")
		// The time is long enough to meet first, and to elect twice while apart.
		text := "nodes: 4\nduration: 1h\nwarmup: 0s\nradio: {model: graph, topology: complete, latency: 1ms}\n" +
			"faults: [{at: 8s, partition: [[1, 2], [3, 4]], for: 8s}]\nalgorithms: [vasudevan]\n"
		if err := os.WriteFile(scenario, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		epoch := time.Now().UTC().Format(time.RFC3339Nano)
		hook := filepath.Join(dir, "told")
		for i, a := range f.Agents {
			line := `echo "$BELLWETHER_EVENT $BELLWETHER_RECONFIRMED $BELLWETHER_EPOCH" >> ` + hook + fmt.Sprint(i+1)
			a.Args = append(a.Args, "--radio", scenario, "--as", fmt.Sprint(i+1), "--epoch", epoch, "--mask-gossip",
				"--on-event", "leader-gained="+line, "--on-event", "leader-lost="+line, "--on-event", "leader-changed="+line)
		}
		// Offers are 103, 102, 101, 100: one half is led by n1, the other by n3.
		winner, loser := f.Agents[0], f.Agents[2]
		start(t, f)
		eventually(t, "each half has a leader", func() bool {
			return leaderKnown(t.Context(), f.Agents[1]) == winner.Name && leaderKnown(t.Context(), f.Agents[3]) == loser.Name
		})
		before := strings.Count(told(t, hook+"1"), "leader-gained")
		await(t, f, func(a *fleet.Agent) bool { return a == winner })
		eventually(t, "the winner's hook ran again", func() bool {
			return strings.Count(told(t, hook+"1"), "leader-gained") > before
		})
		if said := told(t, hook+"3"); !strings.Contains(said, "leader-lost") {
			t.Errorf("the loser's hook got only:\n%s", said)
		}
		for i := range f.Agents {
			epochsRise(t, told(t, fmt.Sprintf("%s%d", hook, i+1)))
		}
		healthy(t, f)
	})
}

func told(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

// epochsRise fails if a hook got an older epoch after a newer one.
func epochsRise(t *testing.T, said string) {
	t.Helper()
	last := uint64(0)
	for _, line := range strings.Split(strings.TrimSpace(said), "\n") {
		var event, again string
		var epoch uint64
		if _, err := fmt.Sscan(line, &event, &again, &epoch); err != nil {
			t.Errorf("a hook wrote %q: %v", line, err)
		}
		if epoch < last {
			t.Errorf("epoch %d after %d in\n%s", epoch, last, said)
		}
		last = epoch
	}
}
