// Package study has the verbs that run worlds and compare algorithms: run, sweep with its workers,
// table, plot, report, verify, export and reproduce. A verb turns its flags into a job of another
// package and carries it out; it makes no runs and computes no numbers itself. Errors that a
// script must distinguish are exported for the program's exit codes.
package study

import (
	"bellwether/internal/study/registry"

	"github.com/spf13/cobra"
)

// Verbs returns the verbs of this package, in the order of their use.
func Verbs(reg *registry.Registry) []*cobra.Command {
	return []*cobra.Command{runCommand(reg), sweepCommand(reg), tableCommand(reg), plotCommand(reg), reportCommand(reg), verifyCommand(reg), exportCommand(reg), reproduceCommand(reg)}
}
