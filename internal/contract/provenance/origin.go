// Package provenance describes what a trace is of, so that its run can be made again from the file
// alone: the program, the row, the scenario of the one run and the files that it names. And, for
// those who draw, the ground on which it ran.
//
// It assumes that a writer of headers gets these parts from AppendJSON, and that a reader
// gives each key to Parse. It never reads a file or makes a run. Cost: a header's.
package provenance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// An Origin says what a trace is of, so that it can be run again, and every metric be
// recomputed, from the file alone. It stands in the header and counts in no hash. Its
// zero parts are left out.
type Origin struct {
	Build    string   // of the program that wrote the trace
	Row      Row      // of the scenario
	Measured Measured // what of the run is measured
	// YAML is the scenario of this one run, every default filled in: one row, one seed.
	// Files are those that it names.
	YAML  string
	Files []File
}

// A Row is an algorithm as it was run.
type Row struct {
	Label  string            `json:"label"` // in the scenario's tables
	Name   string            `json:"name"`  // of the algorithm
	Params map[string]string `json:"params,omitempty"`
}

// Measured is what metrics depend on beside the records.
type Measured struct {
	Goal    string        `json:"goal"`               // what the algorithm tries to elect
	Warmup  time.Duration `json:"warmup_ns"`          // everything before is left out
	Horizon time.Duration `json:"horizon_ns"`         // the run's end
	Every   time.Duration `json:"every_ns,omitempty"` // between two samples of truth, in traces of version 1
	// What lets a leader keep its office: thousandths of its own value, and a bonus on it.
	MarginPM int64 `json:"margin_per_mille"`
	Bonus    int64 `json:"margin_bonus"`
	// Tolerance is that of badly_led_fraction; nil: unknown.
	Tolerance *Tolerance `json:"tolerance,omitempty"`
	Air       *Air       `json:"air,omitempty"`    // nil: unknown
	Frames    *Sharing   `json:"medium"`           // nil: unknown
	Budget    *Budget    `json:"budget,omitempty"` // nil: none
	// Rules: rules say which nodes may lead.
	Rules bool `json:"rules,omitempty"`
}

// Tolerance is how much more than its leader a member may offer: SharePM thousandths of it,
// and MarginPM thousandths after a bonus; a bad leader is exceeded by both.
type Tolerance struct {
	SharePM  int64 `json:"per_mille"`
	MarginPM int64 `json:"margin_per_mille"`
	Bonus    int64 `json:"margin_bonus"`
}

// Air is how long a frame of so many bytes is on the air: the preamble, and then
// 8·bytes/bitrate, rounded up to a nanosecond (no time at bitrate 0); or, where bits
// go in symbols, ⌈(8·bytes + extra)/bits⌉ symbols, none if that is negative.
type Air struct {
	BitrateBps  float64       `json:"bitrate_bps"`
	Preamble    time.Duration `json:"preamble_ns"`
	SymbolBits  int           `json:"symbol_bits,omitempty"` // 0: no symbols
	SymbolExtra int           `json:"symbol_extra_bits,omitempty"`
	SymbolLasts time.Duration `json:"symbol_ns,omitempty"`
}

// Sharing is how nodes share the medium.
type Sharing struct {
	Contended bool `json:"contended"`  // frames may collide
	Capped    bool `json:"duty_cycle"` // nodes have a duty cycle
}

// Budget is how many broadcasts a node may say within a span.
type Budget struct {
	Broadcasts int           `json:"broadcasts"`
	Per        time.Duration `json:"per_ns"`
}

// A File is one that the scenario names.
type File struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Data is the file itself, base64 in the header; nil if it did not fit.
	Data []byte `json:"data,omitempty"`
}

// MaxInlined bounds what of files stands in a header, all together, in bytes: beyond
// it a file is named by its hash, and wanted beside the trace when that is run again.
const MaxInlined = 2 << 20

// NewFile describes a file, and keeps it.
func NewFile(name string, data []byte) File {
	sum := sha256.Sum256(data)
	return File{Name: name, Bytes: len(data), SHA256: hex.EncodeToString(sum[:]), Data: data}
}

// Holds reports whether data is the file.
func (f *File) Holds(data []byte) bool {
	sum := sha256.Sum256(data)
	return len(data) == f.Bytes && hex.EncodeToString(sum[:]) == f.SHA256
}

// inlined are the files as a header has room for them, in their order.
func inlined(files []File) []File {
	var out []File
	room := MaxInlined
	for _, f := range files {
		if room -= len(f.Data); room < 0 {
			room += len(f.Data)
			f.Data = nil
		}
		out = append(out, f)
	}
	return out
}

// AppendJSON writes the parts that there are, each behind a comma.
func (o *Origin) AppendJSON(b []byte) []byte {
	part := func(key string, given bool, value any) {
		if !given {
			return
		}
		text, err := marshalPlain(value)
		if err != nil {
			panic("origin: a header that is not JSON: " + err.Error()) // strings, numbers and bytes alone
		}
		b = append(append(append(b, `,"`...), key...), `":`...)
		b = append(b, text...)
	}
	part("build", o.Build != "", o.Build)
	part("row", o.Row.Name != "", o.Row)
	part("measured", o.Measured != Measured{}, o.Measured)
	part("scenario_yaml", o.YAML != "", o.YAML)
	part("files", len(o.Files) > 0, inlined(o.Files))
	return b
}

// marshalPlain is json.Marshal without escapes for pages.
func marshalPlain(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// Parse reads one key of the header, and says whether it is one of an Origin.
func (o *Origin) Parse(key string, value json.RawMessage) (known bool, err error) {
	var into any
	switch key {
	case "build":
		into = &o.Build
	case "row":
		into = &o.Row
	case "measured":
		into = &o.Measured
	case "scenario_yaml":
		into = &o.YAML
	case "files":
		into = &o.Files
	default:
		return false, nil
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return true, fmt.Errorf("%q in the header: %w", key, err)
	}
	return true, nil
}
