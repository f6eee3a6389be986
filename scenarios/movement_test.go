package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/mobility"
	"bellwether/scenarios/internal/section"
	"bellwether/trace"
)

// movements are the models that need nothing but their name.
var movements = []string{section.MobilityStatic, section.MobilityWaypoint, section.MobilityWalk, section.MobilityDirection, section.MobilityGaussMarkov,
	section.MobilityLevy, section.MobilityManhattan, section.MobilityReferenceGroup}

// TestModelsHaveTheirCustomaryDefaults lists the defaults of other tools, see the comments
// of Mobility: the file names the model and nothing else.
func TestModelsHaveTheirCustomaryDefaults(t *testing.T) {
	for text, want := range map[string]string{
		"model: random-waypoint":                         "speed: {min: 0.5, max: 2} pause: {min: 0s, max: 30s} start: steady",
		"model: random-walk":                             "speed: {min: 2, max: 4} distance: 1",
		"model: random-walk, step: 3s":                   "speed: {min: 2, max: 4} distance: 0 step: 3s",
		"model: random-direction":                        "speed: {min: 1, max: 2} pause: {min: 2s, max: 2s} travel: {min: 0s, max: 0s}",
		"model: gauss-markov":                            "speed: {min: 0, max: 1} step: 1s alpha: 0.75 deviation: {speed: 0.1, direction: 22.5}",
		"model: levy-walk":                               "pause: {min: 1s, max: 1m40s} flight: {min: 1, max: 50, exponent: 1.6} pause_exponent: 0.8 pace: {factor: 10, exponent: 0.5}",
		"model: manhattan":                               "speed: {min: 4.17, max: 16.67} blocks: {x: 10, y: 10} lanes: {count: 2, width: 3.5} turn: {left: 0.25, right: 0.25}",
		"model: road-map, file: valley.geojson":          "speed: {min: 0.5, max: 1.5} pause: {min: 0s, max: 2m} file: valley.geojson",
		"model: reference-point-group":                   "speed: {min: 0.5, max: 2} pause: {min: 0s, max: 30s} step: 1s members: 3 spread: 50 wander: 10 member_speed: 2",
		"model: gauss-markov, speed: {min: 0.9}":         "speed: {min: 0.9, max: 1} step: 1s alpha: 0.75 deviation: {speed: 0.1, direction: 22.5}",
		"model: random-direction, pause: {min: 0s}":      "speed: {min: 1, max: 2} pause: {min: 0s, max: 2s} travel: {min: 0s, max: 0s}",
		"model: static, positions: [[1, 2], [3.5, 4e2]]": "positions: [[1, 2], [3.5, 400]]",
	} {
		for _, file := range []string{"mobility: {" + text + "}", "groups: [{mobility: {" + text + "}}]"} {
			got := string(parse(t, file).YAML())
			want := want
			if strings.HasPrefix(file, "groups") { // one line, in flow style
				want = strings.NewReplacer(" pause:", ", pause:", " travel:", ", travel:", " step:", ", step:", " distance:", ", distance:",
					" alpha:", ", alpha:", " deviation:", ", deviation:", " flight:", ", flight:", " pause_", ", pause_", " pace:", ", pace:",
					" blocks:", ", blocks:", " lanes:", ", lanes:", " turn:", ", turn:", " file:", ", file:", " members:", ", members:",
					" start:", ", start:", " spread:", ", spread:", " wander:", ", wander:", " member_", ", member_").Replace(want)
			} else {
				got = strings.Join(strings.Fields(got), " ")
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s: got\n%s\nwant %s", file, got, want)
			}
		}
	}
}

// Every model of the schema is made, with the greatest speed that its options give.
func TestEveryMovementIsMade(t *testing.T) {
	fastest := map[string]float64{section.MobilityWaypoint: 2, section.MobilityWalk: 4, section.MobilityDirection: 2, section.MobilityGaussMarkov: 1.4,
		section.MobilityLevy: 0.707107, section.MobilityManhattan: 16.67, section.MobilityReferenceGroup: 2, section.MobilityRoadMap: 1.5}
	for _, model := range append(slices.Clone(movements), section.MobilityRoadMap) {
		s := parse(t, "nodes: 5\nmobility: {model: "+model+", "+map[bool]string{true: "file: valley.geojson"}[model == section.MobilityRoadMap]+"}")
		if got := s.movement.MaxSpeed(); got < fastest[model] || got > fastest[model]+1e-5 {
			t.Errorf("%s moves at %v m/s, want %v", model, got, fastest[model])
		}
		c, err := s.Config(s.Algorithms[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := emulator.New(c); err != nil {
			t.Errorf("%s: %v", model, err)
		}
	}
	field, _ := reflect.TypeFor[section.Mobility]().FieldByName("Model")
	for _, model := range append(slices.Clone(movements), section.MobilityRoadMap, section.MobilityTrace) {
		if !strings.Contains(field.Tag.Get("jsonschema")+",", "enum="+model+",") {
			t.Errorf("%s is not in the schema", model)
		}
	}
}

func TestGroupsBecomeOneWorld(t *testing.T) {
	s := parse(t, `
world: {width: 1000, height: 400}
groups:
  - {nodes: 3, mobility: {model: random-walk}, area: {x: 100, width: 50}, arrive: 10s, depart: {min: 20s, max: 30s}}
  - {mobility: {model: static, positions: [[1, 2], [3, 4]]}}
  - {nodes: 4, mobility: {model: random-waypoint}, headway: 5s}
`)
	if s.Nodes != 9 || s.Groups[1].Nodes != 2 {
		t.Errorf("%d nodes, %d of them without movement", s.Nodes, s.Groups[1].Nodes)
	}
	if a := s.Groups[2].Area; a != (section.Area{Width: 1000, Height: 400}) {
		t.Errorf("the area of the column is %v", a)
	}
	must := func(m mobility.Model, err error) mobility.Model {
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	step := must(mobility.NewWalk(mobility.WalkOptions{World: mobility.Area{Width: 50, Height: 400, Origin: [2]float64{100, 0}}, SpeedMin: 2, SpeedMax: 4, Distance: 1}))
	still := must(mobility.NewStaticAt([]orb.Point{{1, 2}, {3, 4}}))
	way := must(mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.Area{Width: 1000, Height: 400}, SpeedMin: 0.5, SpeedMax: 2, PauseMax: 30 * time.Second}))
	column := must(mobility.NewColumn(mobility.ColumnOptions{Lead: way, Members: 4, Headway: 5 * time.Second}))
	want := must(mobility.NewGroups([]mobility.Group{
		{Nodes: 3, Model: step, ArriveMin: 10 * time.Second, ArriveMax: 10 * time.Second, DepartMin: 20 * time.Second, DepartMax: 30 * time.Second},
		{Nodes: 2, Model: still}, {Nodes: 4, Model: column},
	}))
	if !reflect.DeepEqual(s.movement, want) {
		t.Errorf("got  %+v\nwant %+v", s.movement, want)
	}
}

// visits records when nodes boot and leave.
type visits struct{ boot, absent map[uint32]time.Duration }

func (v *visits) Wants() trace.Set { return trace.Of(trace.Boot, trace.Absent) }

func (v *visits) Record(r *trace.Record) {
	to := v.boot
	if r.Kind == trace.Absent {
		to = v.absent
	}
	to[uint32(r.Node)] = time.Duration(r.At)
}

func TestNodesOfGroupsBootAndLeave(t *testing.T) {
	s := parse(t, `
duration: 1m
groups:
  - {nodes: 2, mobility: {model: static}}
  - {nodes: 20, mobility: {model: gauss-markov}, arrive: {min: 10s, max: 20s}, depart: 40s}
algorithms: [flood-max]
`)
	v := visits{map[uint32]time.Duration{}, map[uint32]time.Duration{}}
	c, err := s.Config(s.Algorithms[0], 1, &v)
	if err != nil {
		t.Fatal(err)
	}
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for node := uint32(1); node <= 22; node++ {
		boot, left := v.boot[node], v.absent[node]
		if node <= 2 && (boot != 0 || left != 0) || node > 2 && (boot < 10*time.Second || boot > 20*time.Second || left != 40*time.Second) {
			t.Errorf("node %d boots at %v and leaves at %v", node, boot, left)
		}
	}
}

// The path of a team depends on the seed.
func TestTeamsDependOnTheSeed(t *testing.T) {
	s := parse(t, "nodes: 6\nduration: 5s\nmobility: {model: reference-point-group, members: 6, spread: 1, wander: 1}\nalgorithms: [flood-max]")
	places := map[string]bool{}
	for seed := uint64(1); seed <= 20; seed++ {
		var first moved
		c, err := s.Config(s.Algorithms[0], seed, &first)
		if err != nil {
			t.Fatal(err)
		}
		w, err := emulator.New(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		places[fmt.Sprintf("%.0f %.0f", first.x/100, first.y/100)] = true
	}
	if len(places) < 10 { // of 100 squares
		t.Errorf("in 20 runs the team begins in %d squares", len(places))
	}
}

// moved records where the first node begins.
type moved struct {
	x, y  float64
	known bool
}

func (m *moved) Wants() trace.Set { return trace.Of(trace.Move) }

func (m *moved) Record(r *trace.Record) {
	if !m.known {
		m.x, m.y, m.known = r.X, r.Y, true
	}
}

// A copy of a scenario with a road map comes with the map.
func TestFilesOfARoadMap(t *testing.T) {
	s := load(t, "convoy", Options{})
	files := s.Files()
	if len(files) != 1 || files[0].Name != "valley.geojson" || len(files[0].Data) == 0 {
		t.Errorf("files: %d", len(files))
	}
	if yaml := string(s.YAML()); strings.Count(yaml, "file: valley.geojson") != 2 {
		t.Errorf("written as\n%s", yaml)
	}
	if s.Groups[0].Mobility.File != "traces/valley.geojson" {
		t.Error("writing changes the scenario")
	}
}

// With start leaving all nodes move at time 0; in the steady state most pause, where pauses are
// long. A pause is no leg, so a node that pauses has a first leg that stands.
func TestWaypointStart(t *testing.T) {
	for start, want := range map[string]int{"steady": 0, "leaving": 40} {
		s, err := Read("w.yaml", []byte("schema: 2\nnodes: 40\nmobility: {model: random-waypoint, pause: {min: 10h, max: 10h}, start: "+start+"}\nalgorithms: [vasudevan]\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		model := s.Movement()
		moving := 0
		for node := 1; node <= 40; node++ {
			leg := emulator.Path(model, 1, node).Next()
			if leg.Velocity != (orb.Point{}) {
				moving++
			}
		}
		if moving < want || start == "steady" && moving > 10 {
			t.Errorf("%s: %d of 40 move", start, moving)
		}
	}
}
