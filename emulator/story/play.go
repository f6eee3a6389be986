package story

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"bellwether/internal/crash"
)

// A difference is a directive whose result differs from the record in the script, or a
// check that failed without a record.
type difference struct {
	File     string
	Line     int
	Recorded bool // false: a check failed that had no record
	Want     string
	Got      string
}

// String returns file, line, and the first line that differs.
func (d difference) String() string {
	if !d.Recorded {
		return fmt.Sprintf("%s:%d: a check failed", d.File, d.Line)
	}
	want, got := strings.Split(d.Want, "\n"), strings.Split(d.Got, "\n")
	k := 0
	for k < len(want)-1 && k < len(got)-1 && want[k] == got[k] {
		k++
	}
	return fmt.Sprintf("%s:%d: line %d of what happened is %q, and was recorded as %q",
		d.File, d.Line, k+1, got[k], want[k])
}

// Play carries out every directive and writes the script, with what happened, to w. If
// there is no difference the output equals the script. It fails if a directive is invalid
// or w fails.
func (s *Script) Play(find Finder, w io.Writer) ([]difference, error) {
	var differences []difference
	out := bufio.NewWriter(w)
	t := New(find)
	for _, step := range s.steps {
		step.write(out)
		o, err := t.guarded(step.Directive)
		if err != nil {
			out.WriteString(o.Text)
			out.Flush()
			if len(crash.Find(err)) > 0 {
				return differences, fmt.Errorf("%s:%d: %w", s.name, step.line, err)
			}
			return differences, &Error{s.name, step.line, err.Error()}
		}
		fmt.Fprintf(out, "%s\n%s", separator, o.Text)
		if step.recorded && o.Text != step.record || !step.recorded && o.Failed {
			differences = append(differences, difference{s.name, step.line, step.recorded, step.record, o.Text})
		}
	}
	writeLines(out, s.tail)
	return differences, out.Flush()
}

// guarded is Do, and makes an error of a panic of a machine.
func (s *story) guarded(d Directive) (o outcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = crash.By(v, s.place())
		}
	}()
	return s.Do(d)
}

// place returns which machine was called last.
func (s *story) place() string {
	if s.world == nil {
		return ""
	}
	return s.world.Place(s.world.algorithm.Name, s.world.name)
}

// write writes the directive as it is in the file, with the lines before it.
func (s *step) write(out *bufio.Writer) {
	writeLines(out, s.before)
	fmt.Fprintln(out, strings.Join(append([]string{s.Verb}, s.Words...), " "))
	writeLines(out, s.Input)
}

func writeLines(out *bufio.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
}
