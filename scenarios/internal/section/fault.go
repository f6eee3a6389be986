package section

import (
	"strings"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
)

// A Fault is one line of the script: a time, a kind of fault, and its nodes. Exactly
// one of the kinds is given.
type Fault struct {
	// When it strikes. With every: the first time; default: one period.
	At Duration `yaml:"at" max:"10000h"`
	// It strikes repeatedly, with this period.
	Every Duration `yaml:"every" min:"1ms" max:"10000h"`
	// How long it lasts, for crash, flap, resign, pause, drift, radio-off, partition,
	// jam, duplicate, reorder and own. Default: for good.
	For Duration `yaml:"for" min:"1ns" max:"10000h"`

	// It strikes at random: the mean time between a repair and the next failure,
	// exponential, from the time of at on (default 0s). Named nodes, and all, fail each
	// by itself; the nodes of a region fail together; best, leader and random are found
	// anew at each failure.
	MTBF Duration `yaml:"mtbf" min:"1ms" max:"1000000h"`
	// With mtbf: the mean duration of a failure, exponential. Default: for good.
	Repair Duration `yaml:"repair" min:"1ms" max:"1000000h"`

	// Nodes that stop; with for, they restart after it.
	Crash Targets `yaml:"crash"`
	// Nodes that crash and restart again and again: down for a time, up for a time,
	// and so on; with for, up for good after it.
	Flap Targets `yaml:"flap"`
	// How long a flapping node stays up.
	Up Duration `yaml:"up" min:"1ms" max:"10000h"`
	// How long a flapping node stays down.
	Down Duration `yaml:"down" min:"1ms" max:"10000h"`
	// Nodes that start again.
	Restart Targets `yaml:"restart"`
	// Nodes that offer nothing from now on but stay alive.
	Resign Targets `yaml:"resign"`
	// Nodes whose battery is filled; a node that had run empty starts again.
	Recharge Targets `yaml:"recharge"`
	// Nodes whose battery loses charge at once, see left.
	Drain Targets `yaml:"drain"`
	// With drain: the share of its first charge that is left. One that has less keeps it. 0:
	// the battery is empty, and the node stops.
	Left Left `yaml:"left" jsonschema:"minimum=0,exclusiveMaximum=1"`
	// Nodes that are alive but do nothing for a time: frames and timers wait.
	Pause Targets `yaml:"pause"`
	// Nodes whose clock runs fast or slow, see ppm.
	Drift Targets `yaml:"drift"`
	// How much faster than true time a drifting clock runs, in millionths; below 0
	// it runs slow.
	PPM PPM `yaml:"ppm" jsonschema:"minimum=-500000,maximum=500000"`
	// Nodes whose radio neither sends nor hears.
	RadioOff Targets `yaml:"radio-off"`
	// Nodes whose radio works again.
	RadioOn Targets `yaml:"radio-on"`
	// Groups of nodes that hear only their own group; all other nodes form one more
	// group.
	Partition [][]protocol.ID `yaml:"partition" jsonschema:"minItems=1"`
	// all: ends every partition.
	Heal string `yaml:"heal" jsonschema:"enum=all"`
	// A region in which nodes hear nothing.
	Jam Region `yaml:"jam"`
	// Links over which frames arrive twice: all, or pairs of node ids.
	Duplicate Links `yaml:"duplicate"`
	// Links over which frames are held back, so that later ones overtake them: all,
	// or pairs of node ids.
	Reorder Links `yaml:"reorder"`
	// Probability that a frame arrives twice, or is held back.
	Probability float64 `yaml:"probability" jsonschema:"exclusiveMinimum=0,maximum=1"`
	// The longest time that a frame is held back; the time is drawn uniformly.
	Delay Duration `yaml:"delay" min:"1us" max:"1h"`
	// Nodes that call an election.
	Elect Targets `yaml:"elect"`

	// A fault of the program's own, by its name: a Go program that runs scenarios
	// registers it as an emulator.OwnFault.
	Own string `yaml:"own" jsonschema:"pattern=^[a-z][a-z0-9-]*$,maxLength=64"`
	// With own: the nodes that it strikes.
	Nodes Targets `yaml:"nodes"`

	// With crash and flap: whether a crash loses what the node saved.
	LoseStorage bool `yaml:"lose_storage"`
}

// PPM are millionths; 0 is not given.
type PPM int

// EncodeStrict writes what is given.
func (p PPM) EncodeStrict() any {
	if p == 0 {
		return nil
	}
	return int(p)
}

// Left is a share of a charge; 0 is not given.
type Left float64

// EncodeStrict writes what is given.
func (l Left) EncodeStrict() any {
	if l == 0 {
		return nil
	}
	return float64(l)
}

// A Strike is one kind of fault as an entry of the script gives it.
type Strike struct {
	Kind  emulator.FaultKind
	On    Targets
	Given bool
	Lasts bool // for has a meaning
	Key   string
}

// TargetsKey is the key that has whom it strikes.
func (s *Strike) TargetsKey() string {
	if s.Key == WordOwn {
		return "nodes"
	}
	return s.Key
}

// Strikes lists the kinds that the entry could give, in the order of the file
// format.
func (f *Fault) Strikes() []Strike {
	list := []Strike{
		{Kind: emulator.FaultCrash, On: f.Crash, Given: f.Crash.Kind != "", Lasts: true},
		{Kind: emulator.FaultFlap, On: f.Flap, Given: f.Flap.Kind != "", Lasts: true},
		{Kind: emulator.FaultRestart, On: f.Restart, Given: f.Restart.Kind != ""},
		{Kind: emulator.FaultResign, On: f.Resign, Given: f.Resign.Kind != "", Lasts: true},
		{Kind: emulator.FaultRecharge, On: f.Recharge, Given: f.Recharge.Kind != ""},
		{Kind: emulator.FaultDrain, On: f.Drain, Given: f.Drain.Kind != ""},
		{Kind: emulator.FaultPause, On: f.Pause, Given: f.Pause.Kind != "", Lasts: true},
		{Kind: emulator.FaultDrift, On: f.Drift, Given: f.Drift.Kind != "", Lasts: true},
		{Kind: emulator.FaultRadioOff, On: f.RadioOff, Given: f.RadioOff.Kind != "", Lasts: true},
		{Kind: emulator.FaultRadioOn, On: f.RadioOn, Given: f.RadioOn.Kind != ""},
		{Kind: emulator.FaultPartition, Given: f.Partition != nil, Lasts: true},
		{Kind: emulator.FaultHeal, Given: f.Heal != ""},
		{Kind: emulator.FaultJam, Given: f.Jam.given, Lasts: true},
		{Kind: emulator.FaultDuplicate, Given: f.Duplicate.Given(), Lasts: true},
		{Kind: emulator.FaultReorder, Given: f.Reorder.Given(), Lasts: true},
		{Kind: emulator.FaultElect, On: f.Elect, Given: f.Elect.Kind != ""},
	}
	for i := range list {
		list[i].Key = string(list[i].Kind)
	}
	own := Strike{Kind: emulator.FaultKind(f.Own), On: f.Nodes, Given: f.Own != "", Lasts: true, Key: WordOwn}
	return append(list, own)
}

// Given are the kinds that the entry does give; sound entries give one.
func (f *Fault) Given() []Strike {
	var out []Strike
	for _, s := range f.Strikes() {
		if s.Given {
			out = append(out, s)
		}
	}
	return out
}

// FaultKinds lists the keys of all kinds, for messages.
func FaultKinds() string {
	var out []string
	for _, s := range new(Fault).Strikes() {
		out = append(out, s.Key)
	}
	return strings.Join(out, ", ")
}

// Targets are the nodes that a fault strikes: a list of ids, one id, a word, or a
// region: the nodes that are there then.
type Targets struct {
	Kind   emulator.TargetKind // "" is not given
	Nodes  []protocol.ID
	Region Region
}

// words for targets that are found when the fault strikes.
var words = []string{
	string(emulator.TargetRandom), string(emulator.TargetBest),
	string(emulator.TargetLeader), string(emulator.TargetAll),
}

// TakesStrict lists the forms that are taken.
func (Targets) TakesStrict() string { return "node ids, a region, random, best, leader or all" }

// DecodeStrict reads a list of ids, one id, a word, or a region.
func (t *Targets) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	*t = Targets{Kind: emulator.TargetNodes}
	switch n.Kind {
	case strictyaml.List:
		t.Nodes = nodes(d, n)
		return
	case strictyaml.Map:
		t.Kind = emulator.TargetRegion
		t.Region.DecodeStrict(d, n)
		return
	}
	for _, w := range words {
		if n.Text == w {
			t.Kind = emulator.TargetKind(w)
			return
		}
	}
	id, ok := node(n)
	if !ok {
		d.Add(n, "must be a list of node ids, a region or one of %s, got %s%s",
			strings.Join(words, ", "), n.Describe(), strictyaml.DidYouMean(n.Text, words))
		return
	}
	t.Nodes = []protocol.ID{id}
}

// EncodeStrict writes the word, the list or the region.
func (t Targets) EncodeStrict() any {
	switch t.Kind {
	case "":
		return nil
	case emulator.TargetNodes:
		return t.Nodes
	case emulator.TargetRegion:
		return t.Region
	}
	return string(t.Kind)
}
