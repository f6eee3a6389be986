package cmdline

import (
	"fmt"
	"strings"

	"github.com/mattn/go-shellwords"
	"github.com/spf13/cobra"

	"bellwether/scenarios"
)

// Programs are the flags by which rows may be programs in any language: see docs/languages.md.
type Programs struct {
	rows    []string
	named   map[string]bool // rows of the command line
	allowed bool
}

// Bind binds the flags of a verb that may add rows.
func (p *Programs) Bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&p.rows, "algorithm", nil, "add a row that a program runs, as `NAME=COMMAND`: 'mine=python3 mine.py'; repeatable")
	p.BindLeave(cmd)
}

// BindLeave binds the flag that lets the programs of a scenario be started.
func (p *Programs) BindLeave(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.allowed, "allow-commands", false, "start the programs that the scenario's rows name (command): only if you trust the file")
}

// Load lets a scenario be loaded with them.
func (p *Programs) Load(o *scenarios.Options) error {
	p.named = map[string]bool{}
	for _, row := range p.rows {
		name, line, ok := strings.Cut(row, "=")
		if !ok || strings.TrimSpace(name) == "" {
			return fmt.Errorf("--algorithm %s: must be NAME=COMMAND, like mine='python3 mine.py'; a row that is no program goes to --algorithms", row)
		}
		parser := shellwords.NewParser()
		words, err := parser.Parse(line)
		if err != nil || parser.Position >= 0 || len(words) == 0 {
			return fmt.Errorf("--algorithm %s: the command is split into words as a shell does, but no shell runs it: it needs a program and its arguments, without ; & | < >", row)
		}
		if p.named[name] {
			return fmt.Errorf("--algorithm %s: two rows are called %s", row, name)
		}
		p.named[name] = true
		o.Rows = append(o.Rows, scenarios.Entry{Name: name, Label: name, Command: words})
	}
	o.Program = p.Start
	return nil
}

// Start starts the program of a row, if the user named it or allows those of files.
func (p *Programs) Start(e scenarios.Entry, dir string) (scenarios.Program, error) {
	if !p.allowed && !p.named[e.Name] {
		return scenarios.Program{}, fmt.Errorf("the row %s runs a program: %s; if you trust this file, --allow-commands starts it", e.Label, strings.Join(e.Command, " "))
	}
	return scenarios.StartProgram(e, dir)
}
