package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bellwether/internal/draw/table"
	"bellwether/internal/live/merge"
	"bellwether/trace/measure"
)

// Print writes a result: the table of a campaign, and below it what only a live run has.
// CSV has only the metrics, with the metrics of the prediction below.
func (r *Result) Print(w io.Writer, format string, columns []string) error {
	if format == table.FormatJSON {
		return json.NewEncoder(w).Encode(r.document())
	}
	f, err := table.ParseFormat(format)
	if err != nil {
		return err
	}
	options := table.ReportOptions{Columns: columns, Title: r.title()}
	if f == table.CSV {
		reports := []*measure.Report{&r.Report}
		if r.Prediction != nil {
			reports = append(reports, &r.Prediction.Report)
		}
		return table.WriteReports(w, f, reports, options)
	}
	if err := table.WriteReport(w, f, &r.Report, options); err != nil {
		return err
	}
	tables := []table.Table{r.lives(), r.verdicts()}
	if r.Prediction != nil {
		forecast := r.Prediction.table()
		if !r.Truth.Exact {
			forecast.Notes = append(forecast.Notes, "by construction: a live broadcast without a mask is a datagram to each member, so frames and bytes are more")
		}
		tables = append(tables, r.headline(), forecast)
	}
	for i := range tables {
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		if err := tables[i].Write(w, f); err != nil {
			return err
		}
	}
	return nil
}

func (r *Result) title() string {
	began := time.Unix(0, r.Merge.Header.Zero+int64(r.Merge.Begin)).UTC()
	return fmt.Sprintf("%s: %s live on %d nodes from %s for %v", r.Report.Scenario, r.Merge.Header.Algorithm, r.nodes(),
		began.Format("2006-01-02 15:04:05 UTC"), r.Merge.End.Sub(r.Merge.Begin).Round(time.Millisecond))
}

func (r *Result) nodes() int {
	n := 0
	for i, l := range r.Merge.Lives {
		if i == 0 || r.Merge.Lives[i-1].Node != l.Node {
			n++
		}
	}
	return n
}

// lives is the table of the agents, their lives and their clocks.
func (r *Result) lives() table.Table {
	t := table.Table{
		Title:  "Agents and their clocks",
		Header: []string{"agent", "node", "life", "file", "records", "end", "clock", "ahead", "drift\nppm", "error"},
		Right:  []bool{false, true, true, false, true, false, false, true, true, true},
	}
	byWall, uneven := false, false
	for _, l := range r.Merge.Lives {
		ended := "left"
		if !l.Clean {
			ended = "killed"
		}
		wrong := "± " + l.Clock.Error.Round(time.Microsecond).String()
		switch {
		case l.Clock.Basis == merge.ByWallClock:
			wrong, byWall = "unknown", true
		case l.Clock.Uneven:
			wrong, uneven = strings.Replace(wrong, "±", "~", 1), true
		}
		t.Rows = append(t.Rows, []string{l.Name, l.Node.String(), fmt.Sprint(l.Incarnation), filepath.Base(l.File), fmt.Sprint(l.Records), ended,
			string(l.Clock.Basis), l.Clock.Offset.Round(time.Microsecond).String(), perMillion(l.Clock.Drift), wrong})
	}
	t.Notes = append(t.Notes, "ahead: of the reference's wall clock; error: of the instants in the merged trace")
	if byWall {
		t.Notes = append(t.Notes, "wall clock: no frames in both directions show this clock's error; the machine's own wall clock was taken")
	}
	if uneven {
		t.Notes = append(t.Notes, "~ the clock drifted, or the machine slept: an estimate, not a bound")
	}
	t.Notes = append(t.Notes, "component truth is "+r.Truth.String())
	if r.Warmup > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("the first %v are left out of every measure", r.Warmup))
	}
	return t
}

// perMillion writes a drift in parts per million; 0 has no sign.
func perMillion(drift float64) string {
	return strings.Replace(fmt.Sprintf("%.1f", 1e6*drift), "-0.0", "0.0", 1)
}

// shownWhy is the number of violations of a property that are printed; JSON has more.
const shownWhy = 3

func (r *Result) verdicts() table.Table {
	t := table.Table{Title: "Properties", Header: []string{"property", "verdict"}}
	for _, v := range r.Verdicts {
		t.Rows = append(t.Rows, []string{v.Property, v.Verdict})
		for i, why := range v.Why {
			if i == shownWhy {
				why = fmt.Sprintf("and %d more", len(v.Why)-shownWhy)
			}
			about := v.Property
			if v.Verdict == NotJudged {
				about = NotJudged
			}
			if note := about + ": " + why; i <= shownWhy && !slices.Contains(t.Notes, note) {
				t.Notes = append(t.Notes, note)
			}
		}
	}
	if r.Unforeseen != "" {
		t.Notes = append(t.Notes, "no prediction: "+r.Unforeseen)
	}
	return t
}

// table compares the live run with the emulator's runs.
func (p *Prediction) table() table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("Every metric: the live run and the emulator's %d runs of %s", p.Runs, p.from()),
		Header: []string{"metric", "live", "emulator\nmedian", "least", "greatest", "live/\nmedian", ""},
		Right:  []bool{false, true, true, true, true, true, false},
	}
	for _, c := range p.Compared {
		if c.Live == nil && c.Median == nil {
			continue
		}
		mark := ""
		if c.Outside {
			mark = "outside"
		}
		t.Rows = append(t.Rows, []string{c.Key, brief(c.Live), brief(c.Median), brief(c.Low), brief(c.High), brief(c.Ratio), mark})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("one more run of the emulator would lie between the least and the greatest with probability %.0f %%",
		100*Coverage(p.Runs)))
	t.Notes = append(t.Notes, p.where())
	return t
}

// from is where the world of the prediction comes from.
func (p *Prediction) from() string {
	if p.Calibrated {
		return "the network calibrated from these traces"
	}
	return p.Scenario
}

// shownParts is the number of metrics that the sentence names.
const shownParts = 5

// where names the metrics in which the live run and the prediction differ, the greatest
// difference first.
func (p *Prediction) where() string {
	parts := p.Parts()
	if len(parts) == 0 {
		return "the live run and the emulator's prediction differ in no metric"
	}
	text := fmt.Sprintf("the live run and the emulator's prediction differ in %d metrics", len(parts))
	if len(parts) > shownParts {
		text += ", most"
		parts = parts[:shownParts]
	}
	return text + " in " + strings.Join(parts, ", ")
}

// brief writes a number with four digits.
func brief(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.4g", *x)
}
