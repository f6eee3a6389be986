package replay

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

// headlines are the metrics that say how good a run was.
var headlines = []string{"election_time_s", "messages_per_node_s", "leaderless_fraction"}

// headline is the short table of the most important metrics, live and emulated.
func (r *Result) headline() table.Table {
	p := r.Prediction
	t := table.Table{
		Title:  fmt.Sprintf("Live against the emulator: %s of %s", wording.Count(p.Runs, "run"), p.from()),
		Header: []string{"what", "live", "emulator\nmean", "its 95 %", "one run\nleast", "greatest", ""},
		Right:  []bool{false, true, true, true, true, true, false},
	}
	for _, c := range append(slices.Clone(p.Compared), p.Takeover) {
		k := takeoverKey()
		if c.Key != k.Name {
			if !slices.Contains(headlines, c.Key) {
				continue
			}
			k, _ = measure.FindKey(c.Key)
		}
		t.Rows = append(t.Rows, p.row(k, c))
	}
	if n := len(r.Takeovers.Took) + r.Takeovers.Cut; n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("takeovers of the live run: %s", r.Takeovers))
	}
	t.Notes = append(t.Notes,
		"its 95 %: of the emulator's mean; one live run has no interval, and is judged by the range of single runs")
	for _, a := range p.Assumed {
		t.Notes = append(t.Notes, "assumed: "+a)
	}
	return t
}

// row is one metric, in percent where it is a share.
func (p *Prediction) row(k measure.Key, c Comparison) []string {
	scale, unit := 1.0, k.Unit
	if k.Percent {
		scale, unit = 100, "%"
	}
	number := func(x *float64) string {
		if x == nil {
			return "–"
		}
		return fmt.Sprintf("%.4g", *x*scale)
	}
	mean, interval := "–", "–"
	if s := p.Report.Algorithms[0].Metrics.Get(k.Name); s != nil {
		mean = number(&s.Mean)
		if s.Low != nil && s.High != nil {
			interval = number(s.Low) + " to " + number(s.High)
		}
	}
	mark := ""
	switch {
	case c.Live == nil || c.Median == nil:
		mark = "nothing to compare"
	case c.Outside:
		mark = "outside"
	}
	return []string{k.Title + ", " + unit, number(c.Live), mean, interval, number(c.Low), number(c.High), mark}
}

// String lists the takeovers.
func (t Takeovers) String() string {
	var took []string
	for _, d := range t.Took {
		took = append(took, d.Round(time.Millisecond).String())
	}
	text := strings.Join(took, ", ")
	if t.Cut > 0 {
		text = strings.TrimPrefix(fmt.Sprintf("%s; %d cut off by the end of the run or the return of the leader", text, t.Cut), "; ")
	}
	return text
}
