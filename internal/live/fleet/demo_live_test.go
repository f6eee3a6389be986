//go:build live

package fleet_test

import (
	"fmt"
	"runtime"
	"testing"

	"bellwether/internal/live/daemon"
)

// Tests with agents for hours take the program that users have.
func init() { linked = true }

// TestDemo shows the demo of every algorithm, with several numbers of agents, on a machine all
// of whose processors are busy with other things, too. One demo runs at a time: of thirty
// agents on two busy processors none could answer within the time-outs of --timing local.
func TestDemo(t *testing.T) {
	for range runtime.NumCPU() {
		go func() {
			for t.Context().Err() == nil {
			}
		}()
	}
	for _, a := range daemon.Algorithms(nil) {
		for _, nodes := range []int{3, 5, 8} {
			t.Run(fmt.Sprintf("%s/%d", a.Name, nodes), func(t *testing.T) { shown(t, a, nodes) })
		}
	}
}
