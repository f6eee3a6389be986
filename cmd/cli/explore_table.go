package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

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
	format   listFormat
	nodes    []int     // nil: 2, 3 and 4
	progress io.Writer // nil: none
	many     *manyFlags
	served   bool // other machines search
	jobs     int  // searches at a time here, where others search, too
}

// write makes all searches of the table and prints it. A fault that is found is a line
// like any other.
func (f figuresOptions) write(cmd *cobra.Command, reg *registry.Registry, in explorer.Options) error {
	if err := f.format.check(); err != nil {
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
		f.many.tell(done, len(grid))
		if f.progress != nil {
			fmt.Fprintf(f.progress, "%d of %d: %v: %v\n", done, len(grid), g.Of, g.Found)
		}
	}}
	if f.served {
		t.Build = f.many.program.Build
		t.Engine = func(ctx context.Context) (tasks.Engine, error) {
			return f.many.engine(ctx, "searches", "", f.jobs, handlers(reg, f.many.program, nil))
		}
	}
	figures, err := explorer.Figures(cmd.Context(), t)
	if err != nil {
		return err
	}
	table := table.Table{
		Title:  "Runs in a small world: " + grid[0].World(),
		Header: []string{"algorithm", "nodes", "states", "ends", "steps", "verdict"},
		Right:  []bool{false, true, true, true, true, false},
		Notes: []string{
			"states: different states of the whole world; ends: those in which runs end; steps: of the longest way to a state, or of the shortest run with a fault",
		},
	}
	for _, g := range figures {
		table.Rows = append(table.Rows, g.Row())
	}
	if err := f.format.write(cmd.OutOrStdout(), table); err != nil {
		return err
	}
	if interrupted {
		return campaign.ErrInterrupted
	}
	return nil
}
