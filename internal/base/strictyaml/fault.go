package strictyaml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxFaults bounds the faults that are kept, so that a file full of mistakes costs no more
// than another.
const maxFaults = 1000

// maxShown bounds the faults that an error prints.
const maxShown = 25

// maxExcerpt bounds the columns of a line shown in an excerpt.
const maxExcerpt = 100

// A Place is where a value came from.
type Place struct {
	File         string // or, if Line is 0, the flag that set it, as typed
	Line, Column int    // from 1
}

// String returns file:line:column, or the flag.
func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// A fault is one mistake in a file.
type fault struct {
	Place
	Path    string // radio.range, faults[2].at; "" for the whole file
	Message string
	excerpt string
}

// String returns place, path, message and excerpt.
func (f fault) String() string {
	var b strings.Builder
	b.WriteString(f.Place.Of(f.Path))
	b.WriteString(": ")
	b.WriteString(f.Message)
	if f.excerpt != "" {
		b.WriteString("\n" + f.excerpt)
	}
	return b.String()
}

// Of returns the place and the path of what stands there; the place alone without a path, and
// where it is the flag of that path or of the list that the path is in: --key-file x of
// key_file, --join x of join[0]. In a document without a name, which has flags alone, it is the
// flag that was not given.
func (p Place) Of(path string) string {
	if p.File == "" && path != "" {
		return "--" + strings.ReplaceAll(path, "_", "-")
	}
	flag, _, _ := strings.Cut(p.File, " ")
	list, _, _ := strings.Cut(path, "[")
	if path == "" || p.Line == 0 && flag == "--"+strings.ReplaceAll(list, "_", "-") {
		return p.String()
	}
	return p.String() + ": " + path
}

// An Error has all faults of a file.
type Error struct {
	Faults []fault // by place; flags last
}

// Error lists the faults, one after the other.
func (e *Error) Error() string {
	var b strings.Builder
	for i, f := range e.Faults {
		if i == maxShown {
			fmt.Fprintf(&b, "\n… and %d more faults", len(e.Faults)-maxShown)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(f.String())
	}
	return b.String()
}

// inOrder sorts faults by place, flags last, and drops repetitions.
func inOrder(faults []fault) []fault {
	slices.SortStableFunc(faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(min(b.Line, 1), min(a.Line, 1)),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.CompactFunc(faults, func(a, b fault) bool {
		return a.Place == b.Place && a.Path == b.Path && a.Message == b.Message
	})
}

// excerpt shows the line before, the line itself, and a caret under the column.
func excerpt(lines []string, at Place) string {
	if at.Line < 1 || at.Line > len(lines) || at.Column < 1 {
		return ""
	}
	width := len(fmt.Sprint(at.Line))
	var b strings.Builder
	show := func(mark string, line, skip int) {
		if text := clip(lines[line-1], skip); text != "" || line == at.Line {
			fmt.Fprintf(&b, "%s %*d | %s\n", mark, width, line, text)
		}
	}
	column := max(at.Column, 1)
	skip := 0
	if column > maxExcerpt*3/4 {
		skip = column - maxExcerpt/2
	}
	if at.Line > 1 {
		show("   ", at.Line-1, skip)
	}
	show("  >", at.Line, skip)
	fmt.Fprintf(&b, "    %*s | %s^", width, "", strings.Repeat(" ", column-1-skip))
	return b.String()
}

// clip returns the part of a line that fits in an excerpt. Tabs and control characters
// become blanks, so that the caret stands under its column.
func clip(line string, skip int) string {
	runes := []rune(line)
	runes = runes[min(skip, len(runes)):]
	if len(runes) > maxExcerpt {
		runes = append(runes[:maxExcerpt:maxExcerpt], '…')
	}
	for i, r := range runes {
		if r < ' ' || r == 0x7f {
			runes[i] = ' '
		}
	}
	return strings.TrimRight(string(runes), " ")
}
