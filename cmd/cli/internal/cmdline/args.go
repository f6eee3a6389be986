// Package cmdline reads command lines: the arguments and flags that several verbs have, their
// checks, and their completions for the shell. It knows what a user may write, not what a verb
// does with it, and prints nothing but notes about names of metrics. A flag or argument that is
// wrong gives an error that names it and says what to write.
package cmdline

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bellwether/scenarios"
)

// AtLeastOneScenario requires a scenario; its error lists the built-in ones.
func AtLeastOneScenario(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name a scenario: a file, or one of %s", strings.Join(scenarios.Builtin(), ", "))
	}
	return nil
}

// OneArgument requires one argument; its error names it.
func OneArgument(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return fmt.Errorf("wants one argument, %s, and got %d: %s", what, len(args), cmd.UseLine())
	}
}

// TwoArguments requires a file to read and one to write.
func TwoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 2 {
		return nil
	}
	return fmt.Errorf("wants two arguments, the file to read and the file to write, and got %d: %s", len(args), cmd.UseLine())
}

// OneOrNone takes one argument or none.
func OneOrNone(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= 1 {
			return nil
		}
		return fmt.Errorf("wants %s or nothing, and got %d arguments: %s", what, len(args), cmd.UseLine())
	}
}

// OneDirectory requires one argument that is not a file.
func OneDirectory(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := OneArgument(what)(cmd, args); err != nil {
			return err
		}
		if stat, err := os.Stat(args[0]); err == nil && !stat.IsDir() {
			return fmt.Errorf("%s is a file; wanted is %s", args[0], what)
		}
		return nil
	}
}

// RefuseEmpty refuses empty arguments and lists, which an unset variable of the shell leaves.
// A request for completions may have them.
func RefuseEmpty(cmd *cobra.Command, args []string) error {
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

// OneFile requires one argument that is not a directory.
func OneFile(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := OneArgument(what)(cmd, args); err != nil {
			return err
		}
		if stat, err := os.Stat(args[0]); err == nil && stat.IsDir() {
			return fmt.Errorf("%s is a directory; wanted is the file of %s", args[0], what)
		}
		return nil
	}
}
