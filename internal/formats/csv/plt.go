package csv

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// pltHead is how many lines stand before the rows of a .plt file, and pltColumns are in a row.
const (
	pltHead    = 6
	pltColumns = 7
)

// feetM is a foot in metres, exact by definition.
const feetM = 0.3048

// ReadPlt reads a file of Geolife, one device by the name of its file. After six lines of a
// head come rows of latitude, longitude, 0, altitude in feet (-777: unknown), days since 1899,
// date and time of day in GMT.
func ReadPlt(r io.Reader, in text.File) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	p := plt{clock: text.Dates(), lines: 0,
		recorder: movetrace.NewRecorder(movetrace.RecorderOptions{Project: geo.About, Near: geo.Bound(in.Within), Samples: true, Place: lines.Fault})}
	p.recorder.Dated()
	node, err := p.recorder.Node(in.Device())
	if err != nil {
		return nil, lines.Fault(err)
	}
	p.node = node
	if err := lines.Rows(p.take); err != nil {
		return nil, err
	}
	t, err := p.recorder.Trace()
	if err != nil {
		return nil, p.recorder.Blame(err, lines.Fault)
	}
	a := t.Anchor()
	a.Start = time.Unix(0, int64(p.recorder.Begin())).UTC()
	return t.Anchored(a), nil
}

// plt is the state of the reading.
type plt struct {
	recorder *movetrace.Recorder
	clock    text.Clock
	node     int
	lines    int
}

func (p *plt) take(line string) error {
	if p.lines++; p.lines == 1 && !strings.HasPrefix(line, "Geolife trajectory") {
		return text.Whole(errors.New("the file does not begin with Geolife trajectory"))
	}
	if p.lines <= pltHead {
		return nil
	}
	fields := strings.Split(line, ",")
	if len(fields) != pltColumns {
		return fmt.Errorf("%d columns: want latitude, longitude, 0, altitude, days, date, time", len(fields))
	}
	place, err := geo.ParsePlace(geo.Degrees, fields[1], fields[0])
	if err != nil {
		return err
	}
	at, err := p.clock.Read(fields[5] + "T" + fields[6] + "Z")
	if err != nil {
		return err
	}
	if err := p.recorder.Fix(p.node, at, place); err != nil {
		return err
	}
	if up, err := text.Coordinate(fields[3]); fields[3] != "-777" {
		p.recorder.Climb(p.node, at, up*feetM, err)
	}
	return nil
}
