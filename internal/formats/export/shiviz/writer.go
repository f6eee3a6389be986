package shiviz

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

// Expression is the first line of a log: ShiViz finds host, clock and event by it.
const Expression = `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`

// Limits of a log. ShiViz lays out every event as an element of the page, and becomes slow from
// some thousands on; a node is a column.
const (
	maxEvents = 20_000
	maxHosts  = 200
)

// told are the records that are events of a node.
var told = trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Send, trace.Receive, trace.Lost, trace.NeighbourUp,
	trace.NeighbourDown, trace.Electing, trace.Elected, trace.Suspect, trace.Trust, trace.Fault, trace.Held)

// maxClocks bounds what clocks of messages on their way take: 16 MB at MaxHosts nodes.
const maxClocks = 1 << 14

// A writer writes the log of one trace.
type writer struct {
	out    *bufio.Writer
	survey *source.Survey
	place  map[protocol.ID]int // in clocks
	keys   []string            // of clocks: names of nodes as JSON
	clocks [][]uint32          // of each node
	sent   *source.Recent[message]
}

// A message is what a reception follows.
type message struct {
	clock []uint32
	words string
}

// New begins a log.
func New(w io.Writer, s *source.Survey) (*writer, error) {
	events := 0
	for kind := range trace.Kind(64) {
		if told.Has(kind) {
			events += s.Kinds[kind]
		}
	}
	if events > maxEvents || len(s.Nodes) > maxHosts {
		return nil, fmt.Errorf("%d events of %d nodes: ShiViz draws at most %d of %d; choose a part of the run by --from and --to",
			events, len(s.Nodes), maxEvents, maxHosts)
	}
	l := &writer{out: bufio.NewWriter(w), survey: s, place: map[protocol.ID]int{}, sent: source.NewRecent[message](maxClocks)}
	for i, id := range s.Nodes {
		key, err := json.Marshal(s.Host(id))
		if err != nil {
			return nil, err
		}
		l.place[id], l.keys = i, append(l.keys, string(key))
		l.clocks = append(l.clocks, make([]uint32, len(s.Nodes)))
	}
	_, err := l.out.WriteString(Expression + "\n\n")
	return l, err
}

// Before takes a record that is not written: clocks begin with the window.
func (l *writer) Before(*trace.Line) error { return nil }

// Take writes an event.
func (l *writer) Take(line *trace.Line) error {
	r := &line.Record
	if !told.Has(r.Kind) || r.Node == protocol.Nobody {
		return nil
	}
	at := l.place[r.Node]
	clock := l.clocks[at]
	clock[at]++
	before, known := l.sent.Of(r.Frame)
	if r.Kind == trace.Receive && known {
		for i, n := range before.clock {
			clock[i] = max(clock[i], n)
		}
	}
	words := before.words
	if r.Kind == trace.Send || !known {
		words = said(line)
	}
	if r.Kind == trace.Send {
		l.sent.Put(r.Frame, message{append([]uint32(nil), clock...), words})
	}
	return l.write(r, l.action(r, words))
}

// write writes the two lines of an event.
func (l *writer) write(r *trace.Record, action string) error {
	b := append(l.out.AvailableBuffer(), l.survey.Host(r.Node)...)
	first := true
	b = append(b, " {"...)
	for i, n := range l.clocks[l.place[r.Node]] {
		if n == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = strconv.AppendUint(append(append(b, l.keys[i]...), ':'), uint64(n), 10)
	}
	b = fmt.Appendf(b, "}\n%.6fs %s\n", r.At.Seconds(), action)
	_, err := l.out.Write(b)
	return err
}

// Close writes what is left.
func (l *writer) Close() error { return l.out.Flush() }

// action says what happened.
func (l *writer) action(r *trace.Record, words string) string {
	peer := "all"
	if r.Peer != protocol.Nobody {
		peer = l.survey.Host(r.Peer)
	}
	switch r.Kind {
	case trace.Send:
		return "→ " + peer + " " + words
	case trace.Receive:
		return "← " + peer + " " + words
	case trace.Lost:
		if r.Node == r.Peer {
			return "gives up " + words + " (" + r.Why.String() + ")"
		}
		return "✗ " + peer + " " + words + " LOST (" + r.Why.String() + ")"
	case trace.Crash, trace.Absent:
		if r.Why != trace.NoReason {
			return r.Kind.String() + " (" + r.Why.String() + ")"
		}
	case trace.Electing:
		return "in election " + r.Computation.String()
	case trace.Elected:
		if r.Peer == protocol.Nobody {
			return "knows no leader"
		}
		return "elected " + peer
	case trace.NeighbourUp, trace.NeighbourDown, trace.Suspect, trace.Trust:
		return r.Kind.String() + " " + peer
	case trace.Fault:
		return "fault " + oneLine(r.Name)
	}
	return r.Kind.String()
}

// said is a message in words.
func said(line *trace.Line) string {
	words := []string{line.Message}
	for _, f := range source.Fields(line.Content) {
		words = append(words, f.Path+" "+f.String())
	}
	return oneLine(strings.Join(words, " "))
}

// oneLine takes line ends and other control characters out of a text that comes from a trace.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' {
			return ' '
		}
		return r
	}, text)
}
