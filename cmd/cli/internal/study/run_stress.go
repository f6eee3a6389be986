package study

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bellwether/internal/base/build"
	"bellwether/internal/study/preview"
	"bellwether/internal/study/sweep"
)

// unstressed are the flags that --stress refuses, each with what to do instead.
var unstressed = []struct{ flag, why string }{
	{"view", "it makes many runs of each row: use one of both"},
	{"no-open", "it goes with --view"},
	{"trace", "it makes many runs of each row: bellwether run writes the trace of one"},
	{"spare-frame", "it repeats no run"},
	{"until", "shorten the runs by --duration"},
	{"columns", "keep the runs by --out DIR, and bellwether table DIR --metric shows other metrics"},
	{"versus", "keep the runs by --out DIR, and bellwether table DIR --versus compares with a row"},
	{"hash", "it keeps the hash of each run"},
}

// stress runs the rows of a scenario under its assumptions, crossed.
func (f *runFlags) stress(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return errors.New("--stress turns the assumptions of one scenario round: name one")
	}
	for _, one := range unstressed {
		if cmd.Flags().Changed(one.flag) {
			return fmt.Errorf("--%s does not go with --stress: %s", one.flag, one.why)
		}
	}
	if f.noCopy && f.out == "" {
		return errors.New("--no-copy goes with --out")
	}
	job, err := f.Worlds.Job(cmd, args)
	if err != nil {
		return err
	}
	program, err := build.This()
	if err != nil {
		return err
	}
	s := &sweep.Stress{
		Job: sweep.Job{Algorithms: f.Registry, Dir: f.out, Jobs: job.Options.Jobs, NoCopy: f.noCopy, Program: program,
			Free: job.Free, Progress: job.Options.Progress, Warn: job.Warn},
		Scenario: args[0], Load: job.Load, Format: job.Format, Table: sweep.Table{Dir: f.out, Stdout: job.Stdout, Version: job.Version},
	}
	if !f.Quiet() {
		s.Estimate = preview.Seconds
	}
	return s.Do(cmd.Context())
}
