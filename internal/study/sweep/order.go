package sweep

import (
	"encoding/json"
	"fmt"
	"sync"

	"bellwether/internal/base/build"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/portable"
	"bellwether/internal/study/tasks"
)

// A runSpec describes a run to another machine: the scenario with the settings of the plan at
// the point, and which run.
type runSpec struct {
	portable.Spec
	Label string `json:"label"`
	Seed  uint64 `json:"seed"`
	Trace int    `json:"trace,omitempty"` // keep its trace, of at most so many bytes; 0: no
	// Machine is the coordinator's, if the scenario's results depend on the processor; nil: any.
	Machine *build.Machine `json:"machine,omitempty"`
}

// orders describe the runs of a plan. The common part of the runs of a point is hashed once.
type orders struct {
	machine build.Machine // of this process

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
		o.text, o.name, o.of = &text, source.Name, map[*plan.Point]*described{}
	}
	d := o.of[at]
	if d == nil {
		d = new(described)
		d.files, d.contents = portable.Contents(at.Scenario)
		o.of[at] = d
	}
	spec := runSpec{Spec: portable.Spec{Name: o.name, Scenario: o.text.SHA256, Files: d.files}, Label: of.Label, Seed: of.Seed, Trace: trace}
	if at.Scenario.ProcessorBound() != "" {
		spec.Machine = &o.machine
	}
	for _, set := range at.Set {
		spec.Set = append(spec.Set, [2]string{set.Path, set.Value})
	}
	text, err := json.Marshal(spec)
	return &tasks.Order{Kind: tasks.Run, Spec: text, Needs: append([]tasks.Content{*o.text}, d.contents...)}, err
}
