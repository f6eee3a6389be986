package worlds

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/internal/study/movement"
	"bellwether/scenarios"
)

// readContacts reads the trace of contacts of a file.
func (f *sourceFlags) readContacts(cmd *cobra.Command, file string) (*contacts.Trace, error) {
	sides, err := contacts.ParseSides(f.sides)
	if err != nil {
		return nil, fmt.Errorf("--one-sided: %w", err)
	}
	for _, flag := range []string{"coordinates", "dimensions", "within"} {
		if cmd.Flags().Changed(flag) {
			return nil, fmt.Errorf("--%s: contacts have no positions", flag)
		}
	}
	columns, err := text.ParseMapping(f.columns)
	if err != nil {
		return nil, fmt.Errorf("--columns: %w", err)
	}
	news := terminal.NewProgress(cmd.ErrOrStderr(), f.quiet)
	notes := &text.Notes{Lenient: f.lenient}
	t, err := movement.ReadContacts(cmd.Context(), movement.Source{File: file, Format: f.format, Columns: columns, Notes: notes}, contacts.Rules{Scan: f.scan, OneSided: sides}, news.Fraction)
	news.Clear()
	if err != nil {
		return nil, interruptedOr(err)
	}
	if advice := t.Tally().Advice(); advice != "" {
		notes.Remarks = append(notes.Remarks, file+": "+advice)
	}
	printNotes(cmd, notes)
	return t, nil
}

func (f *sourceFlags) inspectContacts(cmd *cobra.Command, file string, look movement.Look, format cmdline.AnswerFormat) error {
	if cmd.Flags().Changed("range") {
		return errors.New("--range: contacts have no positions")
	}
	t, err := f.readContacts(cmd, file)
	if err != nil {
		return err
	}
	info, err := movement.InspectContacts(t, look)
	if err != nil {
		return err
	}
	if format == cmdline.AsJSON {
		return info.PrintJSON(cmd.OutOrStdout())
	}
	return info.Print(cmd.OutOrStdout())
}

// writeContacts writes contacts into a file, and warns of what is lost.
func (f *targetFlags) writeContacts(cmd *cobra.Command, t *contacts.Trace, file string, quiet bool) error {
	for _, flag := range []string{"as", "step", "origin", "start"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: contacts have no positions", flag)
		}
	}
	losses, err := movement.WriteContacts(cmd.Context(), t, movement.Target{File: file, Format: f.format})
	if err != nil {
		return interruptedOr(err)
	}
	for _, loss := range losses {
		terminal.NewProgress(cmd.ErrOrStderr(), quiet).Line("warning: " + loss)
	}
	return nil
}

// ofContacts reports whether the file to write is one of contacts.
func (f *targetFlags) ofContacts(file string) bool {
	_, met := movement.ContactFormat(f.format, file)
	return met
}

// writeMet computes the contacts of moving nodes, and writes them.
func (f *targetFlags) writeMet(cmd *cobra.Command, t *movetrace.Trace, file string, quiet bool) error {
	if !(f.rangeM > 0) {
		return fmt.Errorf("--range: give the range in metres within which nodes of %s are in contact", cmd.Flags().Arg(0))
	}
	after := movetrace.Ending(f.after)
	if after != "" && after != movetrace.Leave && after != movetrace.Stay {
		return fmt.Errorf("--after %s: want %s or %s", f.after, movetrace.Leave, movetrace.Stay)
	}
	if lost := t.Lost(); lost > 0 && after == "" && t.Duration() > 0 {
		terminal.NewProgress(cmd.ErrOrStderr(), quiet).Line(fmt.Sprintf("warning: %d of %d nodes have no contacts after their last fix, which is before the end of the trace, since they leave as in a run: --after stay lets them stay there",
			lost, t.Nodes()))
	}
	if t.HasAltitudes() {
		terminal.NewProgress(cmd.ErrOrStderr(), quiet).Line("warning: altitudes are left out: contacts are computed for nodes on the ground, and differ from a run with altitudes")
	}
	met, err := movement.Meet(cmd.Context(), t, movement.Meeting{RangeM: f.rangeM, After: after})
	if err != nil {
		return interruptedOr(err)
	}
	return f.writeContacts(cmd, met, file, quiet)
}

// writeRun writes the movement of a scenario's run, or its contacts.
func (f *targetFlags) writeRun(cmd *cobra.Command, s *scenarios.Scenario, seed uint64, file string, quiet bool) error {
	if met := s.Contacts(); met != nil {
		return f.writeContacts(cmd, met, file, quiet)
	}
	t, err := movement.Generate(s, seed)
	if err != nil {
		return err
	}
	if !f.ofContacts(file) {
		return f.write(cmd, t, file, quiet)
	}
	if s.Radio.Model == "unit-disk" && f.rangeM == 0 {
		f.rangeM = s.Radio.Range
	}
	return f.writeMet(cmd, t, file, quiet)
}

// conference writes the sightings of the devices at a conference on one day.
func (f *targetFlags) conference(cmd *cobra.Command, nodes string, seed uint64, file string) error {
	for _, flag := range []string{"scenario", "duration", "range", "as", "step", "origin", "start"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: has no effect with --conference", flag)
		}
	}
	o := contacts.ConferenceOptions{Seed: 1}
	if cmd.Flags().Changed("seed") {
		o.Seed = seed
	}
	if cmd.Flags().Changed("nodes") {
		n, err := strconv.Atoi(nodes)
		if err != nil || n < 2 {
			return fmt.Errorf("--nodes %s: want a number from 2 on", nodes)
		}
		o.Nodes = n
	}
	if format, met := movement.ContactFormat(f.format, file); !met || format.Name != "contacts" {
		return fmt.Errorf("--conference: %s: sightings of devices are a table: name a file .contacts", file)
	}
	return interruptedOr(movement.WriteAs(cmd.Context(), file, func(w io.Writer) error { return contacts.WriteConference(w, o) }))
}
