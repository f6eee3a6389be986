package story

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"bellwether/internal/base/crash"
	"bellwether/trace"
)

// A difference is a directive whose result differs from the record in the script, or a
// check that failed without a record.
type difference struct {
	File     string
	Line     int
	Recorded bool // false: a check failed, or fault, that had no record
	Want     string
	Got      string
	fault    error // a panic or a breach of contract of a machine
}

// String returns file, line, and the first line that differs.
func (d difference) String() string {
	switch {
	case !d.Recorded && d.fault != nil:
		return fmt.Sprintf("%s:%d: %v", d.File, d.Line, d.fault)
	case !d.Recorded:
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
// there is no difference the output equals the script. It returns an error if a directive is
// invalid, if w returns one, or if a machine panics and the record has another result or
// none. It stops where a machine panics or breaks its contract and the record differs.
//
// Sinks get the story as a trace, without an End: as method Attach of a story gives it, and
// the names of nodes and the links, with a second between two steps.
func (s *Script) Play(find Finder, w io.Writer, sinks ...trace.Sink) ([]difference, error) {
	var differences []difference
	out := bufio.NewWriter(w)
	t := New(find)
	watched := &recorder{sinks: sinks}
	if len(sinks) > 0 {
		t.Attach(watched)
	}
	for _, step := range s.steps {
		step.write(out)
		if len(sinks) > 0 {
			watched.before(step.Directive)
		}
		o, err := t.Do(step.Directive)
		if len(sinks) > 0 {
			watched.next(step.Directive, t.world)
		}
		if err != nil {
			out.WriteString(o.Text)
			out.Flush()
			if len(crash.Find(err)) > 0 {
				return differences, fmt.Errorf("%s:%d: %w", s.name, step.line, err)
			}
			return differences, &Error{s.name, step.line, err.Error()}
		}
		fmt.Fprintf(out, "%s\n%s", separator, o.Text)
		if step.recorded && o.Text == step.record || !step.recorded && !o.Failed {
			continue
		}
		if len(crash.Find(o.fault)) > 0 {
			out.Flush()
			return differences, fmt.Errorf("%s:%d: %w", s.name, step.line, o.fault)
		}
		differences = append(differences, difference{s.name, step.line, step.recorded, step.record, o.Text, o.fault})
		if t.over != nil {
			return differences, out.Flush()
		}
	}
	writeLines(out, s.tail)
	return differences, out.Flush()
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
