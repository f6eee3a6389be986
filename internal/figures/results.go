package figures

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"bellwether/protocol"
	"bellwether/trace/measure"
)

// Files of results. The lines of a sweep stand in the order in which its runs
// happened to end, those of a campaign in the order of the scenario.
const (
	sweepFile    = "results.ndjson"
	campaignFile = "runs.ndjson"
)

// Results are the runs of a directory.
type Results struct {
	title string // what they are of
	runs  []run  // at least one
}

// maxLine bounds a line of results; most have 4 kB, and with as many elections as a
// run keeps a megabyte or two.
const maxLine = 1 << 22

// A run is one line of results.
type run struct {
	Scenario string        `json:"scenario"`
	Plan     string        `json:"plan"`
	Axes     axes          `json:"axes"`
	Label    string        `json:"label"`
	Name     string        `json:"name"`
	Goal     protocol.Goal `json:"goal"`
	Seed     uint64        `json:"seed"`
	Values   metrics       `json:"metrics"`
}

// axes are the settings of a run's point, in the order of the plan.
type axes []setting

// A setting is one axis and its value, as text.
type setting struct {
	axis, value string
	number      float64
	numeric     bool
	short       abbreviation
}

// UnmarshalJSON reads an object of numbers and texts, keeping its order.
func (a *axes) UnmarshalJSON(b []byte) error {
	*a = nil
	in := json.NewDecoder(bytes.NewReader(b))
	in.UseNumber()
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return errors.New("axes are no object")
	}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return err
		}
		value, err := in.Token()
		if err != nil {
			return err
		}
		s := setting{axis: key.(string)} // a key is a string: the decoder saw to it
		switch v := value.(type) {
		case json.Number:
			s.value, s.numeric = v.String(), true
			if s.number, err = v.Float64(); err != nil {
				return fmt.Errorf("axis %s: %w", s.axis, err)
			}
		case string:
			s.value = v
		default:
			return fmt.Errorf("axis %s is neither a number nor a text", s.axis)
		}
		*a = append(*a, s)
	}
	return nil
}

func (a axes) get(axis string) (setting, bool) {
	i := slices.IndexFunc(a, func(s setting) bool { return s.axis == axis })
	if i < 0 {
		return setting{}, false
	}
	return a[i], true
}

// byPlace orders runs by label, axes and seed.
func byPlace(a, b run) int {
	if c := cmp.Compare(a.Label, b.Label); c != 0 {
		return c
	}
	for i := range min(len(a.Axes), len(b.Axes)) {
		x, y := a.Axes[i], b.Axes[i]
		if c := cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(x.value, y.value)); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Seed, b.Seed)
}

// metrics are the values of a run.
type metrics struct{ measure.Metrics }

// UnmarshalJSON reads numbers, null where a metric does not apply, and how many
// observations were cut off. Keys it does not know it leaves.
func (m *metrics) UnmarshalJSON(b []byte) error {
	var of map[string]json.RawMessage
	if err := json.Unmarshal(b, &of); err != nil {
		return err
	}
	var censored map[string]int
	if of["censored"] != nil {
		if err := json.Unmarshal(of["censored"], &censored); err != nil {
			return fmt.Errorf("censored: %w", err)
		}
	}
	times := map[string]measure.Times{}
	if of["times"] != nil {
		if err := json.Unmarshal(of["times"], &times); err != nil {
			return fmt.Errorf("times: %w", err)
		}
	}
	*m = metrics{}
	for _, k := range measure.Keys() {
		var x *float64
		if text := of[k.Name]; text != nil {
			if err := json.Unmarshal(text, &x); err != nil {
				return fmt.Errorf("%s: %w", k.Name, err)
			}
		}
		if x == nil {
			continue
		}
		// Figures show means and values of runs; of medians within a run nothing is
		// told, so that none is claimed.
		seen := times[k.Name]
		m.Set(k.Name, measure.Value{X: *x, Known: true, Median: math.Inf(1), Censored: max(censored[k.Name], 0), N: seen.Len(), Times: seen})
	}
	return nil
}

// Read reads the results of a directory. The warning tells of a last line that was
// cut off.
func Read(dir string) (results *Results, warning string, err error) {
	for _, name := range []string{sweepFile, campaignFile} {
		file, err := os.Open(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", fmt.Errorf("figures: %w", err)
		}
		defer file.Close()
		runs, warning, err := readRuns(file, file.Name())
		if err != nil {
			return nil, "", err
		}
		abbreviate(runs)
		if name == sweepFile {
			slices.SortStableFunc(runs, byPlace)
		}
		return &Results{cmp.Or(runs[0].Plan, runs[0].Scenario), runs}, warning, nil
	}
	return nil, "", fmt.Errorf("figures: %s holds no results: neither %s nor %s", dir, sweepFile, campaignFile)
}

// readRuns reads the lines of results, of which there must be one.
func readRuns(r io.Reader, name string) (runs []run, warning string, err error) {
	in := bufio.NewReaderSize(r, maxLine)
	for number, last := 1, false; !last; number++ {
		text, err := in.ReadSlice('\n')
		switch last = errors.Is(err, io.EOF); {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, "", fmt.Errorf("figures: %s:%d: a line of more than %d bytes", name, number, maxLine)
		case err != nil && !last:
			return nil, "", fmt.Errorf("figures: %s: %w", name, err)
		case len(bytes.TrimSpace(text)) == 0:
			continue
		}
		var line run
		switch err := json.Unmarshal(text, &line); {
		case err != nil && last:
			warning = fmt.Sprintf("%s:%d: the last line was cut off; it is left out", name, number)
			continue
		case err != nil:
			return nil, "", fmt.Errorf("figures: %s:%d: no line of results: %w", name, number, err)
		case line.Label == "":
			return nil, "", fmt.Errorf(`figures: %s:%d: no line of results: it needs a "label"`, name, number)
		}
		runs = append(runs, line)
	}
	if len(runs) == 0 {
		return nil, "", fmt.Errorf("figures: %s: there is no finished run", name)
	}
	return runs, warning, nil
}
