package gpx

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a file.
func Read(r io.Reader, in text.File) (*movetrace.Trace, error) {
	tags := text.NewMarkup(r, in, text.SizeLimit)
	f := file{
		recorder: movetrace.NewRecorder(movetrace.RecorderOptions{Project: geo.About, Near: geo.Bound(in.Within), StayAtEnd: true, Place: tags.Fault}),
		names:    map[string]int{},
		clock:    text.Dates(),
	}
	f.recorder.Dated()
	for {
		tag, ok := tags.Next()
		if !ok {
			break
		}
		if err := f.take(tags, tag); err != nil {
			if f.bad = true; f.outside {
				return nil, tags.Fault(err)
			}
			if err = tags.Bad(err); err != nil {
				return nil, err
			}
		}
	}
	if err := tags.Err(); err != nil {
		return nil, err
	}
	switch {
	case f.recorder.Nodes() == 0 && f.timeless > 0:
		return nil, tags.Fault(errors.New("no track point has a time: the tracks were drawn and not recorded"))
	case f.recorder.Nodes() == 0:
		return nil, tags.Fault(errors.New("the file ends and has no track points"))
	case f.timeless > 0:
		in.Remark("left out: %d track points without a time", f.timeless)
	}
	f.clock.Tell(in)
	if f.lone > 0 {
		in.Remark("left out: %d waypoints and points of routes, which are not of a track", f.lone)
	}
	t, err := f.recorder.Trace()
	if err != nil {
		return nil, f.recorder.Blame(err, tags.Fault)
	}
	f.tell(in, t)
	a := t.Anchor()
	a.Start = time.Unix(0, int64(f.recorder.Begin())).UTC()
	return t.Anchored(a), nil
}

// file is the state of the reading.
type file struct {
	recorder *movetrace.Recorder
	names    map[string]int // how many tracks have each name
	tracks   int            // begun so far
	lone     int            // points of routes, and waypoints
	timeless int            // track points without a time
	name     string         // of the track
	node     int            // of the track, once it has a point; -1 before
	within   bool           // in a segment that has points
	last     time.Duration  // of the segment's latest point
	at       time.Duration  // of the point
	up       string         // its elevation, as written in the file
	bad      bool           // the point is bad, and is skipped
	outside  bool           // the file is not GPX
	place    orb.Point      // of the point
	clock    text.Clock
	text     strings.Builder
	lost     bool     // the point says that it is no fix, or a bad one
	doubted  int      // points that do
	alike    []string // names of tracks that other tracks had before
}

func (f *file) take(tags *text.Markup, tag text.Tag) error {
	switch tag.Kind {
	case text.TextTag:
		if tags.Within("gpx", "trk", "trkseg", "trkpt", "time") || tags.Within("gpx", "trk", "trkseg", "trkpt", "ele") || tags.Within("gpx", "trk", "name") ||
			tags.Within("gpx", "trk", "trkseg", "trkpt", "fix") || tags.Within("gpx", "trk", "trkseg", "trkpt", "hdop") {
			f.text.Write(tag.Text)
		}
	case text.StartTag:
		return f.start(tags, tag)
	case text.EndTag:
		return f.end(tags, tag)
	}
	return nil
}

func (f *file) start(tags *text.Markup, tag text.Tag) (err error) {
	f.text.Reset()
	switch {
	case tags.Depth() == 1 && tag.Name != "gpx":
		f.outside = true
		return fmt.Errorf("<%s>: want <gpx>", tag.Name)
	case tags.Within("gpx", "wpt") || tags.Within("gpx", "rte", "rtept"):
		f.lone++
	case tags.Within("gpx", "trk"):
		f.tracks++
		f.name, f.node = strconv.Itoa(f.tracks), -1
	case tags.Within("gpx", "trk", "trkseg", "trkpt"):
		tags.Part()
		f.at, f.bad, f.up, f.lost = noTime, false, "", false
		f.place, err = place(tag)
	}
	return err
}

// noTime marks a point whose time is not yet known.
const noTime time.Duration = -1

func place(tag text.Tag) (p orb.Point, err error) {
	var lon, lat string
	for _, a := range tag.Attributes {
		switch a.Name.Local {
		case "lon":
			lon = a.Value
		case "lat":
			lat = a.Value
		}
	}
	if lon == "" || lat == "" {
		return p, errors.New("a point without lat and lon")
	}
	return geo.ParsePlace(geo.Degrees, lon, lat)
}

func (f *file) end(tags *text.Markup, tag text.Tag) (err error) {
	switch {
	case tag.Name == "time" && tags.Within("gpx", "trk", "trkseg", "trkpt"):
		f.at, err = f.clock.Read(strings.TrimSpace(f.text.String()))
	case tag.Name == "ele" && tags.Within("gpx", "trk", "trkseg", "trkpt"):
		f.up = strings.TrimSpace(f.text.String())
	case (tag.Name == "fix" || tag.Name == "hdop") && tags.Within("gpx", "trk", "trkseg", "trkpt"):
		f.lost = f.lost || lost(tag.Name, strings.TrimSpace(f.text.String()))
	case tag.Name == "name" && tags.Within("gpx", "trk"):
		if name := strings.TrimSpace(f.text.String()); name != "" && f.node < 0 {
			f.name, err = text.Name(name)
		}
	case tag.Name == "trkpt" && tags.Within("gpx", "trk", "trkseg") && f.bad:
	case tag.Name == "trkpt" && tags.Within("gpx", "trk", "trkseg"):
		return f.point()
	case tag.Name == "trkseg" && tags.Within("gpx", "trk") && f.within:
		f.within = false
		return f.recorder.Leave(f.node, f.last)
	}
	return err
}

// point records a complete point.
func (f *file) point() (err error) {
	if f.at == noTime {
		f.timeless++
		return nil
	}
	if f.node < 0 {
		if f.node, err = f.begin(); err != nil {
			return err
		}
	}
	if err := f.recorder.Fix(f.node, f.at, f.place); err != nil {
		return err
	}
	f.within, f.last = true, f.at
	if f.lost {
		f.doubted++
	}
	if f.up == "" {
		return nil
	}
	up, err := text.Coordinate(f.up)
	f.recorder.Climb(f.node, f.at, up, err)
	return nil
}

// begin makes the node of the track.
func (f *file) begin() (int, error) {
	name := f.name
	for f.names[name] > 0 {
		f.names[f.name]++
		name = fmt.Sprintf("%s (%d)", f.name, f.names[f.name])
	}
	if f.names[name]++; name != f.name {
		f.alike = append(f.alike, f.name)
	}
	return f.recorder.Node(name)
}
