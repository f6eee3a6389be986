package emane

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// errNoPlaces is the error for a log without locations.
var errNoPlaces = errors.New("the file ends and has no location events; pathloss events belong in radio: {model: matrix, file: …}")

// ReadMovement reads the location events of an emulation event log, EMANE's:
//
//	0.0 nem:1 location gps 40.031075,-74.523518,3.000000
//
// means: from 0 s on node 1 is at this latitude and longitude, in degrees, and height, in
// metres, which may be followed by ,msl or ,agl. Heights are dropped. Lines of other events
// are skipped, # begins a comment, and times may not go back. Events before 0 s are of 0 s,
// as EMANE sends them at once. A node is in the world from its first event on, and stands
// after its last one.
func ReadMovement(r io.Reader, in text.File) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	l := places{last: -maxEELSeconds, recorder: movetrace.NewRecorder(movetrace.RecorderOptions{Project: geo.About, FromZero: true})}
	if err := lines.Rows(l.take); err != nil {
		return nil, err
	}
	if l.recorder.Nodes() == 0 {
		return nil, lines.Fault(errNoPlaces)
	}
	t, err := l.recorder.Trace()
	if err != nil {
		return nil, lines.Fault(err)
	}
	return t, nil
}

// places is the state of the reading.
type places struct {
	last     float64 // seconds
	recorder *movetrace.Recorder
}

func (l *places) take(line string) error {
	line, _, _ = strings.Cut(strings.TrimPrefix(line, "\ufeff"), "#")
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	seconds, err := eelTime(words[0])
	switch {
	case err != nil || !(seconds >= -maxEELSeconds && seconds <= maxEELSeconds):
		return fmt.Errorf("time must be a number of seconds within a year, got %s", text.Quote(words[0]))
	case seconds < l.last:
		return fmt.Errorf("time goes back from %v to %v", l.last, seconds)
	case len(words) < 3:
		return errors.New("an event is written 0.0 nem:1 location gps 40.03,-74.52,3.0")
	}
	if !strings.HasPrefix(words[1], "nem:") {
		return fmt.Errorf("a node is written nem:1, got %s", text.Quote(words[1]))
	}
	l.last = seconds
	if words[2] != "location" {
		return nil
	}
	number, err := nem(words[1])
	if err != nil {
		return err
	}
	if len(words) != 5 || words[3] != "gps" {
		return fmt.Errorf("a location is written location gps 40.03,-74.52,3.0, got %s", text.Quote(strings.Join(words[2:], " ")))
	}
	place, err := gps(words[4])
	if err != nil {
		return err
	}
	node, err := l.recorder.Node(strconv.FormatUint(uint64(number), 10))
	if err != nil {
		return err
	}
	return l.recorder.Fix(node, text.Seconds(max(seconds, 0)), place)
}

// gps reads a latitude, a longitude and a height.
func gps(word string) (p orb.Point, err error) {
	parts := strings.Split(word, ",")
	if len(parts) == 4 && (parts[3] == "msl" || parts[3] == "agl") { // above the sea, or the ground
		parts = parts[:3]
	}
	if len(parts) != 3 {
		return p, fmt.Errorf("a place is a latitude, a longitude and a height, 40.03,-74.52,3.0, got %s", text.Quote(word))
	}
	if p[1], err = text.Degrees(parts[0], 90); err != nil {
		return p, err
	}
	if p[0], err = text.Degrees(parts[1], 180); err != nil {
		return p, err
	}
	if _, err = text.Number(parts[2]); err != nil {
		return p, fmt.Errorf("height: %w", err)
	}
	return p, nil
}

// maxNEM is the greatest number of a node in EMANE: 65535 stands for all.
const maxNEM = 65534

// WriteMovement writes location events, all at a height of 0 m. Nodes keep their names if
// all are numbers that EMANE has, else they are 1, 2, …. A node that leaves is written as
// standing, since no event says so.
func WriteMovement(w io.Writer, t *movetrace.Trace) error {
	export, err := geo.NewExport(t.Anchor(), geo.Degrees)
	if err != nil {
		return err
	}
	if t.Nodes() > maxNEM {
		return fmt.Errorf("%d nodes: EMANE has numbers for %d", t.Nodes(), maxNEM)
	}
	type event struct {
		at    time.Duration
		node  int
		place orb.Point
	}
	var events []event
	for node := 1; node <= t.Nodes(); node++ {
		for f := range t.Fixes(node) {
			if !f.Away {
				events = append(events, event{f.At, node, f.Place})
			}
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.node, b.node)) })
	numbers := nemNumbers(t)
	out := text.NewWriter(w)
	for _, e := range events {
		place, err := export.Place(e.place)
		if err != nil {
			out.Fail(fmt.Errorf("%s at %v: %w", t.Names()[e.node-1], e.at, err))
			break
		}
		out.Time(e.at)
		out.Text(" nem:", numbers[e.node-1], " location gps ")
		out.Decimal(place[1], export.Decimals())
		out.Text(",")
		out.Decimal(place[0], export.Decimals())
		out.Text(",0.0\n")
	}
	return out.Close()
}

// nemNumbers are the numbers by which nodes are written.
func nemNumbers(t *movetrace.Trace) []string {
	numbers, own := t.Numbers()
	for _, n := range numbers {
		v, err := strconv.Atoi(n)
		own = own && err == nil && v >= 1 && v <= maxNEM
	}
	if !own {
		for i := range numbers {
			numbers[i] = strconv.Itoa(i + 1)
		}
	}
	return numbers
}
