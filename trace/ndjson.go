package trace

import (
	"bufio"
	"io"
	"strconv"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/provenance"
	"bellwether/protocol"
)

// WriterOptions describe a trace file.
type WriterOptions struct {
	Scenario  string
	Algorithm string
	Seed      uint64
	Zero      int64 // live runs: see Header
	// HelloTimeout: live runs, see Header.
	HelloTimeout time.Duration
	// Ground, as Scenario.Ground of package scenarios gives it; a header has room for 20 000
	// corners of obstacles, and of roads.
	Ground provenance.Ground
	// Codec names the messages; those it does not know are called "kind-7".
	Codec  *protocol.Codec
	Origin provenance.Origin // as Scenario.Origin of package scenarios gives it; see Header
	// Kinds are the records to write; the zero Set is All.
	Kinds Set
}

// writerBuffer gathers lines for one write: a line is about 100 bytes.
const writerBuffer = 64 << 10

// A Writer is a sink that writes one JSON object a line, with the keys that its kind uses, in
// a fixed order. Instants are whole nanoseconds, so that a Reader gets exactly what was
// written. Close reports a failed write; the records after it are dropped.
type Writer struct {
	out   *bufio.Writer
	kinds Set
	names messageNames
	line  []byte
	err   error

	copied *Line // the line that Copy writes, with the fields that a Record does not have
}

// NewWriter writes the header to w. The caller closes w after the Writer.
func NewWriter(w io.Writer, o WriterOptions) *Writer {
	t := &Writer{out: bufio.NewWriterSize(w, writerBuffer), kinds: o.Kinds}
	if t.kinds == 0 {
		t.kinds = All
	}
	h := Header{Scenario: o.Scenario, Algorithm: o.Algorithm, Seed: o.Seed, Zero: o.Zero, HelloTimeout: o.HelloTimeout, Ground: o.Ground.Bound(), Origin: o.Origin}
	h.Messages = t.names.fill(o.Codec)
	t.write(h.appendJSON(t.line))
	return t
}

// fill names every kind, and returns the list of those that the codec knows. If an overlay
// and an algorithm share a name, the name gets its number too, because each name in
// a file stands for one kind.
func (n *messageNames) fill(codec *protocol.Codec) []MessageName {
	var known []MessageName
	taken := map[string]bool{}
	for k := range n {
		n[k] = "kind-" + strconv.Itoa(k)
		if codec == nil {
			continue
		}
		d := codec.Describe(protocol.Kind(k))
		if d == nil {
			continue
		}
		n[k] = d.Name
		if taken[d.Name] {
			n[k] += "-" + strconv.Itoa(k)
		}
		taken[d.Name] = true
		known = append(known, MessageName{protocol.Kind(k), n[k]})
	}
	return known
}

// NewCopy writes lines that were read from files with such a header.
func NewCopy(w io.Writer, h Header) *Writer {
	t := &Writer{out: bufio.NewWriterSize(w, writerBuffer), kinds: All}
	t.names.fill(nil)
	t.write(h.appendJSON(t.line))
	return t
}

// Copy writes a line as it was read, content and name of the message included.
func (t *Writer) Copy(l *Line) {
	t.copied = l
	t.Record(&l.Record)
	t.copied = nil
}

// Wants is what the options ask for.
func (t *Writer) Wants() Set { return t.kinds }

// Flush writes what is buffered. Close reports errors.
func (t *Writer) Flush() {
	if err := t.out.Flush(); t.err == nil {
		t.err = err
	}
}

// Close writes what is buffered, and returns the first error since the beginning.
func (t *Writer) Close() error {
	if err := t.out.Flush(); t.err == nil && err != nil {
		t.err = err
	}
	if t.err != nil {
		return errs.Trace.Errorf("writing: %w", t.err)
	}
	return nil
}

// Record writes r.
func (t *Writer) Record(r *Record) {
	if t.err != nil {
		return
	}
	b := append(t.line, `{"at_ns":`...)
	b = strconv.AppendInt(b, int64(r.At), 10)
	b = append(b, `,"record":"`...)
	b = append(append(b, r.Kind.String()...), '"')
	for _, c := range r.Kind.layout() {
		if c.unsaid && (c.field == fieldFrame && r.Frame == 0 || c.field == fieldName && r.Name == "") { // no other field so far
			continue
		}
		b = append(append(append(b, `,"`...), c.key...), `":`...)
		b = t.appendField(b, r, c.field)
	}
	t.write(append(b, '}'))
}

func (t *Writer) write(line []byte) {
	line = append(line, '\n')
	_, t.err = t.out.Write(line)
	t.line = line[:0]
}

func (t *Writer) appendField(b []byte, r *Record, f field) []byte {
	switch f {
	case fieldNode:
		return strconv.AppendUint(b, uint64(r.Node), 10)
	case fieldPeer:
		return strconv.AppendUint(b, uint64(r.Peer), 10)
	case fieldWhy:
		return appendString(b, r.Why.String())
	case fieldMessage:
		if t.copied != nil {
			return appendString(b, t.copied.Message)
		}
		return appendString(b, t.names[r.Message])
	case fieldClass:
		return appendString(b, r.Class.String())
	case fieldBytes:
		return strconv.AppendInt(b, int64(r.Bytes), 10)
	case fieldFrame:
		return strconv.AppendUint(b, r.Frame, 10)
	case fieldValue:
		return strconv.AppendInt(b, r.Value, 10)
	case fieldComputation:
		return appendComputation(b, r.Computation)
	case fieldX:
		return appendNumber(b, r.X)
	case fieldY:
		return appendNumber(b, r.Y)
	case fieldVX:
		return appendNumber(b, r.VX)
	case fieldVY:
		return appendNumber(b, r.VY)
	case fieldName:
		return appendString(b, r.Name)
	case fieldContent:
		if t.copied != nil {
			return append(b, t.copied.Content...)
		}
		return t.names.appendContent(b, r.Content)
	}
	panic("trace: a layout names an unknown field")
}
