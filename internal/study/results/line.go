package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// Form is the version of the form of lines and indexes.
const Form = 2

// firstForm is the form of lines without schema.
const firstForm = 1

// A Line is one finished run. See the package comment.
type Line struct {
	Schema         int             `json:"schema"`
	ID             string          `json:"id"`
	Plan           string          `json:"plan,omitempty"`
	Axes           At              `json:"axes,omitempty"`
	Label          string          `json:"label"`
	Name           string          `json:"name"`
	Goal           protocol.Goal   `json:"goal"`
	Quorum         bool            `json:"quorum,omitempty"`
	Seed           uint64          `json:"seed"`
	Scenario       string          `json:"scenario"`
	ScenarioSHA256 string          `json:"scenario_sha256"`
	Row            string          `json:"row"`
	Build          string          `json:"build"`
	TraceSHA256    string          `json:"trace_sha256,omitempty"`
	SimulatedS     float64         `json:"simulated_s"`
	Events         uint64          `json:"events"`
	Transmissions  uint64          `json:"transmissions"`
	Deliveries     uint64          `json:"deliveries"`
	Metrics        measure.Metrics `json:"metrics"`
	Course         *measure.Course `json:"course,omitempty"`
	// Truth says how components are known, and Tolerance what badly_led_fraction tolerates.
	// Lines without them come from programs that sampled components at regular instants.
	Truth     *measure.Truth     `json:"truth,omitempty"`
	Tolerance *measure.Tolerance `json:"tolerance,omitempty"`
	SHA256    string             `json:"sha256,omitempty"` // of the line before this key; set by Encode

	altered bool     // SHA256 does not match the line, or is missing
	lacks   []string // metrics that the program of the line did not know
}

// A Task is everything that a run depends on.
type Task struct {
	Digest string // of the scenario
	Row    string
	Seed   uint64
	Build  string
}

// Known is the task as text, without the build: equal for the same run of all programs.
func (t Task) Known() string { return fmt.Sprintf("%s\n%s\n%d", t.Digest, t.Row, t.Seed) }

// ID returns the id of the task's run.
func (t Task) ID() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "bellwether run %d\nscenario %s\nrow %s\nseed %d\nbuild %s\n",
		Form, t.Digest, t.Row, t.Seed, t.Build))
	return hex.EncodeToString(sum[:])
}

// Task returns the task that the line states.
func (l *Line) Task() Task { return Task{l.ScenarioSHA256, l.Row, l.Seed, l.Build} }

// NewLine returns the line of a run, without the plan and axes of a sweep.
func NewLine(t Task, scenario string, run *measure.RunResult) *Line {
	l := &Line{
		Schema: Form, ID: t.ID(), Label: run.Label, Name: run.Name, Goal: run.Goal, Quorum: run.Quorum, Seed: run.Seed,
		Scenario: scenario, ScenarioSHA256: t.Digest, Row: t.Row, Build: t.Build, TraceSHA256: run.TraceSHA256,
		SimulatedS: run.SimulatedS, Events: run.Events, Transmissions: run.Transmissions, Deliveries: run.Deliveries,
		Metrics: run.Metrics, Course: run.Course,
	}
	if run.Truth.Mode != "" {
		l.Truth, l.Tolerance = &run.Truth, &run.Tolerance
	}
	return l
}

// Result returns the result of the run, without its wall time, which a line does not have.
func (l *Line) Result() measure.RunResult {
	r := measure.RunResult{
		Label: l.Label, Name: l.Name, Goal: l.Goal, Quorum: l.Quorum, Seed: l.Seed, Metrics: l.Metrics, Course: l.Course, TraceSHA256: l.TraceSHA256,
		Events: l.Events, Transmissions: l.Transmissions, Deliveries: l.Deliveries, SimulatedS: l.SimulatedS,
	}
	if r.Truth.Mode = trace.TruthSampled; l.Truth != nil && l.Tolerance != nil {
		r.Truth, r.Tolerance = *l.Truth, *l.Tolerance
	}
	return r
}

// Encode returns the line as it is in the file, with its line end.
func (l *Line) Encode() ([]byte, error) {
	bare := *l
	bare.SHA256 = ""
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	if err := out.Encode(&bare); err != nil {
		return nil, fmt.Errorf("a line: %w", err)
	}
	b.Truncate(b.Len() - len("}\n"))
	fmt.Fprintf(&b, sumForm+"\n", sha256.Sum256(b.Bytes()))
	return b.Bytes(), nil
}

// sumForm is the end of a line, with the hash of what stands before it.
const sumForm = `,"sha256":"%x"}`

// sealed reports whether the hash of a line matches its text, or is missing: unseal decides
// which lines may lack it.
func (l *Line) sealed(text []byte) bool {
	if l.SHA256 == "" {
		return true
	}
	text = bytes.TrimRight(text, "\r\n")
	before := text[:max(0, len(text)-len(sumForm)+len("%x")-2*sha256.Size)]
	return string(text[len(before):]) == fmt.Sprintf(sumForm, sha256.Sum256(before))
}

const lacksHash = "it has no sha256, and its program writes one"

// Broken returns what shows that the line was changed after it was written, "" if nothing does.
func (l *Line) Broken() string {
	switch {
	case l.Task().ID() != l.ID:
		return "its id is not that of its scenario, row, seed and build"
	case l.altered && l.SHA256 == "":
		return lacksHash
	case l.altered:
		return "its sha256 is not that of the rest of the line"
	}
	return ""
}

// At is a point: a setting for each axis, in the order of the plan. In JSON it is
// an object whose numbers are numbers and whose other values are text.
type At []Setting

// A Setting is the value of an axis.
type Setting struct{ Path, Value string }

// Values returns the values of the axes.
func (a At) Values() []string {
	out := make([]string, len(a))
	for i, s := range a {
		out[i] = s.Value
	}
	return out
}

// MarshalJSON writes the settings in their order.
func (a At) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, s := range a {
		if i > 0 {
			b = append(b, ',')
		}
		path, err := json.Marshal(s.Path)
		if err != nil {
			return nil, err
		}
		value := []byte(s.Value)
		if !isNumber(value) {
			if value, err = json.Marshal(s.Value); err != nil {
				return nil, err
			}
		}
		b = append(append(append(b, path...), ':'), value...)
	}
	return append(b, '}'), nil
}

// isNumber reports whether text is a number in JSON.
func isNumber(text []byte) bool {
	return len(text) > 0 && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') && json.Valid(text)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *At) UnmarshalJSON(b []byte) error {
	*a = nil
	in := json.NewDecoder(bytes.NewReader(b))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return errors.New("axes are no object")
	}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := in.Decode(&raw); err != nil {
			return err
		}
		value := string(raw)
		if !isNumber(raw) {
			value = ""
			if err := json.Unmarshal(raw, &value); err != nil {
				return fmt.Errorf("axis %v is neither a number nor a text", key)
			}
		}
		*a = append(*a, Setting{Path: key.(string), Value: value}) // the decoder accepts only strings as keys
	}
	return nil
}

// Lacks reports whether the program of the line did not know a metric.
func (l *Line) Lacks(metric string) bool { return slices.Contains(l.lacks, metric) }

// Gives reports whether a line that a build made again has the same run and the same results
// as the kept line. Trace hashes are compared if both lines have one. If the kept line is of
// another build, the numbers of events may differ, and metrics and a course that it lacks are
// not compared.
func (l *Line) Gives(kept *Line, build string) bool {
	a, b := *l, *kept
	if build != kept.Build {
		a.Events = b.Events
		if b.Course == nil {
			a.Course = nil
		}
		for _, name := range b.lacks {
			a.Metrics.Set(name, measure.Value{})
		}
		if b.lacks != nil {
			a.Metrics.DropRest(&b.Metrics)
		}
	}
	if a.TraceSHA256 == "" || b.TraceSHA256 == "" {
		a.TraceSHA256, b.TraceSHA256 = "", ""
	}
	one, err := a.Encode()
	if err != nil {
		return false
	}
	two, err := b.Encode()
	return err == nil && bytes.Equal(one, two)
}

// Reread returns the line as a reader will get it.
func (l *Line) Reread() (*Line, error) {
	text, err := l.Encode()
	if err != nil {
		return nil, err
	}
	back, err := decode(text)
	return &back, err
}
