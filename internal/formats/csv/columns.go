package csv

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
)

// columnLimit bounds the columns of a header.
const columnLimit = 256

// names are the usual names of columns, those of a device before the number of a row.
var names = map[string][]string{
	text.RoleNode: {"node", "node_id", "mote_id", "vehicle", "vehicle_id", "vid", "mmsi", "imei", "track_id", "user_id", "userid", "user", "uid", "device_id", "deviceid", "device",
		"taxi_id", "icao24", "callsign", "individual-local-identifier", "id", "name"},
	text.RoleX:        {"x", "vehicle_x"},
	text.RoleY:        {"y", "vehicle_y"},
	text.RoleLon:      {"lon", "lng", "long", "longitude", "location-long"},
	text.RoleLat:      {"lat", "latitude", "location-lat"},
	text.RoleAltitude: {"z", "altitude", "alt", "ele", "elevation"},
}

// columns are where a row has what; -1: nowhere.
type columns struct {
	node, x, y, up int
	times          text.Times
	degrees        bool // x and y are called longitude and latitude
	pair           bool // x and y are one field, latitude first, as Flightradar24 has it
	south, west    int  // letters of the hemispheres
}

// unheaded are the columns of a table without a header: node, time, x, y and perhaps z.
func unheaded(in text.File) columns {
	return columns{node: 0, times: in.Counted(timeColumn, "--columns node=1,x=3,y=4,time=2"), x: 2, y: 3, up: 4, south: -1, west: -1}
}

// timeColumn is that of the time in a table without a header.
const timeColumn = 1

// findColumns finds the columns in a header, or by a mapping that counts them.
func findColumns(in text.File, header []string) (c columns, err error) {
	find := func(role string) int {
		at, wrong := in.Column(header, role, names[role])
		err = errors.Join(err, wrong)
		return at
	}
	c.south, c.west = -1, -1
	c.node = find(text.RoleNode)
	var wrong error
	c.times, wrong = in.Times(header, text.RoleTime, text.TimeNames)
	err = errors.Join(err, wrong)
	c.x, c.y = find(text.RoleX), find(text.RoleY)
	_, lonGiven := in.Columns.Of(text.RoleLon)
	_, latGiven := in.Columns.Of(text.RoleLat)
	quiet := text.File{Columns: in.Columns}
	lon, _ := quiet.Column(header, text.RoleLon, names[text.RoleLon])
	lat, _ := quiet.Column(header, text.RoleLat, names[text.RoleLat])
	switch _, given := in.Columns.Of(text.RoleX); {
	case c.x < 0 || c.y < 0 || lonGiven || latGiven:
		c.x, c.y, c.degrees = find(text.RoleLon), find(text.RoleLat), true
	case lon >= 0 && lat >= 0 && !given:
		in.Remark("columns %s and %s are read as places in metres, and not %s and %s in degrees: --columns %s says otherwise", header[c.x], header[c.y], header[lon], header[lat],
			in.Columns.And(text.RoleLon, text.ColumnWord(header, lon)).With(text.RoleLat, text.ColumnWord(header, lat)))
	}
	if both := slices.IndexFunc(header, func(field string) bool { return strings.EqualFold(field, "position") }); c.x < 0 && c.y < 0 && both >= 0 {
		c.x, c.y, c.pair = both, both, true
	}
	switch {
	case err != nil:
		return c, err
	case !c.times.Given():
		return c, missing("time", text.TimeNames)
	case c.x < 0:
		return c, missing("x or lon", append(slices.Clone(names[text.RoleX]), names[text.RoleLon]...))
	case c.y < 0:
		return c, missing("y or lat", append(slices.Clone(names[text.RoleY]), names[text.RoleLat]...))
	}
	c.up, err = altitude(in, header)
	return c, err
}

func missing(role string, names []string) error {
	return fmt.Errorf("the header has no column called %s: --columns (columns: in a scenario) says which it is, like %s=NAME", strings.Join(names, ", "), strings.ReplaceAll(role, " or ", "=NAME or "))
}

// altitude is the column of the altitude. Heights above the sea and above the ground stand in
// two columns, so neither is guessed.
func altitude(in text.File, header []string) (int, error) {
	if _, given := in.Columns.Of(text.RoleAltitude); given {
		return in.Column(header, text.RoleAltitude, nil)
	}
	up := -1
	for i, field := range header {
		if !slices.ContainsFunc(names[text.RoleAltitude], func(name string) bool { return strings.EqualFold(field, name) }) {
			continue
		}
		if up >= 0 {
			return -1, fmt.Errorf("the header has two columns of altitudes, %s and %s: rename one, or choose by --columns alt=%s", header[up], field, field)
		}
		up = i
	}
	return up, nil
}

// assume returns the columns of a table without a header, by its first row, and what to tell
// about it.
func (t *table) assume(fields []string) (c columns, remark string) {
	c = unheaded(t.in)
	_, wrong := c.times.Read(fields[timeColumn])
	switch {
	case t.Blank() && len(fields) == 4 && isDegrees(fields[0], 90) && isDegrees(fields[1], 180) && (fields[2] == "0" || fields[2] == "1") && isUnix(fields[3]):
		t.taxi = true
		c.node, c.times, c.x, c.y, c.up, c.degrees = -1, t.in.Counted(3, "--columns lat=1,lon=2,time=4"), 1, 0, -1, true
		return c, "rows are read as Cabspotting's, latitude longitude occupied time, the latest first, of one device that the file's name names: --columns lat=1,lon=2,node=3,time=4:sort says otherwise"
	case wrong == nil && c.times.Dates() && t.coordinates == geo.Auto && isDegrees(fields[2], 180) && isDegrees(fields[3], 90):
		c.degrees = true
		return c, "rows without a header, with dates, are read as node, date, longitude and latitude in degrees: --columns node=1,time=2,lat=3,lon=4 or --coordinates metres says otherwise"
	case wrong == nil && c.times.Dates() && t.coordinates == geo.Auto && isDegrees(fields[2], 90) && isDegrees(fields[3], 180):
		c.x, c.y, c.up, c.degrees = 3, 2, -1, true
		return c, "rows without a header, with dates, are read as node, date, latitude and longitude in degrees: --columns node=1,time=2,x=3,y=4 says otherwise"
	case strings.HasSuffix(strings.TrimSuffix(t.in.Name, ".gz"), ".if"): // BonnMotion's IntervalFormat
		return c, ""
	}
	t.guessed = true // told at the end
	return c, ""
}

// isDegrees reports whether a field is a decimal fraction within bounds.
func isDegrees(field string, most float64) bool {
	_, err := text.Degrees(field, most)
	return err == nil && strings.Contains(field, ".")
}

func isUnix(field string) bool {
	n, err := strconv.ParseInt(field, 10, 64)
	return err == nil && n >= 1e9
}

// noName refuses a number with a point or a sign as a name in a table without a header: it is a
// coordinate or a value, and the columns mean something else.
func noName(name string) error {
	if _, err := text.Number(name); err == nil && strings.ContainsAny(name, ".+-") {
		return text.Whole(fmt.Errorf("a node called %s: a number with a point or a sign names nothing; without a header the columns are node, time, x and y: --columns (columns: in a scenario) counts others, like --columns node=N,time=N,lon=N,lat=N",
			text.Quote(name)))
	}
	var c text.Clock
	if !strings.ContainsAny(name, ":/-") {
		return nil
	}
	if _, err := c.Read(name); err == nil {
		return text.Whole(fmt.Errorf("a node called %s: a date names nothing; without a header the columns are node, time, x and y: --columns (columns: in a scenario) counts others, like --columns node=N,time=N,x=N,y=N", text.Quote(name)))
	}
	return nil
}
