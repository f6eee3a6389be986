package section

// What the keys join and align may be.
const (
	JoinFile   = "file"
	JoinName   = "name"
	JoinAll    = "all"
	AlignDates = "dates"
	AlignClock = "clock"
)

// ObstaclesAvoid is what the key obstacles says of nodes that walk around them.
const ObstaclesAvoid = "avoid"

// Models of movement.
const (
	MobilityStatic         = "static"
	MobilityWaypoint       = "random-waypoint"
	MobilityWalk           = "random-walk"
	MobilityDirection      = "random-direction"
	MobilityGaussMarkov    = "gauss-markov"
	MobilityLevy           = "levy-walk"
	MobilityManhattan      = "manhattan"
	MobilityRoadMap        = "road-map"
	MobilityReferenceGroup = "reference-point-group"
	MobilityTrace          = "trace"
	MobilityWaypoint3D     = "random-waypoint-3d"
	MobilityCoverage       = "coverage"
	MobilityHover          = "hover"
)

// Mobility is how nodes move.
type Mobility struct {
	// static: nodes stand still, at random places unless positions are given;
	// random-waypoint: each goes to a random place, pauses, goes on, begun in the
	// model's steady state; random-walk: each keeps a random direction for a
	// short way or time; random-direction: each goes to the border or for a time,
	// pauses, goes on; gauss-markov: speed and direction change little by little;
	// levy-walk: short flights and few long ones, with pauses; manhattan: along
	// the streets of a grid; road-map: by shortest ways along the roads of a file;
	// reference-point-group: teams stay together; random-waypoint-3d: random waypoint between
	// two altitudes; coverage: nodes survey the area together, each to and fro along the lanes
	// of a strip of its own; hover: drones hold their stations; trace: as a file says; own: as a Go
	// program that runs scenarios says.
	Model string `yaml:"model" jsonschema:"default=random-waypoint,enum=static,enum=random-waypoint,enum=random-walk,enum=random-direction,enum=gauss-markov,enum=levy-walk,enum=manhattan,enum=road-map,enum=reference-point-group,enum=random-waypoint-3d,enum=coverage,enum=hover,enum=trace,enum=own"`
	// The name of the program's own model: see scenarios.Options and cli.App.
	Name string `yaml:"name" when:"model=own" jsonschema:"pattern=^[a-z][a-z0-9._-]*$"`
	// Drawn uniformly, in m/s: for each trip, for each block with manhattan, once
	// for each node as its mean with gauss-markov, for the centre of each group.
	// Default by model: random-walk 2 to 4, random-direction 1 to 2, gauss-markov
	// 0 to 1 (ns-3), manhattan 4.17 to 16.67 (3GPP TR 36.885), road-map 0.5 to 1.5
	// (The ONE), random-waypoint-3d and coverage 10.2 to 18.3, the speeds at which the drone of
	// propulsion rotary-wing flies for longest, and farthest. With coverage once for each node;
	// with random-waypoint-3d over the slanting way.
	Speed Speed `yaml:"speed" when:"model=random-waypoint|random-walk|random-direction|gauss-markov|manhattan|road-map|reference-point-group|random-waypoint-3d|coverage" also:"velocity,speeds"`
	// Drawn at each destination, uniformly; with levy-walk as a power law. Default
	// by model: random-direction 2s (ns-3), levy-walk 1s to 1m40s (Mininet-WiFi),
	// road-map 0s to 2m (The ONE).
	Pause Pause `yaml:"pause" when:"model=random-waypoint|random-direction|levy-walk|road-map|reference-point-group|random-waypoint-3d" also:"wait,stop,pause_time"`
	// How nodes begin. steady: in the model's steady state; leaving: at random places, all
	// about to leave, as in GloMoSim and ns-2's setdest; they slow down and crowd the middle
	// for the first trips, so warmup should last a few.
	Start string `yaml:"start" when:"model=random-waypoint" jsonschema:"default=steady,enum=steady,enum=leaving"`
	// What nodes do about radio.obstacles. ignore: they walk through; avoid: they keep 0.3 m from
	// walls, are only where streets lead, and go to the next place on the shortest way around.
	// They walk under an obstacle whose bottom_m is above 0 and not below their altitude.
	Obstacles string `yaml:"obstacles" when:"model=random-waypoint" jsonschema:"default=ignore,enum=ignore,enum=avoid" also:"around,buildings,walls"`
	// The way that a walker keeps its direction, in metres; 0 if it keeps it for a
	// time, step. ns-3: 1.
	Distance float64 `yaml:"distance" unit:"m" when:"model=random-walk" jsonschema:"default=1,minimum=0,maximum=1e6"`
	// With random-walk the time that a walker keeps its direction, in place of
	// distance; else the time between two changes of speed and direction, or the
	// least time between two of a member's places beside its reference point, or the time from
	// one place of a drone that hovers to the next. Default of the latter two: 1s (ns-3).
	Step Duration `yaml:"step" when:"model=random-walk|gauss-markov|reference-point-group|hover" min:"1ms" max:"24h"`
	// Time of a trip, drawn uniformly; borders reflect. Default: to the border.
	Travel Travel `yaml:"travel" when:"model=random-direction"`
	// The share of a deviation from the mean that is kept in a step: 0 nothing; 1 all, so
	// that speed and direction never change (ns-3's default). Camp, Boleng and Davies
	// 2002: 0.75.
	Alpha float64 `yaml:"alpha" when:"model=gauss-markov" jsonschema:"default=0.75,minimum=0,maximum=1"`
	// How far speed and direction deviate from their means.
	Deviation Deviation `yaml:"deviation" when:"model=gauss-markov"`
	// How far flights go: lengths have the density l^-(1+exponent).
	Flight Flight `yaml:"flight" when:"model=levy-walk"`
	// Exponent of the density t^-(1+pause_exponent) of pauses. Mininet-WiFi: 0.8.
	PauseExponent float64 `yaml:"pause_exponent" when:"model=levy-walk" jsonschema:"default=0.8,exclusiveMinimum=0,maximum=10"`
	// How fast flights are: one of l metres takes factor·l^(1-exponent) seconds.
	Pace Pace `yaml:"pace" when:"model=levy-walk"`
	// Numbers of blocks that the streets enclose.
	Blocks Blocks `yaml:"blocks" when:"model=manhattan"`
	// The lanes of each street.
	Lanes Lanes `yaml:"lanes" when:"model=manhattan"`
	// Probabilities of turns at a crossing; otherwise a node goes straight on.
	Turn Turn `yaml:"turn" when:"model=manhattan"`
	// Nodes in a team; the last team may be smaller. BonnMotion: 3 on average.
	Members int `yaml:"members" when:"model=reference-point-group" jsonschema:"default=3,minimum=1,maximum=1048576"`
	// Greatest distance of a member's reference point from its team's centre, in
	// metres. Default: a fifth of the default range, so that a team is in touch.
	Spread float64 `yaml:"spread" unit:"m" when:"model=reference-point-group" jsonschema:"default=50,minimum=0,maximum=1e6"`
	// Greatest distance of a member from its reference point, in metres. Default:
	// a fifth of the spread.
	Wander float64 `yaml:"wander" unit:"m" when:"model=reference-point-group" jsonschema:"default=10,minimum=0,maximum=1e6"`
	// Greatest speed of a member over ground, in m/s, not below the greatest speed of the
	// team's centre: the rest is its speed around its reference point. Default: speed.max
	// (BonnMotion).
	MemberSpeed float64 `yaml:"member_speed" unit:"m/s" when:"model=reference-point-group" jsonschema:"exclusiveMinimum=0,maximum=100000"`
	// Where nodes 1, 2, … stand, or their stations, as [x, y] in metres.
	Positions [][2]float64 `yaml:"positions" when:"model=static|hover"`
	// How high nodes are above the ground, in metres: a number, or a mapping of min and max.
	// With random-waypoint-3d each destination has an altitude of its own, drawn uniformly;
	// with all others a node keeps the one that it draws. In a trace it is that of the
	// antenna. Default: 0, on the ground.
	Altitude Altitude `yaml:"altitude"`
	// The altitudes of nodes 1, 2, … in metres, in place of altitude.
	Altitudes []float64 `yaml:"altitudes" unit:"m" when:"model=static"`
	// What movement takes from a node's battery.
	Propulsion Propulsion `yaml:"propulsion"`
	// Greatest distance of two lanes, in metres: every place is within half of it from the
	// path of a node. Default: a fifth of the default range.
	Spacing float64 `yaml:"spacing" unit:"m" when:"model=coverage" jsonschema:"default=50,minimum=0.001,maximum=1e6"`
	// How far a drone may be from its station, in metres, in any direction. 1.5 is what
	// the data sheet of a DJI Phantom 4 Pro says of positioning by satellites.
	Drift float64 `yaml:"drift" unit:"m" when:"model=hover" jsonschema:"default=1.5,minimum=0,maximum=1e6"`
	// Skip bad lines of the trace, at most one in ten, with a warning that says how many
	// and which. Otherwise a bad line is an error.
	Lenient bool `yaml:"lenient" when:"model=trace"`
	// The file of the trace, or of the road map (GeoJSON with LineStrings), looked
	// for beside the scenario file; those that come with bellwether are found from
	// everywhere.
	File string `yaml:"file" when:"model=trace|road-map"`
	// Several files of the trace, in place of file; its nodes are the nodes of the first
	// file, then the nodes of the second, and so on. A name with *, ? or [ that no file has is a
	// pattern of files in the scenario's directory, v2 before v10.
	Files []string `yaml:"files" when:"model=trace" jsonschema:"minItems=1,maxItems=10000"`
	// Which tracks are of one device, and so of one node, in one place at a time: file, all
	// of one file; name, all with one name, in any file; all, all of all files. Between two
	// tracks the node is not in the world. Default: each track is a node.
	Join string `yaml:"join" when:"model=trace" jsonschema:"enum=file,enum=name,enum=all"`
	// When the files begin. dates: as the dates in them say, the first of all such files at
	// time 0; start: each at time 0. Default: dates if all files of the scenario that do
	// not say start have dates, else start. clock: the files' seconds are of one clock, as of a
	// log in parts; the first file begins at time 0.
	Align string `yaml:"align" when:"model=trace" jsonschema:"enum=dates,enum=start,enum=clock"`
	// The format of the trace; auto: by the end of its file's name, perhaps with .gz
	// after it. "bellwether mobility formats" lists them.
	Format string `yaml:"format" when:"model=trace" jsonschema:"default=auto,enum=auto,enum=bonnmotion,enum=core,enum=core-xml,enum=csv,enum=eel,enum=fcd,enum=geojson,enum=gpx,enum=mob,enum=ns2,enum=one,enum=one-paths,enum=otns,enum=plt,enum=turtle"`
	// The unit of the trace's coordinates. Degrees are projected to a plane that touches
	// the Earth in their middle. auto: as the file says.
	Coordinates string `yaml:"coordinates" when:"model=trace" jsonschema:"default=auto,enum=auto,enum=metres,enum=degrees"`
	// Which columns of a table, or properties of GeoJSON, mean what: role=name, separated by
	// commas, like time=tracked_at,node=user_id. Roles are node, time, x, y, lon, lat and alt.
	// A number counts columns from 1 on. After the time's column may stand the unit of numbers,
	// :s, :ms, :us, :ns, :min, :h or :d, or the order of dates, :dmy or :mdy; and :sort, if rows are
	// in no order. time=DATE+TIME joins two columns. no=column:value leaves rows out, like no=valid:0.
	// Default: by their usual names.
	Columns string `yaml:"columns" when:"model=trace"`
	// The trace's time at which a run begins; "bellwether mobility info" shows its time
	// 0. Default: its beginning.
	Begin Duration `yaml:"begin" when:"model=trace" jsonschema:"default=0s" max:"876000h"`
	// The trace's time up to which it is used. Default: its end.
	End Duration `yaml:"end" when:"model=trace" min:"1ms" max:"876000h"`
	// What a node does after its last fix, and all nodes after end. leave: it leaves the
	// world, so that no node is measured at an unknown place; stay: it stays there. In
	// formats in which nodes stand until they are moved (ns2, bonnmotion, eel, one, one-paths)
	// the last fix is the trace's end. Default: leave; for a trace of one instant, that
	// is, a list of places, stay.
	After string `yaml:"after" when:"model=trace" jsonschema:"enum=leave,enum=stay"`
	// Whether nodes have the altitudes of the trace. none: they are on the ground, or at
	// altitude; file: as the file has them, in metres above the ground (a column z of csv, the
	// elevations of gpx); lowest: above the lowest in the file, for altitudes above the sea.
	Vertical string `yaml:"vertical" when:"model=trace" jsonschema:"default=none,enum=none,enum=file,enum=lowest"`
	// The rectangle of the trace's places that is used: nodes are in the world while they
	// are in it, and nodes that never are do not count. Default: everywhere.
	Within Within `yaml:"within" when:"model=trace"`
	// How places and times are stretched, after they were cut by begin, end and within.
	Scale Scale `yaml:"scale" when:"model=trace"`
	// How places and times are moved, after they were stretched.
	Shift Shift `yaml:"shift" when:"model=trace"`
	// When movement ends: from then on all stand where they are. Default: never.
	Until Duration `yaml:"until" when:"model=random-waypoint|random-walk|random-direction|gauss-markov|levy-walk|manhattan|road-map|reference-point-group|random-waypoint-3d|coverage|hover|own" min:"1ms" max:"10000h"`
}

// Speed is a range of speeds.
type Speed struct {
	// In m/s; 0 has no steady state and is taken as 0.001, with a warning, except
	// with gauss-markov.
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

// Travel is a range of times of travel.
type Travel struct {
	// The shortest.
	Min Duration `yaml:"min" jsonschema:"default=0s" max:"24h"`
	// The longest; 0s: to the border.
	Max Duration `yaml:"max" jsonschema:"default=0s" max:"24h"`
}

// Deviation is how far speed and direction deviate from their means.
type Deviation struct {
	// Standard deviation, in m/s: a node may be four of them faster than its mean.
	// Default: a tenth of speed.max (Camp, Boleng and Davies 2002: 1 at a mean of 10).
	Speed float64 `yaml:"speed" unit:"m/s" jsonschema:"minimum=0,maximum=100000"`
	// Standard deviation, in degrees. BonnMotion: 22.5.
	Direction float64 `yaml:"direction" unit:"°" jsonschema:"default=22.5,minimum=0,maximum=360"`
}

// Flight is how far the flights of a Lévy walk go.
type Flight struct {
	// The shortest, in metres. Mininet-WiFi: 1.
	Min float64 `yaml:"min" unit:"m" jsonschema:"default=1,minimum=0.001,maximum=1e6"`
	// The longest, in metres. Mininet-WiFi: 50.
	Max float64 `yaml:"max" unit:"m" jsonschema:"default=50,minimum=0.001,maximum=1e6"`
	// Of the tail. Mininet-WiFi: 1.6.
	Exponent float64 `yaml:"exponent" jsonschema:"default=1.6,exclusiveMinimum=0,maximum=10"`
}

// Pace is how fast the flights of a Lévy walk are.
type Pace struct {
	// In s·m^-(1-exponent). Mininet-WiFi: 10.
	Factor float64 `yaml:"factor" jsonschema:"default=10,exclusiveMinimum=0,maximum=1e6"`
	// 0: all flights are equally fast; 1: all take the same time. Mininet-WiFi:
	// 0.5.
	Exponent float64 `yaml:"exponent" jsonschema:"default=0.5,minimum=0,maximum=1"`
}

// Blocks are the blocks of a Manhattan grid.
type Blocks struct {
	// Along the x axis. BonnMotion: 10.
	X int `yaml:"x" jsonschema:"default=10,minimum=1,maximum=10000"`
	// Along the y axis. BonnMotion: 10.
	Y int `yaml:"y" jsonschema:"default=10,minimum=1,maximum=10000"`
}

// Lanes are the lanes of a street of a Manhattan grid.
type Lanes struct {
	// In each direction. 3GPP TR 36.885, urban grid: 2.
	Count int `yaml:"count" jsonschema:"default=2,minimum=1,maximum=100"`
	// Of each, in metres. 3GPP TR 36.885, urban grid: 3.5.
	Width float64 `yaml:"width" unit:"m" jsonschema:"default=3.5,minimum=0.001,maximum=1000"`
}

// Turn are the probabilities of turns at a crossing.
type Turn struct {
	// To the left. Bai, Sadagopan and Helmy 2003: 0.25.
	Left float64 `yaml:"left" jsonschema:"default=0.25,minimum=0,maximum=1"`
	// To the right. Bai, Sadagopan and Helmy 2003: 0.25.
	Right float64 `yaml:"right" jsonschema:"default=0.25,minimum=0,maximum=1"`
}
