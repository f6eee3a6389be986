package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/sim/energy"
	"bellwether/mobility"
)

const fourNodes = "schema: 2\nduration: 30s\nruns: 1\nnodes: 4\nworld: {width: 600, height: 400}\nalgorithms: [vasudevan]\n"

// What contradicts itself about altitudes and motors is refused, with the name of its key.
func TestAltitudesAreRefused(t *testing.T) {
	const placed = "mobility: {model: static, positions: [[1,2],[3,4],[5,6],[7,8]], "
	const fed = "\nenergy: {battery: {min: 300, max: 400}}"
	for text, want := range map[string]string{
		"mobility: {model: random-waypoint-3d}":                                             "mobility.model: needs to know how high",
		"mobility: {model: random-waypoint-3d, altitude: {min: 50, max: 20}}":               "mobility.altitude.min: min 50 is above max 20",
		"mobility: {altitude: .nan}":                                                        "mobility.altitude: must be a finite number",
		"mobility: {altitude: -3}":                                                          "mobility.altitude: must be at least 0 m",
		"mobility: {altitude: 1e9}":                                                         "mobility.altitude: must be at most 100000 m",
		"mobility: {altitude: {min: 3}}":                                                    "mobility.altitude: needs both min and max",
		"mobility: {model: static, altitudes: [1, 2]}":                                      "mobility.altitudes: needs positions",
		placed + "altitudes: [1, 2]}":                                                       "mobility.altitudes: has 2 altitudes for 4 positions",
		placed + "altitudes: []}":                                                           "mobility.altitudes: has 0 altitudes for 4 positions",
		"mobility: {model: static, altitudes: []}":                                          "mobility.altitudes: needs positions",
		placed + "altitudes: [1, 2, 3, -4]}":                                                "mobility.altitudes[3]: must be from 0 to 100000 m, got -4",
		placed + "altitudes: [1, 2, 3, 4], altitude: 4}":                                    "mobility.altitudes: either altitude or altitudes",
		"mobility: {model: hover}":                                                          "mobility: a drift of 1.5 m would take a node at 0 m below the ground",
		"mobility: {model: hover, altitude: 900, drift: 500}":                               "mobility: hover: drift: 500 m on either side do not fit in the world",
		"mobility: {model: coverage, spacing: 0}":                                           "mobility.spacing: must be at least 0.001 m",
		"mobility: {model: coverage, spacing: 0.001, speed: {min: 10, max: 100}}":           "spacing: from lane to lane must take 1ms",
		"mobility: {altitude: 20}\nradio: {model: graph, topology: ring}":                   "mobility.altitude: nodes have no places with radio model graph",
		"mobility: {altitude: 20, propulsion: {model: rotary-wing}}":                        "mobility.propulsion: no node has a battery",
		"mobility: {propulsion: {model: constant}}" + fed:                                   "mobility.propulsion: does not say how much",
		"mobility: {propulsion: {model: constant, rest: .inf}}" + fed:                       "mobility.propulsion.rest: must be a finite number",
		"mobility: {propulsion: {model: rotary-wing, tip_speed: 0}}" + fed:                  "mobility.propulsion.tip_speed: must be at least 1 m/s",
		"mobility: {propulsion: {model: rotary-wing}}\nenergy: {battery: {model: peukert}}": "mobility.propulsion: only a linear battery",
		"groups: [{nodes: 4, battery: {min: 3, max: 4}}]":                                   "groups[0].battery: no node has a battery",
		"groups: [{nodes: 4, battery: {min: 3}}]" + fed:                                     "groups[0].battery: needs both min and max",
		"groups: [{nodes: 4, battery: {min: 5, max: 4}}]" + fed:                             "groups[0].battery.min: min 5 is above max 4",
		"groups: [{nodes: 4, battery: {min: -5, max: 4}}]" + fed:                            "groups[0].battery.min: must be more than 0 J",
	} {
		if _, err := Read("x.yaml", []byte(fourNodes+text+"\n"), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n%v, want %q", text, err, want)
		}
	}
}

// Groups have altitudes, charges and motors of their own; what is written reads as the same.
func TestGroupsInTheAir(t *testing.T) {
	text := fourNodes + `groups:
  - {name: drones, nodes: 2, battery: {min: 300000, max: 320000}, mobility: {model: coverage, altitude: 60, propulsion: {model: rotary-wing, weight: 30}}}
  - {name: rovers, nodes: 1, mobility: {model: random-walk, propulsion: {model: constant, rest: 5, move: 40}}}
  - {name: mast, nodes: 1, mobility: {model: static, positions: [[300, 200]], altitudes: [12]}}
energy: {battery: {min: 500, max: 900}}
radio: {model: two-ray}
`
	s, err := Read("x.yaml", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read("y.yaml", s.YAML(), Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, s.YAML())
	}
	for _, one := range []*Scenario{s, again} {
		if a := mobility.AltitudesOf(one.Movement()); a != (mobility.Altitudes{MinM: 0, MaxM: 60}) {
			t.Errorf("altitudes are %v", a)
		}
		c, err := one.Config(one.Algorithms[0], 3)
		if err != nil {
			t.Fatal(err)
		}
		wing := energy.DefaultRotaryWing()
		wing.WeightN = 30
		for i, want := range []emulator.Motor{wing, wing, energy.Constant{RestW: 5, MoveW: 40}, nil} {
			if c.Energy.Motors[i] != want {
				t.Errorf("node %d has the motor %v, want %v", i+1, c.Energy.Motors[i], want)
			}
			if j := c.Energy.InitialJ[i]; (i < 2) != (j >= 300000 && j <= 320000) || i >= 2 && (j < 500 || j > 900) {
				t.Errorf("node %d begins with %v J", i+1, j)
			}
		}
		if _, err := emulator.New(c); err != nil {
			t.Error(err)
		}
	}
}

func TestDronesThatFallAreWarnedOf(t *testing.T) {
	s, err := Read("x.yaml", []byte(fourNodes+"mobility: {altitude: 20, propulsion: {model: rotary-wing}}\nenergy: {battery: {min: 3000, max: 4000}}\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, w := range s.Warnings() {
		found = found || strings.Contains(w.String(), "the smallest battery, 3000 J, is empty after 18.3 s: movement takes 163.4 W, and idling 0.819 W")
	}
	if !found {
		t.Errorf("%v", s.Warnings())
	}
}

// A trace has the altitudes of its file if the scenario asks for them, and none otherwise.
func TestATraceWithAltitudes(t *testing.T) {
	const csv = "node,time,x,y,z\na,0,0,0,430\na,10,100,0,450\nb,0,50,50,410\nb,10,50,60,410\n"
	const gpx = `<gpx><trk><trkseg><trkpt lat="47" lon="11"><ele>800</ele><time>2026-01-01T00:00:00Z</time></trkpt>` +
		`<trkpt lat="47.001" lon="11"><ele>830.5</ele><time>2026-01-01T00:00:20Z</time></trkpt></trkseg></trk></gpx>`
	files, dir := map[string]string{}, t.TempDir()
	for name, text := range map[string]string{"t.csv": csv, "t.gpx": gpx} {
		files[name] = filepath.Join(dir, name)
		if err := os.WriteFile(files[name], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		mobility string
		want     mobility.Altitudes
		refused  string
	}{
		{"file: t.csv", mobility.Altitudes{}, ""},
		{"file: t.csv, vertical: file", mobility.Altitudes{MinM: 410, MaxM: 450}, ""},
		{"file: t.csv, vertical: lowest", mobility.Altitudes{MaxM: 40}, ""},
		{"file: t.csv, altitude: 3", mobility.Altitudes{MinM: 3, MaxM: 3}, ""},
		{"file: t.gpx, vertical: lowest", mobility.Altitudes{MaxM: 30.5}, ""},
		{"file: t.csv, vertical: lowest, altitude: 3", mobility.Altitudes{}, "mobility.altitude: either altitude, or vertical: lowest"},
		{"file: t.csv, vertical: sea", mobility.Altitudes{}, "mobility.vertical: must be one of none, file, lowest"},
		{"file: city-cars.ns_movements, vertical: file", mobility.Altitudes{}, "mobility.vertical: the trace has no altitudes"},
	} {
		s, err := Read("x.yaml", []byte("schema: 2\nruns: 1\nwarmup: 1s\nmobility: {model: trace, after: stay, "+c.mobility+"}\nalgorithms: [vasudevan]\n"), Options{Files: files})
		switch {
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
			t.Errorf("%s: got %v, want %q", c.mobility, err, c.refused)
		case c.refused == "" && err != nil:
			t.Errorf("%s: %v", c.mobility, err)
		case c.refused == "":
			if got := mobility.AltitudesOf(s.Movement()); got != c.want {
				t.Errorf("%s: altitudes %v, want %v", c.mobility, got, c.want)
			}
		}
	}
}

// An altitude that cannot be read is told with its file and line, also if the file is one of
// several; without vertical nobody is told.
func TestWrongAltitudesHaveTheirPlace(t *testing.T) {
	files, dir := map[string]string{}, t.TempDir()
	for name, text := range map[string]string{
		"good.csv": "node,time,x,y,z\na,0,0,0,1\na,40,10,0,2\n",
		"bad.csv":  "node,time,x,y,z\nb,0,0,0,1\nb,10,10,0,high\nb,40,20,0,2\n",
		"bad.gpx": "<gpx><trk><trkseg><trkpt lat=\"47\" lon=\"11\"><ele>800</ele><time>2026-01-01T00:00:00Z</time></trkpt>\n" +
			"<trkpt lat=\"47.001\" lon=\"11\"><ele>1e9</ele><time>2026-01-01T00:00:40Z</time></trkpt></trkseg></trk></gpx>",
	} {
		files[name] = filepath.Join(dir, name)
		if err := os.WriteFile(files[name], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for mobility, want := range map[string]string{
		"file: bad.csv, vertical: file":              "mobility.vertical: bad.csv:3: an altitude of node b at 10s",
		"files: [good.csv, bad.csv], vertical: file": "mobility.vertical: bad.csv:3: an altitude of node b at 10s",
		"file: bad.gpx, vertical: lowest":            "mobility.vertical: bad.gpx:2: an altitude of node",
		"files: [good.csv, bad.csv]":                 "",
	} {
		_, err := Read("x.yaml", []byte("schema: 2\nruns: 1\nwarmup: 1s\nmobility: {model: trace, "+mobility+"}\nalgorithms: [vasudevan]\n"), Options{Files: files})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", mobility, err, want)
		}
	}
}
