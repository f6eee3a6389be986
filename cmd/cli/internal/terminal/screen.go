// Package terminal has what the program shows: standard output with its width and colours, its
// first error, and progress on standard error. It takes widths in columns. Outside a terminal
// there are no bars and no colours, unless flags ask for them. It never changes what a verb
// prints, only how it is laid out.
package terminal

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/table"
)

// Flags describe the screen of standard output. Every verb has them.
type Flags struct {
	width int
	color string
}

// When text has colours: if standard output is a terminal with colours, always, or never.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// Colors are the values of --color.
func Colors() []string { return []string{colorAuto, colorAlways, colorNever} }

// usualWidth is the width of a terminal that does not report one: 80 columns, as the
// VT100 and every terminal since has.
const usualWidth = 80

// leastWidth is the least width of a terminal for which tables are laid out.
const leastWidth = 20

// Bind adds the flags.
func (f *Flags) Bind(flags *pflag.FlagSet) {
	flags.IntVar(&f.width, "width", 0, "lay tables out for a terminal of `N` columns (default the terminal's; in a pipe plain lines, cells ending in tabs)")
	flags.StringVar(&f.color, "color", colorAuto, "`when` there are colours: auto, always or never")
}

// Screen describes stdout for writers of tables, by the flags and the environment.
func (f *Flags) Screen(stdout io.Writer, getenv func(string) string) (*table.Screen, error) {
	s := &table.Screen{Writer: stdout}
	under := stdout
	if p, is := stdout.(*Output); is {
		under = p.To
	}
	file, is := under.(*os.File)
	terminal := is && term.IsTerminal(int(file.Fd()))
	switch {
	case f.width < 0 || f.width > 0 && f.width < leastWidth:
		return nil, fmt.Errorf("--width %d: must be %d or more", f.width, leastWidth)
	case f.width > 0:
		s.Columns = f.width
	case terminal:
		s.Columns = max(columnsOf(file, getenv), leastWidth)
	}
	switch f.color {
	case colorAlways:
		s.Ink = table.Coloured
	case colorNever:
	case colorAuto:
		// https://no-color.org: set, and not empty.
		s.Ink = table.Ink(terminal && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb")
	default:
		return nil, fmt.Errorf("--color %s: must be auto, always or never%s", f.color, strictyaml.Hint(f.color, Colors()))
	}
	return s, nil
}

// columnsOf is the width of a terminal: COLUMNS, as in POSIX, else what the terminal
// reports.
func columnsOf(file *os.File, getenv func(string) string) int {
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if n, _, err := term.GetSize(int(file.Fd())); err == nil && n > 0 {
		return n
	}
	return usualWidth
}
