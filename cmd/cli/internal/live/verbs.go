// Package live has the verbs of elections among real machines: live, which is an agent, and the
// verbs below it that ask an agent, change its cluster or read its traces. An agent is asked over
// the socket in its state directory, or over HTTP. Verbs of this package end in their own time,
// since an agent hands over before it ends; live replay and live calibrate have a second, like
// all others. Errors of an agent are ErrAgent, whatever their text.
package live

import (
	"bellwether/internal/study/registry"

	"github.com/spf13/cobra"
)

// Verbs returns the verbs of this package, in the order of their use.
func Verbs(reg *registry.Registry) []*cobra.Command {
	return []*cobra.Command{liveCommand(reg)}
}
