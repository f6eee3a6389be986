package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/gz"
	"bellwether/internal/contract/goals"
	"bellwether/internal/contract/provenance"
	"bellwether/protocol"
	"bellwether/trace"
)

// Origin is what the trace of one run was made from: the scenario with only this row and this
// seed, its files, and what metrics depend on beside the records: as it is, the Origin of a
// trace.WriterOptions.
func (s *Scenario) Origin(e Entry, seed uint64, build string) provenance.Origin {
	one := *s
	one.Algorithms, one.Seed, one.Runs = []Entry{e}, seed, 1
	a, _ := s.Algorithm(e.Name)
	o := provenance.Origin{
		Build:    build,
		Row:      provenance.Row{Label: e.Label, Name: a.Name, Params: s.resolved(e, a)},
		Measured: s.measured(a),
		YAML:     string(one.YAML()),
	}
	for _, f := range s.Files() {
		o.Files = append(o.Files, provenance.NewFile(f.Name, f.Data))
	}
	return o
}

// resolved are all parameters of a row, defaults too.
func (s *Scenario) resolved(e Entry, a protocol.Algorithm) map[string]string {
	setup, _ := s.setup(e, a)
	out := map[string]string{}
	for _, p := range a.Params {
		switch p.Type {
		case protocol.TypeDuration:
			out[p.Name] = setup.Values.Duration(p.Name).String()
		case protocol.TypeInteger:
			out[p.Name] = strconv.Itoa(setup.Values.Int(p.Name))
		case protocol.TypeFraction:
			out[p.Name] = strconv.FormatFloat(setup.Values.Fraction(p.Name), 'g', -1, 64)
		case protocol.TypeChoice:
			out[p.Name] = setup.Values.Choice(p.Name)
		}
	}
	return out
}

// measured is what metrics depend on beside the records.
func (s *Scenario) measured(a protocol.Algorithm) provenance.Measured {
	link := s.Radio.LinkLayer()
	goal, _ := goals.Written(a.Goal)
	o := s.Measured(a)
	m := provenance.Measured{
		Rules: o.Rules,
		Goal:  string(goal), Warmup: s.Warmup.Std(), Horizon: s.Duration.Std(),
		MarginPM: int64(o.Margin.Share), Bonus: o.Margin.Bonus, Tolerance: &provenance.Tolerance{
			SharePM: int64(o.Tolerance.Share), MarginPM: int64(o.Tolerance.Margin.Share), Bonus: o.Tolerance.Margin.Bonus},
		Air: &provenance.Air{BitrateBps: link.BitrateBps, Preamble: link.Preamble,
			SymbolBits: link.Symbol.Bits, SymbolExtra: link.Symbol.Extra, SymbolLasts: link.Symbol.Lasts},
		Frames: &provenance.Sharing{Contended: s.Radio.Contended(), Capped: s.Radio.DutyCap() != nil},
	}
	if b := s.Radio.Budget; b.Broadcasts > 0 {
		m.Budget = &provenance.Budget{Broadcasts: b.Broadcasts, Per: b.Per.Std()}
	}
	return m
}

// traceBegins is how a trace file begins.
const traceBegins = `{"trace":"bellwether",`

// errNotWhole is the error for a trace that does not state its run.
var errNotWhole = errors.New("its header holds no scenario: it was written by an older bellwether, or by a live agent")

// ofTrace is the scenario of the run that wrote a trace file; ok is false if the file is not
// a trace. What the user sets overrides it.
func ofTrace(name string, o Options) (s *Scenario, ok bool, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, false, nil // Load reports it with more detail
	}
	defer file.Close()
	unpacked, err := gz.Reader(file)
	if err != nil {
		return nil, false, nil
	}
	head := make([]byte, len(traceBegins))
	if _, err := io.ReadFull(unpacked, head); err != nil || string(head) != traceBegins {
		return nil, false, nil
	}
	t, err := trace.NewReader(io.MultiReader(bytes.NewReader(head), unpacked), name)
	if err != nil {
		return nil, true, errs.Scenarios.Errorf("%w", err)
	}
	origin := &t.Header.Origin
	if origin.YAML == "" {
		return nil, true, errs.Scenarios.Errorf("%s: %w", name, errNotWhole)
	}
	open := func(asked string) (io.ReadCloser, error) { return openOf(origin, filepath.Dir(name), asked) }
	copied := func(file string) ([]byte, bool) {
		kept, err := open(file)
		if err != nil {
			return nil, false
		}
		data, err := io.ReadAll(kept)
		return data, err == nil
	}
	s, err = read(source{name: name, from: name, open: open, copied: copied}, []byte(origin.YAML), o)
	return s, true, err
}

// openOf opens a file of a trace: from its header, or, where that had no room, from
// the trace's directory if it is the same file.
func openOf(o *provenance.Origin, dir, asked string) (io.ReadCloser, error) {
	for i := range o.Files {
		f := &o.Files[i]
		if f.Name != filepath.Base(asked) {
			continue
		}
		data := f.Data
		if data == nil {
			read, err := os.ReadFile(filepath.Join(dir, f.Name))
			if err != nil {
				// Not wrapped: a missing file must not pass for a misspelt name.
				return nil, fmt.Errorf("its %d bytes had no room in the trace's header: put it beside the trace (%v)", f.Bytes, err)
			}
			data = read
		}
		if !f.Holds(data) {
			return nil, fmt.Errorf("is not the file of the run, which has %d bytes and the SHA-256 %s", f.Bytes, f.SHA256)
		}
		return io.NopCloser(bytes.NewReader(data)), nil
	}
	return nil, fmt.Errorf("%s: the trace's header names no such file", asked)
}
