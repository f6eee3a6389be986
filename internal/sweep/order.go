package sweep

import (
	"encoding/json"
	"fmt"
	"sync"

	"bellwether/internal/campaign"
	"bellwether/internal/plan"
	"bellwether/internal/tasks"
)

// A runSpec describes a run to another machine: the scenario as it was written, what the plan
// sets over it at the point, the files it names, and which run.
type runSpec struct {
	Name     string      `json:"name"`     // of the scenario, for errors
	Scenario string      `json:"scenario"` // the SHA-256 of its text
	Set      [][2]string `json:"set,omitempty"`
	Files    []fileSpec  `json:"files,omitempty"`
	Label    string      `json:"label"`
	Seed     uint64      `json:"seed"`
	Trace    int         `json:"trace,omitempty"` // keep its trace, of at most so many bytes; 0: no
}

// A fileSpec is a file that the scenario names.
type fileSpec struct {
	As     string `json:"as"`
	SHA256 string `json:"sha256"`
}

// orders describe the runs of a plan. What the runs of a point share is hashed once.
type orders struct {
	mutex sync.Mutex
	text  *tasks.Content // of the scenario
	name  string
	files map[*plan.Point][]tasks.Content
}

// order describes a run. If trace is more than 0, its trace is wanted, of at most so many bytes.
func (o *orders) order(p *plan.Plan, at *plan.Point, of campaign.Row, trace int) (*tasks.Order, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.text == nil {
		source, err := source(p)
		if err != nil {
			return nil, fmt.Errorf("sweep: the scenario for other machines: %w", err)
		}
		text := tasks.NewContent(source.Data)
		o.text, o.name, o.files = &text, source.Name, map[*plan.Point][]tasks.Content{}
	}
	named := at.Scenario.Files()
	files, known := o.files[at]
	if !known {
		for _, f := range named {
			files = append(files, tasks.NewContent(f.Data))
		}
		o.files[at] = files
	}
	spec := runSpec{Name: o.name, Scenario: o.text.SHA256, Label: of.Label, Seed: of.Seed, Trace: trace}
	for _, set := range at.Set {
		spec.Set = append(spec.Set, [2]string{set.Path, set.Value})
	}
	for i, f := range named {
		spec.Files = append(spec.Files, fileSpec{f.As, files[i].SHA256})
	}
	text, err := json.Marshal(spec)
	return &tasks.Order{Kind: tasks.Run, Spec: text, Needs: append([]tasks.Content{*o.text}, files...)}, err
}
