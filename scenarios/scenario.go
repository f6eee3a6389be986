package scenarios

import (
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/formats/contacts"
	"bellwether/mobility"
	"bellwether/radio"
	"bellwether/scenarios/internal/air"
	"bellwether/scenarios/internal/movement"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/sources"
)

// Duration is a span of time with its unit: 10s, 1m30s, 250ms.
type Duration = strictyaml.Duration

// A Scenario is one experiment, as a file states it. The comments of its fields
// are the descriptions in the JSON Schema, and the tags its defaults and bounds;
// nothing is written twice.
type Scenario struct {
	// Version of the form of this file: 2. A file without it is of form 1, and keeps
	// the meaning it had, with a warning where that has changed.
	Schema int `yaml:"schema" jsonschema:"minimum=1"`
	// The name of the experiment in tables and file names. Default: the name of the file.
	Name string `yaml:"name" jsonschema:"pattern=^[a-z0-9][a-z0-9._-]*$,maxLength=64"`
	// The purpose of the experiment, in a sentence or two.
	About string `yaml:"about" jsonschema:"maxLength=1000"`
	// Simulated time of one run, warm-up included. Default: 10m, but with a trace,
	// contacts or an event log as long as these last from begin to end.
	Duration Duration `yaml:"duration" jsonschema:"default=10m" min:"1ms" max:"10000h" also:"time,length,until,horizon"`
	// Time at the beginning of each run that no metric counts. Default: a tenth of the
	// duration, or of the trace or the contacts if they are shorter, but at most 1m; with
	// radio model graph 0s.
	Warmup Duration `yaml:"warmup" max:"10000h"`
	// Replications, with seeds seed, seed+1, …
	Runs int `yaml:"runs" jsonschema:"default=10,minimum=1,maximum=100000" also:"replications,repetitions,repeats,seeds"`
	// Seed of the first run. One seed, scenario and version give the same trace
	// for ever.
	Seed uint64 `yaml:"seed" jsonschema:"default=1,minimum=0"`
	// Number of nodes; their ids are 1…nodes. Default 50, but with a trace, contacts,
	// positions, groups, capability values or shares, or edges as many as these have.
	Nodes int `yaml:"nodes" jsonschema:"default=50,minimum=1,maximum=1048576" also:"count,number,n,num_nodes,size,agents"`
	// The rectangle in which nodes move, in metres. Default 1000 by 1000, but with
	// a trace, a road map or positions what they need.
	World planeSection `yaml:"world" when:"radio.model=unit-disk|friis|log-distance|two-ray|three-log-distance|matrix|rssi|delivery" also:"area,field,terrain,bounds"`
	// How nodes move, if all move alike.
	Mobility mobilitySection `yaml:"mobility" when:"radio.model=unit-disk|friis|log-distance|two-ray|three-log-distance|matrix|rssi|delivery" also:"movement,motion"`
	// How nodes move, if not all move alike: the first nodes are of the first
	// group, and so on.
	Groups []groupEntry `yaml:"groups" when:"radio.model=unit-disk|friis|log-distance|two-ray|three-log-distance|matrix|rssi|delivery" jsonschema:"minItems=1,maxItems=1000"`
	// Which nodes hear which, and how well.
	Radio radioSection `yaml:"radio" also:"medium,phy,channel,network"`
	// The charge of batteries and the power of radios. Without it no node has a battery:
	// profile none.
	Energy energySection `yaml:"energy" also:"battery,batteries,power_model"`
	// What a node can offer as a leader.
	Capability capabilitySection `yaml:"capability"`
	// Who may lead, whatever it offers, by rules as live agents have them: battery > 20 %,
	// role = gateway. All must hold. battery and link_quality are compared in %, members (heard)
	// as a number, uptime as a time; any other name is a tag, = or !=. Where nobody of a
	// component is eligible, no leader is right. Default: all may.
	Eligible string `yaml:"eligible" jsonschema:"maxLength=1000"`
	// Tags of single nodes, over those of their groups.
	Tags []taggedEntry `yaml:"tags" jsonschema:"maxItems=10000"`
	// How a node learns who is one hop away.
	Neighbours neighboursSection `yaml:"neighbours" also:"neighbors,hello,hellos,beacons"`
	// How a message reaches a member over several hops, for the algorithms that
	// need it.
	Routing routingSection `yaml:"routing" also:"routes,router"`
	// The time to notice a dead leader, the same for every algorithm.
	Detection detectionSection `yaml:"detection"`
	// How each run begins.
	Start startSection `yaml:"start"`
	// The faults, and when they strike.
	Faults []faultEntry `yaml:"faults" jsonschema:"maxItems=10000"`
	// Single changes of a run: they show what would have happened without a loss, a fault
	// or a death.
	Interventions []interventionEntry `yaml:"interventions" jsonschema:"maxItems=10000"`
	// How runs are measured.
	Measure measureSection `yaml:"measure"`
	// The rows of the table, as names or as mappings of name, label and params; all
	// stands for every algorithm, each followed by its variants, except those that do not
	// take so many nodes. Default: every algorithm, without variants.
	Algorithms []Entry `yaml:"algorithms" jsonschema:"minItems=1,maxItems=64" also:"algos,elections,protocols,rows"`

	roads      []recorded.Roads   // these are read with the scenario
	replays    []*recorded.Replay // the traces by which nodes move, in the order of their groups
	follows    bool               // the duration is that of the recording
	kept       sources.Kept       // the files, and what their readers noted
	movement   mobility.Model     // these two are shared by runs; one of them is nil, with contacts both
	towns      movement.Towns     // what they walk around
	graph      radio.Graph
	met        *contacts.Trace // of the radio's file, as it has them
	meetings   radio.Timetable // of a run; also shared
	radioFiles air.Files       // what the files of the radio say
	warnings   []Warning
	from       string // as Load was asked for it
	options    Options
	table      table // all that it may name, made once: reading asks for it some twenty times
}

// The sections of a scenario. A program reads their fields; it never names the types.
type (
	planeSection      = section.Plane
	mobilitySection   = section.Mobility
	groupEntry        = section.Group
	radioSection      = section.Radio
	energySection     = section.Energy
	capabilitySection = section.Capability
	taggedEntry       = section.Tagged
	neighboursSection = section.Neighbours
	routingSection    = section.Routing
	detectionSection  = section.Detection
	startSection      = section.Start
	faultEntry        = section.Fault
	interventionEntry = section.Intervention
	measureSection    = section.Measure
)
