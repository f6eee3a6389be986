package formats_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/formats"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
)

// A silentCase is a file of other columns, units, orders and signs than the usual ones.
type silentCase struct {
	name, file, text, columns string
	probe                     string // of what is read; "" if it is refused
	told                      string // by a remark or the error; "" if nothing is
}

func silentCases() []silentCase {
	const features = `{"type": "FeatureCollection", "coordinates_are": "metres", "features": [
{"type": "Feature", "properties": {"name": "a", %}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
{"type": "Feature", "properties": {"name": "a", %}, "geometry": {"type": "Point", "coordinates": [8, 0]}}]}`
	points := func(first, second string) string {
		return strings.Replace(strings.Replace(features, "%", first, 1), "%", second, 1)
	}
	return append(unitCases(), []silentCase{
		{"milliseconds, as the name says", "a.csv", "node,time_ms,x,y\na,0,0,0\na,4000,8,0\n", "", "2s 4 0", ""},
		{"hours", "a.csv", "node,hour,x,y\na,0,0,0\na,1,3600,0\n", "", "30m 1800 0", "column hour is read as the time, in h: --columns time=hour:s says otherwise"},
		{"a name that says time", "a.csv", "node,sampleTime,x,y\na,0,0,0\na,4,8,0\n", "", "2s 4 0", "column sampleTime is read as the time, in s: --columns time=sampleTime:ms"},
		{"two names that say time", "a.csv", "node,my_time,her_time,x,y\na,0,9,0,0\n", "", "", `columns "my_time" and "her_time" may both be the time`},
		{"a length of time is none", "a.csv", "node,lifetime,x,y\na,0,0,0\n", "", "", "no column called time"},
		{"a date of numbers", "a.csv", "node,date,x,y\na,0,0,0\na,4,8,0\n", "", "2s 4 0", "column date has numbers, which are read as s: --columns time=date:ms"},
		{"day and time", "a.csv", "node,date,time,x,y\na,2026-05-01,23:59:58,0,0\na,2026-05-02,00:00:02,8,0\n", "", "2s 4 0", "columns date and time are read as the day and the time"},
		{"day and hour", "a.csv", "node,date,hour,x,y\na,2026-05-01,23,0,0\na,2026-05-02,0,3600,0\n", "", "30m 1800 0", "columns date and hour are read as the day and the time"},
		{"day and time, and the day or the month first", "a.csv", "node,date,time,x,y\na,01/05/2026,23:59:58,0,0\n", "", "", "--columns time=date+time:dmy or --columns time=date+time:mdy says which"},
		{"day and time by a mapping", "a.csv", "node,D,T,x,y\na,31/05/2026,11:59:58 PM,0,0\na,01/06/2026,12:00:02 AM,8,0\n", "time=D+T:dmy", "2s 4 0", "read as UTC"},
		{"times of a day", "a.csv", "node,time,x,y\na,12:00:00,0,0\na,12:00:04.0,8,0\n", "", "2s 4 0", "times like 12:00:00 have no date, and are read as of one day"},
		{"AM and PM, the month first", "a.csv", "node,time,x,y\na,5/6/2026 11:59:58 AM,0,0\na,5/6/2026 12:00:02 PM,8,0\n", "time=time:mdy", "2s 4 0", "read as UTC"},
		{"the digits of a date", "a.csv", "node,time,x,y\na,20260501120000,0,0\na,20260501120100,60,0\n", "", "30s 30 0", "times like 20260501120000 are read as dates, 2026-05-01T12:00:00: --columns time=time:us says otherwise"},
		{"the digits of a day", "a.csv", "node,time,x,y\na,20260501,0,0\na,20260502,60,0\n", "", "0s 0 0", "times like 20260501 are read as seconds: if they are days, write them like 2026-05-01"},
		{"a decimal comma", "a.csv", "node;time;x;y\na;0;0,5;0\n", "", "", "write decimal points for decimal commas"},
		{"a header that blanks part", "a.dat", "# x y node time\n0 0 a 0\n8 0 a 4\n", "", "2s 4 0", ""},
		{"a header of a hash, columns by commas", "a.csv", "#x,y,node,time\n0,0,a,0\n8,0,a,4\n", "", "2s 4 0", ""},
		{"a header of unknown names", "a.dat", "# who moment1 east1 north1\n1 0 0 0\n1 4 8 0\n", "", "2s 4 0", "the comment above the first row, # who moment1 east1 north1, has a word for each column"},
		{"a header of some known names", "a.dat", "# x y who moved\n0 0 1 0\n8 0 1 4\n", "", "", "the comment above the first row is its header: the header has no column called time"},
		{"a header of unknown names, and a mapping", "a.dat", "# east north who moved\n0 0 1 0\n8 0 1 4\n", "x=east,y=north,node=who,time=moved", "2s 4 0", ""},
		{"names for columns that have none", "a.csv", "1,0,0,0\n1,4,8,0\n", "time=t", "", "the table has no header: --columns (columns: in a scenario) counts its columns"},
		{"rows of a time first", "a.csv", "2026-05-01 12:00:00,7,0,0\n", "", "", "a date names nothing"},
		{"rows of numbers", "a.csv", "7,0,0,0\n7,4,8,0\n", "", "2s 4 0", "rows without a header are read as node, time, x and y: --columns node=1,time=2,x=3,y=4 counts them otherwise"},
		{"rows of numbers that may be contacts", "a.dat", "7 8 0 5\n7 9 4 8\n", "", "0s 0 5", "--from contacts reads a b start end"},
		{"hemispheres", "a.csv", "node,time,lat,ns,lon,ew\na,0,10,S,20,W\na,9,10,S,20,W\n", "", "3s 0 0", "column 6 is read as the hemisphere of the longitude"},
		{"hemispheres by their names", "a.csv", "node,time,lat,lon,lat_dir,lon_dir\na,0,10,20,S,W\na,9,10,20,S,W\n", "", "3s 0 0", "column 5 is read as the hemisphere of the latitude"},
		{"headings", "a.csv", "node,time,lat,lon,heading\na,0,10,20,W\na,9,10,20,W\n", "", "3s 0 0", "column 5 has N, S, E or W, and is not read as a hemisphere"},
		{"radians", "a.csv", "node,time,lat,lon\na,0,0.82,0.14\na,9,0.82,0.14\n", "", "3s 0 0", "are they radians?"},
		{"minutes", "a.csv", "node,time,x,y\na,0,0,0\na,4,800,0\n", "", "2s 400 0", "nodes move at 200 m/s on average: are times or places in another unit?"},
		{"milliseconds", "a.csv", "node,time,x,y\na,0,0,0\na,4000,8,0\n", "", "2000s 4 0", "no node moves faster than 0.002 m/s: are times or places in another unit?"},
		{"hours of dates", "a.csv", "node,hour,x,y\na,1777636800,0,0\na,1777636804,8,0\n", "", "2s 4 0", "column hour is read as the time, in s"},
		{"names of months", "a.csv", "node,time,x,y\na,01-May-2026 12:00:00,0,0\na,01-May-2026 12:00:04,8,0\n", "", "2s 4 0", "read as UTC"},
		{"the first month says the order of all", "a.csv", "node,time,x,y\na,05/31/2026 23:59:58,0,0\na,06/01/2026 00:00:02,8,0\n", "", "2s 4 0", "read as UTC"},
		{"digits of a clock", "a.csv", "node,time,x,y\na,090558,0,0\na,090602,8,0\n", "", "0s 0 0", "times like 090558 are read as seconds: if they are the time of a day, 09:05:58, --columns time=time:hms says so"},
		{"a taxi that is none", "a.dat", "37.75 -122.39 0 1211000000\n37.75 -122.39 7 1211000000\n", "", "", "rows were read as Cabspotting's, whose third column is 0 or 1"},
		{"a sign and a hemisphere", "a.csv", "node,time,lat,ns,lon,ew\na,0,-10,S,20,W\n", "", "", "has a sign and a hemisphere"},
		{"metres and degrees", "a.csv", "node,time,x,y,lat,lon\na,0,0,0,10,20\na,4,8,0,10,20\n", "", "2s 4 0", "columns x and y are read as places in metres, and not lon and lat in degrees: --columns lon=lon,lat=lat says otherwise"},
		{"a name that begins with a hash", "a.csv", "node,time,x,y\n#1,0,0,0\n#1,4,8,0\n2,0,0,0\n2,4,8,0\n", "", "2s 4 0", "left out as comments: 2 lines that begin with # and look like rows, line 2 first"},
		{"AIS, a place that is not known", "a.csv", "MMSI,base_date_time,latitude,longitude\n7,2026-05-01 12:00:00,47,8.2\n7,2026-05-01 12:00:05,91,181\n7,2026-05-01 12:00:09,47,8.2\n", "", "3s 0 0", "left out: 1 rows with latitude 91 or longitude 181"},
		{"rows in no order", "a.csv", "node,time,x,y\na,0,0,0\na,8,8,0\na,4,0,0\n", "", "", "time runs backwards, from 8s to 4s: --columns time=time:sort reads rows in any order"},
		{"rows in no order, and it is said", "a.csv", "node,time,x,y\na,0,0,0\na,8,8,0\na,4,0,0\n", "time=time:sort", "6s 4 0", ""},
		{"rows in no order, of which one leaves", "a.csv", "node,time,x,y\na,0,0,0\na,8,,\na,4,4,0\n", "time=time:sort", "2s 2 0", ""},
		{"check-ins, latitude first", "a.tsv", "0\t2010-10-17T01:48:53Z\t39.7\t-104.9\tx\n0\t2010-10-17T01:48:59Z\t39.7\t-104.9\tx\n", "", "3s 0 0", "read as node, date, latitude and longitude in degrees"},
		{"a walk of one device without a header", "a.dat", "0 1 2\n4 9 2\n", "", "", "like --columns time=1,x=2,y=3"},
		{"seconds of now, as milliseconds", "a.csv", "node,time,x,y\na,1777636800000,0,0\n", "time=time:s", "", "time=time:ms reads ms"},
		{"points with times of another name", "a.geojson", points(`"obsTime": 0`, `"obsTime": 4`), "", "2s 4 0", "property obstime is read as the time"},
		{"points with times in a unit", "a.geojson", points(`"time_ms": 0`, `"time_ms": 4000`), "", "2s 4 0", "property time_ms is read as the time, in ms"},
		{"points with dates of another name", "a.geojson", points(`"begun": "2026-05-01T12:00:00Z"`, `"begun": "2026-05-01T12:00:04Z"`), "", "2s 4 0", "property begun is read as the time"},
		{"points with two times", "a.geojson", points(`"a_time": 0, "b_time": 0`, `"a_time": 4, "b_time": 4`), "", "", "may both be the time"},
		{"points in no order", "a.geojson", points(`"time": 9`, `"time": 5`), "", "", "--columns time=time:sort reads points in any order"},
		{"points in no order, and it is said", "a.geojson", points(`"time": 9`, `"time": 5`), "time=time:sort", "2s 4 0", ""},
	}...)
}

// Each file is read right, and what was assumed is told, or it is refused with what to do.
func TestNothingIsReadWrongInSilence(t *testing.T) {
	for _, c := range silentCases() {
		f, err := formats.ByFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		notes := &text.Notes{}
		tr, err := f.Read(strings.NewReader(c.text), formats.Input{Name: c.file, Notes: notes, Columns: mapped(c.columns)})
		told := strings.Join(notes.Remarks, "\n")
		switch {
		case err != nil && c.probe != "", err == nil && c.probe == "":
			t.Errorf("%s: error %v", c.name, err)
			continue
		case err != nil:
			told = err.Error()
		default:
			tracetest.Probe(t, tr, c.probe)
			if centre := tr.Anchor().Centre; strings.HasPrefix(c.name, "hemispheres") && math.Hypot(centre[0]+20, centre[1]+10) > 1e-12 {
				t.Errorf("%s: they are at %v", c.name, centre)
			}
		}
		if c.told == "" && told != "" || !strings.Contains(told, c.told) {
			t.Errorf("%s: told %q, want %q", c.name, told, c.told)
		}
	}
}

// advised is a mapping that a message advises, without words that stand for others.
var advised = regexp.MustCompile(`--columns (\w+=\S*[^\s,;.:)])`)

// What a message advises is taken when it is followed.
func TestAdviceIsTaken(t *testing.T) {
	followed := 0
	follow := func(file, text, message string, in formats.Input) {
		f, err := formats.ByFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range advised.FindAllStringSubmatch(message, -1) {
			if strings.Contains(found[1], "NAME") || strings.Contains(found[1], "=N,") {
				continue
			}
			followed++
			in.Name, in.Columns = file, mapped(found[1])
			if _, err := f.Read(strings.NewReader(text), in); err != nil && !strings.Contains(err.Error(), "--columns") {
				t.Errorf("%s\n%s\nadvised %s, and then: %v", text, message, found[0], err)
			}
		}
	}
	for _, c := range silentCases() {
		f, _ := formats.ByFile(c.file)
		notes := &text.Notes{}
		_, err := f.Read(strings.NewReader(c.text), formats.Input{Name: c.file, Notes: notes, Columns: mapped(c.columns)})
		follow(c.file, c.text, strings.Join(notes.Remarks, "\n")+fmt.Sprint(err), formats.Input{})
	}
	for _, s := range fieldSamples {
		f, _ := formats.ByFile(s.file)
		notes := &text.Notes{}
		in := s.in
		in.Name, in.Notes = s.file, notes
		_, err := f.Read(strings.NewReader(s.text), in)
		follow(s.file, s.text, strings.Join(notes.Remarks, "\n")+fmt.Sprint(err), s.in)
	}
	if followed < 20 {
		t.Errorf("%d advices were followed", followed)
	}
}
