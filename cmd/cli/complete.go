package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/scenarios"
)

// completeScenarios offers built-in names and files to the shell.
func completeScenarios(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return scenarios.Builtin(), cobra.ShellCompDirectiveDefault
}

// atLeastOneScenario requires a scenario; its error lists the built-in ones.
func atLeastOneScenario(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name a scenario: a file, or one of %s", strings.Join(scenarios.Builtin(), ", "))
	}
	return nil
}

// oneArgument requires one argument; its error names it.
func oneArgument(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return fmt.Errorf("wants one argument, %s, and got %d: %s", what, len(args), cmd.UseLine())
	}
}

// complete offers the values of a flag to the shell.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic("bellwether: " + err.Error()) // there is no such flag: a mistake in this package
	}
}
