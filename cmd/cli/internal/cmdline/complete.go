package cmdline

import (
	"github.com/spf13/cobra"

	"bellwether/scenarios"
)

// CompleteScenarios offers built-in names and files to the shell.
func CompleteScenarios(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return scenarios.Builtin(), cobra.ShellCompDirectiveDefault
}

// Complete offers the values of a flag to the shell.
func Complete(cmd *cobra.Command, flag string, values func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic("bellwether: " + err.Error()) // there is no such flag: a mistake in this package
	}
}
