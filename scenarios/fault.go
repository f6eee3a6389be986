package scenarios

import (
	"strings"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
)

// A faultEntry is one line of the script: a time, a kind of fault, and its nodes. Exactly
// one of the kinds is given.
type faultEntry struct {
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
	Crash targets `yaml:"crash"`
	// Nodes that crash and restart again and again: down for a time, up for a time,
	// and so on; with for, up for good after it.
	Flap targets `yaml:"flap"`
	// How long a flapping node stays up.
	Up Duration `yaml:"up" min:"1ms" max:"10000h"`
	// How long a flapping node stays down.
	Down Duration `yaml:"down" min:"1ms" max:"10000h"`
	// Nodes that start again.
	Restart targets `yaml:"restart"`
	// Nodes that offer nothing from now on but stay alive.
	Resign targets `yaml:"resign"`
	// Nodes whose battery is filled; a node that had run empty starts again.
	Recharge targets `yaml:"recharge"`
	// Nodes whose battery loses charge at once, see left.
	Drain targets `yaml:"drain"`
	// With drain: the share of its first charge that is left. One that has less keeps it. 0:
	// the battery is empty, and the node stops.
	Left left `yaml:"left" jsonschema:"minimum=0,exclusiveMaximum=1"`
	// Nodes that are alive but do nothing for a time: frames and timers wait.
	Pause targets `yaml:"pause"`
	// Nodes whose clock runs fast or slow, see ppm.
	Drift targets `yaml:"drift"`
	// How much faster than true time a drifting clock runs, in millionths; below 0
	// it runs slow.
	PPM ppm `yaml:"ppm" jsonschema:"minimum=-500000,maximum=500000"`
	// Nodes whose radio neither sends nor hears.
	RadioOff targets `yaml:"radio-off"`
	// Nodes whose radio works again.
	RadioOn targets `yaml:"radio-on"`
	// Groups of nodes that hear only their own group; all other nodes form one more
	// group.
	Partition [][]protocol.ID `yaml:"partition" jsonschema:"minItems=1"`
	// all: ends every partition.
	Heal string `yaml:"heal" jsonschema:"enum=all"`
	// A region in which nodes hear nothing.
	Jam regionSection `yaml:"jam"`
	// Links over which frames arrive twice: all, or pairs of node ids.
	Duplicate links `yaml:"duplicate"`
	// Links over which frames are held back, so that later ones overtake them: all,
	// or pairs of node ids.
	Reorder links `yaml:"reorder"`
	// Probability that a frame arrives twice, or is held back.
	Probability float64 `yaml:"probability" jsonschema:"exclusiveMinimum=0,maximum=1"`
	// The longest time that a frame is held back; the time is drawn uniformly.
	Delay Duration `yaml:"delay" min:"1us" max:"1h"`
	// Nodes that call an election.
	Elect targets `yaml:"elect"`

	// A fault of the program's own, by its name: a Go program that runs scenarios
	// registers it as an emulator.OwnFault.
	Own string `yaml:"own" jsonschema:"pattern=^[a-z][a-z0-9-]*$,maxLength=64"`
	// With own: the nodes that it strikes.
	Nodes targets `yaml:"nodes"`

	// With crash and flap: whether a crash loses what the node saved.
	LoseStorage bool `yaml:"lose_storage"`
}

// ppm are millionths; 0 is not given.
type ppm int

// EncodeStrict writes what is given.
func (p ppm) EncodeStrict() any {
	if p == 0 {
		return nil
	}
	return int(p)
}

// left is a share of a charge; 0 is not given.
type left float64

// EncodeStrict writes what is given.
func (l left) EncodeStrict() any {
	if l == 0 {
		return nil
	}
	return float64(l)
}

// A strike is one kind of fault as an entry of the script gives it.
type strike struct {
	kind  emulator.FaultKind
	on    targets
	given bool
	lasts bool // for has a meaning
	key   string
}

// targetsKey is the key that has whom it strikes.
func (s *strike) targetsKey() string {
	if s.key == wordOwn {
		return "nodes"
	}
	return s.key
}

// strikes lists the kinds that the entry could give, in the order of the file
// format.
func (f *faultEntry) strikes() []strike {
	list := []strike{
		{kind: emulator.FaultCrash, on: f.Crash, given: f.Crash.Kind != "", lasts: true},
		{kind: emulator.FaultFlap, on: f.Flap, given: f.Flap.Kind != "", lasts: true},
		{kind: emulator.FaultRestart, on: f.Restart, given: f.Restart.Kind != ""},
		{kind: emulator.FaultResign, on: f.Resign, given: f.Resign.Kind != "", lasts: true},
		{kind: emulator.FaultRecharge, on: f.Recharge, given: f.Recharge.Kind != ""},
		{kind: emulator.FaultDrain, on: f.Drain, given: f.Drain.Kind != ""},
		{kind: emulator.FaultPause, on: f.Pause, given: f.Pause.Kind != "", lasts: true},
		{kind: emulator.FaultDrift, on: f.Drift, given: f.Drift.Kind != "", lasts: true},
		{kind: emulator.FaultRadioOff, on: f.RadioOff, given: f.RadioOff.Kind != "", lasts: true},
		{kind: emulator.FaultRadioOn, on: f.RadioOn, given: f.RadioOn.Kind != ""},
		{kind: emulator.FaultPartition, given: f.Partition != nil, lasts: true},
		{kind: emulator.FaultHeal, given: f.Heal != ""},
		{kind: emulator.FaultJam, given: f.Jam.given, lasts: true},
		{kind: emulator.FaultDuplicate, given: f.Duplicate.given(), lasts: true},
		{kind: emulator.FaultReorder, given: f.Reorder.given(), lasts: true},
		{kind: emulator.FaultElect, on: f.Elect, given: f.Elect.Kind != ""},
	}
	for i := range list {
		list[i].key = string(list[i].kind)
	}
	own := strike{kind: emulator.FaultKind(f.Own), on: f.Nodes, given: f.Own != "", lasts: true, key: wordOwn}
	return append(list, own)
}

// given are the kinds that the entry does give; sound entries give one.
func (f *faultEntry) given() []strike {
	var out []strike
	for _, s := range f.strikes() {
		if s.given {
			out = append(out, s)
		}
	}
	return out
}

func faultKinds() string {
	var out []string
	for _, s := range new(faultEntry).strikes() {
		out = append(out, s.key)
	}
	return strings.Join(out, ", ")
}

// targets are the nodes that a fault strikes: a list of ids, one id, a word, or a
// region: whoever is there then.
type targets struct {
	Kind   emulator.TargetKind // "" is not given
	Nodes  []protocol.ID
	Region regionSection
}

// words for targets that are found when the fault strikes.
var words = []string{
	string(emulator.TargetRandom), string(emulator.TargetBest),
	string(emulator.TargetLeader), string(emulator.TargetAll),
}

// TakesStrict lists the forms that are taken.
func (targets) TakesStrict() string { return "node ids, a region, random, best, leader or all" }

// DecodeStrict reads a list of ids, one id, a word, or a region.
func (t *targets) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	*t = targets{Kind: emulator.TargetNodes}
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
func (t targets) EncodeStrict() any {
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
