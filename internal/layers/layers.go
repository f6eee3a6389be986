// Package layers has the architecture of bellwether as a table, and a test that compares
// it with the imports of the packages.
//
// It needs the go command, and checks the imports of packages, not of their tests. A
// package without a row fails the test: add a row for each new package. Nothing imports
// this package.
package layers

import "strings"

// A Row says what a package, or all packages that its pattern matches, may do.
// Of several rows that match, the longest counts.
type Row struct {
	Package string // relative to the module; a final /* stands for one more element
	Layer   int
	Step    int    // order within a layer: a package may import those of a lower step
	Owns    string // in a few words
	Ours    []string
	Theirs  []string // beyond the standard library, by prefix
	Pure    bool     // touches no clock, socket, disk, goroutine or logger
	Tests   bool     // only tests may import it
}

// anyBelow in Ours means every package of a lower layer.
const anyBelow = "…"

const (
	orb = "github.com/paulmach/orb"
)

// Table is the architecture.
var Table = []Row{
	{Package: "protocol", Layer: 0, Owns: "the words every algorithm uses", Pure: true},

	{Package: "internal/ability", Layer: 1, Step: 1, Owns: "the optional abilities of machines", Ours: []string{"internal/goals", "protocol"}, Pure: true},
	{Package: "internal/formula", Layer: 1, Owns: "formulas of costs", Pure: true},
	{Package: "internal/goals", Layer: 1, Owns: "whom a component should name", Ours: []string{"protocol"}, Pure: true},
	{Package: "internal/offers", Layer: 0, Owns: "what a node is worth as a leader", Pure: true},
	{Package: "internal/build", Layer: 0, Owns: "which program runs, on which machine"},
	{Package: "internal/crash", Layer: 0, Owns: "panics as errors"},
	{Package: "internal/durable", Layer: 0, Owns: "files that are complete or absent"},
	{Package: "internal/energy", Layer: 0, Owns: "what radios draw, what batteries give", Pure: true},
	{Package: "internal/memory", Layer: 0, Owns: "how much memory there is", Theirs: []string{"github.com/prometheus/procfs"}},
	{Package: "internal/notices", Layer: 0, Owns: "licences of what is linked"},
	{Package: "internal/lock", Layer: 0, Owns: "one process a directory", Theirs: []string{"golang.org/x/sys"}},
	{Package: "internal/wyhash", Layer: 0, Owns: "a hash of two words", Pure: true},
	{Package: "internal/gz", Layer: 0, Owns: "streams that gzip may have packed"},
	{Package: "internal/crowd", Layer: 0, Owns: "how many strangers a service holds connections for"},
	{Package: "internal/view/web", Layer: 0, Owns: "the modules and styles of pages"},
	{Package: "internal/holm", Layer: 0, Owns: "several tests at one level"},
	{Package: "internal/factorial", Layer: 0, Owns: "experiments with many factors, and their effects", Theirs: []string{"gonum.org/v1/gonum/stat"}, Pure: true},
	{Package: "internal/agreement", Layer: 0, Owns: "two studies compared by intervals", Theirs: []string{"gonum.org/v1/gonum/stat"}, Pure: true},
	{Package: "internal/hostport", Layer: 0, Owns: "where a machine can be reached, as people write it"},
	{Package: "internal/plural", Layer: 0, Owns: "counts in words for people", Pure: true},
	{Package: "internal/shell", Layer: 0, Owns: "words of commands", Pure: true},
	{Package: "internal/wrap", Layer: 0, Owns: "lines for a terminal", Pure: true, Theirs: []string{"github.com/olekukonko/tablewriter"}},
	{Package: "internal/refuse", Layer: 0, Owns: "errors that say whose they are", Pure: true},
	{Package: "internal/inwords", Layer: 0, Step: 1, Owns: "errors for people who asked for a command", Ours: []string{"internal/refuse"}},
	{Package: "internal/script", Layer: 0, Owns: "commands with a time-out"},
	{Package: "internal/durable/durabletest", Layer: 1, Owns: "a disk that fails", Ours: []string{"internal/durable"}, Tests: true},

	{Package: "mobility", Layer: 0, Step: 1, Owns: "where nodes are going", Ours: []string{"internal/refuse"}, Theirs: []string{orb}},
	{Package: "internal/legs", Layer: 1, Owns: "what a path promises", Ours: []string{"mobility"}},
	{Package: "internal/motor", Layer: 1, Owns: "what movement takes from batteries", Ours: []string{"mobility"}, Pure: true},
	{Package: "internal/held", Layer: 2, Owns: "a program's own movement and losses, held to what they promise", Ours: []string{"internal/crash", "internal/legs", "internal/refuse", "mobility", "protocol", "radio"}},
	{Package: "internal/recorded", Layer: 1, Owns: "movement that was recorded", Ours: []string{"internal/refuse", "mobility"}, Theirs: []string{orb}},
	{Package: "internal/formats/*", Layer: 2, Owns: "readers and writers of movement traces", Ours: []string{"internal/refuse", "internal/recorded", "mobility", "internal/formats/text", "internal/formats/geo"}, Theirs: []string{orb}},
	{Package: "internal/formats/contacts", Layer: 3, Owns: "who met whom and when", Ours: []string{"internal/refuse", "internal/recorded", "mobility", "internal/formats/text", "internal/formats/one"}},
	{Package: "internal/formats/testbed", Layer: 2, Owns: "what the links of a testbed did", Ours: []string{"internal/recorded", "internal/formats/text"}},
	{Package: "internal/formats/text", Layer: 0, Step: 1, Owns: "lines, numbers and markup of traces", Ours: []string{"internal/gz", "internal/refuse"}},
	{Package: "internal/formats/geo", Layer: 1, Step: 1, Owns: "degrees to metres and back", Ours: []string{"internal/recorded"}, Theirs: []string{orb}},
	{Package: "internal/formats/tracetest", Layer: 2, Owns: "probes of traces, for tests", Ours: []string{"internal/recorded", "mobility"}, Theirs: []string{orb}, Tests: true},
	{Package: "internal/formats", Layer: 4, Owns: "the list of trace formats, and which one a file has", Ours: []string{"internal/refuse", "internal/recorded", "mobility", "internal/formats/*"}, Theirs: []string{orb}},
	{Package: "internal/chance", Layer: 0, Step: 1, Owns: "losses by address, and the purposes of hashes", Ours: []string{"protocol", "internal/refuse", "internal/wyhash"}, Pure: true},
	{Package: "internal/grid", Layer: 0, Owns: "which points are near a place", Theirs: []string{orb}, Pure: true},
	{Package: "radio", Layer: 1, Owns: "who hears whom", Ours: []string{"protocol", "internal/refuse", "internal/wyhash", "internal/chance"}, Theirs: []string{orb}},
	{Package: "internal/air", Layer: 1, Step: 1, Owns: "frames by power, and frames that overlap", Ours: []string{"protocol", "radio", "internal/refuse", "internal/wyhash", "internal/chance"}, Theirs: []string{orb}, Pure: true},
	{Package: "internal/presets", Layer: 1, Step: 1, Owns: "radios that can be bought", Ours: []string{"radio"}, Pure: true},
	{Package: "radio/channel", Layer: 1, Step: 2, Owns: "media that go by power", Ours: []string{"radio", "internal/air"}, Pure: true},
	{Package: "internal/formats/walls", Layer: 2, Owns: "obstacles of GeoJSON files", Ours: []string{"radio", "internal/air", "internal/refuse"}, Theirs: []string{orb}},
	{Package: "internal/formats/eel", Layer: 2, Owns: "path losses and places of emulation event logs", Ours: []string{"protocol", "radio", "internal/air", "internal/recorded", "internal/refuse", "internal/formats/text", "internal/formats/geo"}, Theirs: []string{orb}},
	{Package: "internal/origin", Layer: 0, Owns: "what a trace is of"},
	{Package: "internal/sending", Layer: 1, Owns: "names of messages", Ours: []string{"protocol"}, Pure: true},
	{Package: "trace", Layer: 1, Step: 1, Owns: "what happened", Ours: []string{"internal/gz", "protocol", "internal/refuse", "internal/origin", "internal/sending"}},
	{Package: "internal/strict", Layer: 1, Owns: "YAML with every fault in its place", Theirs: []string{"github.com/goccy/go-yaml"}},

	// The ring of overlay tests its successor with a detector of fd, so fd is below.
	{Package: "fd", Layer: 1, Owns: "who seems dead", Ours: []string{"protocol"}, Pure: true},
	{Package: "overlay", Layer: 2, Owns: "between radio and algorithm", Ours: []string{"internal/ability", "internal/goals", "protocol", "fd"}, Pure: true},
	{Package: "internal/steps", Layer: 3, Owns: "machines step by step", Ours: []string{"internal/goals", "internal/ability", "protocol", "overlay", "trace"}, Pure: true},
	{Package: "internal/overlaytest", Layer: 4, Owns: "a small world for tests", Ours: []string{"internal/goals", "internal/ability", "protocol", "overlay", "internal/steps"}, Tests: true},
	{Package: "trace/check", Layer: 2, Owns: "verdicts", Ours: []string{"internal/goals", "protocol", "trace", "internal/plural"}},
	{Package: "internal/rest", Layer: 2, Owns: "a world once it is calm", Ours: []string{"protocol", "trace"}},
	{Package: "internal/invariants", Layer: 2, Step: 1, Owns: "what VKT04 promises at every moment", Ours: []string{"protocol", "trace", "trace/check"}},
	{Package: "internal/merge", Layer: 2, Owns: "one trace of those of live agents", Ours: []string{"internal/gz", "protocol", "trace", "internal/origin"}},
	{Package: "trace/measure", Layer: 2, Owns: "numbers with intervals", Ours: []string{"internal/holm", "internal/refuse", "internal/goals", "protocol", "trace"}, Theirs: []string{"gonum.org/v1/gonum/stat"}},

	{Package: "election", Layer: 3, Owns: "the main algorithm", Ours: []string{"protocol", "fd", "overlay", "trace/check", "internal/invariants"}, Pure: true},
	{Package: "baseline/internal/*", Layer: 3, Step: 1, Owns: "one algorithm each", Ours: []string{"protocol", "fd", "overlay", "baseline/internal/rings"}, Pure: true},
	{Package: "baseline/internal/rings", Layer: 3, Owns: "what elections on a ring share", Ours: []string{"protocol", "fd", "overlay"}, Pure: true},

	// The one exemption: Raft's election is the library's own.
	{Package: "baseline/internal/raft", Layer: 3, Owns: "the election of etcd", Ours: []string{"protocol"}, Theirs: []string{"go.etcd.io/raft/v3"}, Pure: true},

	{Package: "baseline", Layer: 4, Owns: "the explicit list of baselines", Ours: []string{"protocol", "baseline/internal/*"}, Pure: true},
	// The emulator's parts import the kernel, and each other by these steps.
	{Package: "emulator/internal/draw", Layer: 1, Owns: "the randomness of a run", Ours: []string{"internal/wyhash"}, Pure: true},
	{Package: "emulator/internal/kernel", Layer: 3, Owns: "virtual time: queue, nodes, timers, effects", Ours: []string{"internal/ability", "protocol", "overlay", "trace", "emulator/internal/draw"}, Pure: true},
	{Package: "emulator/internal/battery", Layer: 3, Step: 1, Owns: "what is left of batteries, and when they are empty", Ours: []string{"protocol", "trace", "internal/energy", "emulator/internal/kernel"}, Pure: true},
	{Package: "emulator/internal/place", Layer: 3, Step: 1, Owns: "where nodes are", Ours: []string{"internal/legs", "protocol", "trace", "mobility", "radio", "internal/grid", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/reach", Layer: 3, Step: 2, Owns: "who hears whom", Ours: []string{"protocol", "trace", "radio", "internal/air", "internal/chance", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/links", Layer: 3, Step: 3, Owns: "links, components and shortest paths", Ours: []string{"internal/grid", "protocol", "trace", "radio", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/duty", Layer: 3, Step: 1, Owns: "which radios may not send", Ours: []string{"protocol", "trace", "radio", "internal/air", "emulator/internal/kernel"}, Pure: true},
	{Package: "emulator/internal/access", Layer: 3, Step: 3, Owns: "when frames go on the air, and which of those that overlap are received", Ours: []string{"protocol", "trace", "radio", "internal/air", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/faults", Layer: 3, Step: 5, Owns: "faults: what they change, where, and how they end", Ours: []string{"protocol", "trace", "radio", "internal/chance", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/offer", Layer: 3, Step: 4, Owns: "what nodes can offer", Ours: []string{"internal/offers", "protocol", "overlay", "trace", "emulator/internal/*"}, Pure: true},
	{Package: "emulator/internal/intervene", Layer: 3, Step: 5, Owns: "single changes of a run", Ours: []string{"protocol", "trace", "internal/sending", "emulator/internal/*"}, Pure: true},
	{Package: "emulator", Layer: 4, Owns: "the parts of a world put together", Ours: []string{"internal/crash", "internal/legs", "internal/refuse", "protocol", "overlay", "radio", "internal/air", "mobility", "trace", "internal/energy", "emulator/internal/*"}, Theirs: []string{orb}},
	{Package: "emulator/story", Layer: 5, Owns: "elections message by message", Ours: []string{"internal/crash", "internal/ability", "protocol", "overlay", "trace", "internal/steps"}, Pure: true},
	{Package: "internal/storytest", Layer: 6, Owns: "stories as tests", Ours: []string{"emulator/story"}, Theirs: []string{"github.com/cockroachdb/datadriven"}, Tests: true},
	{Package: "protocol/conformance", Layer: 9, Owns: "the tests of every algorithm", Ours: []string{anyBelow}, Theirs: []string{orb}, Tests: true},
	{Package: "internal/sample", Layer: 0, Owns: "how much tests draw", Tests: true},
	{Package: "internal/bubble", Layer: 0, Owns: "tests in simulated time", Tests: true},
	{Package: "internal/trials", Layer: 10, Owns: "runs that test costs", Ours: []string{"protocol", "emulator", "protocol/conformance"}, Tests: true},
	// The packages below an agent know nothing of elections.
	{Package: "internal/store", Layer: 1, Owns: "what an agent remembers", Ours: []string{"protocol", "internal/durable", "internal/lock"}},
	{Package: "internal/sensor", Layer: 1, Owns: "what a machine can offer", Ours: []string{"internal/offers", "protocol", "internal/script"}, Theirs: []string{"github.com/prometheus/procfs"}},
	{Package: "internal/livetest", Layer: 5, Owns: "a network in memory for tests", Ours: []string{"protocol", "internal/agent", "internal/gossip", "internal/store"}, Tests: true},
	{Package: "internal/api", Layer: 5, Step: 1, Owns: "an agent over HTTP", Ours: []string{"internal/agent", "internal/crowd", "internal/gossip", "internal/hook", "internal/hostport", "internal/keyring", "internal/sealed", "internal/view/web"}, Theirs: []string{"github.com/prometheus/client_golang", "golang.org/x/net"}},
	{Package: "internal/hook", Layer: 5, Owns: "a user's commands on events", Ours: []string{"internal/agent", "internal/script"}},
	{Package: "internal/sealed", Layer: 1, Owns: "a transport on which only holders of a key speak", Ours: []string{"internal/crowd"}, Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/keyring", Layer: 1, Step: 1, Owns: "an agent's keys, and how a cluster changes its key", Ours: []string{"internal/durable", "internal/sealed"}},
	{Package: "internal/identity", Layer: 1, Owns: "the keys of agents, and whose each is", Ours: []string{"protocol", "internal/durable"}},
	{Package: "internal/gossip", Layer: 1, Step: 2, Owns: "who is in the cluster, and datagrams", Ours: []string{"protocol", "internal/crowd", "internal/hostport", "internal/keyring", "internal/sealed"}, Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/gossip/gossiptest", Layer: 2, Owns: "a network in memory for tests", Theirs: []string{"github.com/hashicorp/memberlist", "go.uber.org/goleak"}, Tests: true},
	{Package: "internal/discover", Layer: 1, Owns: "agents on the same link", Ours: []string{"protocol"}, Theirs: []string{"github.com/hashicorp/mdns"}},
	{Package: "internal/lease", Layer: 1, Owns: "leadership by the word of a majority", Ours: []string{"protocol"}, Pure: true},
	{Package: "internal/agent", Layer: 4, Owns: "real time: one agent's loop", Ours: []string{"internal/crash", "internal/ability", "protocol", "overlay", "trace", "internal/gossip", "internal/lease", "internal/store"}, Theirs: []string{"golang.org/x/sys"}},
	{Package: "internal/sensing", Layer: 5, Owns: "an agent told what its node can offer", Ours: []string{"internal/agent", "internal/sensor"}},
	{Package: "live", Layer: 6, Owns: "an agent in one's own program", Ours: []string{"internal/crash", "protocol", "election", "internal/agent", "internal/gossip", "internal/keyring", "internal/sensing", "internal/sensor", "internal/store"}},

	{Package: "scenarios", Layer: 5, Owns: "experiments as files, the table of algorithms", Ours: []string{anyBelow}, Theirs: []string{orb}},
	{Package: "internal/scenariotest", Layer: 5, Step: 1, Owns: "runs of scenarios in tests", Ours: []string{"protocol", "emulator", "scenarios", "trace"}, Tests: true},
	{Package: "internal/registry", Layer: 5, Step: 1, Owns: "what a program has of its own and with us", Ours: []string{"internal/legs", "trace", "protocol", "overlay", "election", "emulator", "mobility", "radio", "scenarios", "trace/check", "trace/measure", "internal/crash", "internal/held", "internal/refuse", "internal/tasks"}},
	{Package: "internal/draw", Layer: 5, Owns: "tables and figures", Ours: []string{"internal/holm", "internal/durable", "protocol", "trace", "trace/measure", "internal/plural", "internal/wrap"}, Theirs: []string{"github.com/olekukonko/tablewriter", "gonum.org/v1/plot"}},
	{Package: "internal/why", Layer: 5, Owns: "what led to what, in a trace", Ours: []string{"internal/plural", "protocol", "radio", "trace"}},
	{Package: "internal/causes", Layer: 5, Owns: "why nodes are without the right leader", Ours: []string{"internal/goals", "protocol", "trace", "trace/measure"}},
	{Package: "internal/film", Layer: 5, Owns: "a trace as the viewer reads it", Ours: []string{"internal/goals", "internal/refuse", "protocol", "trace"}, Theirs: []string{"github.com/goccy/go-yaml"}},
	{Package: "internal/butfor", Layer: 8, Owns: "what an effect would not have been without", Ours: []string{"emulator", "internal/campaign", "internal/crash", "internal/goals", "internal/sending", "internal/shell", "internal/strict", "internal/why", "protocol", "scenarios", "trace"}},
	{Package: "internal/inquiry", Layer: 8, Step: 1, Owns: "a question to a trace", Ours: []string{"internal/butfor", "internal/why", "protocol", "scenarios"}},
	{Package: "scenarios/why", Layer: 8, Step: 2, Owns: "why something happened in a run, for programs", Ours: []string{"internal/butfor", "internal/inquiry", "protocol", "scenarios"}},
	{Package: "internal/play", Layer: 8, Owns: "a world that answers", Ours: []string{"emulator", "internal/build", "internal/campaign", "internal/crash", "internal/film", "internal/sending", "internal/strict", "internal/view", "protocol", "scenarios", "trace"}},
	{Package: "internal/view", Layer: 6, Owns: "films in a browser", Ours: []string{"internal/film", "internal/hostport", "internal/view/web"}},
	{Package: "plots", Layer: 5, Step: 1, Owns: "tables and figures, for programs", Ours: []string{"trace", "trace/measure", "internal/draw"}},

	{Package: "internal/tasks", Layer: 1, Owns: "who does the work of a study", Ours: []string{"internal/build", "internal/memory"}},
	{Package: "internal/tasks/taskstest", Layer: 1, Step: 1, Owns: "engines for tests", Ours: []string{"internal/tasks"}, Tests: true},
	{Package: "internal/portable", Layer: 6, Owns: "a scenario for other machines", Ours: []string{"internal/tasks", "scenarios"}},
	{Package: "internal/queue", Layer: 8, Owns: "tasks on many machines, over NATS JetStream", Ours: []string{"internal/build", "internal/crash", "internal/durable", "internal/plural", "internal/results", "internal/tasks"}, Theirs: []string{"github.com/nats-io"}},
	{Package: "internal/runs", Layer: 0, Step: 1, Owns: "runs side by side", Ours: []string{"internal/crash"}},
	{Package: "internal/results", Layer: 5, Owns: "runs kept in a directory", Ours: []string{"trace", "protocol", "trace/measure", "internal/build", "internal/durable", "internal/lock"}},
	{Package: "internal/reproduce", Layer: 8, Step: 1, Owns: "the paper's figures", Ours: []string{anyBelow}, Theirs: []string{"gonum.org/v1/gonum/stat"}},
	{Package: "internal/unknowns", Layer: 9, Owns: "studies of what the paper leaves open", Ours: []string{anyBelow}, Theirs: []string{"gonum.org/v1/gonum/stat"}},
	{Package: "internal/footprint", Layer: 6, Owns: "what runs take of memory", Ours: []string{"internal/ability", "protocol", "overlay", "emulator", "scenarios", "internal/memory"}},
	{Package: "internal/campaign", Layer: 7, Owns: "a scenario's runs and their report", Ours: []string{anyBelow}, Theirs: []string{orb}},
	{Package: "internal/export/source", Layer: 2, Owns: "a trace as the source of other formats", Ours: []string{"protocol", "trace"}},
	{Package: "internal/export/*", Layer: 2, Step: 1, Owns: "one format of traces each", Ours: []string{"internal/build", "internal/export/source", "protocol", "trace"}},
	{Package: "internal/export/perfetto", Layer: 2, Step: 1, Owns: "a trace as spans for Perfetto", Ours: []string{"internal/export/source", "protocol", "trace"}, Theirs: []string{"google.golang.org/protobuf/encoding/protowire"}},
	{Package: "internal/*", Layer: 6, Owns: "parts that have only one user yet", Ours: []string{anyBelow}, Theirs: []string{orb}},

	{Package: "internal/scaffold", Layer: 6, Owns: "the beginning of a package of one's own", Ours: []string{"protocol"}},
	{Package: "internal/scaffold/election", Layer: 3, Owns: "an election to begin with", Ours: []string{"protocol"}, Pure: true},
	{Package: "internal/scaffold/movement", Layer: 3, Owns: "a model of movement to begin with", Ours: []string{"mobility"}, Theirs: []string{orb}, Pure: true},
	{Package: "internal/scaffold/loss", Layer: 3, Owns: "a loss to begin with", Ours: []string{"protocol", "radio"}, Pure: true},
	{Package: "internal/doctor", Layer: 7, Owns: "a machine and its cluster, checked", Ours: []string{"internal/agent", "internal/api", "internal/daemon", "internal/discover", "internal/gossip", "internal/hostport", "internal/keyring", "internal/lock", "internal/plural"}, Theirs: []string{"golang.org/x/sys"}},
	{Package: "internal/demo", Layer: 8, Owns: "a story of agents, for a terminal", Ours: []string{"protocol", "radio", "internal/agent", "internal/fleet", "internal/plural"}},
	// It measures the campaign's runs.
	{Package: "internal/bench", Layer: 8, Owns: "the workload of the speed targets", Ours: []string{anyBelow}},
	// It predicts with the campaign's runs.
	{Package: "internal/replay", Layer: 8, Owns: "live runs measured like emulated ones", Ours: []string{anyBelow}, Theirs: []string{"gonum.org/v1/gonum/stat"}},
	{Package: "internal/worse", Layer: 8, Owns: "what makes one row worse than another", Ours: []string{"internal/campaign", "internal/causes", "internal/draw", "internal/strict", "trace/measure"}},
	{Package: "internal/lesson", Layer: 8, Owns: "lessons about elections", Ours: []string{"protocol", "emulator", "scenarios", "trace", "trace/measure", "internal/campaign", "internal/shell", "internal/strict", "internal/wrap"}},
	{Package: "scenarios/compare", Layer: 8, Owns: "rows of a scenario side by side, for programs", Ours: []string{"scenarios", "internal/campaign", "internal/footprint", "internal/memory", "internal/crash", "trace/measure"}},
	// It asks the campaign for the metrics of a run.
	{Package: "internal/hunt", Layer: 8, Owns: "worlds that break a law, made small", Ours: []string{anyBelow}},
	{Package: "internal/sweep", Layer: 8, Owns: "plans run to their end", Ours: []string{anyBelow}},
	{Package: "internal/mutants/gate", Layer: 7, Owns: "the command of the mutants' gate", Ours: []string{"internal/mutants"}},
	{Package: "internal/verify", Layer: 9, Owns: "kept runs made again", Ours: []string{anyBelow}},
	{Package: "internal/report", Layer: 9, Owns: "results as one page", Ours: []string{anyBelow}},
	{Package: "internal/own/*", Layer: 9, Owns: "what \"bellwether new\" writes in a clone, beside algorithms", Ours: []string{anyBelow}, Theirs: []string{orb}},

	{Package: "cmd/cli", Layer: 10, Owns: "verbs, flags and exit codes", Ours: []string{anyBelow},
		Theirs: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/schollz/progressbar", "golang.org/x/term"}},
	{Package: "cmd/bellwether", Layer: 11, Owns: "the program", Ours: []string{"cmd/cli"}},
	{Package: "cmd/nats/bellwether", Layer: 11, Owns: "the program, with other machines", Ours: []string{"cmd/cli", "internal/queue"}},
}

// find returns the row of a package.
func find(table []Row, pkg string) (Row, bool) {
	var best Row
	for _, r := range table {
		if matches(r.Package, pkg) && len(r.Package) > len(best.Package) {
			best = r
		}
	}
	return best, best.Package != ""
}

func matches(pattern, pkg string) bool {
	parent, wild := strings.CutSuffix(pattern, "/*")
	if !wild {
		return pattern == pkg
	}
	rest, ok := strings.CutPrefix(pkg, parent+"/")
	return ok && rest != "" && !strings.Contains(rest, "/")
}
