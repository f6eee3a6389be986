package movement

import (
	"context"
	"fmt"
	"io"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/movetrace"
)

// ContactFormat returns the format of contacts with this name or, without a name, with the
// file's extension; false if it is a format of movement, or unknown.
func ContactFormat(name, file string) (contacts.Format, bool) {
	if name != "" {
		return contacts.FormatByName(name)
	}
	return contacts.FormatByFile(file)
}

// ReadContacts reads a trace of contacts.
func ReadContacts(ctx context.Context, s Source, rules contacts.Rules, p Progress) (*contacts.Trace, error) {
	format, known := ContactFormat(s.Format, s.File)
	if !known {
		return nil, errs.Mobility.Errorf("%s: no format of contacts", s.File)
	}
	file, err := open(ctx, s.File)
	if err != nil {
		return nil, errs.Mobility.Errorf("%w", err)
	}
	defer file.Close()
	defer interrupted(ctx, file)()
	rules.Notes, rules.Columns = s.Notes, s.Columns
	t, err := format.Read(watch(ctx, file, p), s.File, rules)
	return t, hint(s, err)
}

// WriteContacts writes a trace of contacts, and says what is lost.
func WriteContacts(ctx context.Context, t *contacts.Trace, to Target) (losses []string, err error) {
	format, known := ContactFormat(to.Format, to.File)
	if !known {
		return nil, errs.Mobility.Errorf("%s: contacts have no positions: write the format contacts or one-contacts", to.File)
	}
	if err := WriteAs(ctx, to.File, func(w io.Writer) error { return format.Write(w, t) }); err != nil {
		return nil, err
	}
	meets := make([]bool, t.Nodes())
	for _, c := range t.Contacts() {
		meets[c.A-1], meets[c.B-1] = true, true
	}
	alone := 0
	for _, met := range meets {
		if !met {
			alone++
		}
	}
	if alone > 0 {
		losses = append(losses, fmt.Sprintf("%s cannot state a node that meets no other: %d of %d are not written", format.Name, alone, t.Nodes()))
	}
	return losses, nil
}

// WriteAs writes a file whole or not at all, packed if its name says so.
func WriteAs(ctx context.Context, name string, write func(io.Writer) error) error {
	file, err := stage(ctx, name, write)
	if err != nil {
		return err
	}
	if err := file.Commit(); err != nil {
		return errs.Mobility.Errorf("%w", err)
	}
	return nil
}

// Meeting says when nodes of a trace are in contact.
type Meeting struct {
	RangeM float64 // in metres

	// After is what a node does after its last fix, if the trace goes on. Default: Leave,
	// as in a scenario; Stay for a trace of one instant.
	After movetrace.Ending
}

// Meet finds the contacts of moving nodes: the exact instants at which links come up and
// go down in a run. A contact at the end of the trace has no end.
func Meet(ctx context.Context, t *movetrace.Trace, m Meeting) (*contacts.Trace, error) {
	if m.After == "" && t.Duration() == 0 {
		m.After = movetrace.Stay
	}
	whole, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: t, After: m.After})
	if err != nil {
		return nil, err
	}
	list, err := follow(ctx, whole, m.RangeM)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Until >= t.Duration() {
			list[i].Until = contacts.Forever
		}
	}
	return contacts.New(t.Names(), list)
}
