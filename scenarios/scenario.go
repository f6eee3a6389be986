package scenarios

import (
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/strict"
)

// Duration is a span of time with its unit: 10s, 1m30s, 250ms.
type Duration = strict.Duration

// A Scenario is one experiment, as a file states it. The comments of its fields
// are the descriptions in the JSON Schema, and the tags its defaults and bounds;
// nothing is written twice.
type Scenario struct {
	// What the experiment is called in tables and file names. Default: the name
	// of the file.
	Name string `yaml:"name" jsonschema:"pattern=^[a-z0-9][a-z0-9._-]*$,maxLength=64"`
	// What it is for, in a sentence or two.
	About string `yaml:"about" jsonschema:"maxLength=1000"`
	// Simulated time of one run, warm-up included.
	Duration Duration `yaml:"duration" jsonschema:"default=10m" min:"1ms" max:"10000h"`
	// Time at the beginning of each run that is left out of every measure.
	// Default: a tenth of the duration but at most 1m; with radio model graph 0s.
	Warmup Duration `yaml:"warmup" max:"10000h"`
	// Replications, with seeds seed, seed+1, …
	Runs int `yaml:"runs" jsonschema:"default=10,minimum=1,maximum=100000"`
	// Seed of the first run. One seed, scenario and version give the same trace
	// for ever.
	Seed uint64 `yaml:"seed" jsonschema:"default=1,minimum=0"`
	// Number of nodes; their ids are 1…nodes. Default 50, but with a trace,
	// positions, capability values or edges as many as these have.
	Nodes int `yaml:"nodes" jsonschema:"default=50,minimum=1,maximum=1048576"`
	// The rectangle in which nodes move, in metres. Default 1000 by 1000, but with
	// a trace or positions what they need.
	World World `yaml:"world" when:"radio.model=unit-disk"`
	// How nodes move.
	Mobility Mobility `yaml:"mobility" when:"radio.model=unit-disk"`
	// Who hears whom, and how well.
	Radio Radio `yaml:"radio"`
	// What batteries hold and radios draw. Default with radio model graph:
	// profile none.
	Energy Energy `yaml:"energy"`
	// What a node can offer as a leader.
	Capability Capability `yaml:"capability"`
	// How a node learns who is one hop away.
	Neighbours Neighbours `yaml:"neighbours"`
	// How a message reaches a member over several hops, for the algorithms that
	// need it.
	Routing Routing `yaml:"routing"`
	// The budget to notice a dead leader, the same for every algorithm.
	Detection Detection `yaml:"detection"`
	// How each run begins.
	Start Start `yaml:"start"`
	// What strikes, and when.
	Faults []Fault `yaml:"faults" jsonschema:"maxItems=10000"`
	// How often component truth is sampled.
	Measure Measure `yaml:"measure"`
	// The rows of the table, as names or as mappings of name, label and params.
	// Default: every algorithm there is, as far as it takes so many nodes.
	Algorithms []Entry `yaml:"algorithms" jsonschema:"minItems=1,maxItems=64"`

	trace    *mobility.Trace // read with the scenario
	files    []File          // of the trace
	movement mobility.Model  // these two are shared by runs; one of them is nil
	graph    *radio.Graph
	warnings []Warning
	from     string // as Load was asked for it
	options  Options
}

// World is the rectangle in which nodes move.
type World struct {
	// Along the x axis, in metres.
	Width float64 `yaml:"width" unit:"m" jsonschema:"default=1000,exclusiveMinimum=0,maximum=1e7"`
	// Along the y axis, in metres.
	Height float64 `yaml:"height" unit:"m" jsonschema:"default=1000,exclusiveMinimum=0,maximum=1e7"`
}

// Models of movement.
const (
	MobilityStatic   = "static"
	MobilityWaypoint = "random-waypoint"
	MobilityTrace    = "trace"
)

// Mobility says how nodes move.
type Mobility struct {
	// static: nodes stand still, at random places unless positions are given;
	// random-waypoint: each goes to a random place, pauses, goes on, begun in the
	// model's steady state; trace: as a file says.
	Model string `yaml:"model" jsonschema:"default=random-waypoint,enum=static,enum=random-waypoint,enum=trace"`
	// Drawn uniformly for each trip, in m/s.
	Speed Speed `yaml:"speed" when:"model=random-waypoint"`
	// Drawn uniformly at each destination.
	Pause Pause `yaml:"pause" when:"model=random-waypoint"`
	// Where nodes 1, 2, … stand, as [x, y] in metres.
	Positions [][2]float64 `yaml:"positions" when:"model=static"`
	// The trace's file, looked for beside the scenario file; those that come with
	// bellwether are found from everywhere.
	File string `yaml:"file" when:"model=trace"`
	// How the trace is written; auto: as the end of its file's name says, .gz after
	// it or not. "bellwether mobility formats" lists them.
	Format string `yaml:"format" when:"model=trace" jsonschema:"default=auto,enum=auto,enum=bonnmotion,enum=csv,enum=fcd,enum=geojson,enum=gpx,enum=ns2,enum=one,enum=one-paths"`
	// What the coordinates of the trace are: degrees are put on a plane that touches
	// the Earth in their middle; auto: what the file says of itself.
	Coordinates string `yaml:"coordinates" when:"model=trace" jsonschema:"default=auto,enum=auto,enum=metres,enum=degrees"`
}

// Speed is a range of speeds.
type Speed struct {
	// In m/s; 0 has no steady state and is taken as 0.001, with a warning.
	Min float64 `yaml:"min" unit:"m/s" jsonschema:"default=0.5,minimum=0,maximum=100000"`
	// In m/s.
	Max float64 `yaml:"max" unit:"m/s" jsonschema:"default=2,minimum=0,maximum=100000"`
}

// Pause is a range of pauses.
type Pause struct {
	// The shortest.
	Min Duration `yaml:"min" jsonschema:"default=0s" max:"1000h"`
	// The longest.
	Max Duration `yaml:"max" jsonschema:"default=30s" max:"1000h"`
}

// Measure says how the world is sampled.
type Measure struct {
	// Between two samples of component truth.
	Every Duration `yaml:"every" jsonschema:"default=1s" min:"1ms" max:"1h"`
}

// Detection is the budget to notice a dead leader.
type Detection struct {
	// Between two signs of life.
	Interval Duration `yaml:"interval" jsonschema:"default=2s" min:"1ms" max:"24h"`
	// Signs missed before a leader counts as lost.
	Misses int `yaml:"misses" jsonschema:"default=3,minimum=1,maximum=1000"`
}

// Protocol gives the budget in the words of package protocol.
func (d Detection) Protocol() protocol.Detection {
	return protocol.Detection{Interval: d.Interval.Std(), Misses: d.Misses}
}
