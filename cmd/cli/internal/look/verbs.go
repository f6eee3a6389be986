// Package look has the verbs that show and explain: lessons, view, why, show, play, algorithms and
// metrics. A verb turns its flags into a question to another package and prints the answer or
// serves a page. Pages are served to this machine alone. Verbs never change a trace that they
// read.
package look

import (
	"bellwether/internal/study/registry"

	"github.com/spf13/cobra"
)

// Verbs returns the verbs of this package, in the order of their use.
func Verbs(reg *registry.Registry) []*cobra.Command {
	return []*cobra.Command{lessonsCommand(), viewCommand(reg), whyCommand(reg), showCommand(), playCommand(reg), algorithmsCommand(reg), metricsCommand(reg.Metrics())}
}
