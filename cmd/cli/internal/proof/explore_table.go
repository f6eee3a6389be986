package proof

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/draw/table"
	"bellwether/internal/proof/explorer"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
	"bellwether/protocol"
)

// figuresOptions are the flags of explore --table.
type figuresOptions struct {
	table    bool
	format   cmdline.ListFormat
	nodes    []int     // nil: 2, 3 and 4
	progress io.Writer // nil: none
	many     *workers.Flags
	served   bool // other machines search
	jobs     int  // searches at a time here, where others search, too
}

// write makes all searches of the table and prints it. A fault that is found is a line
// like any other.
func (f figuresOptions) write(cmd *cobra.Command, reg *registry.Registry, in explorer.Options) error {
	if err := f.format.Check(); err != nil {
		return err
	}
	algorithms := reg.All()
	if a, named := reg.Find(in.Algorithm); named {
		algorithms = []protocol.Algorithm{a}
	}
	if f.nodes == nil {
		f.nodes = []int{2, 3, 4}
	}
	grid := explorer.Grid(algorithms, in, f.nodes)
	done, interrupted := 0, false
	t := explorer.Table{Find: reg.Find, Grid: grid, Jobs: runtime.GOMAXPROCS(0), Done: func(g explorer.Figure) {
		done++
		interrupted = interrupted || g.Found.Verdict == explorer.Interrupted
		f.many.Advance(done, len(grid))
		if f.progress != nil {
			fmt.Fprintf(f.progress, "%d of %d: %v: %v\n", done, len(grid), g.Of, g.Found)
		}
	}}
	if f.served {
		t.Build = f.many.Program.Build
		t.Engine = func(ctx context.Context) (tasks.Engine, error) {
			return f.many.Engine(ctx, "searches", "", f.jobs, workers.Handlers(reg, f.many.Program, nil, nil))
		}
	}
	figures, err := explorer.Figures(cmd.Context(), t)
	if err != nil {
		return err
	}
	list := table.Table{
		Title:  "Runs in a small world: " + grid[0].World(),
		Header: []string{"algorithm", "nodes", "states", "ends", "steps", "verdict"},
		Right:  []bool{false, true, true, true, true, false},
		Notes: []string{
			"states: different states of the whole world; ends: those in which runs end; steps: of the longest way to a state, or of the shortest run with a fault",
		},
	}
	for _, g := range figures {
		list.Rows = append(list.Rows, g.Row())
	}
	if err := f.format.Write(cmd.OutOrStdout(), list); err != nil {
		return err
	}
	if interrupted {
		return campaign.ErrInterrupted
	}
	return nil
}
