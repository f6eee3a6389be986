package mutants

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Column is a check that may convict a mutant.
type Column struct {
	Name  string
	lines []line
}

// A line is the command of a column for some packages.
type line struct {
	packages []string // patterns of path.Match
	command  string
	none     string // why there is nothing to run yet
}

// Commands returns what the column runs for a mutant of a package, or why there is nothing
// to run yet. Both are empty if the column does not concern the package.
func (c *Column) Commands(pkg string) (commands []string, none string) {
	for _, l := range c.lines {
		fits := func(pattern string) bool {
			ok, _ := path.Match(pattern, pkg) // readColumns checked the pattern
			return ok || pattern == "all"
		}
		switch {
		case !slices.ContainsFunc(l.packages, fits):
		case l.none != "":
			none = l.none
		default:
			commands = append(commands, strings.ReplaceAll(l.command, "{package}", pkg))
		}
	}
	return commands, none
}

// readColumns reads lines of "COLUMN PACKAGES COMMAND". PACKAGES is all, or patterns of path.Match
// separated by commas; the command is "none: WHY" where there is nothing to run yet. Columns are
// in the order of their first lines.
func readColumns(file string) (out []Column, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var faults []error
	for n, text := range strings.Split(string(text), "\n") {
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		words := strings.Fields(text)
		if len(words) < 3 {
			faults = append(faults, fmt.Errorf("%s:%d: want a column, packages and a command", filepath.Base(file), n+1))
			continue
		}
		l := line{packages: strings.Split(words[1], ","), command: strings.Join(words[2:], " ")}
		for _, pattern := range l.packages {
			if _, err := path.Match(pattern, ""); err != nil {
				faults = append(faults, fmt.Errorf("%s:%d: %q: %w", filepath.Base(file), n+1, pattern, err))
			}
		}
		if why, none := strings.CutPrefix(l.command, "none: "); none {
			l.command, l.none = "", why
		} else if len(packagesOf(l.command)) == 0 {
			faults = append(faults, fmt.Errorf("%s:%d: a command is %q or \"go test\" of packages of the module: %s", filepath.Base(file), n+1, program, l.command))
		}
		at := slices.IndexFunc(out, func(c Column) bool { return c.Name == words[0] })
		if at < 0 {
			at, out = len(out), append(out, Column{Name: words[0]})
		}
		out[at].lines = append(out[at].lines, l)
	}
	return out, errors.Join(faults...)
}
