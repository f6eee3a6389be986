package sweep

import (
	"encoding/json"
	"fmt"
	"sync"

	"bellwether/internal/plan"
	"bellwether/internal/portable"
	"bellwether/internal/tasks"
)

// A runSpec describes a run to another machine: the scenario with what the plan sets over it at
// the point, and which run.
type runSpec struct {
	portable.Spec
	Label string `json:"label"`
	Seed  uint64 `json:"seed"`
}

// orders describe the runs of a plan. What the runs of a point share is hashed once.
type orders struct {
	mutex sync.Mutex
	text  *tasks.Content // of the scenario
	name  string
	of    map[*plan.Point]*described
}

// described are the files of the scenario at a point.
type described struct {
	files    []portable.File
	contents []tasks.Content
}

// order describes a run.
func (o *orders) order(p *plan.Plan, at *plan.Point, label string, seed uint64) (*tasks.Order, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.text == nil {
		source, err := source(p)
		if err != nil {
			return nil, fmt.Errorf("sweep: the scenario for other machines: %w", err)
		}
		text := tasks.NewContent(source.Data)
		o.text, o.name, o.of = &text, source.Name, map[*plan.Point]*described{}
	}
	d := o.of[at]
	if d == nil {
		d = new(described)
		d.files, d.contents = portable.Contents(at.Scenario)
		o.of[at] = d
	}
	spec := runSpec{portable.Spec{Name: o.name, Scenario: o.text.SHA256, Files: d.files}, label, seed}
	for _, set := range at.Set {
		spec.Set = append(spec.Set, [2]string{set.Path, set.Value})
	}
	text, err := json.Marshal(spec)
	return &tasks.Order{Kind: tasks.Run, Spec: text, Needs: append([]tasks.Content{*o.text}, d.contents...)}, err
}
