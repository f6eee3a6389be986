package sensitivity

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"bellwether/internal/base/stats"
	"bellwether/internal/study/reproduce"
)

// A Study is the result of a study.
type Study struct {
	Kind    Kind    `json:"study"`
	Version string  `json:"version"`
	Runs    int     `json:"runs"`
	Trials  []trial `json:"trials"`
	Values  []value `json:"values"`
}

// A value is a number of a run.
type value struct {
	Trial  string           `json:"trial"`
	World  string           `json:"world"`
	Metric reproduce.Metric `json:"metric"`
	Seed   uint64           `json:"seed"`
	X      float64          `json:"x"`
}

// order puts values in an order that does not depend on which run ended first.
func (s *Study) order() {
	slices.SortFunc(s.Values, func(a, b value) int {
		return cmp.Or(cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.World, b.World), cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.Seed, b.Seed))
	})
}

// WriteJSON writes a study for another program, or for readJSON.
func (s *Study) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(s)
}

// readJSON reads what WriteJSON wrote.
func readJSON(r io.Reader) (*Study, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var s Study
	if err := d.Decode(&s); err != nil {
		return nil, err
	}
	if !slices.Contains(Kinds(), s.Kind) {
		return nil, fmt.Errorf("%w %q", ErrKind, string(s.Kind))
	}
	return &s, nil
}

// logs returns the logarithms of a response at a trial. A run without an election has F and R
// of 0. It counts as half an election of one second in the whole run, the least that differs
// from no election.
func (s *Study) logs(trial string, r response) (list []float64) {
	least := 0.5 / float64(r.Point.Nodes) / (runLength - discarded).Minutes()
	if r.Metric == reproduce.F {
		least /= 60
	}
	for _, v := range s.Values {
		if v.Trial == trial && v.World == r.World && v.Metric == r.Metric {
			list = append(list, math.Log(max(v.X, least)))
		}
	}
	return list
}

// fitted has the effects of the factors on a response.
type fitted struct {
	response
	stats.Fit
	err error
}

// fits estimates the effect of each factor on each response. Responses are taken as
// logarithms, so an effect multiplies.
func (s *Study) fits() (list []fitted) {
	d := design()
	for _, w := range s.Kind.worlds() {
		for _, r := range responses([]world{w}) {
			runs := make([][]float64, d.Points())
			for p := range runs {
				runs[p] = s.logs(s.Trials[p].Name, r)
			}
			f, err := d.Estimate(runs, able(w))
			one := fitted{r, f, err}
			one.likely()
			list = append(list, one)
		}
	}
	return list
}
