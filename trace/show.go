package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/eligibility"
	"bellwether/internal/contract/messageid"
	"bellwether/protocol"
)

// A Filter chooses which records of a trace are shown. Its zero value is the whole
// conversation.
type Filter struct {
	Node protocol.ID   // records of what this node does, hears and sends, and faults of the world; Nobody: all
	From protocol.Time // records from this instant on; 0: all, those before time 0 too
	To   protocol.Time // records before this instant; 0: to the end
	// Kinds are names of kinds of records ("receive") or of messages
	// ("election"); none is what a conversation is made of.
	Kinds []string
	Names bool // append the names of messages (Sending), by which interventions refer to them
}

// conversation is the kinds that are shown by default: messages, faults and elections; and of offers, that a
// node is not eligible, or is again.
var conversation = Of(Boot, Crash, Absent, Send, Receive, Lost, Held, Electing, Elected, Suspect, Trust, Fault, Over, Intervened, End)

// Show prints a trace file, called name in errors, as a conversation: a line for
// each record, with its instant, its node, and in words what happened.
func Show(w io.Writer, file io.Reader, name string, f Filter) error {
	t, err := NewReader(file, name)
	if err != nil {
		return err
	}
	chosen, err := f.choose(&t.Header)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	heard, names, seen, last := new(memory), messageid.Sendings{}, map[protocol.ID]bool{}, protocol.Time(0)
	shown, read := 0, 0
	fmt.Fprintf(out, "%s, %s, seed %d\n", t.Header.Scenario, t.Header.Algorithm, t.Header.Seed)
	for {
		line, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return errors.Join(err, out.Flush())
		}
		last, read = line.Record.At, read+1
		if f.To > 0 && line.Record.At >= f.To {
			break
		}
		heard.recall(line)
		seen[line.Record.Node] = true
		if line.Record.Kind == Send {
			heard.at(&line.Record).name = names.Name(line.Record.Node, line.Record.At)
		}
		if chosen(line) && (f.From == 0 || line.Record.At >= f.From) && f.concerns(&line.Record) { // chosen follows all lines
			writeLine(out, line, heard.suffix(&line.Record, f))
			shown++
		}
	}
	if f.Node != protocol.Nobody && !seen[f.Node] {
		until := ""
		if f.To > 0 {
			until = fmt.Sprintf(" before %v", f.To)
		}
		return errs.Trace.Errorf("%s has no node %v%s: it has %s", name, f.Node, until, listed(seen))
	}
	if f.From > max(last, 0) {
		return errs.Trace.Errorf("%s ends at %v: nothing is from %v on", name, last, f.From)
	}
	if shown == 0 {
		fmt.Fprintf(out, "nothing to show: none of the %d records read is of the kinds, node and times asked for\n", read)
	}
	if err := out.Flush(); err != nil {
		return errs.Trace.Errorf("showing %s: %w", name, err)
	}
	return nil
}

// listed lists nodes, as a range if they are one.
func listed(nodes map[protocol.ID]bool) string {
	delete(nodes, protocol.Nobody)
	ids := slices.Sorted(maps.Keys(nodes))
	switch n := len(ids); {
	case n == 0:
		return "none"
	case n > 2 && int(ids[n-1]-ids[0]) == n-1:
		return fmt.Sprintf("%v to %v", ids[0], ids[n-1])
	}
	const most = 20 // a line's
	var names []string
	for _, id := range ids[:min(len(ids), most)] {
		names = append(names, id.String())
	}
	if len(ids) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// choose returns a test of a line by Kinds; each must be a kind of record or a message of
// the header.
func (f *Filter) choose(h *Header) (func(*Line) bool, error) {
	if len(f.Kinds) == 0 {
		barred := map[protocol.ID]bool{}
		return func(l *Line) bool {
			if l.Record.Kind == Capability {
				is := !eligibility.May(l.Record.Value)
				changed := is != barred[l.Record.Node]
				barred[l.Record.Node] = is
				return changed
			}
			return conversation.Has(l.Record.Kind)
		}, nil
	}
	var records Set
	var messages []string
	for _, name := range f.Kinds {
		k, isRecord := parseKind(name)
		isMessage := slices.ContainsFunc(h.Messages, func(m MessageName) bool { return m.Name == name })
		if isRecord {
			records |= Of(k)
		}
		if isMessage {
			messages = append(messages, name)
		}
		if !isRecord && !isMessage {
			return nil, errs.Trace.Errorf("nothing is called %q; there are the messages %s and the records %s",
				name, h.messageList(), strings.Join(kindNames[Boot:], ", "))
		}
	}
	said := Of(Send, Receive, Lost)
	return func(l *Line) bool {
		return records.Has(l.Record.Kind) || said.Has(l.Record.Kind) && slices.Contains(messages, l.Message)
	}, nil
}

func (h *Header) messageList() string {
	if len(h.Messages) == 0 {
		return "(none)"
	}
	var names []string
	for _, m := range h.Messages {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}

// concerns reports whether a record is about the filter's node.
func (f *Filter) concerns(r *Record) bool {
	switch {
	case f.Node == protocol.Nobody || r.Node == f.Node || r.Node == protocol.Nobody:
		return true
	case r.Kind == Elected || r.Kind == Component:
		return false // Peer is not a node that takes part
	}
	return r.Peer == f.Node
}

// Widths of the columns: instants up to a day, two IDs of four digits.
const (
	timeWidth  = 10
	actorWidth = 11
)

// writeLine prints one record, and a suffix; a failed write shows at the Flush.
func writeLine(w *bufio.Writer, l *Line, suffix string) {
	r := &l.Record
	actors, action := tell(l)
	pad := strings.Repeat(" ", max(actorWidth-utf8.RuneCountInString(actors), 0))
	fmt.Fprintf(w, "%*.3fs  %s%s  %s%s\n", timeWidth, r.At.Seconds(), actors, pad, action, suffix)
}

// remembered is how many messages a memory holds: enough that a message is not
// forgotten while it is on its way.
const remembered = 1 << 16

// A memory keeps the content of the latest messages, for records of a message whose content
// is only in the Send of its frame.
type memory [remembered]said

type said struct {
	frame   uint64
	content []byte
	name    Sending
}

// at is where a memory keeps the message of a record.
func (m *memory) at(r *Record) *said { return &m[r.Frame%remembered] }

// suffix is the name of a record's message, if the filter wants it and it is known.
func (m *memory) suffix(r *Record, f Filter) string {
	tells := ofMessages.Has(r.Kind) && (r.Kind != Intervened || r.Peer != protocol.Nobody) // the Frame of a strike is another number
	if about := m.at(r); f.Names && tells && about.frame == r.Frame {
		return fmt.Sprintf("  [%v]", about.name)
	}
	return ""
}

// ofMessages are the records whose Frame is a message's number.
var ofMessages = Of(Send, Transmit, Receive, Lost, Held, Intervened)

// recall remembers the content of a Send, and fills it in for later records of that message.
func (m *memory) recall(l *Line) {
	r := &l.Record
	said := m.at(r)
	unsaid := len(l.Content) == 0 || string(l.Content) == "null"
	switch {
	case r.Kind == Send:
		said.frame, said.content = r.Frame, l.Content
	case (r.Kind == Receive || r.Kind == Lost) && unsaid && said.frame == r.Frame:
		l.Content = said.content
	}
}
