// Package layers has the architecture of bellwether as a table, and a test that compares
// it with the imports of the packages.
//
// Families has a row for each folder of internal, Table one for each package. It needs the go
// command, and checks the imports of packages, not of their tests. A package without a row
// fails the test: add a row for each new package. A package directly in internal fails, and so
// does one of under 200 lines with one importer and no stated reason. Nothing imports this
// package.
package layers

import "strings"

// A Row says what a package, or all packages that its pattern matches, may do.
// Of several rows that match, the longest counts.
type Row struct {
	Package string // relative to the module; a final /* stands for one more element
	Layer   int
	Step    int    // order within a layer: a package may import packages of a lower step
	Owns    string // in a few words
	Ours    []string
	Theirs  []string // beyond the standard library, by prefix
	Pure    bool     // touches no clock, socket, disk, goroutine or logger
	Tests   bool     // only tests may import it
	Runs    string   // a package for tests that the program runs itself
	Small   string   // why a package under 200 lines with one importer is a package
}

// anyBelow in Ours means every package of a lower layer.
const anyBelow = "…"

const (
	orb   = "github.com/paulmach/orb"
	cobra = "github.com/spf13/cobra"
	pflag = "github.com/spf13/pflag"
	term  = "golang.org/x/term"
)

// Table is the architecture.
var Table = []Row{
	{Package: "protocol", Layer: 0, Owns: "the words every algorithm uses", Pure: true},

	{Package: "internal/contract/optional", Layer: 1, Step: 2, Owns: "the optional abilities of machines", Ours: []string{"internal/contract/goals", "protocol"}, Pure: true},
	{Package: "internal/contract/formula", Layer: 1, Owns: "formulas of costs", Pure: true},
	{Package: "internal/contract/goals", Layer: 1, Step: 1, Owns: "whom a component should name", Ours: []string{"internal/contract/eligibility", "protocol"}, Pure: true},
	{Package: "internal/contract/foreign", Layer: 1, Step: 3, Owns: "an algorithm that is a program in any language", Ours: []string{"internal/contract/goals", "internal/contract/optional", "protocol"}, Theirs: []string{"golang.org/x/sys"}},
	{Package: "internal/contract/capability", Layer: 0, Owns: "what a node is worth as a leader", Pure: true},
	{Package: "internal/contract/eligibility", Layer: 1, Owns: "who may lead, whatever it offers: rules and what they make a node claim", Ours: []string{"protocol"}, Pure: true},
	{Package: "internal/base/build", Layer: 0, Owns: "which program runs on which machine, and the licences of what is linked"},
	{Package: "internal/base/crash", Layer: 0, Owns: "panics as errors"},
	{Package: "internal/base/durable", Layer: 0, Owns: "files that are complete or absent, and locks of directories", Theirs: []string{"golang.org/x/sys"}},
	{Package: "internal/sim/energy", Layer: 1, Owns: "what radios and movement draw, what batteries and the sun give", Ours: []string{"mobility"}, Pure: true},
	{Package: "internal/base/memory", Layer: 0, Owns: "how much memory there is", Theirs: []string{"github.com/prometheus/procfs"}},
	{Package: "internal/contract/rim", Layer: 0, Owns: "how near is in range", Pure: true},
	{Package: "internal/contract/chance", Layer: 0, Step: 1, Owns: "random values by key: losses by address, and the purposes of hashes", Ours: []string{"protocol", "internal/base/errs"}, Pure: true},
	{Package: "internal/base/gz", Layer: 0, Owns: "streams that gzip may have packed"},
	{Package: "internal/live/handshake", Layer: 0, Owns: "the Noise handshake of two agents that share a key", Theirs: []string{"github.com/flynn/noise"}, Pure: true},
	{Package: "internal/live/connlimit", Layer: 0, Owns: "how many strangers a service holds connections for"},
	{Package: "internal/viewer/web", Layer: 0, Owns: "the modules and styles of pages"},
	{Package: "internal/base/stats", Layer: 0, Owns: "several tests corrected, two studies compared, experiments with many factors", Theirs: []string{"gonum.org/v1/gonum/stat"}, Pure: true},
	{Package: "internal/base/netaddr", Layer: 0, Owns: "where a machine can be reached, as people write it"},
	{Package: "internal/base/wording", Layer: 0, Owns: "counts, lines for a terminal, words of commands", Theirs: []string{"github.com/olekukonko/tablewriter"}, Pure: true},
	{Package: "internal/base/errs", Layer: 0, Owns: "errors: whose they are, and as people read them"},
	{Package: "internal/base/script", Layer: 0, Owns: "commands with a time-out"},
	{Package: "internal/base/durable/durabletest", Layer: 1, Owns: "a disk that fails", Ours: []string{"internal/base/durable"}, Tests: true},

	{Package: "mobility", Layer: 0, Step: 1, Owns: "where nodes are going", Ours: []string{"internal/base/errs"}, Theirs: []string{orb}},
	{Package: "internal/sim/pathcheck", Layer: 1, Owns: "what a path promises", Ours: []string{"mobility"}},
	{Package: "internal/sim/userparts", Layer: 2, Owns: "a program's own movement and losses, held to what they promise", Ours: []string{"internal/base/crash", "internal/sim/pathcheck", "internal/base/errs", "mobility", "protocol", "radio"}},
	{Package: "internal/formats/movetrace", Layer: 1, Owns: "movement that was recorded", Ours: []string{"internal/base/errs", "mobility"}, Theirs: []string{orb}},
	{Package: "internal/formats/*", Layer: 2, Owns: "readers and writers of movement traces", Ours: []string{"internal/base/errs", "internal/formats/movetrace", "mobility", "internal/formats/text", "internal/formats/geo"}, Theirs: []string{orb}},
	{Package: "internal/formats/contacts", Layer: 3, Owns: "who met whom and when", Ours: []string{"internal/base/errs", "internal/formats/movetrace", "mobility", "internal/formats/text", "internal/formats/one"}},
	{Package: "internal/formats/testbed", Layer: 2, Owns: "what the links of a testbed did", Ours: []string{"internal/formats/movetrace", "internal/formats/text"}},
	{Package: "internal/formats/text", Layer: 0, Step: 1, Owns: "lines, numbers and markup of traces", Ours: []string{"internal/base/gz", "internal/base/errs"}},
	{Package: "internal/formats/geo", Layer: 1, Step: 1, Owns: "degrees to metres and back", Ours: []string{"internal/formats/movetrace", "internal/formats/text"}, Theirs: []string{orb}},
	{Package: "internal/formats/tracetest", Layer: 2, Owns: "probes of traces, for tests", Ours: []string{"internal/formats/movetrace", "mobility"}, Theirs: []string{orb}, Tests: true},
	{Package: "internal/formats", Layer: 4, Owns: "the list of trace formats, and which one a file has", Ours: []string{"internal/base/errs", "internal/formats/movetrace", "mobility", "internal/formats/*"}, Theirs: []string{orb}},
	{Package: "internal/sim/spatial", Layer: 0, Owns: "which points are near a place", Theirs: []string{orb}, Pure: true},
	{Package: "radio", Layer: 1, Owns: "who hears whom", Ours: []string{"internal/contract/rim", "protocol", "internal/base/errs", "internal/contract/chance", "internal/contract/chance"}, Theirs: []string{orb}},
	{Package: "internal/sim/phy", Layer: 1, Step: 1, Owns: "frames by power, and frames that overlap", Ours: []string{"internal/contract/rim", "protocol", "radio", "internal/base/errs", "internal/contract/chance", "internal/contract/chance"}, Theirs: []string{orb}, Pure: true},
	{Package: "internal/sim/presets", Layer: 1, Step: 1, Owns: "radios that can be bought", Ours: []string{"radio"}, Pure: true},
	{Package: "radio/channel", Layer: 1, Step: 2, Owns: "media that go by power", Ours: []string{"radio", "internal/sim/phy"}, Pure: true},
	{Package: "internal/formats/obstaclefile", Layer: 2, Owns: "obstacles of GeoJSON files", Ours: []string{"radio", "internal/sim/phy", "internal/base/errs"}, Theirs: []string{orb}},
	{Package: "internal/formats/emane", Layer: 2, Owns: "path losses and places of emulation event logs", Ours: []string{"protocol", "radio", "internal/sim/phy", "internal/formats/movetrace", "internal/base/errs", "internal/formats/text", "internal/formats/geo"}, Theirs: []string{orb}},
	{Package: "internal/contract/provenance", Layer: 0, Owns: "what a trace is of"},
	{Package: "internal/contract/messageid", Layer: 1, Owns: "names of messages", Ours: []string{"protocol"}, Pure: true},
	{Package: "trace", Layer: 1, Step: 1, Owns: "what happened", Ours: []string{"internal/base/gz", "protocol", "internal/contract/eligibility", "internal/base/errs", "internal/contract/provenance", "internal/contract/messageid"}},
	{Package: "internal/base/strictyaml", Layer: 1, Owns: "YAML with every fault in its place", Theirs: []string{"github.com/goccy/go-yaml"}},

	// The ring of overlay tests its successor with a detector of fd, so fd is below.
	{Package: "fd", Layer: 1, Owns: "who seems dead", Ours: []string{"protocol"}, Pure: true},
	{Package: "overlay/internal/layer", Layer: 2, Owns: "what services share: a machine around a machine", Ours: []string{"internal/contract/optional", "protocol"}, Pure: true},
	{Package: "overlay/internal/routing", Layer: 2, Step: 1, Owns: "packets, and the memory of messages that came by", Ours: []string{"internal/contract/optional", "protocol", "overlay/internal/layer"}, Pure: true},
	{Package: "overlay/internal/hello", Layer: 2, Step: 1, Owns: "neighbours by hello, and what rides on hellos", Ours: []string{"internal/contract/optional", "protocol", "overlay/internal/layer"}, Pure: true},
	{Package: "overlay/internal/slots", Layer: 2, Step: 1, Owns: "broadcasts that wait and can be taken back", Ours: []string{"internal/contract/optional", "protocol", "overlay/internal/layer"}, Pure: true},
	{Package: "overlay/internal/link", Layer: 2, Step: 1, Owns: "acknowledged frames", Ours: []string{"internal/contract/optional", "protocol", "overlay/internal/layer"}, Pure: true},
	{Package: "overlay/internal/ring", Layer: 2, Step: 1, Owns: "the successor on a ring", Ours: []string{"protocol", "fd", "overlay/internal/layer"}, Pure: true},
	{Package: "overlay/internal/flood", Layer: 2, Step: 2, Owns: "routing by flood", Ours: []string{"internal/contract/optional", "protocol", "overlay/internal/layer", "overlay/internal/routing"}, Pure: true},
	{Package: "overlay/internal/aodv", Layer: 2, Step: 2, Owns: "routing by AODV", Ours: []string{"internal/contract/optional", "protocol", "overlay/internal/layer", "overlay/internal/routing"}, Pure: true},
	{Package: "overlay/internal/olsr", Layer: 2, Step: 2, Owns: "routing by OLSR", Ours: []string{"internal/contract/optional", "protocol", "overlay/internal/layer", "overlay/internal/routing"}, Pure: true},
	{Package: "overlay", Layer: 2, Step: 3, Owns: "services between radio and algorithm, stacked, and the leader's monitor", Ours: []string{"internal/contract/optional", "internal/contract/goals", "protocol", "fd", "overlay/internal/*"}, Pure: true},
	{Package: "internal/sim/async", Layer: 3, Owns: "machines step by step", Ours: []string{"internal/contract/goals", "internal/contract/optional", "protocol", "overlay", "trace"}, Pure: true},
	{Package: "internal/proof/smallworld", Layer: 4, Owns: "a small world for tests", Ours: []string{"internal/contract/goals", "internal/contract/optional", "protocol", "overlay", "internal/sim/async"}, Tests: true},
	{Package: "trace/check", Layer: 2, Owns: "verdicts", Ours: []string{"internal/contract/goals", "protocol", "trace", "internal/base/wording"}},
	{Package: "internal/laws/quiescence", Layer: 2, Owns: "a world once it is calm", Ours: []string{"protocol", "trace"}},
	{Package: "internal/laws/invariants", Layer: 2, Step: 1, Owns: "what VKT04 and tanist promise at every moment", Ours: []string{"protocol", "trace", "trace/check"}},
	{Package: "internal/live/merge", Layer: 2, Owns: "one trace made from the traces of live agents", Ours: []string{"internal/base/gz", "protocol", "trace", "internal/contract/provenance"}},
	{Package: "trace/measure", Layer: 2, Owns: "numbers with intervals", Ours: []string{"internal/base/stats", "internal/base/errs", "internal/contract/eligibility", "internal/contract/goals", "protocol", "trace"}, Theirs: []string{"gonum.org/v1/gonum/stat"}},

	{Package: "election", Layer: 3, Owns: "the main algorithm", Ours: []string{"protocol", "fd", "overlay", "trace/check", "internal/laws/invariants"}, Pure: true},
	{Package: "election/tanist", Layer: 3, Owns: "the election by succession", Ours: []string{"protocol", "trace/check", "internal/laws/invariants"}, Pure: true},
	{Package: "baseline/internal/*", Layer: 3, Step: 2, Owns: "one algorithm each", Ours: []string{"protocol", "fd", "overlay", "baseline/internal/former", "baseline/internal/rings", "baseline/internal/upkeep"}, Pure: true},
	{Package: "baseline/internal/former", Layer: 3, Step: 1, Owns: "leaders that were left, and what is news of them", Ours: []string{"protocol"}, Pure: true},
	{Package: "baseline/internal/rings", Layer: 3, Step: 1, Owns: "what elections on a ring share", Ours: []string{"protocol", "fd", "overlay", "baseline/internal/upkeep"}, Pure: true},
	{Package: "baseline/internal/upkeep", Layer: 3, Owns: "what a roster algorithm does between elections", Ours: []string{"protocol", "overlay"}, Pure: true},

	// The one exemption: Raft's election is the library's own.
	{Package: "baseline/internal/raft", Layer: 3, Owns: "the election of etcd", Ours: []string{"protocol"}, Theirs: []string{"go.etcd.io/raft/v3"}, Pure: true},

	{Package: "baseline", Layer: 4, Owns: "the explicit list of baselines", Ours: []string{"protocol", "baseline/internal/*"}, Pure: true},
	// The emulator's parts import the kernel, and each other by these steps.
	{Package: "emulator/internal/draw", Layer: 1, Owns: "the randomness of a run", Ours: []string{"internal/contract/chance"}, Pure: true},
	{Package: "emulator/internal/kernel", Layer: 3, Owns: "virtual time: queue, nodes, timers, effects", Ours: []string{"internal/contract/eligibility", "internal/contract/optional", "protocol", "overlay", "trace", "emulator/internal/draw"}, Pure: true},
	{Package: "emulator/internal/battery", Layer: 3, Step: 1, Owns: "what is left of batteries, and when they are empty", Ours: []string{"protocol", "trace", "internal/sim/energy", "emulator/internal/kernel"}, Pure: true},
	{Package: "emulator/internal/place", Layer: 3, Step: 1, Owns: "where nodes are", Ours: []string{"internal/contract/rim", "internal/sim/pathcheck", "protocol", "trace", "mobility", "radio", "internal/sim/spatial", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/reach", Layer: 3, Step: 2, Owns: "who hears whom", Ours: []string{"internal/contract/rim", "protocol", "trace", "radio", "internal/sim/phy", "internal/contract/chance", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/links", Layer: 3, Step: 3, Owns: "links, components and shortest paths", Ours: []string{"internal/contract/eligibility", "internal/contract/rim", "internal/sim/spatial", "protocol", "trace", "radio", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/duty", Layer: 3, Step: 1, Owns: "which radios may not send", Ours: []string{"protocol", "trace", "radio", "internal/sim/phy", "emulator/internal/kernel"}, Pure: true},
	{Package: "emulator/internal/access", Layer: 3, Step: 3, Owns: "when frames go on the air, and which of those that overlap are received", Ours: []string{"internal/contract/rim", "protocol", "trace", "radio", "internal/sim/phy", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/faults", Layer: 3, Step: 5, Owns: "faults: what they change, where, and how they end", Ours: []string{"protocol", "trace", "radio", "internal/contract/chance", "emulator/internal/*"}, Theirs: []string{orb}, Pure: true},
	{Package: "emulator/internal/offer", Layer: 3, Step: 4, Owns: "what nodes can offer", Ours: []string{"internal/contract/capability", "internal/contract/eligibility", "protocol", "overlay", "trace", "emulator/internal/*"}, Pure: true},
	{Package: "emulator/internal/intervene", Layer: 3, Step: 5, Owns: "single changes of a run", Ours: []string{"protocol", "trace", "internal/contract/messageid", "emulator/internal/*"}, Pure: true},
	{Package: "emulator", Layer: 4, Owns: "the parts of a world put together", Ours: []string{"internal/base/crash", "internal/contract/eligibility", "internal/sim/pathcheck", "internal/base/errs", "protocol", "overlay", "radio", "internal/sim/phy", "mobility", "trace", "internal/sim/energy", "emulator/internal/*"}, Theirs: []string{orb}},
	{Package: "emulator/story", Layer: 5, Owns: "elections message by message", Ours: []string{"internal/base/crash", "internal/contract/optional", "protocol", "overlay", "trace", "internal/sim/async"}, Pure: true},
	{Package: "internal/proof/storytest", Layer: 6, Owns: "stories as tests", Ours: []string{"emulator/story"}, Theirs: []string{"github.com/cockroachdb/datadriven"}, Tests: true},
	{Package: "protocol/conformance", Layer: 9, Owns: "the tests of every algorithm", Ours: []string{anyBelow}, Theirs: []string{orb}, Tests: true},
	{Package: "internal/testkit/sample", Layer: 0, Owns: "how much tests draw", Tests: true},
	{Package: "internal/testkit/schematest", Layer: 0, Owns: "published schemas, compiled for tests", Theirs: []string{"github.com/santhosh-tekuri/jsonschema/v6"}, Tests: true},
	{Package: "internal/testkit/bubble", Layer: 0, Step: 1, Owns: "tests in simulated time", Ours: []string{"internal/testkit/sample"}, Tests: true},
	{Package: "internal/testkit/costtest", Layer: 10, Owns: "runs that test costs", Ours: []string{"protocol", "emulator", "protocol/conformance"}, Tests: true},
	// The packages below an agent know nothing of elections.
	{Package: "internal/live/store", Layer: 1, Owns: "what an agent remembers", Ours: []string{"protocol", "internal/base/durable", "internal/base/durable"}},
	{Package: "internal/live/sensors", Layer: 5, Owns: "what a machine can offer, read for its agent", Ours: []string{"internal/contract/capability", "internal/contract/eligibility", "protocol", "internal/base/script", "internal/live/agent"}, Theirs: []string{"github.com/prometheus/procfs"}},
	{Package: "internal/testkit/livetest", Layer: 5, Owns: "a network in memory for tests", Ours: []string{"protocol", "internal/live/agent", "internal/live/membership", "internal/live/store"}, Tests: true},
	{Package: "internal/live/api", Layer: 5, Step: 1, Owns: "an agent over HTTP", Ours: []string{"internal/live/agent", "internal/live/connlimit", "internal/live/membership", "internal/live/hook", "internal/base/netaddr", "internal/live/keyring", "internal/live/secure", "internal/viewer/web"}, Theirs: []string{"github.com/prometheus/client_golang"}},
	{Package: "internal/live/hook", Layer: 5, Owns: "a user's commands on events", Ours: []string{"internal/live/agent", "internal/base/script"}},
	{Package: "internal/live/secure", Layer: 1, Owns: "a transport on which only holders of a key speak", Ours: []string{"internal/live/connlimit", "internal/live/handshake"}, Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/live/keyring", Layer: 1, Step: 1, Owns: "an agent's keys, and how a cluster changes its key", Ours: []string{"internal/base/durable", "internal/live/secure"}},
	{Package: "internal/live/identity", Layer: 1, Owns: "the keys of agents, and whose each is", Ours: []string{"internal/live/connlimit", "protocol", "internal/base/durable"}},
	{Package: "internal/live/membership/internal/packet", Layer: 1, Step: 2, Owns: "memberlist's packets, checked and edited", Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/live/membership/internal/report", Layer: 1, Step: 2, Owns: "counters, alarms and log of membership", Ours: []string{"internal/live/secure"}},
	{Package: "internal/live/membership/internal/spread", Layer: 1, Step: 2, Owns: "what is gossiped to all", Theirs: []string{"github.com/hashicorp/memberlist"}, Small: "it has its own state, the two queues, and keeps memberlist's queues out of the other parts"},
	{Package: "internal/live/membership/internal/transport", Layer: 1, Step: 2, Owns: "sockets, and transports of others", Ours: []string{"internal/live/connlimit", "internal/live/secure", "protocol"}, Theirs: []string{"github.com/hashicorp/memberlist", "golang.org/x/sys"}},
	{Package: "internal/live/membership/internal/wire", Layer: 1, Step: 2, Owns: "the format of what members say to each other", Ours: []string{"internal/live/keyring", "protocol"}},
	{Package: "internal/live/membership/internal/address", Layer: 1, Step: 3, Owns: "where an agent listens and is reached", Ours: []string{"internal/base/netaddr", "internal/live/membership/internal/wire"}},
	{Package: "internal/live/membership/internal/self", Layer: 1, Step: 3, Owns: "this agent as others see it", Ours: []string{"internal/live/membership/internal/wire", "protocol"}},
	{Package: "internal/live/membership/internal/view", Layer: 1, Step: 3, Owns: "what is known of the other members", Ours: []string{"internal/live/membership/internal/wire", "protocol"}},
	{Package: "internal/live/membership/internal/rotate", Layer: 1, Step: 4, Owns: "a cluster's key changed by orders", Ours: []string{"internal/live/keyring", "internal/live/secure", "internal/live/membership/internal/report", "internal/live/membership/internal/self", "internal/live/membership/internal/view", "internal/live/membership/internal/wire", "protocol"}},
	{Package: "internal/live/membership/internal/signing", Layer: 1, Step: 4, Owns: "proofs of names", Ours: []string{"internal/live/membership/internal/packet", "internal/live/membership/internal/report", "internal/live/membership/internal/self", "internal/live/membership/internal/view", "internal/live/membership/internal/wire", "internal/live/secure", "protocol"}, Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/live/membership/internal/survey", Layer: 1, Step: 4, Owns: "who answers whom", Ours: []string{"internal/live/membership/internal/report", "internal/live/membership/internal/self", "internal/live/membership/internal/view", "internal/live/membership/internal/wire", "protocol"}},
	{Package: "internal/live/membership/internal/conflict", Layer: 1, Step: 5, Owns: "two agents of one name or id", Ours: []string{"internal/live/membership/internal/packet", "internal/live/membership/internal/report", "internal/live/membership/internal/self", "internal/live/membership/internal/signing", "internal/live/membership/internal/wire", "protocol"}, Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/live/membership/internal/events", Layer: 1, Step: 5, Owns: "user events", Ours: []string{"internal/live/membership/internal/report", "internal/live/membership/internal/self", "internal/live/membership/internal/signing", "internal/live/membership/internal/view", "internal/live/membership/internal/wire"}, Small: "it has its own state"},
	{Package: "internal/live/membership/internal/gate", Layer: 1, Step: 6, Owns: "what memberlist gets from the network, and what is refused", Ours: []string{"internal/live/connlimit", "internal/live/membership/internal/conflict", "internal/live/membership/internal/packet", "internal/live/membership/internal/report", "internal/live/membership/internal/signing", "internal/live/membership/internal/view", "internal/live/membership/internal/wire", "internal/live/secure"}, Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/live/membership/internal/rejoin", Layer: 1, Step: 6, Owns: "whom to call again after a failure", Ours: []string{"internal/live/membership/internal/address", "internal/live/membership/internal/conflict", "internal/live/membership/internal/packet", "internal/live/membership/internal/report", "internal/live/membership/internal/self", "internal/live/membership/internal/signing", "internal/live/membership/internal/view"}},
	{Package: "internal/live/membership", Layer: 1, Step: 7, Owns: "who is in the cluster, and datagrams", Ours: []string{"internal/live/keyring", "internal/live/membership/internal/address", "internal/live/membership/internal/conflict", "internal/live/membership/internal/events", "internal/live/membership/internal/gate", "internal/live/membership/internal/packet", "internal/live/membership/internal/rejoin", "internal/live/membership/internal/report", "internal/live/membership/internal/rotate", "internal/live/membership/internal/self", "internal/live/membership/internal/signing", "internal/live/membership/internal/spread", "internal/live/membership/internal/survey", "internal/live/membership/internal/transport", "internal/live/membership/internal/view", "internal/live/membership/internal/wire", "internal/live/secure", "protocol"}, Theirs: []string{"github.com/hashicorp/memberlist"}},
	{Package: "internal/live/membership/gossiptest", Layer: 2, Owns: "a network in memory for tests", Theirs: []string{"github.com/hashicorp/memberlist", "go.uber.org/goleak"}, Tests: true},
	{Package: "internal/live/discovery", Layer: 1, Owns: "agents on the same link", Ours: []string{"protocol"}, Theirs: []string{"github.com/hashicorp/mdns"}},
	{Package: "internal/live/lease", Layer: 1, Owns: "leadership by the word of a majority", Ours: []string{"protocol"}, Pure: true},
	{Package: "internal/live/agent", Layer: 4, Owns: "real time: one agent's loop", Ours: []string{"internal/base/crash", "internal/contract/eligibility", "internal/contract/optional", "protocol", "overlay", "trace", "internal/live/membership", "internal/live/lease", "internal/live/store"}, Theirs: []string{"golang.org/x/sys"}},
	{Package: "live", Layer: 6, Owns: "an agent in one's own program", Ours: []string{"internal/base/crash", "protocol", "election", "internal/live/agent", "internal/live/membership", "internal/live/keyring", "internal/live/sensors", "internal/live/sensors", "internal/live/store"}},

	// The parts that read a scenario and make its runs take sections and numbers, and know no Scenario.
	{Package: "scenarios/internal/keys", Layer: 4, Step: 1, Owns: "the scenario file that is being read: faults and warnings by key", Ours: []string{"internal/base/crash", "internal/base/strictyaml", "protocol"}},
	{Package: "scenarios/internal/section", Layer: 4, Step: 1, Owns: "the sections of a scenario file, and the words that they take", Ours: []string{"emulator", "internal/base/strictyaml", "internal/contract/messageid", "internal/formats/geo", "internal/formats/movetrace", "internal/sim/energy", "internal/sim/phy", "internal/sim/presets", "mobility", "overlay", "protocol", "radio", "trace"}, Theirs: []string{orb}},
	{Package: "scenarios/internal/air", Layer: 4, Step: 2, Owns: "the radio of a run: medium, losses, range", Ours: []string{"emulator", "internal/base/errs", "internal/sim/phy", "internal/sim/userparts", "mobility", "protocol", "radio", "scenarios/internal/section"}, Theirs: []string{orb}},
	{Package: "scenarios/internal/density", Layer: 4, Step: 2, Owns: "who is near whom, estimated before a run", Ours: []string{"internal/contract/rim", "internal/sim/spatial", "mobility", "protocol", "radio", "scenarios/internal/section"}, Theirs: []string{orb}},
	{Package: "scenarios/internal/equipment", Layer: 4, Step: 2, Owns: "batteries, offers and services of nodes", Ours: []string{"emulator", "internal/contract/eligibility", "internal/sim/energy", "overlay", "protocol", "scenarios/internal/keys", "scenarios/internal/section"}},
	{Package: "scenarios/internal/reference", Layer: 4, Step: 2, Owns: "the format and the algorithms described for people", Ours: []string{"internal/base/errs", "internal/base/strictyaml", "internal/sim/energy", "internal/sim/presets", "protocol", "scenarios/internal/section"}},
	{Package: "scenarios/internal/script", Layer: 4, Step: 2, Owns: "faults, interventions and the beginning of runs", Ours: []string{"emulator", "protocol", "scenarios/internal/keys", "scenarios/internal/section"}},
	{Package: "scenarios/internal/sources", Layer: 4, Step: 2, Owns: "the files that a scenario names", Ours: []string{"internal/base/errs", "internal/formats", "internal/formats/movetrace", "internal/formats/text", "scenarios/internal/keys", "scenarios/internal/section"}},
	{Package: "scenarios/internal/warn", Layer: 4, Step: 2, Owns: "values that are valid and may not mean what their author thinks", Ours: []string{"emulator", "internal/base/strictyaml", "internal/contract/eligibility", "internal/sim/energy", "internal/sim/phy", "mobility", "overlay", "protocol", "radio", "scenarios/internal/keys", "scenarios/internal/section"}},
	{Package: "scenarios/internal/radiofile", Layer: 4, Step: 3, Owns: "the section radio of a file: its files, defaults and contradictions", Ours: []string{"internal/base/errs", "internal/formats/emane", "internal/formats/obstaclefile", "internal/formats/testbed", "internal/formats/text", "internal/sim/phy", "internal/sim/presets", "protocol", "radio", "scenarios/internal/air", "scenarios/internal/keys", "scenarios/internal/section", "scenarios/internal/sources"}, Theirs: []string{orb}},
	{Package: "scenarios/internal/recorded", Layer: 4, Step: 3, Owns: "recorded movement, roads and contacts that a scenario names", Ours: []string{"internal/base/errs", "internal/base/strictyaml", "internal/formats", "internal/formats/contacts", "internal/formats/geo", "internal/formats/movetrace", "internal/formats/roadmap", "internal/formats/text", "protocol", "radio", "scenarios/internal/air", "scenarios/internal/keys", "scenarios/internal/section", "scenarios/internal/sources"}, Theirs: []string{orb}},
	{Package: "scenarios/internal/movement", Layer: 4, Step: 4, Owns: "how nodes move: models, and what contradicts", Ours: []string{"emulator", "internal/base/errs", "internal/formats/movetrace", "internal/formats/roadmap", "internal/sim/userparts", "mobility", "radio", "scenarios/internal/keys", "scenarios/internal/recorded", "scenarios/internal/section"}, Theirs: []string{orb}},
	{Package: "scenarios/internal/warn/recordings", Layer: 4, Step: 4, Owns: "what a recorded world leaves out", Ours: []string{"internal/formats/contacts", "internal/formats/movetrace", "scenarios/internal/air", "scenarios/internal/keys", "scenarios/internal/recorded", "scenarios/internal/section", "scenarios/internal/warn"}},
	{Package: "scenarios", Layer: 5, Owns: "experiments as files, the table of algorithms", Ours: []string{anyBelow}, Theirs: []string{orb}},
	{Package: "internal/testkit/scenariotest", Layer: 5, Step: 1, Owns: "runs of scenarios in tests", Ours: []string{"protocol", "emulator", "scenarios", "trace"}, Tests: true},
	{Package: "internal/study/registry", Layer: 5, Step: 1, Owns: "what a program has of its own and with us", Ours: []string{"internal/sim/pathcheck", "trace", "protocol", "overlay", "election", "election/tanist", "emulator", "mobility", "radio", "scenarios", "trace/check", "trace/measure", "internal/base/crash", "internal/sim/userparts", "internal/base/errs", "internal/study/tasks"}},
	{Package: "internal/draw/table", Layer: 5, Owns: "tables of measures, in every format", Ours: []string{"internal/base/stats", "protocol", "trace/measure", "internal/base/wording"}, Theirs: []string{"github.com/olekukonko/tablewriter"}},
	{Package: "internal/draw/figure", Layer: 5, Step: 1, Owns: "figures of measures and runs", Ours: []string{"internal/base/durable", "internal/base/wording", "protocol", "trace", "trace/measure", "internal/draw/table"}, Theirs: []string{"gonum.org/v1/plot"}},
	{Package: "internal/explain/causality", Layer: 5, Owns: "what led to what, in a trace", Ours: []string{"internal/base/wording", "internal/contract/eligibility", "protocol", "radio", "trace"}},
	{Package: "internal/explain/causes", Layer: 5, Owns: "why nodes are without the right leader", Ours: []string{"internal/contract/goals", "protocol", "trace", "trace/measure"}},
	{Package: "internal/viewer/film", Layer: 5, Step: 1, Owns: "a trace as the viewer reads it", Ours: []string{"internal/contract/eligibility", "internal/contract/goals", "internal/explain/causality", "internal/base/errs", "protocol", "trace"}, Theirs: []string{"github.com/goccy/go-yaml"}},
	{Package: "internal/explain/counterfactual", Layer: 8, Owns: "what an effect would not have been without", Ours: []string{"emulator", "internal/study/campaign", "internal/base/crash", "internal/contract/goals", "internal/contract/messageid", "internal/base/wording", "internal/base/strictyaml", "internal/explain/causality", "protocol", "scenarios", "trace"}},
	{Package: "internal/explain/question", Layer: 8, Step: 1, Owns: "a question to a trace", Ours: []string{"internal/explain/counterfactual", "internal/explain/causality", "protocol", "scenarios"}},
	{Package: "scenarios/why", Layer: 8, Step: 2, Owns: "why something happened in a run, for programs", Ours: []string{"internal/explain/counterfactual", "internal/explain/question", "protocol", "scenarios"}},
	{Package: "internal/viewer/play", Layer: 8, Owns: "a world that answers", Ours: []string{"emulator", "internal/base/build", "internal/study/campaign", "internal/base/crash", "internal/viewer/film", "internal/contract/messageid", "internal/base/strictyaml", "internal/viewer", "protocol", "scenarios", "trace"}},
	{Package: "internal/viewer", Layer: 6, Owns: "films in a browser", Ours: []string{"internal/viewer/film", "internal/base/netaddr", "internal/viewer/web"}},
	{Package: "plots", Layer: 5, Step: 2, Owns: "tables and figures, for programs", Ours: []string{"trace", "trace/measure", "internal/draw/*"}},

	{Package: "internal/study/tasks", Layer: 1, Owns: "who does the work of a study", Ours: []string{"internal/base/build", "internal/base/memory"}},
	{Package: "internal/study/tasks/taskstest", Layer: 1, Step: 1, Owns: "engines for tests", Ours: []string{"internal/study/tasks"}, Tests: true},
	{Package: "internal/study/portable", Layer: 6, Owns: "a scenario for other machines", Ours: []string{"internal/study/tasks", "scenarios"}},
	{Package: "cmd/nats/internal/queue", Layer: 8, Owns: "tasks on many machines, over NATS JetStream", Ours: []string{"internal/base/build", "internal/base/crash", "internal/base/durable", "internal/base/wording", "internal/study/results", "internal/study/tasks"}, Theirs: []string{"github.com/nats-io"}},
	{Package: "internal/base/parallel", Layer: 0, Step: 1, Owns: "runs side by side", Ours: []string{"internal/base/crash"}},
	{Package: "internal/study/results", Layer: 5, Owns: "runs kept in a directory", Ours: []string{"trace", "protocol", "trace/measure", "internal/base/build", "internal/base/durable", "internal/base/durable"}},
	{Package: "internal/study/reproduce", Layer: 8, Step: 1, Owns: "the paper's figures", Ours: []string{anyBelow}, Theirs: []string{"gonum.org/v1/gonum/stat"}},
	{Package: "internal/study/reproduce/prasle", Layer: 9, Owns: "PraSLE's experiment on an emulated testbed", Ours: []string{anyBelow}, Theirs: []string{"gonum.org/v1/gonum/stat"}},
	{Package: "internal/study/reproduce/sensitivity", Layer: 9, Owns: "studies of what the paper leaves open", Ours: []string{anyBelow}, Theirs: []string{"gonum.org/v1/gonum/stat"}},
	{Package: "internal/study/footprint", Layer: 6, Owns: "what runs take of memory", Ours: []string{"internal/contract/optional", "protocol", "overlay", "emulator", "scenarios", "internal/base/memory"}},
	{Package: "internal/study/campaign", Layer: 7, Owns: "a scenario's runs and their report", Ours: []string{anyBelow}, Theirs: []string{orb}},
	{Package: "internal/formats/export/source", Layer: 2, Owns: "a trace as the source of other formats", Ours: []string{"protocol", "trace"}},
	{Package: "internal/laws/modeltrace", Layer: 2, Owns: "whether a trace is a run of the Promela model", Ours: []string{"protocol", "trace"}},
	{Package: "internal/formats/export/pcapng", Layer: 2, Step: 1, Owns: "a trace as packets for Wireshark", Ours: []string{"internal/base/build", "internal/formats/export/source", "protocol", "trace"}},
	{Package: "internal/formats/export/shiviz", Layer: 2, Step: 1, Owns: "a trace as a log for ShiViz", Ours: []string{"internal/formats/export/source", "protocol", "trace"}},
	{Package: "internal/study/movement", Layer: 6, Owns: "movement looked at: described, converted, generated", Ours: []string{anyBelow}, Theirs: []string{orb}},
	{Package: "internal/study/plan", Layer: 6, Owns: "questions as plans of sweeps", Ours: []string{"internal/base/errs", "internal/base/strictyaml", "internal/base/wording", "scenarios", "trace/measure"}},
	{Package: "internal/study/ranking", Layer: 5, Owns: "what decides the order of a sweep's rows", Ours: []string{"internal/base/stats", "internal/contract/goals", "trace/measure"}},
	{Package: "internal/study/figures", Layer: 6, Owns: "figures of results on disk", Ours: []string{"internal/base/stats", "internal/base/durable", "internal/base/strictyaml", "internal/base/wording", "internal/contract/goals", "internal/draw/*", "internal/study/ranking", "internal/study/results", "protocol", "trace", "trace/measure"}},
	{Package: "internal/study/export", Layer: 6, Owns: "results and traces for other programs", Ours: []string{"internal/base/errs", "internal/base/strictyaml", "internal/formats/export/*", "internal/study/results", "trace", "trace/measure"}},
	{Package: "internal/live/daemon", Layer: 6, Step: 1, Owns: "an agent as a program", Ours: []string{anyBelow}},
	{Package: "internal/live/fleet", Layer: 6, Owns: "agents as processes of one machine", Ours: []string{"internal/live/agent", "internal/live/api"}},
	{Package: "internal/proof/explorer", Layer: 6, Owns: "every run of a small world", Ours: []string{anyBelow}},
	{Package: "internal/proof/crosscheck", Layer: 9, Owns: "the radio against ns-3, in tests", Small: "only tests: it compares recorded numbers of other simulators"},
	{Package: "internal/proof/recompute", Layer: 9, Owns: "every metric computed a second time, in tests", Small: "only tests: the second computation must share no code with the first"},
	{Package: "internal/proof/layers", Layer: 9, Owns: "this table"},
	{Package: "internal/formats/export/perfetto", Layer: 2, Step: 1, Owns: "a trace as spans for Perfetto", Ours: []string{"internal/formats/export/source", "protocol", "trace"}, Theirs: []string{"google.golang.org/protobuf/encoding/protowire"}},

	{Package: "cmd/internal/scaffold", Layer: 6, Owns: "the beginning of a package of one's own", Ours: []string{"protocol"}},
	{Package: "cmd/internal/scaffold/election", Layer: 3, Owns: "an election to begin with", Ours: []string{"protocol"}, Pure: true},
	{Package: "cmd/internal/scaffold/movement", Layer: 3, Owns: "a model of movement to begin with", Ours: []string{"mobility"}, Theirs: []string{orb}, Pure: true},
	{Package: "cmd/internal/scaffold/loss", Layer: 3, Owns: "a loss to begin with", Ours: []string{"protocol", "radio"}, Pure: true},
	{Package: "internal/live/doctor", Layer: 7, Owns: "a machine and its cluster, checked", Ours: []string{"internal/live/agent", "internal/live/api", "internal/live/daemon", "internal/live/discovery", "internal/live/membership", "internal/base/netaddr", "internal/live/keyring", "internal/base/durable", "internal/base/wording"}, Theirs: []string{"golang.org/x/sys"}},
	{Package: "internal/live/fleet/demo", Layer: 8, Owns: "a story of agents, for a terminal", Ours: []string{"protocol", "radio", "internal/live/agent", "internal/live/fleet", "internal/base/wording"}},
	// It measures the campaign's runs.
	{Package: "internal/proof/bench", Layer: 8, Owns: "the workload of the speed targets", Ours: []string{anyBelow}},
	// It predicts with the campaign's runs.
	{Package: "internal/live/replay", Layer: 8, Owns: "live runs measured like emulated ones", Ours: []string{anyBelow}, Theirs: []string{"gonum.org/v1/gonum/stat"}},
	{Package: "internal/explain/attribution", Layer: 8, Owns: "what makes one row worse than another", Ours: []string{"internal/study/campaign", "internal/explain/causes", "internal/draw/*", "internal/base/strictyaml", "trace/measure"}},
	{Package: "internal/viewer/lesson", Layer: 8, Owns: "lessons about elections", Ours: []string{"protocol", "emulator", "scenarios", "trace", "trace/measure", "internal/study/campaign", "internal/base/wording", "internal/base/strictyaml", "internal/base/wording"}},
	{Package: "scenarios/compare", Layer: 8, Owns: "rows of a scenario side by side, for programs", Ours: []string{"scenarios", "internal/study/campaign", "internal/study/footprint", "internal/base/memory", "internal/base/crash", "trace/measure"}},
	// It asks the campaign for the metrics of a run.
	{Package: "internal/proof/hunt", Layer: 8, Owns: "worlds that break a law, made small", Ours: []string{anyBelow}},
	{Package: "internal/study/sweep", Layer: 8, Owns: "plans run to their end", Ours: []string{anyBelow}},
	{Package: "internal/mutants/gate", Layer: 7, Owns: "the command of the mutants' gate", Ours: []string{"internal/mutants"}},
	{Package: "internal/study/preview", Layer: 8, Owns: "what a world is, before it is run", Ours: []string{"internal/contract/eligibility", "internal/base/memory", "internal/base/wording", "internal/sim/energy", "internal/study/campaign", "internal/study/footprint", "mobility", "protocol", "scenarios", "trace/measure"}},
	{Package: "internal/study/verify", Layer: 9, Owns: "kept runs made again", Ours: []string{anyBelow}},
	{Package: "internal/study/report", Layer: 9, Owns: "results as one page", Ours: []string{anyBelow}},
	{Package: "internal/own/*", Layer: 9, Owns: "what \"bellwether new\" writes in a clone, beside algorithms", Ours: []string{anyBelow}, Theirs: []string{orb}},

	{Package: "cmd/cli/internal/interrupt", Layer: 10, Owns: "verbs ended within a second of a signal", Ours: []string{}, Theirs: []string{cobra}},
	{Package: "cmd/cli/internal/version", Layer: 10, Owns: "what the program is, in a line", Ours: []string{anyBelow}},
	{Package: "cmd/cli/internal/terminal", Layer: 10, Owns: "the screen: width, colours, progress, output that is lost", Ours: []string{anyBelow}, Theirs: []string{pflag, "github.com/schollz/progressbar", term}},
	{Package: "cmd/cli/internal/cmdline", Layer: 10, Step: 1, Owns: "arguments and flags that several verbs have", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra, pflag, "github.com/mattn/go-shellwords"}},
	{Package: "cmd/cli/internal/browser", Layer: 10, Step: 1, Owns: "films served to the browser of this machine", Ours: []string{anyBelow}, Theirs: []string{cobra}},
	{Package: "cmd/cli/internal/filmfiles", Layer: 10, Step: 1, Owns: "traces and stories read as films", Ours: []string{anyBelow}},
	{Package: "cmd/cli/internal/wasmpage", Layer: 10, Owns: "a page in which bellwether runs", Ours: []string{anyBelow}, Small: "the only code that calls the Go toolchain"},
	{Package: "cmd/cli/internal/framenames", Layer: 10, Owns: "messages by the frames of a trace", Ours: []string{anyBelow}, Small: "it reads traces, which no verb that runs worlds does"},
	{Package: "cmd/cli/internal/workers", Layer: 10, Step: 2, Owns: "flags of verbs whose runs other machines make", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra}},
	{Package: "cmd/cli/internal/study", Layer: 10, Step: 3, Owns: "verbs that run, compare and report", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra, pflag, term}},
	{Package: "cmd/cli/internal/look", Layer: 10, Step: 3, Owns: "verbs that show and explain", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra}},
	{Package: "cmd/cli/internal/proof", Layer: 10, Step: 3, Owns: "verbs that look for faults", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra}, Runs: "protocol/conformance"},
	{Package: "cmd/cli/internal/worlds", Layer: 10, Step: 3, Owns: "verbs about scenarios and movement", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra}},
	{Package: "cmd/cli/internal/live", Layer: 10, Step: 3, Owns: "verbs about live agents", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra}},
	{Package: "cmd/cli/internal/extend", Layer: 10, Step: 3, Owns: "verbs about the program itself", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra, pflag}},
	{Package: "cmd/cli", Layer: 10, Step: 4, Owns: "the program: its verbs in groups, signals and exit codes", Ours: []string{anyBelow, "cmd/cli/internal/*"}, Theirs: []string{cobra, pflag}},
	{Package: "cmd/bellwether", Layer: 11, Owns: "the program", Ours: []string{"cmd/cli"}},
	{Package: "cmd/nats/bellwether", Layer: 11, Owns: "the program, with other machines", Ours: []string{"cmd/cli", "cmd/nats/internal/queue"}},
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
