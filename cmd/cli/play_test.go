package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
	"bellwether/internal/viewer/play"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// playedWorlds are small, and between them have places and none, batteries, a medium that nodes
// contend for, faults and interventions of their own.
var playedWorlds = []string{
	"nodes: 8\nduration: 20s\nwarmup: 0s\nruns: 3\nenergy: {battery: {min: 20, max: 80}}\nfaults:\n  - {at: 5s, crash: random, for: 3s}\n",
	"nodes: 6\nduration: 15s\nwarmup: 2s\nradio: {model: graph, topology: ring, loss: {model: bernoulli, probability: 0.1}}\ninterventions:\n  - {hold_down: [1, 2], from: 3s, until: 9s}\n",
	"nodes: 7\nduration: 15s\nwarmup: 1s\nworld: {width: 300, height: 200}\nradio: {range: 120, access: {model: csma}}\n",
}

var playedKinds = []string{"crash", "restart", "pause", "radio-off", "radio-on", "resign", "elect", "drain", "recharge", "drift", "place", "let-go",
	"cut", "join", "mend", "partition", "heal", "jam", "drop", "delay"}

// lasting are the kinds that may end by themselves.
var lasting = []string{"crash", "pause", "radio-off", "resign", "drift", "partition", "jam"}

// drawAction draws an action of a kind.
func drawAction(r *rand.Rand, kind string, w *scenarios.Scenario) play.Action {
	node := func() protocol.ID { return protocol.ID(1 + r.IntN(w.Nodes)) }
	d := play.Action{Kind: kind, AtNs: r.Int64N(int64(w.Duration)), Node: node(), Peer: node()}
	if r.IntN(2) == 0 {
		d.AtNs -= d.AtNs % 1e6
	}
	if slices.Contains([]string{"place", "let-go", "cut", "join", "mend"}, kind) { // so that some is held that is let go
		d.Node, d.Peer = protocol.ID(1+r.IntN(2)), 3
	}
	side := 100.0
	d.X, d.Y = float64(r.IntN(100)), r.Float64()*side
	d.Width, d.Height = 1+r.Float64()*side, 1+r.Float64()*side
	d.Left, d.PPM, d.Forgets = float64(r.IntN(10))/10, 1+r.IntN(400), r.IntN(2) == 0
	if lasts := slices.Contains(lasting, kind); lasts && r.IntN(2) == 0 || kind == "delay" {
		d.ForNs = 1 + r.Int64N(5e9)
	}
	split := 1 + r.IntN(w.Nodes-1)
	d.Groups = [][]protocol.ID{nil, nil}
	for n := range w.Nodes {
		g := 0
		if n >= split {
			g = 1
		}
		d.Groups[g] = append(d.Groups[g], protocol.ID(n+1))
	}
	return d
}

// A session's run is the run of the file that is saved, to the hash: over random sessions of
// twenty actions and more, with every kind of action, undo and redo.
func TestPlayedSessionsRunAgainFromTheirFiles(t *testing.T) {
	sessions := sample.Some(5, 40)
	done := map[string]int{}
	for seed := range sessions {
		dir := t.TempDir()
		world := filepath.Join(dir, "world.yaml")
		put(t, dir, "world.yaml", playedWorlds[seed%len(playedWorlds)])
		algorithm := []string{"vasudevan", "bully", "omega", "flood-max", "raft"}[seed%5]
		s, err := play.Begin(play.Base{Scenario: world, Load: scenarios.Options{Algorithms: []string{algorithm}}, Seed: uint64(seed + 1)})
		if err != nil {
			t.Fatal(err)
		}
		p := play.New(s, play.Options{})
		playAtRandom(t, p, s, uint64(seed), done)
		took, err := p.Wait(t.Context())
		if err != nil {
			t.Fatalf("session %d: %v", seed, err)
		}
		put(t, dir, "played.yaml", string(p.Text()))
		if got := hashOfRun(t, filepath.Join(dir, "played.yaml")); got != took.Hash || got == "" {
			t.Errorf("session %d with %s: the run of the file has the hash %s, the session's has %s\n%s", seed, algorithm, got, took.Hash, p.Text())
		}
		p.Close()
	}
	never := 0
	for _, kind := range append(playedKinds, "undo", "redo") {
		if done[kind] > 0 {
			continue
		}
		if never++; never > sample.Of(1, 0) {
			t.Errorf("%s was never done", kind)
		}
	}
	t.Log(done)
}

// playAtRandom does twenty actions and more, takes some back, and does some of these again.
func playAtRandom(t *testing.T, p *play.Player, s *play.Session, seed uint64, done map[string]int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	for tries := 0; len(p.State().Actions) < 20; tries++ {
		if tries > 400 {
			t.Fatalf("session %d has %d actions after %d tries", seed, len(p.State().Actions), tries)
		}
		kind := playedKinds[r.IntN(len(playedKinds))]
		before, revision := p.Text(), p.State().Revision
		err := p.Do(t.Context(), revision, drawAction(r, kind, s.World()))
		if err != nil {
			if !bytes.Equal(before, p.Text()) || p.State().Revision != revision {
				t.Fatalf("session %d: a refused %s has changed it: %v", seed, kind, err)
			}
			continue
		}
		done[kind]++
		if r.IntN(3) > 0 {
			continue
		}
		after := p.Text()
		if err := p.Undo(p.State().Revision); err != nil || !bytes.Equal(before, p.Text()) {
			t.Fatalf("session %d: undo of %s: %v\n%s\nwant\n%s", seed, kind, err, p.Text(), before)
		}
		done["undo"]++
		if r.IntN(3) > 0 {
			if err := p.Redo(p.State().Revision); err != nil || !bytes.Equal(after, p.Text()) {
				t.Fatalf("session %d: redo of %s: %v", seed, kind, err)
			}
			done["redo"]++
		}
	}
}

// hashOfRun runs a file of one run by the command, and returns the hash of its trace.
func hashOfRun(t *testing.T, file string) string {
	t.Helper()
	var out, said strings.Builder
	if code := (&App{Stdout: &out, Stderr: &said}).Main(context.Background(), []string{"run", file, "--quiet", "--format", "json"}); code != exitDone {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	hash := regexp.MustCompile(`"trace_sha256":\["([0-9a-f]{64})"\]`).FindAllStringSubmatch(out.String(), -1)
	if len(hash) != 1 {
		t.Fatalf("%d hashes in %s", len(hash), out.String())
	}
	return hash[0][1]
}

// What was before an action stays as it was: the lines of the trace up to its instant are the same,
// but for the end of the leg that the action interrupts.
func TestActionsLeaveThePast(t *testing.T) {
	kinds := playedKinds
	if testing.Short() {
		kinds = []string{"crash", "place", "cut"}
	}
	pairs := map[string][2]protocol.ID{"let-go": {3, 0}, "cut": {1, 6}, "join": {1, 3}, "drop": {2, 0}, "delay": {2, 0}}
	for i, kind := range kinds {
		if !sample.Takes(i, 3) && !testing.Short() {
			continue
		}
		dir := t.TempDir()
		first := play.Action{Kind: "place", Node: 3, AtNs: 2e9, X: 10, Y: 10}
		put(t, dir, "world.yaml", playedWorlds[0])
		if slices.Contains([]string{"cut", "join", "mend", "drop", "delay"}, kind) {
			put(t, dir, "world.yaml", playedWorlds[1]) // a ring, where each link and message counts
			first = play.Action{Kind: "cut", Node: 2, Peer: 3, AtNs: 2e9}
		}
		s, err := play.Begin(play.Base{Scenario: filepath.Join(dir, "world.yaml"), Load: scenarios.Options{Algorithms: []string{"vasudevan"}}, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		p := play.New(s, play.Options{})
		if err := p.Do(t.Context(), p.State().Revision, first); err != nil {
			t.Fatal(err)
		}
		before := traceOf(t, dir, p.Text())
		r := rand.New(rand.NewPCG(uint64(i), 2))
		d := drawAction(r, kind, s.World())
		d.Node, d.Peer, d.AtNs = 2, 3, 10e9
		if pair, own := pairs[kind]; own {
			d.Node, d.Peer = pair[0], pair[1]
		}
		if err := p.Do(t.Context(), p.State().Revision, d); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		after := traceOf(t, dir, p.Text())
		p.Close()
		same := 0
		for same < min(len(before), len(after)) && before[same] == after[same] {
			same++
		}
		if same == len(before) {
			t.Errorf("%s has changed nothing", kind)
			continue
		}
		var at struct {
			AtNs int64 `json:"at_ns"`
		}
		if err := json.Unmarshal([]byte(after[same]), &at); err != nil || at.AtNs < d.AtNs {
			t.Errorf("%s at 10s has changed the instant %d ns:\n%s\n%s", kind, at.AtNs, before[same], after[same])
		}
	}
}

// traceOf are the lines of a run, without its header and the ends of legs.
func traceOf(t *testing.T, dir string, text []byte) (lines []string) {
	t.Helper()
	put(t, dir, "one.yaml", string(text))
	name := filepath.Join(dir, "one.ndjson")
	var out, said strings.Builder
	if code := (&App{Stdout: &out, Stderr: &said}).Main(context.Background(), []string{"run", filepath.Join(dir, "one.yaml"), "--quiet", "--trace", name}); code != exitDone {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		if i == 0 {
			continue
		}
		if strings.Contains(line, `"record":"move"`) {
			line, _, _ = strings.Cut(line, `,"until_ns"`)
			line += "}"
		}
		lines = append(lines, line)
	}
	return lines
}
