// Command gate breaks this module on purpose and prints which checks detect it: see package
// mutants and .ci/mutants.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"bellwether/ci/mutants"
)

// The exit codes.
const (
	exitMet         = 0
	exitNotMet      = 1
	exitFault       = 2 // of the list, the unchanged module, or the command line
	exitInterrupted = 130
)

const usage = `usage: .ci/mutants [flags]

Breaks the module by each mutant of .ci/mutants.d, one at a time, and prints which columns
convict it. Verdicts are kept: run it again to continue.

exit codes: 0 the shares are met, 1 they are not, 2 a fault of the list, of the unchanged
module or of the command line, 130 interrupted

`

func main() {
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, usage)
		flag.PrintDefaults()
	}
	only := flag.String("only", "", "only mutants whose `names` contain one of these words, separated by commas")
	columns := flag.String("columns", "", "run only these `columns`, separated by commas")
	jobs := flag.Int("jobs", 1, "mutants at a time")
	results := flag.String("results", "", "the `directory` of kept verdicts; default the user's cache")
	format := flag.String("format", string(mutants.Text), "text or markdown")
	least := flag.Duration("least", 0, "the least time limit of a command, which is ten times what it takes on the unchanged module; default 2m")
	build := flag.Bool("build", false, "only check that each mutant applies and builds")
	flag.Parse()
	if flag.NArg() > 0 || *format != string(mutants.Text) && *format != string(mutants.Markdown) {
		flag.Usage()
		os.Exit(exitFault)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o := mutants.Options{Jobs: *jobs, Columns: words(*columns), Least: *least}
	code, err := run(ctx, o, work{words(*only), *results, mutants.Format(*format), *build})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
	}
	os.Exit(code)
}

func words(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// work holds the flags that are not options of the gate.
type work struct {
	only    []string
	results string
	format  mutants.Format
	build   bool
}

func run(ctx context.Context, o mutants.Options, w work) (code int, err error) {
	if o.Root, err = os.Getwd(); err != nil {
		return exitFault, err
	}
	list, err := mutants.Read(o.Root)
	if err != nil {
		return exitFault, err
	}
	if err := list.Pick(w.only); err != nil {
		return exitFault, err
	}
	if w.build {
		o.Tell = func(m *mutants.Mutant, _ string, _ mutants.Result, builds bool) {
			fmt.Printf("%-40s builds: %v\n", m.Name, builds)
		}
		return exitOf(mutants.NewGate(list, o).Build(ctx))
	}
	if w.results == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return exitFault, err
		}
		w.results = filepath.Join(cache, "bellwether", "mutants")
	}
	if o.Cache, err = mutants.OpenCache(w.results); err != nil {
		return exitFault, err
	}
	defer o.Cache.Close()
	o.Tell = tell(time.Now())
	matrix, err := mutants.NewGate(list, o).Run(ctx)
	if e := matrix.Write(os.Stdout, w.format); e != nil {
		return exitFault, e
	}
	if err != nil {
		return exitOf(err)
	}
	for _, s := range matrix.Shares() {
		if !s.Met() {
			return exitNotMet, nil
		}
	}
	return exitMet, nil
}

// exitOf returns the exit code for an error, and the error to print.
func exitOf(err error) (int, error) {
	switch {
	case err == nil:
		return exitMet, nil
	case errors.Is(err, context.Canceled):
		return exitInterrupted, errors.New("interrupted; what was found is kept")
	}
	return exitFault, err
}

// tell returns a function that writes each verdict to the standard error.
func tell(began time.Time) func(*mutants.Mutant, string, mutants.Result, bool) {
	return func(m *mutants.Mutant, column string, r mutants.Result, kept bool) {
		how := fmt.Sprintf("%.0fs", r.Seconds)
		if kept {
			how = "kept"
		}
		fmt.Fprintf(os.Stderr, "%6.0fs  %-36s %-8s %-9s (%s: %s)\n", time.Since(began).Seconds(), m.Name, column, r.Verdict, how, r.Command)
	}
}
