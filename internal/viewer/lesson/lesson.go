package lesson

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios"
)

//go:embed lessons/*.yaml
var files embed.FS

// order is the order in which a class would take them.
var order = []string{"echo-tree", "two-leaders", "worst-order", "crash-in-the-middle", "merge", "what-f-hides",
	"contention", "margin"}

// A Lesson is a small world and what to see in it.
type Lesson struct {
	Name string `yaml:"-"` // of its file
	// A line, as in a table of contents.
	Title string `yaml:"title" jsonschema:"required"`
	// What it is about, and what a reader has to know before.
	About string `yaml:"about" jsonschema:"required"`
	// What of the conversation is to the point: kinds of messages and of records.
	Show []string `yaml:"show" jsonschema:"required,minItems=1"`
	// The world, as a scenario file states it, with one row.
	Scenario string `yaml:"scenario" jsonschema:"required"`
	// What happens, in the order of the instants.
	Steps []Step `yaml:"steps" jsonschema:"required,minItems=1"`
	// What a class is asked after that.
	Questions []question `yaml:"questions"`
	// What to change, and what comes of it.
	Changes []Change `yaml:"changes"`
}

// A Step is an instant of the run that is worth a look.
type Step struct {
	// When it is.
	At strictyaml.Duration `yaml:"at" max:"1h"`
	// What is to be seen then.
	Say string `yaml:"say" jsonschema:"required"`
	// Which part of the page shows it.
	Look look `yaml:"look" jsonschema:"default=field,enum=field,enum=conversation,enum=numbers"`
	// What holds then.
	Claims []Claim `yaml:"claims"`
}

// A look is a part of the viewer's page.
type look string

// A question is for the class.
type question struct {
	Ask    string `yaml:"ask" jsonschema:"required"`
	Answer string `yaml:"answer" jsonschema:"required"`
}

// A Change is the scenario with some keys set otherwise.
type Change struct {
	// What to do.
	Do string `yaml:"do" jsonschema:"required"`
	// The keys, as for --set.
	Set []string `yaml:"set" jsonschema:"required,minItems=1"`
	// When to look. Default: at the end.
	At strictyaml.Duration `yaml:"at" max:"1h"`
	// What comes of it.
	Then string `yaml:"then" jsonschema:"required"`
	// What holds then.
	Claims []Claim `yaml:"claims" jsonschema:"required,minItems=1"`
}

// Names returns the names of all lessons, in the order in which a class would take them.
func Names() []string { return append([]string(nil), order...) }

// Load reads a lesson.
func Load(name string) (*Lesson, error) {
	text, err := files.ReadFile(path.Join("lessons", name+".yaml"))
	if err != nil {
		return nil, fmt.Errorf("there is no lesson %q%s", name, strictyaml.Hint(name, order))
	}
	return read(name, text)
}

func read(name string, text []byte) (*Lesson, error) {
	doc, err := strictyaml.Parse(name+".yaml", text)
	if err != nil {
		return nil, err
	}
	l := &Lesson{}
	doc.Decode(l)
	l.Name = name
	for i := range l.Steps {
		if i > 0 && l.Steps[i].At < l.Steps[i-1].At {
			doc.Fault(fmt.Sprintf("steps[%d].at", i), "is before the step before it")
		}
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	_, err = l.World(nil)
	return l, err
}

// World is the scenario with some of its keys set, as --set does.
func (l *Lesson) World(set []string) (*scenarios.Scenario, error) {
	var o scenarios.Options
	for _, s := range set {
		key, value, _ := strings.Cut(s, "=")
		o.Set = append(o.Set, scenarios.Assign(key, value))
	}
	s, err := scenarios.Read(l.Name+".yaml", []byte(l.Scenario), o)
	if err != nil {
		return nil, fmt.Errorf("lesson: the scenario of %s: %w", l.Name, err)
	}
	if len(s.Algorithms) != 1 || s.Runs != 1 {
		return nil, fmt.Errorf("lesson: %s has %d rows and %d runs: want one of each", l.Name, len(s.Algorithms), s.Runs)
	}
	return s, nil
}
