package formats_test

import (
	"strings"
	"testing"

	"bellwether/internal/formats"
	"bellwether/internal/formats/text"
)

const pointsOf = `{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"%": 1, "time": 0}, "geometry": {"type": "Point", "coordinates": [8, 47]}},
{"type": "Feature", "properties": {"%": 2, "time": 9}, "geometry": {"type": "Point", "coordinates": [8, 47]}},
{"type": "Feature", "properties": {"%": 3, "time": 20}, "geometry": {"type": "Point", "coordinates": [8, 47]}}]}`

// What a reader assumes it tells, with the flag that says otherwise; and it tells nothing of a
// file that states it.
func TestAssumptionsAreTold(t *testing.T) {
	for _, c := range []struct{ file, text, columns, want string }{
		{"a.csv", "node,time,x,y\na,2026-05-01T12:00:00,0,0\n", "", "dates have no zone and are read as UTC"},
		{"a.csv", "node,time,x,y\na,2026-05-01T12:00:00+02:00,0,0\n", "", ""},
		{"a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:00</time></trkpt>" + gpxTail, "", "dates have no zone"},
		{"a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:00Z</time></trkpt></trkseg></trk><wpt lat=\"1\" lon=\"1\"/><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>", "", "left out: 2 waypoints and points of routes"},
		{"a.csv", "node,time,x,y\na,1777636800000,0,0\n", "", "are read as ms since 1970: --columns time=time:us says otherwise"},
		{"a.csv", "node,time,x,y\na,1777636800000,0,0\n", "time=time:ms", ""},
		{"a.csv", "node,time,x,y,x\na,0,1,2,3\n", "", "columns 3 and 5 are both called x, and the first is read"},
		{"a.csv", "user_id,id,time,x,y\na,1,0,0,0\n", "", "column user_id is read as the node, and not id: --columns node=id"},
		{"a.csv", "user_id,id,time,x,y\na,1,0,0,0\n", "node=id", ""},
		{"a.csv", "time,x,y\n0,0,0\n", "", "no column names the nodes: all rows are of a,"},
		{"a.csv", "1,2026-05-01T12:00:00Z,8.5,47.3\n", "", "are read as node, date, longitude and latitude in degrees: --columns node=1,time=2,lat=3,lon=4 or --coordinates metres"},
		{"a.csv", "1,2026-05-01T12:00:00Z,850,473\n", "", "rows without a header are read as node, time, x and y: --columns node=1,time=2,x=3,y=4 counts them otherwise"},
		{"a.csv", "37.75 -122.39 0 1211000000\n37.76 -122.39 1 1210999000\n", "", "occupied time, the latest first, of one device that the file's name names: --columns lat=1,lon=2,node=3,time=4:sort says otherwise"},
		{"a.csv", "time,x,y\n9,1,2\n5,1,2\n", "", "rows run backwards in time, and were sorted"},
		{"a.csv", "37.75 -122.39 0 1211000000\n", "", "Cabspotting's, latitude longitude occupied time, the latest first"},
		{"a.csv", "id,time,x,y\n1,0,,\n2,0,3,4\n", "", "left out, since no row has a place of them: 1 of 2 nodes, 1 first"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n1,5,,\n2,0,3,4\n", "", ""},
		{"a.csv", "id,time,x,y\n1,0,1,1\n2,5,1,1\n3,9,3,4\n", "", "2 of 3 nodes come after the beginning and never move"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n2,5,1,1\n3,9,3,4\n2,9,1,1\n2,11,5,1\n3,12,1,1\n", "", ""},
		{"a.geojson", strings.ReplaceAll(pointsOf, "%", "row"), "", "2 of 3 nodes come after the beginning and never move"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n1,0,9,1\n1,1,1,1\n1,1,9,1\n1,2,1,1\n1,2,9,1\n", "", "3 of 6 fixes have their node at another place at the same instant"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n1,0,9,1\n1,1,9,1\n", "", "left out: 1 of 3 fixes, since the next one has their node at another place"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n1,1,9,1\n1,1,12,1\n1,2,12,1\n", "", ""}, // a jump
		{"a.mob", "now=+0ns node=0 pos=0:0:0 vel=0:0:0\nnow=+150ns node=0 pos=2:4:0 vel=0:0:0\n", "", "the trace lasts 150ns: is the time in another unit?"},
		{"a.csv", "id,time,x,y\n1,0,1,0\n1,1000,26,0\n1,2000,26,25\n", "", "time=NAME:ms (columns: in a scenario) says milliseconds"},
		{"a.csv", "id,time,x,y\n1,0,1,0\n1,1000,1026,0\n1,3000,26,25\n", "", "all times are multiples of 16m40s apart: are they milliseconds? --columns time=NAME:ms"},
		{"a.csv", "id,time,x,y\n1,0,1,0\n1,1000,1026,0\n", "time=time:s", ""},
		{"a.csv", "id,time,x,y\n1,0,1,0\n1,100,4,0\n1,300,10,0\n", "", "time=NAME:ms"},
		{"a.csv", "id,time,x,y\n1,0,1,0\n1,103,4,0\n1,300,10,0\n", "", ""},
		{"a.csv", "id,time,x,y\n1,0,1,0\n1,1000000,21,0\n", "", "time=NAME:us"},
		{"a.csv", "id,time,x,y\n1,46000.5,1,0\n1,46000.500694,61,0\n", "", "time=NAME:d"},
		{"a.csv", "id,time,x,y\n1,46000.5,1,0\n1,46000.500694,61,0\n", "time=time:d", "times like 46000.5 are read as days of a spreadsheet, since 1899-12-30, 2025-12-09T12:00:00Z"},
		{"a.csv", "id,time,x,y\n1,2461000.5,1,0\n1,2461000.500694,61,0\n", "time=time:d", "Julian days, 2025-11-21T00:00:00Z"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n1.0,0,9,1\n", "", "1 and 1.0 are read as two nodes"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n-1,0,9,1\n", "", "names like -1 are read as nodes"},
		{"a.csv", "id,time,x,y\n1,23:59:58,1,1\n2,23:59:59,1,1\n1,0:00:01,3,1\n2,0:00:02,3,1\n", "", "where they fall by more than half a day the next day begins: --columns time=time:sort reads all as of one"},
		{"a.csv", "id,time,x,y\n1,23:59:58,1,1\n2,0:00:01,3,1\n", "", "where they fall by more than half a day the next day begins: --columns time=time:sort"},
		{"a.csv", "id,time,x,y\n1,9:59:58,1,1\n1,23:59:58,1,1\n2,10:00:01,3,1\n", "", "a node begins more than half a day before the row above: if that is the next day, write dates"},
		{"a.csv", "id,time,x,y\n1,0,8,46\n2,0,10.5,48\n", "", "if they are degrees, --coordinates degrees"},
		{"a.csv", "id,time,x,y\n1,0,0,0\n2,0,10.5,48\n", "", ""},
		{"a.movements", "0 10 10 1.5 60 20 30 1.5 90 50 60 1.5\n", "", "each line can be t x y and t x y z, and is read as t x y: --dimensions 3"},
		{"a.movements", "0 10 10 1.5 60 20\n", "", ""},
		{"a.otns.yaml", "nodes:\n  - id: 1\n    pos: [100, 100, 0]\n", "", "units of OTNS's canvas, read as metres"},
		{"a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:00Z</time></trkpt></trkseg></trk><trk><trkseg><trkpt lat=\"1\" lon=\"1\"><time>2026-05-02T12:00:00Z</time></trkpt>" + gpxTail, "", "join: file in a scenario"},
		{"a.gpx", gpxHead + "<trkpt lat=\"41\" lon=\"11\"><time>2026-05-01T12:00:00Z</time></trkpt></trkseg></trk><trk><trkseg><trkpt lat=\"41\" lon=\"11\"><time>2026-05-01T12:00:00Z</time></trkpt>" + gpxTail, "", ""},
		{"a.csv", "id,time,x,y,visible\n1,0,1,1,true\n1,9,1,1,false\n", "", "say that a row is no fix: visible is false in 1 of 2 rows: --columns no=visible:false leaves them out"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n1,400000000,9,1\n", "", "the trace lasts 12.7 years"},
		{"a.csv", "id,time,x,y\n1,0,1,1\n1,300000007,9e6,1\n", "", ""},
		{"a.tcl", "$node_(1) set X_ 2\n$node_(1) set Y_ 2\n$ns_ at 1.0 \"$node_(1) setdest 19 22 0.00\"\n", "", "1 setdest commands have speed 0 and another place: nodes stand where they are, as in ns-2 and ns-3; CORE moves them there at once, as --from core"},
		{"a.tcl", "$node_(1) set X_ 2\n$node_(1) set Y_ 2\n$ns_ at 1.0 \"$node_(1) setdest 2 2.01 0\"\n", "", ""}, // it stops there
		{"a.fcd.xml", fcdHead + "<person id=\"1\" x=\"5\" y=\"5\"/><vehicle id=\"1\" x=\"0\" y=\"0\"/></timestep></fcd-export>", "", "1 is a person and a vehicle: the vehicle is called 1 (vehicle)"},
		{"a.core.xml", "<scenario><devices><device name=\"n\"><position x=\"1\" y=\"1\"/></device></devices></scenario>", "", "pixels of CORE's canvas, read as metres"},
	} {
		f, err := formats.ByFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		notes := &text.Notes{}
		in := formats.Input{Name: c.file, Notes: notes, Columns: mapped(c.columns)}
		if _, err := f.Read(strings.NewReader(c.text), in); err != nil {
			t.Errorf("%s: %v\n%s", c.file, err, c.text)
			continue
		}
		told := strings.Join(notes.Remarks, "\n")
		if c.want == "" && told != "" || !strings.Contains(told, c.want) {
			t.Errorf("%s\ntells %q, want %q", c.text, told, c.want)
		}
	}
}

// A mapping of a format without columns is refused, and one with an unknown role or column.
func TestMappingsAreRefused(t *testing.T) {
	for word, want := range map[string]string{
		"time":          "want role=column",
		"when=x":        "want one of node, time",
		"time=a,time=b": "time is given twice",
		"node=":         "want role=column",
	} {
		if _, err := text.ParseMapping(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", word, err, want)
		}
	}
	for _, c := range []struct{ file, text, want string }{
		{"a.tcl", "", "a.tcl:1: has no columns to choose"},
		{"a.csv", "node,time,x,y\n", `there is no column "who" for node`},
		{"a.geojson", strings.ReplaceAll(pointsOf, "%", "row"), `a feature without the property "who"`},
	} {
		f, _ := formats.ByFile(c.file)
		_, err := f.Read(strings.NewReader(c.text), formats.Input{Name: c.file, Columns: mapped("node=who")})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.file, err, c.want)
		}
	}
}
