package look

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/draw/figure"
	"bellwether/internal/draw/table"
	"bellwether/internal/explain/attribution"
	"bellwether/internal/explain/causes"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/figures"
	"bellwether/internal/study/registry"
	"bellwether/scenarios"
)

// worseFlags are the flags of why worse.
type worseFlags struct {
	cmdline.Worlds
	metric, picture string
	paper           cmdline.Print
	as              figure.Print
	labels          []string // of the picture, as text
	rows            figures.Rows
	answers         []attribution.Answer
}

func whyWorseCommand(reg *registry.Registry) *cobra.Command {
	f := worseFlags{Worlds: cmdline.Worlds{Registry: reg}}
	cmd := &cobra.Command{
		Use:   "worse SCENARIO…",
		Short: "Explain what makes one algorithm worse than another",
		Long: `Run each scenario as "bellwether run" does, and split the time in which nodes are without the
right leader into causes: detection, waiting and messages of elections, merges, wrong choices and others.
The causes of a row add up to the metric that "bellwether run" prints, and their differences from the row
of comparison, the first or that of --versus, to its difference.`,
		Example: `  bellwether why worse two-islands --algorithms vasudevan,bully
  bellwether why worse campus-walk campus-sparse --algorithms vasudevan,bully,flood-max --out worse.svg
  bellwether why worse campus-walk --algorithms vasudevan,chang-roberts --metric leaderless_fraction --format csv`,
		Args:              cmdline.AtLeastOneScenario,
		ValidArgsFunction: cmdline.CompleteScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			defer f.Close()
			job, err := f.job(cmd, args)
			if err != nil {
				return err
			}
			if err := job.Do(cmd.Context()); err != nil || f.picture == "" {
				return err
			}
			return f.draw(cmd)
		},
	}
	f.Bind(cmd)
	cmd.Flags().StringVar(&f.metric, "metric", causes.Instability, "the `metric` to split: "+strings.Join(causes.Metrics(), ", "))
	cmd.Flags().StringVar(&f.picture, "out", "", "draw the differences into this `file`: its name ends in .svg, .png, .pdf or .eps")
	f.paper.Bind(cmd, figure.Double)
	cmd.Flags().StringSliceVar(&f.labels, "labels", nil, "draw only these `rows`, in this order; row=name writes another name")
	cmdline.Complete(cmd, "metric", causes.Metrics)
	return cmd
}

// job makes the job of run with the split, and its answer in place of the report.
func (f *worseFlags) job(cmd *cobra.Command, args []string) (*campaign.Job, error) {
	job, err := f.Worlds.Job(cmd, args)
	if err != nil {
		return nil, err
	}
	if f.picture != "" {
		if _, err := figure.ImageOf(f.picture); err != nil {
			return nil, fmt.Errorf("--out: %w", err)
		}
	}
	if f.as, err = f.paper.Settings(cmd); err != nil {
		return nil, err
	}
	if f.rows, err = f.rowsOf(job); err != nil {
		return nil, fmt.Errorf("--labels: %w", err)
	}
	if job.Options.Split, err = attribution.Split(f.metric); err != nil {
		return nil, fmt.Errorf("--metric %w", err)
	}
	job.Write = func(out *campaign.Outcome) error {
		f.answers = append(f.answers, attribution.Answer{Metric: f.metric, Report: &out.Report, Runs: out.Runs})
		return f.write(cmd, job, out.Scenario)
	}
	return job, nil
}

// rowsOf reads the rows of the picture, before a run is made.
func (f *worseFlags) rowsOf(job *campaign.Job) (figures.Rows, error) {
	if f.labels == nil {
		return nil, nil
	}
	var known []string
	for _, name := range job.Scenarios {
		s, err := scenarios.Load(name, job.Load)
		if err != nil {
			return nil, err
		}
		for _, e := range s.Algorithms {
			known = append(known, e.Label)
		}
	}
	return figures.RowsOf(f.labels, known)
}

// draw draws the picture of all answers.
func (f *worseFlags) draw(cmd *cobra.Command) error {
	picture := attribution.Picture(f.answers, f.rows.Name)
	if err := f.rows.Arrange(picture); err != nil {
		return err
	}
	left, err := f.as.Save(f.picture, picture)
	if err != nil {
		return fmt.Errorf("--out %s: %w", f.picture, err)
	}
	return cmdline.Caption(cmd.ErrOrStderr(), &left)
}

// write prints the last answer. In CSV only the first has a header.
func (f *worseFlags) write(cmd *cobra.Command, job *campaign.Job, of *scenarios.Scenario) error {
	answer, later := &f.answers[len(f.answers)-1], len(f.answers) > 1
	to, format := cmd.OutOrStdout(), table.Format(f.Format)
	switch {
	case f.Format == table.FormatJSON:
		return json.NewEncoder(to).Encode(answer)
	case format == table.CSV:
		var b strings.Builder
		if err := answer.Write(&b, format); err != nil {
			return err
		}
		text := b.String()
		if later {
			_, text, _ = strings.Cut(text, "\n")
		}
		_, err := fmt.Fprint(to, text)
		return err
	}
	if later {
		fmt.Fprintln(to)
	}
	if err := answer.Write(to, format); err != nil {
		return err
	}
	for _, remarks := range [][]string{answer.Sentences(), f.examples(answer, of), {f.again(job.Footer(of))}} {
		if remarks != nil && (format == table.Text || format == table.Markdown) {
			fmt.Fprintln(to)
		}
		for _, text := range remarks {
			if err := table.WriteRemark(to, format, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// examples are the commands that show a moment of each row that loses.
func (f *worseFlags) examples(answer *attribution.Answer, of *scenarios.Scenario) (lines []string) {
	program := string(f.Registry.Program())
	for _, e := range answer.Examples() {
		lines = append(lines, fmt.Sprintf("For example %s with seed %d, %s at %v: %s %s --trace t.ndjson && %s why t.ndjson --at %v",
			e.Label, e.Seed, e.Title(), e.At, program, of.Command(e.Label, e.Seed), program, e.At))
	}
	return lines
}

// again is the command that makes this report again. The footer of a run has --versus already.
func (f *worseFlags) again(footer string) string {
	text := strings.Replace(footer, " run ", " why worse ", 1)
	if f.metric != causes.Instability {
		text += " --metric " + f.metric
	}
	return text
}
