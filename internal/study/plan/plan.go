package plan

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// A Plan is the content of a plan file.
type Plan struct {
	// Version of the form of this file: 2. The scenario has a version of its own.
	Schema int `yaml:"schema" jsonschema:"minimum=1"`
	// Name of the plan in tables. Default: the name of the file.
	Name string `yaml:"name" jsonschema:"pattern=^[a-z0-9][a-z0-9._-]*$,maxLength=64"`
	// The question of the plan, in a sentence or two.
	About string `yaml:"about" jsonschema:"maxLength=1000"`
	// The scenario that is varied: a built-in name, or a file, looked for beside
	// the plan.
	Scenario string `yaml:"scenario"`
	// Values set over the scenario at every point, by path.
	Set Settings `yaml:"set"`
	// What is varied, by path.
	Axes Axes `yaml:"axes"`
	// The rows to compare. Default: the scenario's rows.
	Algorithms []scenarios.Entry `yaml:"algorithms" jsonschema:"minItems=1,maxItems=64"`
	// Runs of each algorithm at each point. Default: as many as the scenario has.
	Runs int `yaml:"runs" jsonschema:"minimum=1,maximum=100000"`
	// Runs until the answer is precise enough, in place of a number.
	Stop Stop `yaml:"stop"`
	// The axes are assumptions of the scenario, as "run --stress" crosses them: tables and
	// reports then say who leads best in each corner.
	Stress Stress `yaml:"stress"`

	// Text is the scenario if it is in no file. Scenario is then its name.
	Text []byte
	// Files says where the files are that the scenario names: see scenarios.Options.
	Files map[string]string
	// Own is what the program adds to scenarios: see registry.Registry.Options.
	Own scenarios.Options

	doc *strictyaml.Document
}

// Form is the version of the form of plans that this program writes. A plan without a
// schema is of form 1 and means the same.
const Form = 2

// Stop says when a point has enough runs. See the package comment.
type Stop struct {
	// Whose interval decides.
	Metric string `yaml:"metric"`
	// Half the width of the 95 % interval, as a share of the mean: 5%.
	HalfWidth Percent `yaml:"half_width"`
	// Runs to begin with, and to add at a time.
	Min int `yaml:"min" jsonschema:"default=10,minimum=2,maximum=100000"`
	// Runs at most.
	Max int `yaml:"max" jsonschema:"default=200,minimum=2,maximum=100000"`
}

// Stress says what a plan that crosses the assumptions of a scenario does not try.
type Stress struct {
	// Assumptions that are left out, each with the reason.
	LeftOut []string `yaml:"left_out" json:"left_out"`
	// Labels of the rows that one of the axes, routes, does not touch, since they do not route.
	Untouched []string `yaml:"untouched" json:"untouched"`
	// The command that made the plan, without the program's name.
	Command string `yaml:"command" json:"-"`
	// What measure.tolerance is set to, so that one standard judges all corners; 0: the scenario's.
	Tolerance float64 `yaml:"tolerance" json:"-" jsonschema:"minimum=0,maximum=1000"`
}

// Stressed reports whether the axes are the assumptions of the scenario.
func (p *Plan) Stressed() bool { return p.doc != nil && p.doc.Given("stress") }

// A Percent is a share, written 5%.
type Percent float64

var percentForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{1,6})?%$`) })

// DecodeStrict reads a share of more than 0 % and at most 100 %.
func (p *Percent) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Kind != strictyaml.Plain && n.Kind != strictyaml.Quoted || !percentForm().MatchString(n.Text) {
		d.Add(n, "must be a share like 5%%, got %s", n.Describe())
		return
	}
	share, err := strconv.ParseFloat(strings.TrimSuffix(n.Text, "%"), 64)
	if err != nil || share <= 0 || share > 100 {
		d.Add(n, "must be more than 0%% and at most 100%%, got %s", n.Text)
		return
	}
	*p = Percent(share / 100)
}

// String writes the share as it is read.
func (p Percent) String() string { return strconv.FormatFloat(float64(p)*100, 'g', 12, 64) + "%" }

// Load reads a plan from a file. The scenario that it names is not loaded before
// Points is called.
func Load(file string) (*Plan, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, strictyaml.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	return Read(file, data)
}

// Read reads a plan from memory. Errors name the file, and a scenario file is looked for
// in its directory.
func Read(file string, data []byte) (*Plan, error) {
	doc, err := strictyaml.Parse(file, data)
	if err != nil {
		return nil, err
	}
	p := &Plan{doc: doc}
	doc.Decode(p)
	if p.Schema > Form {
		doc.Fault("schema", "form %d is later than this bellwether, which reads up to %d: a later one reads it", p.Schema, Form)
	}
	p.Schema = Form
	if p.Name == "" && doc.Sound("name") {
		p.Name = strictyaml.NameOf(file)
	}
	if p.Scenario == "" && doc.Sound("scenario") {
		doc.Fault("scenario", "is missing: which scenario is varied?")
	}
	if strings.ContainsAny(p.Scenario, `/\`) || strings.HasSuffix(p.Scenario, ".yaml") || strings.HasSuffix(p.Scenario, ".yml") {
		p.Scenario, err = filepath.Abs(beside(file, p.Scenario))
		if err != nil {
			return nil, err
		}
	}
	p.checkStop()
	p.checkPaths()
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

func beside(file, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(file), name)
}

// Adaptive reports whether precision, not a number, decides when a point has enough runs.
func (p *Plan) Adaptive() bool { return p.Stop.Metric != "" }

func (p *Plan) checkStop() {
	if !p.doc.Given("stop") {
		p.Stop = Stop{}
		return
	}
	if p.doc.Given("runs") {
		p.doc.Fault("stop", "stands beside runs; give one of them")
	}
	if !p.doc.Sound("stop") {
		return
	}
	if _, known := measure.FindKey(p.Stop.Metric); !known {
		p.doc.Fault("stop.metric", "unknown metric %q%s", p.Stop.Metric, strictyaml.Hint(p.Stop.Metric, metricNames()))
	}
	if p.Stop.HalfWidth == 0 {
		p.doc.Fault("stop", "does not say how precise: half_width: 5%%")
	}
	if p.Stop.Min > p.Stop.Max {
		p.doc.Fault("stop", "min %d is above max %d", p.Stop.Min, p.Stop.Max)
	}
}

func metricNames() []string {
	var names []string
	for _, k := range measure.Keys() {
		names = append(names, k.Name)
	}
	return names
}

// elsewhere are the keys of a scenario that a plan may neither set nor vary, each with the
// reason.
var elsewhere = map[string]string{
	"name":       "the plan has a name of its own",
	"about":      "the plan has an about of its own",
	"runs":       "runs stands at the top of the plan",
	"algorithms": "algorithms stands at the top of the plan",
}

// checkPaths refuses paths that cannot be set or varied.
func (p *Plan) checkPaths() {
	for _, s := range p.Set {
		if why := elsewhere[s.Path]; why != "" {
			p.doc.Add(s.node, "cannot be set: %s", why)
		}
	}
	of := map[string]string{} // the axis that sets a path
	for i := range p.Axes {
		a := &p.Axes[i]
		if a.Path == AxisAlgorithm || a.Path == AxisMetric {
			p.doc.Add(a.node, "is no axis: tables call something else %s", a.Path)
		}
		for _, path := range a.paths() {
			p.checkAxis(a, path)
			if other, twice := of[path]; twice {
				p.doc.Add(a.node, "sets %s, as the axis %s does", path, other)
			}
			of[path] = a.Path
		}
	}
}

// checkAxis refuses a path that an axis cannot set.
func (p *Plan) checkAxis(a *Axis, path string) {
	prefix := ""
	if path != a.Path {
		prefix = path + ": "
	}
	switch why := elsewhere[path]; {
	case why != "":
		p.doc.Add(a.node, "%sis no axis: %s", prefix, why)
	case path == "seed":
		p.doc.Add(a.node, "%sis no axis: every point has the seeds seed, seed+1, …; give more runs", prefix)
	}
	for _, s := range p.Set {
		if s.Path == path {
			p.doc.Add(s.node, "is also an axis")
		}
	}
}

// Names that tables use for other columns than the axes of a plan.
const (
	AxisAlgorithm = "algorithm"
	AxisMetric    = "metric"
)
