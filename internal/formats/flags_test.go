package formats_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/formats"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/testbed"
	"bellwether/internal/formats/text"
)

// flagRows are the rows of each table below; in one of them the flag says that it is none.
const (
	flagRows = 12
	badRow   = 7
)

// flagged is a table of a kind with one more column, and how many rows of it are read as something.
var flagged = map[string]struct {
	header string
	row    func(i int) string
	read   func(table string, in text.File) (int, error)
}{
	"fix": {"node,time,x,y", func(i int) string { return fmt.Sprintf("a,%d,%d,0", 3*i, 2*i) }, func(table string, in text.File) (int, error) {
		f, _ := formats.ByName("csv")
		tr, err := f.Read(strings.NewReader(table), formats.Input{Name: in.Name, Notes: in.Notes, Columns: in.Columns})
		if err != nil {
			return 0, err
		}
		_, fixes := tr.Clashes()
		return fixes, nil
	}},
	"contact": {"a,b,start,end", func(i int) string { return fmt.Sprintf("a,b,%d,%d", 100*i, 100*i+90) }, func(table string, in text.File) (int, error) {
		f, _ := contacts.FormatByName("contacts")
		tr, err := f.Read(strings.NewReader(table), in.Name, contacts.Rules{Notes: in.Notes, Columns: in.Columns})
		if err != nil {
			return 0, err
		}
		return tr.Tally().Rows, nil
	}},
	"link": {"time,from,to,prr", func(i int) string { return fmt.Sprintf("%d,a,b,0.%d", 97*i, 50+i) }, func(table string, in text.File) (n int, err error) {
		tr, err := testbed.Read(strings.NewReader(table), in, testbed.Delivery)
		if err != nil {
			return 0, err
		}
		for _, row := range tr.Rows {
			if !row.Silent {
				n++
			}
		}
		return n, nil
	}},
}

// A column that is not read and says that a row is none is told in each kind of table, with a
// mapping that leaves the row out and is told nothing more.
func TestFlagsAreTold(t *testing.T) {
	for _, c := range []struct{ name, good, bad string }{
		{"valid", "1", "0"}, {"position_valid", "1.0", "0.0"}, {"usable", "Y", "N"}, {"gps_status", "A", "V"}, {"signal", "ok", "none"}, {"confirmed", "ja", "nein"}, // yes and no
		{"strange", "1", "0"}, {"connected", "true", "false"}, {"verified", "yes", ""}, // names that no list has, and empty cells
		{"state", "up", "down"}, {"type", "contact", "no contact"}, {"mode", "3D", "No fix"}, {"result", "fine", "not available"}, {"Zustand", "Kontakt", "kein Kontakt"}, // words
		{"deleted", "no", "yes"}, {"outlier", "", "TRUE"}, {"no_fix", "0", "1"}, {"error", "none", "timeout"}, // yes is bad
		{"quality", "3", "0"}, {"fix", "3", "-1"}, {"satellites", "9", "0"}, {"LC", "3", "Z"}, {"PosQuality", "high", "poor"}, // qualities
		{"qc", "1", "4"}, {"status", "ok", "glitch"}, {"status", "7", "13"}, // codes
	} {
		for kind := range flagged {
			checkFlag(t, kind, c.name, c.good, c.bad)
		}
	}
	for _, c := range []struct{ name, good, bad string }{{"packets", "4", "0"}, {"rssi", "-70", "127"}, {"contact", "2", "0"}, {"rssi", "-70", "-127"}, {"event", "start", "end"}, {"contact_type", "near", "none"}} {
		checkFlag(t, "contact", c.name, c.good, c.bad)
		checkFlag(t, "link", c.name, c.good, c.bad)
	}
}

// flagTable is a table with one more column, of which one row has another value.
func flagTable(kind, name, good, bad string) string {
	table := flagged[kind].header + "," + name + "\n"
	for i := range flagRows {
		value := good
		if i == badRow {
			value = bad
		}
		table += flagged[kind].row(i) + "," + value + "\n"
	}
	return table
}

// followed is a mapping that a remark advises.
var followed = regexp.MustCompile(`--columns (\S*no=\S+) (leaves them out|reads that nothing is heard)$`)

func checkFlag(t *testing.T, kind, name, good, bad string) {
	t.Helper()
	table, notes := flagTable(kind, name, good, bad), &text.Notes{}
	n, err := flagged[kind].read(table, text.File{Name: "file", Notes: notes})
	told := strings.Join(notes.Remarks, "\n")
	advice := followed.FindStringSubmatch(told)
	if err != nil || n != flagRows || advice == nil || !strings.Contains(told, "may say that a row is no "+kind+": "+name+" is ") || !strings.Contains(told, fmt.Sprintf(" in 1 of %d rows", flagRows)) {
		t.Errorf("%s, %s %q and %q: read %d, %v, told %q", kind, name, good, bad, n, err, told)
		return
	}
	notes = &text.Notes{}
	if n, err = flagged[kind].read(table, text.File{Name: "file", Notes: notes, Columns: mapped(advice[1])}); err != nil || n != flagRows-1 || len(notes.Remarks) != 0 {
		t.Errorf("%s, %s %q and %q by %s: read %d, %v, told %q", kind, name, good, bad, advice[1], n, err, notes.Remarks)
	}
}

// Columns of the node, of measures and of texts are not told, and neither is what all rows have.
func TestFlagsThatAreNone(t *testing.T) {
	for _, c := range []struct{ name, most, rare string }{
		{"type", "bus", "tram"}, {"battery", "80", "0"}, {"floor", "1", "0"}, {"speed", "3.2", "0"}, {"occupied", "1", "0"}, {"onground", "False", "True"}, {"direction", "up", "down"},
		{"ignition", "on", "off"}, {"weather", "good", "bad"}, {"activity", "moving", "not moving"}, {"route", "12", "Not in service"}, {"gap", "20", "0"}, {"fix_age", "5", "0"}, {"event", "pickup", "dropped off"},
		{"title", "A", "Error"}, {"status", "moving", "parked"}, {"address", "No 5", "No 7"}, {"satellites", "0", "0"}, {"strange", "0", "0"}, {"deleted", "yes", "yes"}, {"k", "1", "0"}, {"provider", "gps", "network"},
	} {
		for kind := range flagged {
			notes := &text.Notes{}
			if n, err := flagged[kind].read(flagTable(kind, c.name, c.most, c.rare), text.File{Name: "file", Notes: notes}); err != nil || n != flagRows || len(notes.Remarks) != 0 {
				t.Errorf("%s, %s %q and %q: read %d, %v, told %q", kind, c.name, c.most, c.rare, n, err, notes.Remarks)
			}
		}
	}
}

// A mapping says of several columns which values make rows none; what it cannot say is refused or told.
func TestRowsThatAMappingLeavesOut(t *testing.T) {
	const table = "node,time,x,y,valid,mode\na,0,0,0,1,3D\na,1,1,0,0,3D\na,2,2,0,1,No fix\na,3,3,0,1,3D\n"
	for _, c := range []struct {
		columns, table, told string
		fixes                int
	}{
		{"no=valid:0", table, "mode is No fix in 1 of 3 rows: --columns no=valid:0,no=mode:No_fix leaves them out", 3},
		{"time=time:s,no=valid:0,no=mode:no_fix", table, "", 2},
		{"no=5:0.0,no=6:no_fix", table, "", 2},
		{"no=valid:0,no=mode:no_fix,no=valid:0.0,no=time:1", table, "", 2},
		{"node=1,time=2,x=3,y=4,no=5:0", "a,0,0,0,1\na,1,1,0,0\na,2,2,0,1\n", "", 2},
		{"no=valid:7,no=mode:no_fix", table, "no row has 7 in column valid, as --columns no=valid:7 says", 3},
		{"no=ok:0", table, `there is no column "ok", as no=ok:0 of --columns`, 0},
		{"no=valid:0,no=valid:1", table, "leaves none of 4 rows", 0},
	} {
		notes := &text.Notes{}
		n, err := flagged["fix"].read(c.table, text.File{Name: "file", Notes: notes, Columns: mapped(c.columns)})
		told := strings.Join(notes.Remarks, "\n")
		if err != nil {
			told += err.Error()
		}
		if n != c.fixes || !strings.Contains(told, c.told) || c.told == "" && told != "" {
			t.Errorf("%s: %d fixes, told %q, want %d, %q", c.columns, n, told, c.fixes, c.told)
		}
	}
	for _, word := range []string{"no=valid", "no=:0", "no=valid:"} {
		if _, err := text.ParseMapping(word); err == nil || !strings.Contains(err.Error(), "want no=column:value, like no=valid:0") {
			t.Errorf("%s: %v", word, err)
		}
	}
	if _, err := text.ParseMapping("no=valid:"); err == nil || !strings.Contains(err.Error(), "or no=valid:empty for cells that are empty") {
		t.Error(err)
	}
	f, _ := formats.ByName("ns2")
	if _, err := f.Read(strings.NewReader(""), formats.Input{Name: "a.tcl", Columns: mapped("no=valid:0")}); err == nil || !strings.Contains(err.Error(), "has no columns to choose") {
		t.Error(err)
	}
}

// Properties of points are flags as columns are.
func TestFlagsOfFeatures(t *testing.T) {
	points := strings.NewReplacer(`"%": 1`, `"name": "a", "Valid": true`, `"%": 2`, `"name": "a", "Valid": false`, `"%": 3`, `"name": "a", "Valid": true`).Replace(pointsOf)
	f, _ := formats.ByName("geojson")
	for columns, want := range map[string]int{"": 3, "no=valid:false": 2} {
		notes := &text.Notes{}
		tr, err := f.Read(strings.NewReader(points), formats.Input{Name: "a.geojson", Notes: notes, Columns: mapped(columns)})
		if err != nil {
			t.Fatal(err)
		}
		told := strings.Join(notes.Remarks, "\n")
		_, fixes := tr.Clashes()
		if is := strings.Contains(told, "may say that a row is no fix: valid is false in 1 of 3 rows: --columns no=valid:false leaves them out"); fixes != want || is != (columns == "") {
			t.Errorf("%q: %d fixes, told %q", columns, fixes, told)
		}
	}
}
