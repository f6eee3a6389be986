package export_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/export/source"
	"bellwether/internal/study/export"
	"bellwether/internal/testkit/scenariotest"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// walk is a world with losses of several kinds, crashes, a partition and batteries.
const walk = `
schema: 2
name: walk
duration: 12s
warmup: 0s
nodes: 8
world: {width: 300, height: 300}
mobility: {model: random-waypoint, speed: {min: 1, max: 5}}
radio: {model: unit-disk, range: 150, bitrate: 250000, loss: {model: bernoulli, probability: 0.1}}
energy: {profile: wifi-ns3, battery: {min: 5, max: 20}}
neighbours: {service: hello, interval: 500ms, timeout: 2s}
start: {leader: none, elect: all}
faults:
  - {at: 2s, crash: best, for: 3s}
  - {at: 4s, partition: [[1, 2, 3], [4, 5]], for: 2s}
  - {at: 7s, jam: {x: 0, y: 0, width: 150, height: 300}, for: 2s}
algorithms: [vasudevan]
`

// recorded runs walk, and returns its trace as a file and what was measured.
func recorded(t *testing.T) (text []byte, m measure.Metrics) {
	t.Helper()
	s := scenariotest.Read(t, walk)
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: s.Name, Algorithm: "vasudevan", Seed: 1, Codec: scenariotest.Codec(t, s)})
	meter := measure.NewRun(measure.Options{})
	scenariotest.Run(t, s, meter, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), meter.Metrics()
}

// file writes a text to a file of the test.
func file(t *testing.T, text []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "t.ndjson")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// An outcome is the result of an export.
type outcome struct {
	out    []byte
	warned string
	err    error
}

func exportOf(t *testing.T, text []byte, job export.Trace) outcome {
	t.Helper()
	var b bytes.Buffer
	var warned []string
	job.File, job.Out, job.Warn = file(t, text), &b, func(w string) { warned = append(warned, w) }
	err := job.Do()
	return outcome{b.Bytes(), strings.Join(warned, "\n"), err}
}

// whole makes an export that must not fail or warn.
func whole(t *testing.T, text []byte, format string) []byte {
	t.Helper()
	o := exportOf(t, text, export.Trace{Format: format})
	if o.err != nil || o.warned != "" {
		t.Fatalf("%s: %v, %s", format, o.err, o.warned)
	}
	return o.out
}

// records returns the records of a trace; contents are kept.
func records(t *testing.T, text []byte) (all []trace.Line) {
	t.Helper()
	err := trace.Read(bytes.NewReader(text), "t", func(_ *trace.Header, l *trace.Line) error {
		all = append(all, *l)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// written is a trace of records.
func written(t *testing.T, records ...trace.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: "small", Algorithm: "mine"})
	for i := range records {
		w.Record(&records[i])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func at(s float64) protocol.Time { return protocol.Time(s * float64(time.Second)) }

// A packed trace gives what the plain one gives. If a trace ends within a line, everything
// before is written, and a warning says where it ends. Every format is read by its checker.
func TestPackedAndDamagedTraces(t *testing.T) {
	text, _ := recorded(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	z.Close()
	upTo := bytes.LastIndexByte(text[:len(text)/2], '\n') + 1
	for _, format := range export.TraceFormats() {
		if !bytes.Equal(whole(t, packed.Bytes(), format), whole(t, text, format)) {
			t.Errorf("%s: a packed trace gives something else", format)
		}
		cut := exportOf(t, text[:upTo+20], export.Trace{Format: format})
		if want := whole(t, text[:upTo], format); cut.err != nil || !bytes.Equal(cut.out, want) {
			t.Errorf("%s: a trace that is cut within a line: %v", format, cut.err)
		}
		if want := fmt.Sprintf("t.ndjson:%d: ", bytes.Count(text[:upTo], []byte("\n"))+1); !strings.Contains(cut.warned, want) {
			t.Errorf("%s: warned %q, want %q", format, cut.warned, want)
		}
		gz := exportOf(t, packed.Bytes()[:packed.Len()/2], export.Trace{Format: format})
		if gz.err != nil || len(gz.out) == 0 || gz.warned == "" {
			t.Errorf("%s: a packed trace that is cut: %v, %q", format, gz.err, gz.warned)
		}
	}
}

func TestTracesThatAreRefused(t *testing.T) {
	good := written(t, trace.Record{Kind: trace.Boot, Node: 1, Value: 1})
	crowd := []trace.Record{}
	for id := range protocol.ID(201) {
		crowd = append(crowd, trace.Record{Kind: trace.Boot, Node: id + 1, Value: 1})
	}
	events := make([]trace.Record, 20_001)
	for i := range events {
		events[i] = trace.Record{Kind: trace.Suspect, Node: 1, Peer: 2}
	}
	for want, of := range map[string]struct {
		text   []byte
		format string
		window source.Window
	}{
		"the file is empty": {nil, export.PCAPNG, source.Window{}},
		"not a trace":       {[]byte("{}\n"), export.Perfetto, source.Window{}},
		"has version 3, this program reads 1 to 2": {bytes.Replace(good, []byte(`"version":2`), []byte(`"version":3`), 1), export.ShiViz, source.Window{}},
		"has no record of a node":                  {written(t, trace.Record{Kind: trace.End}), export.PCAPNG, source.Window{}},
		"has no record between --from and --to":    {good, export.Perfetto, source.Window{From: 1}},
		"unknown format; did you mean shiviz?":     {good, "shivis", source.Window{}},
		"201 events of 201 nodes: ShiViz draws":    {written(t, crowd...), export.ShiViz, source.Window{}},
		"20001 events of 1 nodes: ShiViz draws at": {written(t, events...), export.ShiViz, source.Window{}},
	} {
		o := exportOf(t, of.text, export.Trace{Format: of.format, Window: of.window})
		if o.err == nil || !strings.Contains(o.err.Error(), want) {
			t.Errorf("got %v, want %s", o.err, want)
		}
	}
}

// A full disk is an error.
func TestFullDisk(t *testing.T) {
	text, _ := recorded(t)
	name := file(t, text)
	for _, format := range export.TraceFormats() {
		job := export.Trace{File: name, Format: format, Out: full{}, Warn: func(string) {}}
		if err := job.Do(); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%s: %v", format, err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("the disk is full") }

var _ io.Writer = full{}
