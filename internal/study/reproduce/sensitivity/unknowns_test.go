package sensitivity

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/stats"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/reproduce"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
	"bellwether/trace"
)

// The design is of resolution IV, and its columns are orthogonal.
func TestDesign(t *testing.T) {
	d := design()
	if d.Resolution() != 4 || d.Points() != 64 || d.Factors() != len(unknownFactors()) || d.Words()[4] != 44 {
		t.Errorf("resolution %d, %d points, %d factors, words %v", d.Resolution(), d.Points(), d.Factors(), d.Words())
	}
	for a := range d.Factors() {
		for b := range a + 1 {
			product := 0
			for p := range d.Points() {
				product += d.Sign(p, a) * d.Sign(p, b)
			}
			if (a == b) != (product == 64) || a != b && product != 0 {
				t.Errorf("columns %d and %d: %d", a, b, product)
			}
		}
	}
	seen := map[string]bool{}
	for p := range d.Points() {
		seen[fmt.Sprint(configured(d, p))] = true
	}
	if len(seen) != 64 {
		t.Errorf("%d different configurations", len(seen))
	}
}

// planned is a plan of one point with these settings.
func planned(t *testing.T, set []reproduce.Setting) *plan.Plan {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("schema: 2\nname: one\nscenario: vkt04.yaml\nruns: 1\naxes:\n  point:\n    one:\n")
	for _, s := range set {
		fmt.Fprintf(&b, "      %q: %s\n", s.Path, s.Value)
	}
	p, err := plan.Read("plan.yaml", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	p.Text = reproduce.Base()
	return p
}

// hash returns the trace hash of a quarter of an hour of a small world in a configuration.
func hash(t *testing.T, w world, c reproduce.Configuration) string {
	t.Helper()
	w.Nodes, w.Figure.Duration = 12, 15*time.Minute
	w.Figure.Discard = time.Minute
	// Close together, so that twelve nodes meet.
	p := planned(t, append(c.Settings(w.Figure, w.Series), append(reproduce.Size(w.Nodes), reproduce.Setting{Path: "world", Value: "{width: 600, height: 600}"})...))
	points, err := p.Points(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := points[0].Scenario
	config, err := s.Config(s.Algorithms[0], 3)
	if err != nil {
		t.Fatal(err)
	}
	sum := trace.NewHash()
	config.Sinks = append(config.Sinks, sum)
	world, err := emulator.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return sum.Sum()
}

// Each unknown changes a run where it is said to act, and changes nothing where it is not.
func TestUnknownsActWhereTheyAreSaidTo(t *testing.T) {
	taken := 0
	for _, w := range studyWorlds() {
		if w.Nodes != 60 || w.Series.Label == "Vmax 19" {
			continue
		}
		if taken++; !sample.Takes(taken, 2) {
			continue // the others in a campaign
		}
		// Every unknown that another one needs is on: probes need losses, sensing needs a
		// medium.
		base := reproduce.Assumed()
		base.Medium, base.Unicast, base.List, base.Connect = reproduce.GloMoSim, reproduce.Stalling, reproduce.AsBeacons, reproduce.Each
		for _, f := range unknownFactors() {
			low, high := base, base
			f.set(&low, false)
			f.set(&high, true)
			same := hash(t, w, low) == hash(t, w, high)
			if f.acts(w) == same && !(f.acts(w) && rare[f.Letter]) {
				t.Errorf("%s, %s: same run %v, said to act %v", w.name(), f.Name, same, f.acts(w))
			}
		}
	}
}

// rare are the unknowns that act only where messages are lost, late or out of hearing, which a short run of
// twelve nodes may not have.
var rare = map[string]bool{"A": true, "N": true, "O": true, "E": true, "P": true}

// synthetic is a study with planted effects: D multiplies every response by 2, F and G together by
// 1.5 (half of it each way), and chance has a standard deviation of 5 %.
func synthetic(r *rand.Rand) *Study {
	trials, _ := ofUnknowns.trials()
	s := &Study{Kind: ofUnknowns, Runs: 2, Trials: trials}
	d := design()
	for p, trial := range trials {
		for _, one := range responses(studyWorlds()) {
			for seed := range 2 {
				log := math.Log(2)/2*float64(d.Sign(p, 3)) + math.Log(1.5)/2*float64(d.Sign(p, 5)*d.Sign(p, 6)) + 0.05*r.NormFloat64()
				s.Values = append(s.Values, value{trial.Name, one.World, one.Metric, uint64(seed + 1), math.Exp(log)})
			}
		}
	}
	s.order()
	return s
}

func TestPlantedEffectsAreFound(t *testing.T) {
	s := synthetic(rand.New(rand.NewPCG(5, 6)))
	for _, f := range s.fits() {
		if f.err != nil {
			t.Fatal(f.err)
		}
		found := 0
		for _, c := range f.Contrasts {
			want := 0.0
			switch {
			case slices.Equal(c.Effects[0], []int{3}):
				want = math.Log(2)
			case slices.ContainsFunc(c.Effects, func(e stats.Effect) bool { return slices.Equal(e, []int{5, 6}) }):
				want = math.Log(1.5)
			}
			if want != 0 {
				found++
			}
			if math.Abs(c.Estimate-want) > 2*f.Sure {
				t.Errorf("%s: %s is %v, want %v ± %v", f.label(), letters(c), c.Estimate, want, f.Sure)
			}
		}
		if found != 2 {
			t.Errorf("%s: %d planted effects have contrasts", f.label(), found)
		}
		// With all factors low, D is low, and F and G are both low: half of log 2 less, half
		// of log 1.5 more.
		if y, want := f.predict(0), -math.Log(2)/2+math.Log(1.5)/2; math.Abs(y-want) > 3*f.Sure {
			t.Errorf("%s: all low is predicted at %v, want %v", f.label(), y, want)
		}
	}
}

// If there is only chance, at most one study in twenty finds an effect on a response.
type contrast = stats.Contrast

func TestChanceNamesNothing(t *testing.T) {
	r, wrong, asked := rand.New(rand.NewPCG(8, 8)), 0, 0
	for range 10 {
		s := synthetic(r)
		for i := range s.Values {
			s.Values[i].X = math.Exp(0.3 * r.NormFloat64())
		}
		for _, f := range s.fits() {
			asked++
			if slices.ContainsFunc(f.Contrasts, func(c contrast) bool { return math.Abs(c.Estimate) > f.Sure }) {
				wrong++
			}
		}
	}
	// Four standard deviations above 0.05 of 170.
	if share := float64(wrong) / float64(asked); share > 0.05+4*math.Sqrt(0.05*0.95/float64(asked)) {
		t.Errorf("%d of %d responses have effects by chance", wrong, asked)
	}
}

// A candidate that equals the published is the nearest, and is chosen.
func TestTheNearestIsChosen(t *testing.T) {
	s := &Study{Kind: ofCandidates, Runs: 1, Trials: []trial{{Name: "c-far"}, {Name: "c-near"}, {Name: "c-further"}, {Name: "c-lacks"}}}
	for _, r := range responses(studyWorlds()) {
		x, _ := reproduce.Published(r.Point, r.Metric)
		s.Values = append(s.Values, value{"c-near", r.World, r.Metric, 1, 1.1 * x}, value{"c-far", r.World, r.Metric, 1, 3 * x}, value{"c-further", r.World, r.Metric, 1, 4 * x})
	}
	best, err := s.chosenTrial()
	if err != nil || best.Name != "c-near" {
		t.Errorf("chosen is %q, %v", best.Name, err)
	}
	d, ok := s.measured("c-near", responses(studyWorlds()))
	if want := math.Log(1.1) * math.Log(1.1); !ok || math.Abs(d.all-want) > 1e-9 || len(d.panels) != 4 {
		t.Errorf("distance %+v, want %v", d, want)
	}
	if _, ok := s.measured("c-lacks", responses(studyWorlds())); ok {
		t.Error("a candidate without runs has a distance")
	}
	s.Kind = ofUnknowns
	if _, err := s.chosenTrial(); err == nil {
		t.Error("a factorial study chooses")
	}
}

func TestStudiesAreReadBack(t *testing.T) {
	s := synthetic(rand.New(rand.NewPCG(5, 6)))
	var b bytes.Buffer
	if err := s.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	again, err := readJSON(bytes.NewReader(b.Bytes()))
	if err != nil || fmt.Sprint(again) != fmt.Sprint(s) {
		t.Errorf("read back otherwise, %v", err)
	}
	for _, text := range []string{"{", `{"study": "luck"}`, `{"verdict": 1}`} {
		if _, err := readJSON(strings.NewReader(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	for _, f := range []table.Format{table.Text, table.Markdown} {
		var page bytes.Buffer
		if err := s.Write(&page, f); err != nil || !strings.Contains(page.String(), "resolution 4") {
			t.Errorf("%s: %v\n%s", f, err, page.String())
		}
	}
	if _, err := Run(t.Context(), Options{Study: "luck"}); err == nil {
		t.Error("there is a study of luck")
	}
}

// The scenario of the docs equals the last stage, GloMoSim, over free space.
func TestTheScenarioOfTheDocs(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/vkt04/glomosim.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenarios.Read("glomosim.yaml", text, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := stages()
	last := list[slices.IndexFunc(list, func(t trial) bool { return t.Name == "together" })].Configuration
	if last != reproduce.GloMoSimConfiguration() {
		t.Errorf("the setup glomosim is %+v, the stage %+v", reproduce.GloMoSimConfiguration(), last)
	}
	if last.Medium != reproduce.GloMoSim || s.Radio.Preset != "glomosim-200" || s.Routing.Draft != 3 || s.Routing.Unicast != "routed" ||
		s.Mobility.Start != string(last.Start) || s.Neighbours.Timeout.Std() != 120*time.Second || len(s.Algorithms) != 3 {
		t.Errorf("last stage %+v, scenario\n%s", last, s.YAML())
	}
}

// If all nodes begin in step, over a medium without a back-off while it is idle, and learn of
// merges only by beacons, then among 20 nodes no node ever hears another's beacon: R is 0, as
// in the paper. Without one of the three conditions there are elections.
func TestInStepNobodyHears(t *testing.T) {
	silent := reproduce.Assumed()
	silent.Medium, silent.Merge, silent.Jitter, silent.Child = reproduce.GloMoSim, reproduce.ByBeacon, 10*time.Millisecond, time.Second
	silent.List = reproduce.AsBeacons
	rate := func(change func(c *reproduce.Configuration)) (r float64) {
		c := silent
		change(&c)
		var w world
		for _, one := range studyWorlds() {
			if one.Nodes == 20 {
				w = one
			}
		}
		w.Figure.Duration, w.Figure.Discard = 20*time.Minute, 5*time.Minute
		job := sweep.Job{Given: planned(t, append(c.Settings(w.Figure, w.Series), reproduce.Size(20)...)), Jobs: 1, Warn: func(string) {},
			Told: func(l *results.Line) { r = l.Metrics.Get(reproduce.R.Key()).X }}
		if err := job.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := rate(func(*reproduce.Configuration) {}); r != 0 {
		t.Errorf("in step R is %v", r)
	}
	for name, change := range map[string]func(c *reproduce.Configuration){
		"apart":    func(c *reproduce.Configuration) { c.First = reproduce.Apart },
		"ideal":    func(c *reproduce.Configuration) { c.Medium = reproduce.Ideal },
		"exchange": func(c *reproduce.Configuration) { c.Merge = reproduce.ByExchange },
	} {
		if r := rate(change); r == 0 {
			t.Errorf("%s: R is 0, too", name)
		}
	}
}
