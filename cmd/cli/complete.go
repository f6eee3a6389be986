package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

// twoArguments requires a file to read and one to write.
func twoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 2 {
		return nil
	}
	return fmt.Errorf("wants two arguments, the file to read and the file to write, and got %d: %s", len(args), cmd.UseLine())
}

// oneOrNone takes one argument or none.
func oneOrNone(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= 1 {
			return nil
		}
		return fmt.Errorf("wants %s or nothing, and got %d arguments: %s", what, len(args), cmd.UseLine())
	}
}

// oneDirectory requires a directory that is there.
func oneDirectory(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := oneArgument(what)(cmd, args); err != nil {
			return err
		}
		if stat, err := os.Stat(args[0]); err == nil && !stat.IsDir() {
			return fmt.Errorf("%s is a file; wanted is %s", args[0], what)
		}
		return nil
	}
}

// refuseEmpty refuses empty arguments and lists, which an unset variable of the shell leaves.
// Requests for completions may have them.
func refuseEmpty(cmd *cobra.Command, args []string) error {
	if strings.HasPrefix(cmd.Name(), cobra.ShellCompRequestCmd) {
		return nil
	}
	for i, arg := range args {
		if strings.TrimSpace(arg) == "" {
			return fmt.Errorf("argument %d of %s is empty: is a variable of the shell not set?", i+1, cmd.CommandPath())
		}
	}
	var empty error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "stringSlice" && f.Value.String() == "[]" {
			empty = fmt.Errorf("--%s is empty: give names with commas between, or leave it out; see %s --help", f.Name, cmd.CommandPath())
		}
	})
	return empty
}

// oneFile requires a file.
func oneFile(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := oneArgument(what)(cmd, args); err != nil {
			return err
		}
		if stat, err := os.Stat(args[0]); err == nil && stat.IsDir() {
			return fmt.Errorf("%s is a directory; wanted is the file of %s", args[0], what)
		}
		return nil
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
