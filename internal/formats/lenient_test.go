package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
)

// spoiled are files with bad parts. Without leniency such a part is an error with its
// line. With leniency it is counted and reported, and all other parts have their values.
var spoiled = []struct {
	file, text string
	line       int // of the first bad part
	bad, parts int
	probes     []string
}{
	{"a.csv", "node,time,x,y\na,0,0,0\na,1,1,oops\nb,0,5,5\na,2,2,0\nb,x,1,1\nb,4,9,5\nc,9,1e99,0\n", 3, 3, 8,
		[]string{"node 1: 1s 1 0", "node 2: 4s 9 5"}},
	{"a.csv", "a,5,0,0\na,4,1,1\na,6,1,0\n", 2, 1, 3, []string{"0s 0 0", "1s 1 0"}},
	{"a.ns_movements", "$node_(0) set X_ 1\n$node_(0) set Y_ 2\nputs hello\n$ns_ at 1 \"$node_(0) setdest 4 2 1\"\n$ns_ at x \"$node_(0) setdest 0 0 9\"\n", 3, 2, 5,
		[]string{"4s 4 2", "9s 4 2"}},
	{"a.one", "0 9 0 9 0 9\n0 n 1 1\n1 n one 1\n2 n 3 1\n1 n 0 0\n4 n 5 1\n", 3, 2, 5, []string{"1s 2 1", "4s 5 1"}},
	{"a.paths", "1 0 9 0 9 0 9\n1 0,1,1 broken 2,3,1 1,9,9 4,5,1\n", 2, 2, 5, []string{"1s 2 1", "4s 5 1"}},
	{"a.movements", "0 0 0 4 4 0\n0 1 x 4 2 2\n0 7 7 4 7 8\n0 2 2\n", 2, 1, 4, []string{"node 1: 2s 2 0", "node 2: 4s 7 8"}},
	{"a.fcd.xml", "<fcd-export>\n<timestep time=\"0\"><vehicle id=\"a\" x=\"0\" y=\"0\"/></timestep>\n<timestep time=\"1\"><vehicle id=\"a\" x=\"\" y=\"0\"/></timestep>\n" +
		"<timestep time=\"zwei\"><vehicle id=\"a\" x=\"77\" y=\"0\"/></timestep>\n<timestep time=\"4\"><vehicle id=\"a\" x=\"4\" y=\"0\"/></timestep></fcd-export>", 3, 2, 7,
		[]string{"1s 1 0", "3s 3 0"}},
	{"a.gpx", gpxHead + "<trkpt lat=\"0\" lon=\"0\"><time>2026-05-01T12:00:00Z</time></trkpt>\n<trkpt lat=\"95\" lon=\"0\"><time>2026-05-01T12:00:01Z</time></trkpt>\n" +
		"<trkpt lat=\"0\" lon=\"0\"><time>noon</time></trkpt>\n<trkpt lat=\"0\" lon=\"0\"><time>2026-05-01T12:00:04Z</time></trkpt>\n" + gpxTail, 4, 2, 4, []string{"0s 0 0", "4s 0 0"}},
	{"a.geojson", "{\"type\": \"FeatureCollection\", \"coordinates_are\": \"metres\", \"features\": [\n" +
		"{\"type\": \"Feature\", \"properties\": {\"node\": \"a\", \"times\": [0, 4]}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[0, 0], [4, 0]]}},\n" +
		"{\"type\": \"Feature\", \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[0, 0]]]}},\n" +
		"{\"type\": \"Feature\", \"properties\": {\"node\": \"c\", \"times\": \"often\"}, \"geometry\": {\"type\": 7}},\n" +
		"{\"type\": \"Feature\", \"properties\": {\"node\": \"b\"}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]}}]}", 3, 2, 4,
		[]string{"node 1: 2s 2 0", "node 2: 1s 1 2"}},
}

func TestLenientReadingSkipsAndReports(t *testing.T) {
	for _, c := range spoiled {
		read := func(lenient bool) (*movetrace.Trace, *text.Notes, error) {
			f, err := formats.ByFile(c.file)
			if err != nil {
				t.Fatal(err)
			}
			notes := &text.Notes{Lenient: lenient}
			tr, err := f.Read(strings.NewReader(c.text), formats.Input{Name: c.file, Notes: notes})
			return tr, notes, err
		}
		place := fmt.Sprintf("%s:%d: ", c.file, c.line)
		if _, _, err := read(false); err == nil || !strings.HasPrefix(err.Error(), "mobility: "+place) {
			t.Errorf("%s: without leniency: %v, want %s", c.file, err, place)
		}
		tr, notes, err := read(true)
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		if notes.Bad != c.bad || notes.Parts != c.parts {
			t.Errorf("%s: %d of %d parts are bad, want %d of %d", c.file, notes.Bad, notes.Parts, c.bad, c.parts)
		}
		said := strings.Join(notes.Lines(), "\n")
		if total := fmt.Sprintf("left out: %d of %d parts", c.bad, c.parts); !strings.Contains(said, "left out: "+place) || !strings.Contains(said, total) {
			t.Errorf("%s: reported\n%s\nwant %s and %s", c.file, said, place, total)
		}
		for _, probe := range c.probes {
			tracetest.Probe(t, tr, probe)
		}
	}
}

// Leniency is limited: a mostly bad file probably has another format, and a fault of the whole
// file cannot be skipped.
func TestLeniencyIsLimited(t *testing.T) {
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "a,%d,1,1\n", i)
	}
	for name, c := range map[string]struct{ file, text, want string }{
		"more than one in ten":   {"a.csv", many.String() + strings.Repeat("a,b,c\n", 112), "a.csv:1001: 3 columns: want 4 (and 112 of 1112 parts in all are bad, more than one in 10"},
		"half of a short file":   {"a.csv", "a,0,0,0\nb,x,0,0\nb,y,0,0\n", "2 of 3 parts in all are bad"},
		"a wrong header":         {"a.csv", "who,moved,lat,long\n1,2,3,4\n", "a.csv:1: the header has no column"},
		"another file":           {"a.gpx", "<kml/>", "want <gpx>"},
		"cut off":                {"a.fcd.xml", fcdHead + "<vehicle id=\"a\" x=\"1\" y=\"1\"/>\n", "the file ends within"},
		"no JSON":                {"a.geojson", jsonOne + "x]}", "invalid character 'x'"},
		"settings of other file": {"a.one", "0 1 0 1\n0 1 2 3\n", "a.one:1: a header of 4 numbers"},
	} {
		f, err := formats.ByFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Read(strings.NewReader(c.text), formats.Input{Name: c.file, Notes: &text.Notes{Lenient: true}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	f, _ := formats.ByName("csv")
	notes := &text.Notes{Lenient: true}
	if _, err := f.Read(strings.NewReader(many.String()+strings.Repeat("a,b,c\n", 111)), formats.Input{Name: "a.csv", Notes: notes}); err != nil || len(notes.First) != 5 {
		t.Errorf("one in ten: %v, %d reported one by one", err, len(notes.First))
	}
}

// Places may be outside of the bounds that a file of The ONE states. A note reports this,
// and nothing is cut.
func TestPlacesOutsideOfTheONEsBoundsAreReported(t *testing.T) {
	for file, content := range map[string]string{
		"a.one":   "0 9 0 100 0 100\n0 n 50 50\n5 n 50 100.001\n6 n 150 50\n12 n 50 50\n",
		"a.paths": "1 0 9 0 100 0 100\n1 0,50,50 5,50,100.001 6,150,50 12,50,50\n",
	} {
		f, _ := formats.ByFile(file)
		notes := &text.Notes{}
		tr, err := f.Read(strings.NewReader(content), formats.Input{Name: file, Notes: notes})
		if err != nil {
			t.Fatal(err)
		}
		tracetest.Probe(t, tr, "6s 150 50")
		want := file + ": 2 of 4 places lie outside of the header's bounds, 0s to 9s and [0, 0] to [100, 100], and count all the same, as in The ONE; the first is [150, 50] at 6s"
		if said := strings.Join(notes.Lines(), "\n"); said != want {
			t.Errorf("noted %q, want %q", said, want)
		}
	}
}

// Longitude and latitude in columns for metres are reported: the nodes of a whole city
// would be at one place.
func TestDegreesTakenForMetresAreReported(t *testing.T) {
	const city = "all places lie within 0.05 m, from [8.5, 47.3] to [8.55, 47.31]: if they are degrees, --coordinates degrees (coordinates: degrees in a scenario) says so"
	fcd := func(x string) string {
		return "<fcd-export><timestep time='0'><vehicle id='a' x='8.5' y='47.3'/><vehicle id='b' x='" + x + "' y='47.31'/></timestep></fcd-export>"
	}
	for _, c := range []struct {
		file, text  string
		coordinates geo.Coordinates
		want        string
	}{
		{"a.fcd.xml", fcd("8.55"), geo.Auto, "a.fcd.xml: " + city},
		{"a.fcd.xml", fcd("8.55"), geo.Metres, ""},
		{"a.fcd.xml", fcd("8.55"), geo.Degrees, ""},
		{"a.fcd.xml", fcd("9.55"), geo.Auto, "a.fcd.xml: all places lie within 1.1 m, from [8.5, 47.3] to [9.55, 47.31]: if they are degrees, --coordinates degrees (coordinates: degrees in a scenario) says so"},
		{"a.fcd.xml", fcd("80"), geo.Auto, ""},
		{"a.csv", "id;time;x;y\n1;0;8.5;47.3\n2;60;8.55;47.31\n", geo.Auto, "a.csv: " + city},
		{"a.csv", "id;time;lon;lat\n1;0;8.5;47.3\n2;60;8.55;47.31\n", geo.Auto, ""},
		{"a.csv", "id;time;x;y\n1;0;680000.5;5\n2;60;680000.6;5\n", geo.Auto, ""},
		{"a.csv", "id;time;x;y\n1;0;5;5\n2;60;5;5\n", geo.Auto, ""},
		{"a.one", "0 9 0 9 0 9\n0 n 1 1\n1 n 1.5 1\n", geo.Auto, ""},
	} {
		f, err := formats.ByFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		notes := &text.Notes{}
		if _, err := f.Read(strings.NewReader(c.text), formats.Input{Name: c.file, Coordinates: c.coordinates, Notes: notes}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(notes.Remarks, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
