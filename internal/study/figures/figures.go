package figures

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/draw/figure"
	"bellwether/protocol"
	"bellwether/trace"
)

// A Kind is what a figure shows.
type Kind string

// The kinds.
const (
	Timeline Kind = "timeline" // of a trace
	Map      Kind = "map"
	Side     Kind = "side" // a map from the south, of worlds with altitudes
	Energy   Kind = "energy"
	Lines    Kind = "lines" // of results
	Box      Kind = "box"
	ECDF     Kind = "ecdf"
	Survival Kind = "survival"
	Shares   Kind = "shares" // of the results of a sweep
)

// Kinds lists the kinds.
func Kinds() []string {
	return []string{string(Timeline), string(Map), string(Side), string(Energy), string(Lines), string(Box), string(ECDF), string(Survival), string(Shares)}
}

// Request asks for one figure.
type Request struct {
	Source  string // a trace file, or a directory of results
	Kind    Kind
	At      protocol.Time // instant of a map; negative: the end of the trace
	From    protocol.Time // first instant of a timeline or an animation
	To      protocol.Time // the last instant of it; 0: the end of the trace
	Range   float64       // of the radios in metres, for maps of traces without links; 0: unknown
	Metric  string        // of figures of results
	Metrics []string      // of shares
	Axis    string        // of lines; "": the only one
	LogX    figure.Scale  // of the horizontal axis of figures of results
	LogY    figure.Scale  // of the vertical axis of lines; in other kinds this axis has no quantity
	Where   []string      // of figures of results: only points with each axis=value
	Rows    []string      // of figures of results: "row" or "row=name" in their order; nil: all
}

// Make returns the figure. The warning is "" unless the source was cut off or the figure
// leaves something out.
func Make(r Request) (f figure.Figure, warning string, err error) {
	if !slices.Contains(Kinds(), string(r.Kind)) {
		return nil, "", fmt.Errorf("no kind of figure is called %q%s", string(r.Kind), strictyaml.Hint(string(r.Kind), Kinds()))
	}
	info, err := os.Stat(r.Source)
	if err != nil {
		return nil, "", err
	}
	switch r.Kind {
	case Lines, Box, ECDF, Survival, Shares:
		if !info.IsDir() {
			return nil, "", fmt.Errorf("%s is of a directory of results, and %s is a file", r.Kind, r.Source)
		}
		return r.ofResults()
	}
	if info.IsDir() {
		return nil, "", fmt.Errorf("%s is of a trace, and %s is a directory", r.Kind, r.Source)
	}
	return r.ofTrace()
}

func (r *Request) ofResults() (figure.Figure, string, error) {
	results, warning, err := Read(r.Source)
	if err != nil {
		return nil, "", err
	}
	f, err := results.Figure(*r)
	if err != nil {
		return nil, "", err
	}
	return f, warning, nil
}

func (r *Request) ofTrace() (figure.Figure, string, error) {
	file, err := os.Open(r.Source)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	if r.Rows != nil {
		return nil, "", fmt.Errorf("--labels: rows are those of results, and %s is of one run, which has nodes", r.Kind)
	}
	switch r.Kind {
	case Timeline:
		return plain(r.timeline(file))
	case Map, Side:
		return r.moment(file)
	}
	drains := new(figure.Drains)
	h, err := r.read(file, drains)
	if err != nil {
		return nil, "", err
	}
	return drains.Energy(title(h)), "", nil
}

// plain returns a figure without a warning.
func plain[F figure.Figure](f F, err error) (figure.Figure, string, error) {
	if err != nil {
		return nil, "", err
	}
	return f, "", nil
}

// read passes the records of a trace to a sink, and returns its header.
func (r *Request) read(file io.Reader, to trace.Sink) (header trace.Header, err error) {
	wants := to.Wants()
	err = trace.Read(file, r.Source, func(h *trace.Header, l *trace.Line) error {
		header = *h
		if wants.Has(l.Record.Kind) {
			to.Record(&l.Record)
		}
		return nil
	})
	return header, err
}

// title names a trace by its scenario, algorithm and seed.
func title(h trace.Header) string {
	return fmt.Sprintf("%s, %s, seed %d", h.Scenario, h.Algorithm, h.Seed)
}

func (r *Request) timeline(file io.Reader) (*figure.Timeline, error) {
	history := new(figure.History)
	h, err := r.read(file, history)
	if err != nil {
		return nil, err
	}
	l := history.Timeline(title(h))
	l.From = r.From
	if r.To > 0 {
		l.To = min(r.To, l.To)
	}
	return l, nil
}

// moment draws a map. It reads the trace twice if the instant is the trace's end.
func (r *Request) moment(file io.ReadSeeker) (f figure.Figure, warning string, err error) {
	at := r.At
	if at < 0 {
		var end last
		if _, err := r.read(file, &end); err != nil {
			return nil, "", err
		}
		at = protocol.Time(end)
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, "", err
		}
	}
	moment := &figure.Moment{At: at}
	h, err := r.read(file, moment)
	if err != nil {
		return nil, "", err
	}
	if moment.End() < at {
		return nil, "", fmt.Errorf("%s ends at %v, before %v", r.Source, moment.End(), at)
	}
	m, name := (*figure.Map)(nil), fmt.Sprintf("%s, at %v", title(h), at)
	if r.Kind == Side {
		if m, err = moment.Side(name, uprights(h.Ground.Obstacles, h.Ground.Spans)); err != nil {
			return nil, "", fmt.Errorf("%s: %w", r.Source, err)
		}
	} else {
		m = moment.Map(name)
		m.Range, m.Obstacles = r.Range, outlines(h.Ground.Obstacles)
	}
	if len(m.Places) == 0 {
		return nil, "", errors.New("no node runs, or lies crashed, at that time")
	}
	if h.Ground.ObstaclesLeftOut > 0 {
		warning = fmt.Sprintf("the trace leaves out %d obstacles, and so does the map", h.Ground.ObstaclesLeftOut)
	}
	return m, warning, nil
}

// outlines converts obstacles to the types of draw.
func outlines(list [][][2]float64) [][]figure.Spot {
	var out [][]figure.Spot
	for _, corners := range list {
		var outline []figure.Spot
		for _, c := range corners {
			outline = append(outline, figure.Spot{X: c[0], Y: c[1]})
		}
		out = append(out, outline)
	}
	return out
}

// uprights are obstacles with their bottoms and tops.
func uprights(list [][][2]float64, spans [][2]float64) (out []figure.Upright) {
	for i, outline := range outlines(list) {
		one := figure.Upright{Outline: outline}
		if i < len(spans) {
			one.Bottom, one.Top = spans[i][0], spans[i][1]
		}
		out = append(out, one)
	}
	return out
}

// last is a sink that keeps the time of the last record.
type last protocol.Time

func (*last) Wants() trace.Set { return trace.All }

func (l *last) Record(r *trace.Record) { *l = last(r.At) }
