package formats_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
)

const (
	fcdHead = "<fcd-export>\n<timestep time=\"1\">\n"
	gpxHead = "<gpx>\n<trk><trkseg>\n"
	gpxTail = "</trkseg></trk></gpx>"
	jsonOne = "{\"type\": \"FeatureCollection\", \"features\": [\n"
)

var refusals = []struct {
	name, file, text string
	beside           string
	line             int
	want             string
}{
	{"empty", "a.movements", "", "", 1, "no nodes"},
	{"times running backwards", "a.movements", "0 0 0 5 1 1 4 2 2\n", "", 1, "time runs backwards, from 5 to 4"},
	{"a second line backwards", "a.movements", "0 0 0 5 1 1\n0 0 0 5 1 1 4 2 2\n", "", 2, "time runs backwards"},
	{"neither two nor three dimensions", "a.movements", "0 1 2 3 4", "", 1, "5 numbers"},
	{"lines of two and of three", "a.movements", "0 1 2 0 3 4\n0 1 2 3 0 1 2 3\n", "", 2, "other dimensions"},
	{"NaN", "a.movements", "0 NaN 0", "", 1, `"NaN": not a number`},
	{"a negative time", "a.movements", "-1 0 0", "", 1, "time runs backwards, from 0 to -1"},
	{"a node at 10⁹ m", "a.movements", "0 0 0 1 1e9 0", "", 1, "within ±1e+08"},
	{"a word without end", "a.movements", strings.Repeat("1", 2000), "", 1, "a word of more than 1024 bytes"},
	{"settings of another file", "a.movements", "0 0 0\n", "nn=2\n", 2, "the file has 1 nodes, its settings say 2"},
	{"settings without values", "a.movements", "0 0 0\n", "nn\n", -1, "want key=value"},

	{"empty", "a.one", "", "", 1, "no nodes"},
	{"a header alone", "a.one", "0 1 0 1 0 1\n", "", 2, "no nodes"},
	{"half a header", "a.one", "0 1 0 1\n", "", 1, "want minTime"},
	{"a header backwards", "a.one", "5 1 0 1 0 1\n", "", 1, "run backwards"},
	{"times running backwards", "a.one", "0 9 0 1 0 1\n2 1 0 0\n1 1 0 0\n", "", 3, "time runs backwards, from 2s to 1s"},
	{"NaN", "a.one", "0 9 0 1 0 1\n2 1 nan 0\n", "", 2, `"nan": not a number`},
	{"a node at 10⁹ m", "a.one", "0 9 0 1 0 1\n2 1 0 1e9\n", "", 2, "within ±1e+08"},
	{"a million columns", "a.one", "0 9 0 1 0 1\n" + strings.Repeat("1 ", 1e6), "", 2, "the line has more than"},

	{"empty", "a.paths", "", "", 1, "no nodes"},
	{"a path without places", "a.paths", "3 0 1 0 1 0 1\n3\n", "", 2, `node "3" has no place`},
	{"half a place", "a.paths", "3 0 1 0 1 0 1\n3 0,1\n", "", 2, "want t,x,y"},
	{"a path backwards", "a.paths", "3 0 9 0 1 0 1\n3 5,1,1 4,1,1\n", "", 2, "time runs backwards"},
	{"never active", "a.paths", "3 0 9 0 1 0 1\n3 0,1,1 4,1,1\n", "3 20 30\n3 5 6\n", -1, "time runs backwards"},

	{"empty", "a.fcd.xml", "", "", 1, "no element"},
	{"no steps", "a.fcd.xml", "<fcd-export/>", "", 1, "no timestep"},
	{"another file", "a.fcd.xml", "\n<gpx/>", "", 2, "<gpx>: want <fcd-export>"},
	{"cut off", "a.fcd.xml", fcdHead + "<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n", "", 4, "the file ends within <timestep>"},
	{"cut in a tag", "a.fcd.xml", fcdHead + "<vehicle id=\"a\" x=", "", 3, "unexpected EOF"},
	{"no time", "a.fcd.xml", "<fcd-export>\n<timestep>\n", "", 2, "a timestep without time"},
	{"times running backwards", "a.fcd.xml", fcdHead + "</timestep>\n<timestep time=\"0.5\"/>", "", 4, "time runs backwards, from 1s to 500ms"},
	{"a car twice", "a.fcd.xml", fcdHead + "<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n<vehicle id=\"a\" x=\"1\" y=\"1\"/>", "", 4, "twice"},
	{"a car without a name", "a.fcd.xml", fcdHead + "<vehicle x=\"1\" y=\"1\"/>", "", 3, "without a name"},
	{"a car without a place", "a.fcd.xml", fcdHead + "<vehicle id=\"a\" x=\"1\"/>", "", 3, "has no x and y"},
	{"NaN", "a.fcd.xml", fcdHead + "<vehicle id=\"a\" x=\"NaN\" y=\"1\"/>", "", 3, `"NaN": not a number`},
	{"a car at 10⁹ m", "a.fcd.xml", fcdHead + "<vehicle id=\"a\" x=\"1e9\" y=\"1\"/>", "", 3, "within ±1e+08"},
	{"entities within entities", "a.fcd.xml", "<!DOCTYPE b [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n<fcd-export>&b;</fcd-export>", "", 1, "document type"},
	{"an entity of nobody", "a.fcd.xml", fcdHead + "&boom;", "", 3, "invalid character entity"},
	{"elements within elements", "a.fcd.xml", "<fcd-export>" + strings.Repeat("<a>", 100000), "", 1, "more than 64 elements within each other"},
	{"a tag without end", "a.fcd.xml", "<fcd-export " + strings.Repeat("a", 1<<20), "", 1, "more than 65536 bytes"},
	{"a million attributes", "a.fcd.xml", "<fcd-export " + strings.Repeat("a='1' ", 1e6) + ">", "", 1, "more than 65536 bytes"},
	{"tags that cross", "a.fcd.xml", "<fcd-export>\n<timestep time='1'></fcd-export>", "", 2, "ends nothing"},
	{"UTF-16, as it says", "a.fcd.xml", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<fcd-export/>", "", 1, `says that it is in "UTF-16": save it as UTF-8`},
	{"another encoding", "a.fcd.xml", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<fcd-export/>", "", 1, "ISO-8859-1"},
	{"degrees that look like metres", "a.fcd.xml", "<fcd-export><timestep time=\"0\"><vehicle id=\"a\" x=\"8.54\" y=\"47.37\" speed=\"10\"/></timestep>\n" +
		"<timestep time=\"9\"><vehicle id=\"a\" x=\"8.5412\" y=\"47.37\" speed=\"10\"/></timestep></fcd-export>", "", 2, "look like degrees"},

	{"empty", "a.eel", "", "", 1, "has no location events"},
	{"path losses", "a.eel", "0 nem:1 pathloss nem:2,90\n", "", 2, "pathloss events belong in radio: {model: matrix, file: …}"},
	{"time", "a.eel", "x nem:1 location gps 1,1,1", "", 1, "time must be a number of seconds within a year, got \"x\""},
	{"time that goes back", "a.eel", "1 nem:1 location gps 1,1,1\n0 nem:1 velocity 1,1,1", "", 2, "time goes back from 1 to 0"},
	{"a time", "a.eel", "1", "", 1, "an event is written 0.0 nem:1 location gps"},
	{"node", "a.eel", "1 7 location gps 1,1,1", "", 1, "a node is written nem:1, got \"7\""},
	{"reference", "a.eel", "1 nem:1 location utm 1,1,1", "", 1, "a location is written location gps 40.03,-74.52,3.0, got \"location utm 1,1,1\""},
	{"no height", "a.eel", "1 nem:1 location gps 1,1", "", 1, "a place is a latitude, a longitude and a height"},
	{"latitude", "a.eel", "\n1 nem:1 location gps 91,1,0", "", 2, "91"},
	{"height", "a.eel", "1 nem:1 location gps 1,1,high", "", 1, "height:"},
	{"empty", "a.gpx", "", "", 1, "no element"},
	{"another file", "a.gpx", "<kml/>", "", 1, "<kml>: want <gpx>"},
	{"a track elsewhere", "a.gpx", "<gpx><extensions><trk><trkseg><trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:01Z</time></trkpt></trkseg></trk></extensions></gpx>", "", 1, "no track points"},
	{"a point outside tracks", "a.gpx", "<gpx><x><trkseg><trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:01Z</time></trkpt></trkseg></x></gpx>", "", 1, "no track points"},
	{"a route alone", "a.gpx", "<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>", "", 1, "no track points"},
	{"a point without time", "a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\"><ele>3</ele></trkpt>\n" + gpxTail, "", 4, "no track point has a time"},
	{"a point without lat", "a.gpx", gpxHead + "<trkpt lon=\"1\"/>" + gpxTail, "", 3, "without lat and lon"},
	{"a latitude of 91", "a.gpx", gpxHead + "<trkpt lat=\"91\" lon=\"1\"/>" + gpxTail, "", 3, "within ±90 degrees"},
	{"NaN", "a.gpx", gpxHead + "<trkpt lat=\"NaN\" lon=\"1\"/>" + gpxTail, "", 3, "not a number"},
	{"both sides of the Earth", "a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"0\"><time>2026-05-01T12:00:01Z</time></trkpt>\n" +
		"<trkpt lat=\"1\" lon=\"170\"><time>2026-05-01T12:00:02Z</time></trkpt>\n<trkpt lat=\"1\" lon=\"-179.9\"><time>2026-05-01T12:00:03Z</time></trkpt>" + gpxTail, "", 4, "too far from the first place"},
	{"settings of a session without places", "a.core.xml", "<scenario>\n<networks/></scenario>", "", 2, "no device has a position"},
	{"a device twice", "a.core.xml", "<scenario><devices>\n<device name=\"n1\"><position x=\"1\" y=\"1\"/></device>\n<device name=\"n1\"><position x=\"1\" y=\"1\"/></device></devices></scenario>", "", 3, "a second device"},
	{"another XML", "a.turtle.xml", "<gpx>\n</gpx>", "", 1, "want <movements> or <movement>"},
	{"a drawn speed", "a.turtle.xml", "<movement>\n<set speed=\"uniform(20,60)\"/></movement>", "", 2, "what is drawn at random, or a parameter, cannot be read"},
	{"a repeat without end", "a.turtle.xml", "<movement><set x=\"1\" y=\"1\" speed=\"1\"/>\n<repeat><forward d=\"1\"/></repeat></movement>", "", 2, "has no n, and never ends"},
	{"repeats of repeats", "a.turtle.xml", "<movement><repeat n=\"9999\"><repeat n=\"9999\"><turn angle=\"1\"/></repeat></repeat></movement>", "", 1, "more than 1048576 steps"},
	{"a turtle without a speed", "a.turtle.xml", "<movement><forward d=\"3\"/></movement>", "", 1, "a node without a speed moves"},
	{"no topology", "a.otns.yaml", "hello: you\n", "", 1, "want the key network or nodes"},
	{"a node without a place", "a.otns.yaml", "nodes:\n  - id: 1\n  - id: 2\n    pos: [1, 2, 3]\n", "", 3, "want id and pos"},
	{"a node twice", "a.otns.yaml", "nodes:\n  - {id: 1, pos: [1, 2, 3]}\n  - {id: 1, pos: [1, 2, 3]}\n", "", 4, "a second node"},
	{"no course", "a.mob", "now=0 node=1\n", "", 1, "want now="},
	{"courses backwards", "a.mob", "now=2s node=1 pos=0:0:0 vel=0:0:0\nnow=1s node=1 pos=0:0:0 vel=0:0:0\n", "", 2, "time runs backwards"},
	{"another file", "a.plt", "a,b,c\n", "", 1, "does not begin with Geolife trajectory"},
	{"a time that cannot be read", "a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\">\n<time>noon</time></trkpt>" + gpxTail, "", 4, "want one like"},
	{"a time before all clocks", "a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\">\n<time>1066-10-14T09:00:00Z</time></trkpt>" + gpxTail, "", 4, "from 1970"},
	{"times running backwards", "a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:01Z</time></trkpt>\n" +
		"<trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:00Z</time></trkpt>" + gpxTail, "", 4, "time runs backwards"},
	{"two continents", "a.gpx", gpxHead + "<trkpt lat=\"1\" lon=\"1\"><time>2026-05-01T12:00:01Z</time></trkpt>\n" +
		"<trkpt lat=\"1\" lon=\"99\"><time>2026-05-01T12:00:02Z</time></trkpt>" + gpxTail, "", 4, "too far from the first place"},

	{"empty", "a.geojson", "", "", 1, "ends within a value"},
	{"not an object", "a.geojson", "[]", "", 1, "want {"},
	{"another object", "a.geojson", "{\"type\": \"Topology\"}", "", 1, `"Topology": want a FeatureCollection`},
	{"no features", "a.geojson", "{\"type\": \"FeatureCollection\"}", "", 1, "not a FeatureCollection with features"},
	{"none of them", "a.geojson", jsonOne + "]}", "", 2, "no nodes"},
	{"a polygon", "a.geojson", jsonOne + `{"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,0]]]}}]}`, "", 2, `geometry "Polygon" is no movement`},
	{"no geometry", "a.geojson", jsonOne + "\n{\"type\": \"Feature\", \"geometry\": null}]}", "", 3, `geometry "" is no movement`},
	{"a line without times", "a.geojson", jsonOne + `{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0,0],[1,0]]}}]}`, "", 2, "without times"},
	{"fewer times than places", "a.geojson", jsonOne + `{"type": "Feature", "properties": {"times": [1]}, "geometry": {"type": "LineString", "coordinates": [[0,0],[1,0]]}}]}`, "", 2, "1 times for 2 places"},
	{"times running backwards", "a.geojson", jsonOne + `{"type": "Feature", "properties": {"times": [2, 1]}, "geometry": {"type": "LineString", "coordinates": [[0,0],[1,0]]}}]}`, "", 2, "time runs backwards"},
	{"dates and seconds", "a.geojson", jsonOne + `{"type": "Feature", "properties": {"times": [2, "2026-05-01T12:00:00Z"]}, "geometry": {"type": "LineString", "coordinates": [[0,0],[1,0]]}}]}`, "", 2, "some are dates"},
	{"NaN", "a.geojson", jsonOne + `{"type": "Feature", "geometry": {"type": "Point", "coordinates": [NaN, 0]}}]}`, "", 2, "invalid character 'N'"},
	{"a longitude of 181", "a.geojson", jsonOne + `{"type": "Feature", "geometry": {"type": "Point", "coordinates": [181, 0]}}]}`, "", 2, "within ±180 degrees"},
	{"metres said too late", "a.geojson", jsonOne + `{"type": "Feature", "geometry": {"type": "Point", "coordinates": [18, 0]}}], "coordinates_are": "metres"}`, "", 2, "before the features"},
	{"text after the end", "a.geojson", "{\"type\": \"FeatureCollection\", \"features\": []} {}", "", 1, "follows the end"},
	{"lists within lists", "a.geojson", "{\"x\": " + strings.Repeat("[", 100000), "", 1, "exceeded max depth"},

	{"empty", "a.csv", "", "", 1, "no rows"},
	{"a header alone", "a.csv", "node,time,x,y\n", "", 2, "no nodes"},
	{"two columns of altitudes", "a.csv", "node,time,x,y,z,ele\n1,0,0,0,1,2\n", "", 1, "two columns of altitudes, z and ele"},
	{"three columns", "a.csv", "1,2,3\n", "", 1, "3 columns"},
	{"a million columns", "a.csv", strings.Repeat(",", 1e6), "", 1, "the line has more than"},
	{"too many columns", "a.csv", strings.Repeat(",", 1000), "", 1, "1001 columns"},
	{"columns without names", "a.csv", "1,2,3,4,5,6\n", "", 1, "6 columns without a header"},
	{"a header without time", "a.csv", "node,moved,x,y\n", "", 1, "no column called time"},
	{"a decimal comma", "a.csv", "node,time,x,y\n1,2,3,4\n1,2,5,3,4\n", "", 3, "5 columns, and the first row has 4: is there a decimal comma?"},
	{"a decimal comma without a header", "a.csv", "1,2,3,4\n1,2,5,3,4\n", "", 2, "5 columns, and the first row has 4"},
	{"a number of a million digits", "a.geojson", strings.Repeat("9", 1_000_000), "", 1, "a number 999999999999999999999999999999999… does not belong there"},
	{"a row too short", "a.csv", "node,time,x,y\n1,2,3\n", "", 2, "3 columns: want 4"},
	{"a row too long", "a.csv", "1,2,3,4\n1,2,3,4,5,6\n", "", 2, "6 columns"},
	{"milliseconds after seconds", "a.csv", "1,1,3,4\n1,1700000000000,3,4\n", "", 2, "must be at most 3.1536e+09 seconds: --columns node=1,x=3,y=4,time=2:ms reads ms"},
	{"half a date", "a.csv", "node,time,x,y\n1,2026-05 12:00:00,3,4\n", "", 2, "want one like 2026-05-01T12:00:00Z"},
	{"a day or a month first", "a.csv", "node,time,x,y\n1,05/06/2026 12:00:00,3,4\n", "", 2, "the day or the month may be first: --columns time=time:dmy or --columns time=time:mdy says which"},
	{"a day or a month first, below a comment", "a.csv", "# Timestamp,MMSI,Latitude,Longitude\n01/09/2025 00:00:00,219,56.7,11.5\n", "", 2, "the day or the month may be first"},
	{"a coordinate as a name", "a.csv", "47.3,8.5,0,4\n", "", 1, "a number with a point or a sign names nothing"},
	{"a column that is not there", "a.csv", "node,moved,x,y\n1,2,3,4\n", "", 1, "--columns (columns: in a scenario) says which it is, like time=NAME"},
	{"a second point without a time", "a.geojson", jsonOne + `{"type": "Feature", "properties": {"name": "a"}, "geometry": {"type": "Point", "coordinates": [8, 47]}},
{"type": "Feature", "properties": {"name": "a"}, "geometry": {"type": "Point", "coordinates": [9, 47]}}]}`, "", 3, "a second point of node"},
	{"bars between columns", "a.csv", "1|2|3|4\n", "", 1, "parted by commas, semicolons, tabs or blanks"},
	{"half a place", "a.csv", "1,2,3,4\n1,3,,5\n", "", 2, "coordinate: "},
	{"NaN", "a.csv", "1,2,NaN,4\n", "", 1, `"NaN": not a number`},
	{"infinity", "a.csv", "1,2,3,4\n1,3,inf,4\n", "", 2, `"inf": not a number`},
	{"times running backwards", "a.csv", "1,2,3,4\n2,1,0,0\n1,1,3,4\n", "", 3, "node 1: time runs backwards, from 2s to 1s"},
	{"a negative time", "a.csv", "1,2,3,4\n1,-2,3,4\n", "", 2, "must not be negative"},
	{"a node at 10⁹ m", "a.csv", "1,0,0,0\n1,1,1e9,0\n", "", 2, "within ±1e+08"},
	{"nobody ever there", "a.csv", "node,time,x,y\n1,2,,\n", "", 3, "no node was ever in the world"},
	{"a quotation without end", "a.csv", "\"a,1,2,3\n", "", 1, `before the closing "`},
	{"a control character", "a.csv", "a\x01,1,2,3\n", "", 1, "control character"},

	{"empty", "a.ns_movements", "", "", 1, "no nodes"},
	{"a node at 10⁹ m", "a.ns_movements", "$node_(0) set X_ 1e9\n", "", 1, "within ±1e+08"},
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.file+" "+c.name, func(t *testing.T) {
			_, err := readSample(sample{file: c.file, beside: c.beside}, strings.NewReader(c.text))
			if err == nil {
				t.Fatal("accepted")
			}
			prefix := fmt.Sprintf("mobility: %s:%d: ", c.file, c.line)
			if c.line < 0 { // in the second file
				prefix = "mobility: a."
			}
			if !strings.HasPrefix(err.Error(), prefix) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q: want %q and %q", err, prefix, c.want)
			}
		})
	}
}

// Every reader refuses a file that is no UTF-8 text, with the name of what it is.
func TestForeignFilesAreRefused(t *testing.T) {
	for _, s := range allSamples() {
		var wide bytes.Buffer // little-endian UTF-16, with its byte order mark
		wide.WriteString("\xff\xfe")
		for _, c := range []byte(s.text) {
			wide.Write([]byte{c, 0})
		}
		for text, want := range map[string]string{
			wide.String():                       "UTF-16: save it as UTF-8",
			"\xfe\xff\x00":                      "UTF-16",
			string(zip(t, string(zip(t, "0")))): "packed by gzip twice",
			"PK\x03\x04\x14\x00":                "a zip archive: unpack it",
			"BZh91AY&SY\x00":                    "packed by bzip2",
			"\xfd7zXZ\x00\x00":                  "packed by xz",
			"\x28\xb5\x2f\xfd\x00":              "packed by zstd",
		} {
			_, err := readSample(s, strings.NewReader(text))
			if err == nil || !strings.HasPrefix(err.Error(), "mobility: "+s.file+":1: the file is ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", s.name, err, want)
			}
		}
	}
}

// Every reader refuses a gzip file that is cut off or damaged, with a line.
func TestDamagedGzipIsRefused(t *testing.T) {
	for _, s := range allSamples() {
		packed := zip(t, s.text)
		s.file += ".gz"
		flipped := bytes.Clone(packed)
		flipped[len(flipped)-6] ^= 1 // in the checksum
		for what, file := range map[string][]byte{
			"the gzip file is cut off": packed[:len(packed)-4],
			"the gzip file is damaged": flipped,
		} {
			_, err := readSample(s, bytes.NewReader(file))
			if err == nil || !strings.HasPrefix(err.Error(), "mobility: "+s.file+":") || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: error %v, want %q", s.name, err, what)
			}
		}
		if _, err := readSample(s, strings.NewReader("\x1f\x8b\x08")); err == nil || !strings.Contains(err.Error(), "cut off") {
			t.Errorf("%s: error %v for a header alone", s.name, err)
		}
	}
}

// A read error is not taken for the end of the file.
func TestReadErrorsKeepTheirCause(t *testing.T) {
	cut := errors.New("cable cut")
	for _, s := range allSamples() {
		half := s.text[:len(s.text)/2]
		_, err := readSample(s, io.MultiReader(strings.NewReader(half), iotest.ErrReader(cut)))
		if !errors.Is(err, cut) || !strings.HasPrefix(err.Error(), "mobility: "+s.file+":") {
			t.Errorf("%s: error %v", s.name, err)
		}
	}
}

// Degrees are refused where a format cannot have them, and so are metres.
func TestCoordinatesThatAFormatNeverHas(t *testing.T) {
	tr := walks(t, 1, 2, 1)
	for _, f := range formats.List() {
		for c, never := range map[geo.Coordinates]bool{geo.Degrees: f.Metres, geo.Metres: f.Degrees} {
			want := fmt.Sprintf("%s has no coordinates in %s", f.Name, c)
			_, reading := f.Read(strings.NewReader(""), formats.Input{Name: "a", Coordinates: c})
			writing := f.Write(io.Discard, tr, formats.WriteOptions{Coordinates: c})
			for i, err := range []error{reading, writing} {
				if i == 1 && !f.Writes() {
					continue
				}
				if said := err != nil && strings.Contains(err.Error(), want); said != never {
					t.Errorf("%s in %s: error %v", f.Name, c, err)
				}
			}
		}
	}
}

func TestNamesOfFiles(t *testing.T) {
	for file, want := range map[string]string{
		"x/cars.FCD.xml.gz": "fcd", "a.movements": "bonnmotion", "a.one": "one", "b.PATHS": "one-paths", "w.gpx": "gpx",
		"a.json": "geojson", "a.if": "csv", "zurich.ns_movements": "ns2", "a.xml": "fcd", "İ.csv": "csv",
	} {
		if f, err := formats.ByFile(file); err != nil || f.Name != want {
			t.Errorf("%s is %q, %v, want %s", file, f.Name, err, want)
		}
	}
	for _, file := range []string{"", "a", "a.zip", ".csv", "a.csv.zip"} {
		if f, err := formats.ByFile(file); err == nil || !strings.Contains(err.Error(), "bonnmotion, core, core-xml, csv") {
			t.Errorf("%s is %q, %v", file, f.Name, err)
		}
	}
	f, _ := formats.ByName("one-paths")
	if got := f.CompanionOf("dir/a.b.paths.gz"); got != "dir/a.b.active" {
		t.Errorf("the times of activity are in %s", got)
	}
	if _, err := formats.ByName("shape"); err == nil || !strings.Contains(err.Error(), `unknown format "shape": want bonnmotion`) {
		t.Errorf("error %v", err)
	}
}

// What a database prints for people, and its statements, are told from tables and from ranges of dashes.
func TestPrintsOfDatabasesAreForeign(t *testing.T) {
	for file, want := range map[string]string{
		" a | b | start \n---+---+-------\n 1 | 2 | 3\n":                        "drawn for people",
		"+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n":                          "drawn for people",
		"| a | b |\n|---|---|\n| 1 | 2 |\n":                                     "drawn for people",
		"INSERT INTO contacts VALUES ('a','b',1,2);\n":                          "statements of SQL",
		"COPY public.contacts (a, b, start, \"end\") FROM stdin;\na\tb\t1\t2\n": "statements of SQL",
		"a,b,start,end\n-,-,-,-\n1,2,3,4\n":                                     "",
		"a|b\n-|-1\n":                                                           "",
	} {
		if got := formats.Foreign([]byte(file)); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}
