package proof

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bellwether/protocol/conformance"
)

// asTest is what the laws of package conformance need of a test, outside of one.
type asTest struct {
	testing.TB
	ctx context.Context
}

func (t asTest) Context() context.Context { return t.ctx }
func (asTest) Helper()                    {}
func (asTest) Logf(string, ...any)        {}
func (asTest) Fatal(args ...any)          { panic(fmt.Sprint(args...)) }

// judge tests the duties of each algorithm, and prints how it keeps them.
func (f *huntFlags) judge(cmd *cobra.Command) error {
	defer f.programs.Close()
	for _, other := range []string{"out", "serve", "nats", "worlds", "for", "law"} {
		if cmd.Flags().Changed(other) || f.o.Base != nil {
			return errors.New("--duties has worlds and laws of its own: leave out SCENARIO, --out, --serve, --nats, --worlds, --for and --law")
		}
	}
	w := cmd.OutOrStdout()
	broken := false
	for _, a := range f.o.Algorithms {
		conformance.Judge(asTest{ctx: cmd.Context()}, a, func(v conformance.Verdict) {
			switch {
			case v.Left != "":
				fmt.Fprintf(w, "%-14s left out: %s\n", v.Duty, v.Left)
			case v.Seen != "":
				broken = true
				fmt.Fprintf(w, "%-14s broken: %s\n", v.Duty, strings.TrimSpace(v.Seen))
			default:
				fmt.Fprintf(w, "%-14s kept\n", v.Duty)
			}
		})
	}
	switch {
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	case broken:
		return ErrBroken
	}
	return nil
}
