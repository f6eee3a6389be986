package film

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"bellwether/trace"
)

// mostScene bounds the records of a scene: four million are some 200 MB in a browser.
const mostScene = 4_000_000

// pageRecords is how many records a page has unless Options say otherwise: half a megabyte,
// fetched while one watches.
const pageRecords = 20_000

// Format is the version of what a page reads. 2 has sentences. A page shows a film of format 1,
// which states none, without them, and refuses a later one.
const Format = 2

// A Head is what the viewer needs before anything else. Its JSON is the contract with the
// modules of package viewer.
type Head struct {
	Scenario  string         `json:"scenario"`
	Algorithm string         `json:"algorithm"`
	Seed      uint64         `json:"seed"`
	Build     string         `json:"build"`
	Goal      string         `json:"goal"`
	ZeroNs    int64          `json:"zero_unix_ns"` // of a live run, else 0
	EndNs     int64          `json:"end_ns"`
	WarmupNs  int64          `json:"warmup_ns"`
	Nodes     []uint32       `json:"nodes"`  // in ascending order
	Names     map[int]string `json:"names"`  // of nodes, in live runs
	Planar    bool           `json:"planar"` // nodes have places; else the viewer lays the graph out
	High      bool           `json:"high"`   // nodes have altitudes
	Obstacles [][][2]float64 `json:"obstacles"`
	Spans     [][2]float64   `json:"spans"` // bottom and top of each obstacle; none: without an end upwards
	Roads     [][][2]float64 `json:"roads"`
	Unseen    int            `json:"unseen"` // obstacles and roads that the trace has no room for
	Kinds     []string       `json:"kinds"`  // of records, by number
	Whys      []string       `json:"whys"`
	Messages  []string       `json:"messages"`
	Classes   []string       `json:"classes"`
	Seen      []bool         `json:"seen"`    // whether there are messages of each class
	RangeM    float64        `json:"range_m"` // of a radio that is a disk, by the scenario in the trace; 0: another radio, or unknown
	Note      string         `json:"note"`    // why the film shows less than the trace has
	Records   int            `json:"records"`
	Scene     int            `json:"scene"`
	LeftOut   int            `json:"left_out"` // records of energy, components and state that the scene has no room for
	Truth     bool           `json:"truth"`    // the trace has components: Wrong of the curves is known
	Pages     []Page         `json:"pages"`
	Curves    Curves         `json:"curves"`
	Moments   []Moment       `json:"moments"`
	Words     []Sentence     `json:"words"`  // in the order of time
	Format    int            `json:"format"` // of this head and its tables, see [Format]
	// Lesson is the text that leads through the film, as package lesson writes it; nil: none.
	Lesson json.RawMessage `json:"lesson,omitempty"`
}

// A Page is a table of what nodes said from one instant to another.
type Page struct {
	FromNs  int64 `json:"from_ns"`
	ToNs    int64 `json:"to_ns"` // of its last record
	Records int   `json:"records"`
	Bytes   int   `json:"bytes"` // packed
}

// A Moment is a point or a span of the run to jump to.
type Moment struct {
	Kind    string   `json:"kind"` // fault, over, crash, election, rivals
	AtNs    int64    `json:"at_ns"`
	UntilNs int64    `json:"until_ns,omitempty"` // of a span; 0: a point
	Node    uint32   `json:"node,omitempty"`
	Name    string   `json:"name,omitempty"`
	Nodes   []uint32 `json:"nodes,omitempty"`
}

// A Film is a trace that can be shown.
type Film struct {
	Head  Head
	scene []byte // packed
	pages store
}

// Options say how a trace is read.
type Options struct {
	Name string // of the file, in errors
	Dir  string // keeps the pages; "": in memory
	Page int    // records of a page; 0: 20 000
	// Zero is the instant at which the film's clock shows 0, in nanoseconds since 1970, of the
	// trace of a live run: so several have one clock. 0: the trace's own. Of two machines the clocks may
	// differ, and the film does not know.
	Zero int64
	// Progress is called now and then with the records read so far; nil: not.
	Progress func(records int)
}

// Read reads a trace from beginning to end. A trace that ends within a line is shown up to
// there: the film is returned with the error.
func Read(r io.Reader, o Options) (*Film, error) {
	in, err := trace.NewReader(r, o.Name)
	if err != nil {
		return nil, err
	}
	c, err := newCamera(&in.Header, o)
	if err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			return c.finish()
		}
		if err != nil {
			f, also := c.finish()
			return f, errors.Join(err, also)
		}
		if err := c.take(line); err != nil {
			return nil, fmt.Errorf("%s: page %d: %w", o.Name, len(c.film.Head.Pages), err)
		}
		if o.Progress != nil && n%100_000 == 0 {
			o.Progress(n)
		}
	}
}

// Scene returns the packed table of the scene.
func (f *Film) Scene() []byte { return f.scene }

// Page returns the packed table of a page.
func (f *Film) Page(i int) ([]byte, error) {
	if i < 0 || i >= len(f.Head.Pages) {
		return nil, fmt.Errorf("there are pages 0 to %d", len(f.Head.Pages)-1)
	}
	return f.pages.read(i)
}

// Close removes what the film keeps on disk.
func (f *Film) Close() error { return f.pages.close() }

// said are the kinds of records that stand in pages. All other kinds are in the scene.
var said = trace.Of(trace.Send, trace.Transmit, trace.Receive, trace.Lost, trace.Timer, trace.Held)

// sampled are the kinds that a scene without room leaves out. [truth] has counted them.
// Components that are followed stay: each record of them is a change.
var sampled = trace.Of(trace.Energy, trace.Component, trace.State, trace.Spent)
