package formats_test

import (
	"slices"
	"strings"
	"testing"

	"bellwether/internal/formats"
)

const conn = "12.5 CONN 3 7 up\n80 CONN 3 7 down\n"

// Whatever the name of a file is, its content is recognised if only one format fits, and
// the message says how to choose a format.
func TestRecognisedByContent(t *testing.T) {
	long := "0" + strings.Repeat(" 1 2 3", 30000)
	for _, c := range []struct{ file, text, format, remark, fault string }{
		{"events.txt", conn, "one-contacts", "events.txt: read as one-contacts by its content, since no format has its file extension: --from one-contacts (format: one-contacts in a scenario) makes it sure", ""},
		{"events.csv", conn, "one-contacts", "its file extension says csv", ""},
		{"events.csv.gz", string(zip(t, conn)), "one-contacts", "its file extension says csv", ""},
		{"walk.one", conn, "one-contacts", "its file extension says one:", ""},
		{"events.conn", conn, "one-contacts", "", ""},
		{"a.txt", "\ufeff$node_(0) set X_ 1\r\n$node_(0) set Y_ 1\r\n", "ns2", "read as ns2", ""},
		{"a.csv", "<?xml version=\"1.0\"?>\n<!-- x -->\n<fcd-export>\n", "fcd", "read as fcd", ""},
		{"a.xml", "<gpx>", "gpx", "says fcd", ""},
		{"a", "{\"type\": \"FeatureCollection\"}", "geojson", "read as geojson", ""},
		{"a.dat", "a,b,start,end\n1,2,3,4\n", "contacts", "says csv", ""},
		{"a.contacts", "node,time,x,y\n1,2,3,4\n", "csv", "says contacts", ""},
		{"a.txt", "0 9 0 9 0 9\n0 n 8 1\n1 n 3 1\n", "one", "read as one by", ""},
		{"a.txt", "3 0 9 0 9 0 9\n3 0,1,1 1,2,2\n", "one-paths", "read as one-paths", ""},
		{"a.txt", long, "bonnmotion", "read as bonnmotion", ""},
		{"a.csv", "1 2 3 4\n1 3 5 9\n", "csv", "", ""},                                                                                                                         // by its name
		{"a.txt", "1 2 3 4\n1 3 5 9\n", "", "", "a.txt: its content can be bonnmotion or csv or contacts, and no format has its file extension: say which, --from bonnmotion"}, // any of three fits
		{"a.conn", "12.5 CONN 3 7 up\n80 CONN 3 7\n", "one-contacts", "", ""},                                                                                                  // with a fault, and no table of another format
		{"a.txt", "hello\n", "", "", "no format has this file extension: give one of bonnmotion"},
		{"a.txt", "", "", "", "no format has this file extension"},
		{"a.csv", "\x00\x01\x02", "csv", "", ""}, // the reader's error has the reason
	} {
		choice, err := formats.Choose(c.file, []byte(c.text))
		switch {
		case c.fault != "":
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: %v, %v, want the error %q", c.file, choice, err, c.fault)
			}
		case err != nil:
			t.Errorf("%s: %v", c.file, err)
		case choice.Format != c.format || (c.remark == "") != (choice.Remark == "") || !strings.Contains(choice.Remark, c.remark):
			t.Errorf("%s: %+v, want %s and %q", c.file, choice, c.format, c.remark)
		}
	}
}

// A file that a reader accepts is recognised as having its format.
func TestSamplesAreRecognised(t *testing.T) {
	for _, s := range samples {
		f, err := formats.ByFile(s.file)
		if err != nil || strings.HasSuffix(s.file, ".gz") {
			continue
		}
		if can := formats.Recognise([]byte(s.text)); !slices.Contains(can, f.Name) {
			t.Errorf("%s: recognised as %v, want %s", s.name, can, f.Name)
		}
	}
}

// Files of the field have their format by their name, and none of them another by its content.
func TestFieldSamplesAreRecognised(t *testing.T) {
	for _, s := range fieldSamples {
		f, err := formats.ByFile(s.file)
		if err != nil {
			t.Fatal(err)
		}
		if choice, err := formats.Choose(s.file, []byte(s.text)); err != nil || choice.Format != f.Name {
			t.Errorf("%s: read as %v, want %s: %v", s.name, choice, f.Name, err)
		}
	}
}

// Without a known ending the content decides, also of what other programs write.
func TestFieldSamplesAreRecognisedByContent(t *testing.T) {
	for _, s := range fieldSamples {
		f, err := formats.ByFile(s.file)
		if err != nil || f.Name == "core" || s.in.Columns.Given() { // CORE's commands are ns-2's, and a mapping is not in the content
			continue
		}
		if choice, err := formats.Choose("a.txt", []byte(s.text)); err != nil || choice.Format != f.Name {
			t.Errorf("%s: read as %v, want %s: %v", s.name, choice, f.Name, err)
		}
	}
}
