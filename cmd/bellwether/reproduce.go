package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/campaign"
	"bellwether/internal/reproduce"
	"bellwether/plots"
)

func reproduceCommand() *cobra.Command {
	var o reproduce.Options
	var format string
	var quiet bool
	cmd := &cobra.Command{
		Use:   "reproduce vkt04",
		Short: "Repeat the simulations of the paper, and judge its claims",
		Long: `Repeat the simulations of Vasudevan, Kurose and Towsley (ICNP 2004), Figs. 5 and 8 to
10: the paper's worlds, sizes, speeds, ranges, lengths and metrics. Printed are our
values, the published ones and the ratio, for each claim of the paper about a shape
whether it holds here, and every number that the paper leaves open, with what is taken
and why.

--quick runs a quarter of the time, three runs, and three sizes. --out keeps each run,
so that a study that was stopped, or killed, goes on where it was; and writes the
tables, the numbers (vkt04.json) and a picture of each panel, SVG and PNG, with the
published points beside ours.`,
		Example: "  bellwether reproduce vkt04 --quick\n  bellwether reproduce vkt04 --figure 8 --out vkt04",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] != "vkt04" {
				return errors.New("reproduce: what is reproduced is vkt04: bellwether reproduce vkt04")
			}
			return nil
		},
		ValidArgs: []string{"vkt04"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := plots.ParseFormat(format); err != nil && format != "json" {
				return err
			}
			if !quiet {
				o.Progress = tellStudy(cmd.ErrOrStderr())
			}
			o.Version = version()
			study, err := reproduce.Run(cmd.Context(), o)
			if study != nil {
				if err := tell(cmd.OutOrStdout(), study, format, o.Out); err != nil {
					return err
				}
			}
			switch {
			case errors.Is(err, context.Canceled):
				return fmt.Errorf("reproduce: %w", campaign.ErrInterrupted)
			case err != nil && !errors.Is(err, reproduce.ErrFigure) && !errors.Is(err, reproduce.ErrMerge):
				return fmt.Errorf("%w: %w", campaign.ErrFailed, err)
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.Figure, "figure", 0, "this `figure` alone: 5, 8, 9 or 10 (default all)")
	flags.StringVar((*string)(&o.Merge), "merge", string(reproduce.ByExchange), "notice merges by `exchange` over new links, as the paper has it, or by beacon")
	flags.BoolVar(&o.Quick, "quick", false, "shorter runs, fewer of them, fewer sizes")
	flags.IntVar(&o.Runs, "runs", 0, "`N` runs for a point (default 10 as in the paper; quick 3)")
	flags.IntVar(&o.Jobs, "jobs", runtime.GOMAXPROCS(0), "`N` runs at a time; results do not depend on it")
	flags.StringVar(&o.Out, "out", "", "keep runs, tables and pictures in this `directory`")
	flags.StringVar(&format, "format", "text", "print text, markdown, html, latex, csv or json")
	flags.BoolVar(&quiet, "quiet", false, "no progress on standard error")
	complete(cmd, "merge", func() []string { return []string{string(reproduce.ByExchange), string(reproduce.ByBeacon)} })
	complete(cmd, "format", func() []string { return []string{"text", "markdown", "html", "latex", "csv", "json"} })
	return cmd
}

// tell prints a study, and saves it beside its runs if they are kept.
func tell(w io.Writer, s *reproduce.Study, format, dir string) error {
	if dir != "" {
		if err := s.Save(dir); err != nil {
			return err
		}
	}
	if format == "json" {
		return s.WriteJSON(w)
	}
	return s.Write(w, plots.Format(format))
}

// tellStudy tells now and then how far a study has come, and how long it will take.
func tellStudy(w io.Writer) func(done, all int) {
	begun, told := time.Now(), time.Now()
	return func(done, all int) {
		if done < all && time.Since(told) < 10*time.Second {
			return
		}
		told = time.Now()
		left := time.Duration(float64(time.Since(begun)) / float64(done) * float64(all-done))
		fmt.Fprintf(w, "%d of %d runs; %v to go\n", done, all, left.Round(time.Second))
	}
}
