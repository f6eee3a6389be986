package lesson

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"bellwether/internal/base/wording"

	"bellwether/protocol"
	"bellwether/trace"
)

// Answers say whether the results of questions and changes are shown.
type Answers uint8

// The answers.
const (
	Kept Answers = iota
	Told
)

// TellOptions are how a lesson is told on a terminal.
type TellOptions struct {
	Columns int // of the terminal; 0: 80, as terminals of old have
	Answers Answers
}

// Tell runs a lesson and writes it for a terminal: what each step says, and what was said and
// done since the step before it.
func Tell(ctx context.Context, w io.Writer, l *Lesson, o TellOptions) error {
	if o.Columns == 0 {
		o.Columns = 80
	}
	var recorded bytes.Buffer
	if err := Record(ctx, l, &recorded); err != nil {
		return err
	}
	out := &teller{to: w, columns: o.Columns}
	out.heading(l.Title)
	out.text("", l.About)
	var since protocol.Time
	for i := range l.Steps {
		until := protocol.Time(l.Steps[i].At) + 1
		if err := out.conversation(recorded.Bytes(), l, trace.Filter{From: since, To: until, Kinds: l.Show}); err != nil {
			return err
		}
		out.text(fmt.Sprintf("%v: ", l.Steps[i].At), l.Steps[i].Say)
		since = until
	}
	out.after(l, o.Answers)
	return out.err
}

// after writes the questions and the changes.
func (t *teller) after(l *Lesson, answers Answers) {
	if len(l.Questions) > 0 {
		t.heading("Questions")
	}
	for i, q := range l.Questions {
		t.text(fmt.Sprintf("%d. ", i+1), q.Ask)
		if answers == Told {
			t.text("   Answer: ", q.Answer)
		}
	}
	if len(l.Changes) > 0 {
		t.heading("Now break it")
		t.line(fmt.Sprintf("bellwether lessons %s --scenario > %s.yaml", l.Name, l.Name))
		t.line("")
	}
	for i, c := range l.Changes {
		t.text(fmt.Sprintf("%d. ", i+1), c.Do)
		t.line("   " + l.command(&c))
		if answers == Told {
			t.text("   Then: ", c.Then)
		} else {
			t.line("")
		}
	}
	if answers == Kept && len(l.Questions)+len(l.Changes) > 0 {
		t.line("What comes of it: bellwether lessons " + l.Name + " --answers")
	}
}

// command runs a change and records it.
func (l *Lesson) command(c *Change) string {
	words := []string{"bellwether run", l.Name + ".yaml"}
	for _, set := range c.Set {
		words = append(words, "--set", wording.Quote(set))
	}
	return strings.Join(append(words, "--trace", l.Name+".ndjson"), " ")
}

// A teller writes paragraphs, and keeps the first error.
type teller struct {
	to      io.Writer
	columns int
	err     error
}

func (t *teller) line(s string) {
	if t.err == nil {
		_, t.err = fmt.Fprintln(t.to, s)
	}
}

// text writes a paragraph beside a label, and an empty line.
func (t *teller) text(label, text string) {
	hang := strings.Repeat(" ", wording.Width(label))
	for i, line := range wording.Wrap(text, max(t.columns-len(hang), 1), "") {
		if i == 0 {
			t.line(label + line)
		} else {
			t.line(hang + line)
		}
	}
	t.line("")
}

func (t *teller) heading(text string) {
	t.line(text)
	t.line(strings.Repeat("=", wording.Width(text)))
	t.line("")
}

// conversation writes what was said and done, if there was anything, without the line that
// describes the trace.
func (t *teller) conversation(recorded []byte, l *Lesson, f trace.Filter) error {
	var shown bytes.Buffer
	if err := trace.Show(&shown, bytes.NewReader(recorded), l.Name, f); err != nil {
		return err
	}
	_, lines, _ := strings.Cut(shown.String(), "\n")
	if lines == "" || strings.HasPrefix(lines, "nothing to show") {
		return nil
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(lines, "\n"), "\n") {
		t.line(line)
	}
	t.line("")
	return nil
}
