package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func written(t testing.TB, o WriterOptions, records ...Record) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, o)
	for i := range records {
		w.Record(&records[i])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(t testing.TB, text string) (Header, []Line) {
	t.Helper()
	var lines []Line
	var header Header
	err := Read(strings.NewReader(text), "file", func(h *Header, l *Line) error {
		header = *h
		lines = append(lines, *l)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return header, lines
}

func options(t testing.TB) WriterOptions {
	return WriterOptions{Scenario: "ten-nodes", Algorithm: "vasudevan", Seed: 18446744073709551615, Codec: testCodec(t)}
}

func TestWriterWritesEveryKind(t *testing.T) {
	golden(t, "every-kind.ndjson", written(t, options(t), everything()...))
}

func TestEveryLineIsJSON(t *testing.T) {
	for line := range strings.Lines(written(t, options(t), everything()...)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

// Every field that a kind uses is read back. A message is read as its name and its content,
// because a file does not contain how to decode it.
func TestWhatIsReadIsWhatWasWritten(t *testing.T) {
	records := everything()
	header, lines := read(t, written(t, options(t), records...))
	want := Header{Version: 2, Scenario: "ten-nodes", Algorithm: "vasudevan", Seed: 18446744073709551615,
		Messages: []MessageName{{1, "election"}, {2, "ack"}, {3, "ping"}, {200, "routed"}, {201, "ack-201"}}}
	if diff := cmp.Diff(want, header); diff != "" {
		t.Errorf("header:\n%s", diff)
	}
	if len(lines) != len(records) {
		t.Fatalf("%d lines of %d records", len(lines), len(records))
	}
	for i, r := range records {
		content := r.Content
		r.Content = nil
		if diff := cmp.Diff(r, lines[i].Record); diff != "" {
			t.Errorf("%s:\n%s", r.Kind, diff)
		}
		if lines[i].Number != i+2 {
			t.Errorf("record %d is on line %d", i, lines[i].Number)
		}
		if content != nil {
			if got := string(lines[i].Content); got != `{"computation":{"num":2,"source":1},"hops":1}` {
				t.Errorf("%s has content %s", r.Kind, got)
			}
			if lines[i].Message != "election" {
				t.Errorf("%s is a message %q", r.Kind, lines[i].Message)
			}
		}
	}
}

// Any number that a record can hold survives, and so does any name.
func TestNumbersSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		finite := rapid.Float64().Filter(func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) })
		r := Record{
			At:   protocol.Time(rapid.Int64Min(0).Draw(t, "at")),
			Kind: rapid.SampledFrom([]Kind{Move, Energy, State, Transmit, Electing, Fault}).Draw(t, "kind"),
		}
		for _, c := range r.Kind.layout() {
			switch c.field {
			case fieldNode:
				r.Node = protocol.ID(rapid.Uint32().Draw(t, "node"))
			case fieldPeer:
				r.Peer = protocol.ID(rapid.Uint32().Draw(t, "peer"))
			case fieldWhy:
				r.Why = Why(rapid.IntRange(0, int(whys)-1).Draw(t, "why"))
			case fieldBytes:
				r.Bytes = rapid.Int32().Draw(t, "bytes")
			case fieldFrame:
				r.Frame = rapid.Uint64().Draw(t, "frame")
			case fieldValue:
				r.Value = rapid.Int64().Draw(t, "value")
			case fieldComputation:
				r.Computation = protocol.Computation{Num: rapid.Uint32().Draw(t, "num"), Source: 3}
			case fieldX:
				r.X = finite.Draw(t, "x")
			case fieldY:
				r.Y = finite.Draw(t, "y")
			case fieldVX:
				r.VX = finite.Draw(t, "vx")
			case fieldName:
				r.Name = rapid.String().Draw(t, "name")
			}
		}
		var b bytes.Buffer
		w := NewWriter(&b, WriterOptions{})
		w.Record(&r)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		err := Read(&b, "file", func(_ *Header, l *Line) error {
			if diff := cmp.Diff(r, l.Record); diff != "" {
				t.Fatalf("%s", diff)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestContentOfMessages(t *testing.T) {
	var names messageNames
	names.fill(testCodec(t))
	for _, c := range []struct {
		message protocol.Message
		want    string
	}{
		{nil, `null`},
		{ping(6), `{"value":6}`},
		{best{Best: protocol.Capability{Value: -3, ID: 7}, LeadID: 8, Final: true, secret: 1},
			`{"best":{"id":7,"value":-3},"lead_id":8,"final":true}`},
		{&routed{Origin: 4, Seen: []protocol.ID{1, 2}, Inner: grow{protocol.Computation{Num: 1, Source: 2}, 3}},
			`{"origin":4,"seen":[1,2],"inner":{"message":"election","computation":{"num":1,"source":2},"hops":3}}`},
		{&routed{Inner: &routed{}},
			`{"origin":0,"seen":[],"inner":{"message":"routed","origin":0,"seen":[],"inner":null}}`},
	} {
		if got := string(names.appendContent(nil, c.message)); got != c.want {
			t.Errorf("%#v\n got %s\nwant %s", c.message, got, c.want)
		}
	}
}

// A message that carries itself must not hang the writer.
func TestContentThatNeverEnds(t *testing.T) {
	loop := &routed{Origin: 1}
	loop.Inner = loop
	var names messageNames
	names.fill(nil)
	got := names.appendContent(nil, loop)
	if !json.Valid(got) || len(got) > 2000 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

func TestNamesInSnakeCase(t *testing.T) {
	for name, want := range map[string]string{
		"Hops": "hops", "LeaderID": "leader_id", "ID": "id", "HTTPServer": "http_server", "TTL": "ttl", "SeqNo": "seq_no",
	} {
		if got := snake(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
}

func TestWriterWithoutCodec(t *testing.T) {
	text := written(t, WriterOptions{}, Record{Kind: Send, Message: 7, Content: ping(1)})
	_, lines := read(t, text)
	if lines[0].Message != "kind-7" || lines[0].Record.Message != 7 {
		t.Errorf("read %q, %d", lines[0].Message, lines[0].Record.Message)
	}
}

func TestWriterWantsWhatItIsAsked(t *testing.T) {
	if got := NewWriter(new(bytes.Buffer), WriterOptions{}).Wants(); got != All {
		t.Errorf("wants %b", got)
	}
	only := Of(Electing, Elected)
	if got := NewWriter(new(bytes.Buffer), WriterOptions{Kinds: only}).Wants(); got != only {
		t.Errorf("wants %b", got)
	}
}

// A float that is not a number cannot be written in JSON; it must neither break the file
// nor be read as a number.
func TestWriterOfNotANumber(t *testing.T) {
	_, lines := read(t, written(t, WriterOptions{}, Record{Kind: Move, Node: 1, X: math.NaN(), VX: math.Inf(1)}))
	if r := lines[0].Record; !math.IsNaN(r.X) || !math.IsNaN(r.VX) || r.Y != 0 {
		t.Errorf("read %+v", r)
	}
}

type full struct{ room int }

var errFull = errors.New("disk full")

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// A full disk is reported at Close, whether it filled up early or at the last write.
func TestWriterReportsAtClose(t *testing.T) {
	for _, room := range []int{0, writerBuffer + 1} {
		w := NewWriter(&full{room}, WriterOptions{})
		for range 3000 {
			w.Record(&Record{Kind: Boot, Node: 1})
		}
		if err := w.Close(); !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "trace: ") {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
}

// A copy of a file equals the file, including contents of messages that this program cannot
// decode.
func TestACopyIsTheFile(t *testing.T) {
	o := options(t)
	o.Zero, o.HelloTimeout = 1_700_000_000_123_456_789, 3*time.Second
	text := written(t, o, everything()...)
	header, lines := read(t, text)
	if header.Zero != o.Zero || header.HelloTimeout != o.HelloTimeout {
		t.Errorf("the header came back as %+v", header)
	}
	var b bytes.Buffer
	w := NewCopy(&b, header)
	for i := range lines {
		w.Copy(&lines[i])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, b.String()); diff != "" {
		t.Error(diff)
	}
}
