package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/internal/formats/movetrace"
	"bellwether/mobility"
)

// gpxWalk is a track from a place to the north, a point every ten seconds.
func gpxWalk(name, begins string, lat, lon float64, points int) string {
	var b strings.Builder
	at, _ := time.Parse(time.RFC3339, begins)
	fmt.Fprintf(&b, `<trk><name>%s</name><trkseg>`, name)
	for k := range points {
		fmt.Fprintf(&b, `<trkpt lat="%.6f" lon="%.6f"><time>%s</time></trkpt>`, lat+float64(k)*0.0001, lon, at.Add(time.Duration(k)*10*time.Second).Format(time.RFC3339))
	}
	return b.String() + "</trkseg></trk>"
}

func gpxOf(tracks ...string) string {
	return `<?xml version="1.0"?><gpx version="1.1" creator="test">` + strings.Join(tracks, "") + `</gpx>`
}

// field writes files into a directory and returns its path.
func field(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// world loads a scenario in a directory.
func world(t *testing.T, dir, text string) *Scenario {
	t.Helper()
	file := filepath.Join(dir, "world.yaml")
	if err := os.WriteFile(file, []byte("schema: 2\nalgorithms: [vasudevan]\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	return load(t, file, Options{})
}

// refused returns the error of a scenario in a directory.
func refused(t *testing.T, dir, text string) string {
	t.Helper()
	file := filepath.Join(dir, "world.yaml")
	if err := os.WriteFile(file, []byte("schema: 2\nalgorithms: [vasudevan]\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Load(file, Options{})
	if err == nil {
		t.Fatalf("%s is loaded", text)
	}
	return err.Error()
}

// where is a node of the run at an instant.
func where(s *Scenario, node int, at time.Duration) (orb.Point, bool) {
	w := movetrace.NewWalker(s.Movement().Path(node, nil, nil))
	return w.At(at)
}

// TestSeveralFiles: a GPX file each is a node each, on one plane and one clock.
func TestSeveralFiles(t *testing.T) {
	dir := field(t, map[string]string{
		"walks/p2.gpx":  gpxOf(gpxWalk("Morning", "2026-05-01T10:00:00Z", 47.3700, 8.5400, 13)),
		"walks/p10.gpx": gpxOf(gpxWalk("Morning", "2026-05-01T10:01:00Z", 47.3700, 8.5410, 13)),
		"walks/p1.gpx":  gpxOf(gpxWalk("Morning", "2026-05-01T10:00:30Z", 47.3709, 8.5400, 7)),
	})
	s := world(t, dir, "mobility: {model: trace, files: [walks/*.gpx]}\n")
	if got := s.NodeNames(); !slices.Equal(got, []string{"p1", "p2", "p10"}) {
		t.Errorf("nodes are %v", got)
	}
	if s.Duration.Std() != 3*time.Minute || s.Nodes != 3 {
		t.Errorf("%d nodes for %v", s.Nodes, s.Duration)
	}
	// A degree of longitude at 47.37° is 75.47 km, one of latitude 111.18 km (WGS84).
	p1, here := where(s, 1, 30*time.Second)
	p2, _ := where(s, 2, 30*time.Second)
	p10, late := where(s, 3, 61*time.Second)
	if !here || !late || math.Abs(p1[1]-p2[1]-0.0006*111180) > 0.1 || math.Abs(p1[0]-p2[0]) > 0.01 || math.Abs(p10[0]-p2[0]-0.001*75470) > 0.1 {
		t.Errorf("p1 at %v, p2 at %v, p10 at %v", p1, p2, p10)
	}
	if _, early := where(s, 3, 59*time.Second); early {
		t.Error("p10 is there before its first fix")
	}
	// Each file from time 0.
	s = world(t, dir, "mobility: {model: trace, files: [walks/*.gpx], align: start}\n")
	if _, here := where(s, 3, 0); !here || s.Duration.Std() != 2*time.Minute {
		t.Errorf("from time 0: there %v, for %v", here, s.Duration)
	}
}

// TestDroppedDatesAreWarnedOf: a file without dates in any group lets all files begin at time 0,
// and is named where others would have begun apart.
func TestDroppedDatesAreWarnedOf(t *testing.T) {
	dir := field(t, map[string]string{
		"a.gpx": gpxOf(gpxWalk("A", "2026-05-01T10:00:00Z", 47.37, 8.54, 13)),
		"b.gpx": gpxOf(gpxWalk("B", "2026-05-01T10:00:30Z", 47.37, 8.54, 13)),
		"c.csv": "time,node,x,y\n0,1,0,0\n60,1,9,9\n",
		"d.csv": "time,node,lon,lat\n0,1,8.54,47.37\n60,1,8.541,47.371\n",
	})
	const dropped = "dates are dropped, since %s has none: each file begins at time 0, where by their dates files begin up to 30s apart; %s says that this is meant"
	walks, cars := "  - {mobility: {model: trace, files: [a.gpx, b.gpx]}}\n", "  - {mobility: {model: trace, file: c.csv}}\n"
	for text, want := range map[string]string{
		"groups:\n" + walks + cars: "world.yaml:4:38: groups[0].mobility.files: " + fmt.Sprintf(dropped, "c.csv", "align: dates keeps them, align: start"),
		"groups:\n" + walks + "  - {mobility: {model: static, positions: [[0, 0]]}}\n":   "",
		"groups:\n" + strings.Replace(walks, "b.gpx]", "b.gpx], align: start", 1) + cars: "",
		"groups:\n" + strings.Replace(walks, "b.gpx]", "b.gpx], align: dates", 1) + cars: "",
		"groups:\n" + walks + strings.Replace(cars, "c.csv", "c.csv, align: start", 1):   "",
		"groups:\n" + strings.Replace(walks, ", b.gpx", "", 1) + cars: "groups[0].mobility.files: " +
			strings.Replace(fmt.Sprintf(dropped, "c.csv", "align: dates keeps them, align: start"), ", where by their dates files begin up to 30s apart", "", 1),
		"mobility: {model: trace, files: [a.gpx, b.gpx, d.csv]}\n": "mobility.files: " + fmt.Sprintf(dropped, "d.csv", "align: start"),
	} {
		said := ""
		for _, w := range world(t, dir, text).Warnings() {
			if strings.Contains(w.Message, "dates are dropped") {
				said += w.String()
			}
		}
		if want == "" && said != "" || !strings.HasSuffix(said, want) {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
}

// TestFilesOfOtherDaysAreWarnedOf: between two walks of different days nobody is in the world.
func TestFilesOfOtherDaysAreWarnedOf(t *testing.T) {
	dir := field(t, map[string]string{
		"mon.gpx": gpxOf(gpxWalk("A", "2026-05-01T10:00:00Z", 47.37, 8.54, 13)),
		"tue.gpx": gpxOf(gpxWalk("A", "2026-05-02T10:00:00Z", 47.37, 8.54, 13)),
	})
	warned := func(text string) (found []string) {
		for _, w := range world(t, dir, text).Warnings() {
			if strings.Contains(w.String(), "in the world from") {
				found = append(found, w.String())
			}
		}
		return found
	}
	got := warned("mobility: {model: trace, files: [mon.gpx, tue.gpx]}\n")
	want := "no node is in the world from 2m to 24h: 99.8 % of the measured time; files are placed by their dates, and align: start begins each file at time 0"
	if len(got) != 1 || !strings.Contains(got[0], want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := warned("mobility: {model: trace, files: [mon.gpx, tue.gpx], align: start}\n"); got != nil {
		t.Errorf("begun together, %q", got)
	}
}

// TestSeveralFilesAreCopied: the scenario as run names all files without their directories,
// and loads again beside their copies; each byte of them counts in the digest.
func TestSeveralFilesAreCopied(t *testing.T) {
	files := map[string]string{
		"a/one.gpx":   gpxOf(gpxWalk("x", "2026-05-01T10:00:00Z", 47.37, 8.54, 13)),
		"b/two.gpx":   gpxOf(gpxWalk("x", "2026-05-01T10:00:00Z", 47.37, 8.541, 13)),
		"[odd]-1.csv": "node,time,x,y\nr,0,1,2\nr,120,3,4\n",
	}
	text := `groups:
  - {name: walkers, mobility: {model: trace, files: ["?/*.gpx"]}}
  - {name: again, mobility: {model: trace, files: [a/one.gpx], shift: {x: 30, time: 10s}, scale: {time: 0.5}}}
  - {name: robots, mobility: {model: trace, files: ["[odd]-1.csv"], align: start, within: {x: 0, y: 0, width: 9, height: 9}}}
`
	s := world(t, field(t, files), text)
	var copied = map[string]string{"world.yaml": string(s.YAML())}
	for _, f := range s.Files() {
		copied[f.Name] = string(f.Data)
	}
	if len(copied) != 4 {
		t.Fatalf("the copy has %d files, want the scenario and 3", len(copied))
	}
	dir := field(t, copied)
	again := load(t, filepath.Join(dir, "world.yaml"), Options{})
	if again.Digest() != s.Digest() || string(again.YAML()) != string(s.YAML()) {
		t.Errorf("the copy is another scenario:\n%s\n%s", s.YAML(), again.YAML())
	}
	for node := 1; node <= s.Nodes; node++ {
		for _, at := range []time.Duration{0, 15 * time.Second, 100 * time.Second} {
			a, here := where(s, node, at)
			if b, there := where(again, node, at); a != b || here != there {
				t.Errorf("node %d at %v: %v, in the copy %v", node, at, a, b)
			}
		}
	}
	for _, name := range []string{"a/one.gpx", "b/two.gpx", "[odd]-1.csv"} {
		other := map[string]string{}
		for n, data := range files {
			other[n] = data
		}
		other[name] += "\n"
		if world(t, field(t, other), text).Digest() == s.Digest() {
			t.Errorf("a change of %s does not change the digest", name)
		}
	}
	// A pattern whose directory has got another file since: the files of the run count.
	moved := Options{Files: map[string]string{}}
	for _, f := range s.Files() {
		moved.Files[f.As] = filepath.Join(dir, f.Name)
	}
	files["c/three.gpx"] = files["a/one.gpx"]
	later := field(t, files)
	if err := os.WriteFile(filepath.Join(later, "w.yaml"), []byte("schema: 2\nalgorithms: [vasudevan]\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := load(t, filepath.Join(later, "w.yaml"), moved); again.Nodes != s.Nodes {
		t.Errorf("%d nodes with another file in the directory, want %d", again.Nodes, s.Nodes)
	}
}

func TestTracesBesideOthers(t *testing.T) {
	dir := field(t, map[string]string{
		"cars.csv":  "node,time,x,y\na,0,-100,0\na,100,100,0\nb,0,0,50\nb,60,0,50\n",
		"posts.csv": "node,time,x,y\nn,0,10,20\ns,0,10,-20\n",
	})
	s := world(t, dir, `groups:
  - {name: cars, mobility: {model: trace, file: cars.csv}}
  - {name: posts, mobility: {model: trace, file: posts.csv, shift: {x: 5}}}
  - {mobility: {model: static, positions: [[3, 4]]}}
  - {nodes: 2, mobility: {model: random-waypoint, speed: {max: 1}}}
`)
	if s.Nodes != 7 || s.Duration.Std() != 100*time.Second || s.Warmup.Std() != 10*time.Second {
		t.Errorf("%d nodes for %v, warm-up %v", s.Nodes, s.Duration, s.Warmup)
	}
	if got, want := strings.Join(s.NodeNames(), " "), "a b n s group-3-1 group-4-1 group-4-2"; got != want {
		t.Errorf("nodes are %s, want %s", got, want)
	}
	for _, c := range []struct {
		node, second int
		want         orb.Point
		here         bool
	}{
		{1, 25, orb.Point{-50, 0}, true}, {2, 59, orb.Point{0, 50}, true}, {2, 61, orb.Point{}, false},
		{3, 99, orb.Point{15, 20}, true}, {4, 0, orb.Point{15, -20}, true}, {5, 50, orb.Point{3, 4}, true},
	} {
		if at, here := where(s, c.node, time.Duration(c.second)*time.Second); here != c.here || here && (math.Abs(at[0]-c.want[0]) > 1e-6 || math.Abs(at[1]-c.want[1]) > 1e-6) {
			t.Errorf("node %d at %d s: %v, %v, want %v, %v", c.node, c.second, at, here, c.want, c.here)
		}
	}
	if s.World.Least() != (orb.Point{-100, -20}) || s.World.Width != 200 || s.World.Height != 70 {
		t.Errorf("the world is %v", s.World)
	}
	if s.Groups[0].Mobility.After != "leave" || s.Groups[1].Mobility.After != "stay" {
		t.Errorf("after: %s, %s", s.Groups[0].Mobility.After, s.Groups[1].Mobility.After)
	}
	if s.Recorded() {
		t.Error("walkers are drawn, and the world counts as recorded")
	}
	runs(t, s)
}

// TestTracesAreReshaped follows a node through a cut, a stretch and a move.
func TestTracesAreReshaped(t *testing.T) {
	dir := field(t, map[string]string{"walk.csv": "node,time,x,y\na,0,0,0\na,100,100,0\nfar,0,0,500\nfar,100,0,500\n"})
	s := world(t, dir, `mobility:
  model: trace
  file: walk.csv
  begin: 10s
  end: 90s
  within: {x: 20, y: -5, width: 60, height: 10}
  scale: {place: 2, time: 0.5}
  shift: {x: -30, y: 7, time: 5s}
`)
	if s.Nodes != 1 || s.Duration.Std() != 45*time.Second {
		t.Errorf("%d nodes for %v, want a for 5 s and half of 80 s", s.Nodes, s.Duration)
	}
	// The file has a at x = t. It is in [20, 80] from 20 s to 80 s, and so from 10 s to 40 s of the run.
	for second, want := range map[int]float64{9: math.NaN(), 11: 14, 25: 70, 39: 126, 41: math.NaN()} {
		at, here := where(s, 1, time.Duration(second)*time.Second)
		if here == math.IsNaN(want) || here && (math.Abs(at[0]-want) > 1e-6 || math.Abs(at[1]-7) > 1e-6) {
			t.Errorf("at %d s: %v, %v, want %v", second, at, here, want)
		}
	}
	runs(t, s)
	// The same in degrees: the second walk alone is within.
	gpx := field(t, map[string]string{
		"a.gpx": gpxOf(gpxWalk("a", "2026-05-01T10:00:00Z", 47.37, 8.54, 7), gpxWalk("b", "2026-05-01T10:00:00Z", 47.37, 8.56, 7)),
	})
	s = world(t, gpx, "mobility: {model: trace, file: a.gpx, within: {west: 8.55, south: 47.3, east: 8.57, north: 47.3702}}\n")
	if got := s.NodeNames(); !slices.Equal(got, []string{"b"}) {
		t.Errorf("nodes are %v", got)
	}
	if _, here := where(s, 1, 10*time.Second); !here {
		t.Error("b is not there, within")
	}
	if _, here := where(s, 1, 30*time.Second); here {
		t.Error("b is there, beyond the north")
	}
}

func TestDevicesAreJoined(t *testing.T) {
	dir := field(t, map[string]string{
		"day.gpx": gpxOf(gpxWalk("A", "2026-05-01T10:00:00Z", 47.37, 8.54, 4), gpxWalk("B", "2026-05-01T10:00:00Z", 47.37, 8.541, 4), gpxWalk("A", "2026-05-01T10:05:00Z", 47.38, 8.54, 4)),
		"mon.csv": "node,time,x,y\nbus,2026-05-01T10:00:00Z,0,0\nbus,2026-05-01T10:01:00Z,60,0\ntram,2026-05-01T10:00:00Z,0,9\ntram,2026-05-01T10:01:00Z,9,9\n",
		"tue.csv": "node,time,x,y\nbus,2026-05-01T10:02:00Z,60,0\nbus,2026-05-01T10:03:00Z,0,0\n",
		"wed.csv": "node,time,x,y\nBus,2026-05-01T10:02:00Z,60,0\nBus,2026-05-01T10:03:00Z,0,0\n",
	})
	for _, c := range []struct {
		keys  string
		names string
	}{
		{"file: day.gpx", "A A (2) B"},
		{"file: day.gpx, join: name", "A B"},
		{"files: [mon.csv, tue.csv]", "mon/bus mon/tram tue"},
		{"files: [mon.csv, tue.csv], join: name", "bus tram"},
		{"files: [tue.csv], join: all", "tue"},
	} {
		s := world(t, dir, "mobility: {model: trace, "+c.keys+"}\n")
		if got := strings.Join(s.NodeNames(), " "); got != c.names {
			t.Errorf("%s: nodes are %s, want %s", c.keys, got, c.names)
		}
	}
	if told := fmt.Sprint(world(t, dir, "mobility: {model: trace, files: [mon.csv, wed.csv], join: name}\n").Warnings()); !strings.Contains(told, "joined by name: bus and Bus are read as two nodes") {
		t.Errorf("told %s", told)
	}
	s := world(t, dir, "mobility: {model: trace, files: [mon.csv, tue.csv], join: name}\n")
	for second, want := range map[int]float64{30: 30, 90: math.NaN(), 150: 30} {
		if at, here := where(s, 1, time.Duration(second)*time.Second); here == math.IsNaN(want) || here && math.Abs(at[0]-want) > 1e-6 {
			t.Errorf("the bus at %d s: %v, %v, want %v", second, at, here, want)
		}
	}
	for keys, want := range map[string]string{
		"file: day.gpx, join: file":                           "world.yaml:3:47: mobility.join: A of day.gpx and B of day.gpx are joined, and both are in the world from 0s to 30s: a device is in one place at a time",
		"files: [mon.csv, tue.csv], join: name, align: start": "bus of mon.csv and bus of tue.csv are joined, and both are in the world from 0s to 1m0s",
		"files: [day.gpx, mon.csv]":                           "mobility.files[1]: day.gpx and mon.csv: one is in degrees and the other in metres",
	} {
		if got := refused(t, dir, "mobility: {model: trace, "+keys+"}\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", keys, got, want)
		}
	}
}

// runs runs a scenario once.
func runs(t *testing.T, s *Scenario) {
	t.Helper()
	c, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		t.Fatal(err)
	}
	c.Until = min(c.Until, 20*time.Second)
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestMixedWorldsAreOnEarth: what a group replays from satellites ties the world to the
// Earth, so that its movement can be written in degrees.
func TestMixedWorldsAreOnEarth(t *testing.T) {
	dir := field(t, map[string]string{"a.gpx": gpxOf(gpxWalk("a", "2026-05-01T10:00:00Z", 47.37, 8.54, 7))})
	s := world(t, dir, "groups:\n  - {nodes: 2, mobility: {model: reference-point-group, spread: 3, wander: 1}}\n  - {mobility: {model: trace, file: a.gpx}}\nworld: {width: 90, height: 90}\n")
	a := s.Movement().(interface{ Anchor() movetrace.Anchor }).Anchor()
	if !a.OnEarth || math.Abs(a.Centre[0]-8.54) > 1e-9 || a.Start.Format(time.RFC3339) != "2026-05-01T10:00:00Z" {
		t.Errorf("anchored at %+v", a)
	}
	one := s.Movement().(interface{ ForRun(uint64) mobility.Model }).ForRun(1).Path(1, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))).Next().At(0)
	other := s.Movement().(interface{ ForRun(uint64) mobility.Model }).ForRun(2).Path(1, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))).Next().At(0)
	if one == other {
		t.Errorf("a team begins at %v in two runs", one)
	}
}

// Parts of a log on one relative clock keep their distances, and dates are not needed.
func TestPartsOfALogShareAClock(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"p1.csv": "node,time,x,y\na,100,0,0\na,160,60,0\n", "p2.csv": "node,time,x,y\na,220,120,0\na,280,180,0\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	groups := ""
	for _, part := range []string{"p1", "p2"} {
		groups += "  - {name: " + part + ", mobility: {model: trace, file: " + part + ".csv, align: clock}}\n"
	}
	if s := world(t, dir, "groups:\n"+groups); s.Duration.Std() != 3*time.Minute {
		t.Errorf("two groups on one clock: the run lasts %v, want 3m", s.Duration)
	}
	for keys, want := range map[string]time.Duration{"join: name, align: clock": 3 * time.Minute, "align: start": time.Minute} {
		s := world(t, dir, "mobility: {model: trace, files: [p*.csv], "+keys+"}\n")
		if s.Duration.Std() != want {
			t.Errorf("%s: the run lasts %v, want %v", keys, s.Duration, want)
		}
	}
}
