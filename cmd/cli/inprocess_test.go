package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bellwether/internal/testkit/sample"
)

// inTurn runs scripts one after the other. The commands of a script change the working directory
// and the environment of the test, so that no two scripts may run at once.
type inTurn struct{ *testing.T }

func (t inTurn) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(inTurn{t}) })
}
func (inTurn) Parallel()     {}
func (inTurn) Verbose() bool { return testing.Verbose() }

// environment is the key of a script's environment among its values.
type environment struct{}

// keepEnvironment keeps the environment of a script for its commands.
func keepEnvironment(env *testscript.Env) error {
	env.Values[environment{}] = slices.Clone(env.Vars)
	return nil
}

// verb carries out a command of bellwether in the directory and with the environment of a script, and
// returns its exit code. In go test it does so in the process of the test, since the start of a
// program takes longer than most commands. In campaigns each command is a process of its own.
// A line with "exec bellwether" always starts a process.
func verb(ts *testscript.TestScript, args []string) int {
	if sample.Whole() {
		return forked(ts, "bellwether", args)
	}
	defer setEnvironment(os.Environ())
	setEnvironment(append(ts.Value(environment{}).([]string), "PWD="+ts.MkAbs(".")))
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	return (&App{Stdout: ts.Stdout(), Stderr: ts.Stderr()}).Main(context.Background(), args)
}

// forked starts a program and returns its exit code.
func forked(ts *testscript.TestScript, name string, args []string) int {
	err := ts.Exec(name, args...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	ts.Check(err)
	return exitDone
}

// setEnvironment sets the environment of this process to exactly these variables.
func setEnvironment(vars []string) {
	os.Clearenv()
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		os.Setenv(name, value)
	}
}

// exits carries out a command of bellwether and compares its exit code: exits 2 bellwether run. With
// "!" before it, the exit code must be another one.
func exits(ts *testscript.TestScript, not bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if args[1] != "bellwether" {
		ts.Fatalf("exits: %s is not bellwether", args[1])
	}
	if got := verb(ts, args[2:]); (got == want) == not {
		ts.Fatalf("%s: exit code %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}
