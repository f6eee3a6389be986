package contacts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/text"
)

// Files of the shapes that data sets have: the contacts that follow by hand, and what is told.
func TestContactsOfTheField(t *testing.T) {
	scan := 20 * time.Second
	for name, c := range map[string]struct {
		format, file, columns string
		scan                  time.Duration
		want, told            string
	}{
		"SocioPatterns, with groups": {"contacts", "31220\t1467\t1591\t5B\t5B\n31240\t1467\t1591\t5B\t5B\n31240\t7\t1467\tT\t5B\n", "", scan,
			"7-1467 31240..31260; 1467-1591 31220..31260", "rows are read as SocioPatterns', sightings at instants: t i j and perhaps groups: --columns a=1,b=2,time=3"},
		"SocioPatterns, three columns":    {"contacts", "0 1 2\n20 1 3\n", "", scan, "1-2 0..20; 1-3 20..40", "t i j"},
		"three columns the other way":     {"contacts", "1 2 0\n1 3 20\n", "a=1,b=2,time=3", scan, "1-2 0..20; 1-3 20..40", ""},
		"columns by names":                {"contacts", "when,x,y,rssi\n5,a,b,-70\n", "a=x,b=y,time=when", scan, "a-b 5..25", ""},
		"durations in place of ends":      {"contacts", "a,b,time,duration\n1,2,5,4\n", "", 0, "1-2 5..9", "column duration is read as durations in s: --columns duration=duration:ms says otherwise"},
		"durations, and scans":            {"contacts", "a,b,time,duration\n1,2,5,4\n", "", scan, "1-2 5..29", "column duration"},
		"durations of another unit":       {"contacts", "a,b,start_ms,dur_ms\n1,2,5000,4000\n", "", 0, "1-2 5..9", "durations in ms: --columns duration=dur_ms:s"},
		"durations by a mapping":          {"contacts", "a,b,time,far\n1,2,5,4000\n", "duration=far:ms", 0, "1-2 5..9", ""},
		"ends, and durations":             {"contacts", "a,b,start,end,duration\n1,2,5,9,4\n", "", 0, "1-2 5..9", "column end is read as the end, and durations in duration are not read"},
		"a header in a comment":           {"contacts", "# end start a b\n9 5 1 2\n", "", 0, "1-2 5..9", ""},
		"a name that says time":           {"contacts", "a,b,scan_time\n1,2,5\n", "", scan, "1-2 5..25", "column scan_time is read as the time, in s"},
		"units of start and end":          {"contacts", "a,b,start_ms,end_ms\n1,2,5000,9000\n", "", 0, "1-2 5..9", ""},
		"perhaps milliseconds":            {"contacts", "a,b,start,end\n1,2,1000,9000\n", "", 0, "1-2 1000..9000", "all times are multiples of 2h13m20s apart: are they milliseconds? --columns start=start:ms says so"},
		"perhaps hours":                   {"contacts", "a,b,start,end\n1,2,0,0.5\n", "", 0, "1-2 0..0.5", "no contact lasts longer than 500ms: are times in minutes or hours? --columns start=start:min says so"},
		"instants, and what is not read":  {"contacts", "a,b,time,lasts\n1,2,5,4\n", "", scan, "1-2 5..25", "rows are sightings at instants; not read are lasts: --columns end=NAME or duration=NAME"},
		"a header of unknown names":       {"contacts", "# un deux trois quatre\n1 2 5 9\n", "", 0, "1-2 5..9", "the comment above the first row, # un deux trois quatre, has a word for each column"},
		"Copenhagen's":                    {"contacts", "# timestamp,user_a,user_b,rssi\n600,1,24,-72\n", "", scan, "1-24 600..620", "rows are sightings at instants; not read are rssi"},
		"a name that begins with a hash":  {"contacts", "a,b,start,end\n1,2,5,9\n#1,3,5,9\n", "", 0, "1-2 5..9", "left out as comments: 1 lines that begin with # and look like rows"},
		"no header":                       {"contacts", "1 2 5 9\n", "", 0, "1-2 5..9", "rows without a header are read as a b start end: --columns a=1,b=2,start=3,end=4"},
		"milliseconds":                    {"contacts", "a,b,start,end\n1,2,5000,9000\n", "start=start:ms", 0, "1-2 5..9", ""},
		"names of devices":                {"contacts", "a,b,start,end\n1.0,-2,5,9\n", "", 0, "-2-1.0 5..9", "names like -2 are read as nodes, 1 in all: if they stand for nobody, or for a stranger, delete their rows"},
		"a day and times over midnight":   {"contacts", "a,b,day,start,end\n1,2,7,23:59:50,00:00:10\n", "", 0, "1-2 86390..86410", "1 ends are before their start, and are read as of the next day"},
		"numbers of days":                 {"contacts", "day,a,b,start,end\n1,1,2,5,9\n2,1,2,5,9\n", "", 0, "1-2 5..9; 1-2 86405..86409", "as number and time of the day: --columns start=start reads it alone"},
		"days of start and end":           {"contacts", "a,b,start_date,start_time,end_date,end_time\n1,2,1970-01-02,00:00:05,1970-01-03,00:00:09\n", "", 0, "1-2 86405..172809", "columns start_date and start_time are read as the day and the time"},
		"a day for both, and it is said":  {"contacts", "a,b,D,began,ended\n1,2,1970-01-02,00:00:05,00:00:09\n", "start=D+began,end=D+ended", 0, "1-2 86405..86409", "no zone"},
		"a clock that begins again":       {"contacts", "a,b,start,end\n1,2,86390,86395\n1,3,86390,86395\n1,2,86397,86399\n1,3,86397,86399\n1,2,5,9\n1,3,5,9\n", "", 0, "1-2 5..9; 1-2 86390..86395; 1-2 86397..86399; 1-3 5..9; 1-3 86390..86395; 1-3 86397..86399", "rows were sorted, though times fall far, 2 times, from 23h59m57s to 5s the farthest"},
		"rows by their pairs":             {"contacts", "a,b,start,end\n1,2,5,9\n1,2,90,95\n1,3,5,9\n1,3,90,95\n", "", 0, "1-2 5..9; 1-2 90..95; 1-3 5..9; 1-3 90..95", ""},
		"one name in two forms":           {"contacts", "a,b,start,end\n1,1.0,5,9\n", "", 0, "1-1.0 5..9", "1 and 1.0 are read as two nodes"},
		"SNAP's, the time last":           {"contacts", "1 4 1082040961\n2 5 1082040981\n", "", scan, "1-4 1.082040961e+09..1.082040981e+09; 2-5 1.082040981e+09..1.082041001e+09", "since the third is a number of seconds since 1970: --columns a=2,b=3,time=1"},
		"SocioPatterns, by commas":        {"contacts", "31220,1467,1591,5B,5B\n", "", scan, "1467-1591 31220..31240", "t i j"},
		"hours, minutes and seconds":      {"contacts", "a,b,start,duration\n1,2,5,0:01:05\n", "", 0, "1-2 5..70", "durations in s"},
		"durations in minutes":            {"contacts", "a,b,start,duration_min\n1,2,5,1\n", "", 0, "1-2 5..65", "--columns duration=duration_min:s says otherwise"},
		"perhaps minutes":                 {"contacts", "a,b,start,end\n" + strings.Repeat("1,2,5,9\n", 20), "", 0, "1-2 5..9", "no contact lasts longer than 4s: are times in minutes or hours? --columns start=start:min says so"},
		"seconds by their name":           {"contacts", "a,b,start_s,end_s\n" + strings.Repeat("1,2,5,9\n", 20), "", 0, "1-2 5..9", ""},
		"nobody's rssi":                   {"contacts", "a,b,start,end,rssi\n1,2,5,9,-70\n1,-1,5,9,0\n", "", 0, "-1-1 5..9; 1-2 5..9", "say that a row is no contact: rssi is 0 in 1 of 2 rows: --columns no=rssi:0 leaves them out"},
		"UPB's":                           {"contacts", "MAC1 MAC2 start end\na b 5 9\n", "", 0, "a-b 5..9", ""},
		"Reality's":                       {"contacts", "startTime,endTime,person,other,mac\n5,9,a,b,1\n", "", 0, "a-b 5..9", "column other is read as the b, and not mac"},
		"NetSense's":                      {"contacts", "btnamej,btnamei,avg_RSSI,s_timestamp,e_timestamp,dur\nb,a,-70,5,9,4\n", "", 0, "a-b 5..9", "column e_timestamp is read as the end"},
		"beginnings and ends":             {"contacts", "time,a,b,event\n5,1,2,up\n6,2,3,up\n9,1,2,down\n20,2,1,up\n21,1,3,down\n25,1,2,down\n", "", scan, "1-2 5..9; 1-2 20..25; 2-3 6", "left out: 1 rows that end what has not begun"},
		"beginnings of both sides":        {"contacts", "time,a,b,state\n5,1,2,Connected\n6,2,1,Connected\n9,1,2,Disconnected\n11,2,1,Disconnected\n", "", 0, "1-2 5..11", "rows begin and end contacts"},
		"a state that is always the same": {"contacts", "time,a,b,status\n5,1,2,connected\n9,1,2,connected\n", "", scan, "1-2 5..29", "rows are sightings at instants; not read are status"},
		"beginnings alone":                {"contacts", "time,a,b,event\n5,1,2,up\n9,1,2,down\n", "no=event:down", scan, "1-2 5..25", ""},
		"a state of yes and no":           {"contacts", "time,a,b,state\n5,1,2,1\n9,1,2,0\n", "", scan, "1-2 5..29", "state is 0 in 1 of 2 rows"},
		"times that lost digits":          {"contacts", "a,b,time\n1,2,1.77764E+09\n1,3,1.77765E+09\n", "", scan, "1-2 1.77764e+09..1.77764002e+09; 1-3 1.77765e+09..1.77765002e+09", "times like 1.77764E+09 have few digits, so that all are multiples of 2h46m40s apart"},
		"rows of one instant":             {"contacts", "a,b,time\n1,2,1777640000\n1,3,1777640000\n2,3,1777640000\n", "", scan, "1-2 1.77764e+09..1.77764002e+09; 1-3 1.77764e+09..1.77764002e+09; 2-3 1.77764e+09..1.77764002e+09", "all 3 rows are of one instant"},
		"an end that goes on":             {"contacts", "a,b,start,end\n1,3,0,999999\n1,2,5,9\n1,4,7,90\n1,5,20,80\n1,6,20,80\n1,7,20,80\n", "", 0, "1-2 5..9; 1-3 0..999999; 1-4 7..90; 1-5 20..80; 1-6 20..80; 1-7 20..80", "1 of 12 beginnings and ends are far from all others"},
		"days of a spreadsheet":           {"contacts", "a,b,start,end\n1,2,46143.5,46143.501\n", "", 0, "1-2 46143.5..46143.501", "are times days of a spreadsheet? --columns start=start:d says so"},
		"scans further apart":             {"contacts", "a,b,time\n" + strings.Repeat("1,2,0\n1,2,300\n", 10), "", scan, "1-2 0..20; 1-2 300..320", "--scan 5m0s (scan: 5m0s in a scenario) makes each hold until the next"},
		"seconds with exponents":          {"contacts", "a,b,start,end\n1,2,1.0e+01,6.0e+01\n1,3,3.0e+01,9.0e+01\n1,4,1.0e+02,1.5e+02\n1,5,2.0e+02,2.6e+02\n1,6,3.0e+02,4.2e+02\n", "", 0, "1-2 10..60; 1-3 30..90; 1-4 100..150; 1-5 200..260; 1-6 300..420", ""},
		"nobody, as R writes it":          {"contacts", "a,b,start,end\n1,2,5,9\n1,NA,5,9\n", "", 0, "1-2 5..9; 1-NA 5..9", "names like NA are read as nodes"},
		"the address of all":              {"contacts", "a,b,start,end\n1,2,5,9\n1,ff:ff:ff:ff:ff:ff,5,9\n", "", 0, "1-2 5..9; 1-ff:ff:ff:ff:ff:ff 5..9", "names like ff:ff:ff:ff:ff:ff are read as nodes"},
		"The ONE in capital letters":      {"one-contacts", "0 CONN 1 2 UP\n0 CONN 2 1 UP\n192 CONN 1 2 DOWN\n192 CONN 2 1 DOWN\n", "", 0, "1-2 0..192", ""},
	} {
		columns, err := text.ParseMapping(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		notes := &text.Notes{}
		got := told(read(t, c.format, c.file, contacts.Rules{Scan: c.scan, Notes: notes, Columns: columns}))
		remarks := strings.Join(notes.Remarks, "\n")
		if got != c.want || !strings.Contains(remarks, c.told) || c.told == "" && remarks != "" {
			t.Errorf("%s: %s, want %s; told %q, want %q", name, got, c.want, remarks, c.told)
		}
	}
}

// A table of contacts that says its columns in part is refused, with what is missing.
func TestHalfAHeaderOfContacts(t *testing.T) {
	for file, want := range map[string]string{
		"# a b from_when till_when\n1 2 5 9\n": `the comment above the first row is its header: columns "from_when" and "till_when" may both be the time: --columns (columns: in a scenario) says which, like --columns time=from_when, or start=NAME,end=NAME, as --columns start=from_when,end=till_when`,
		"a,b,start\n1,2,5\n":                   "no column called end, stop",
		"a,b,start,end_ms\n1,2,5,9\n":          `column "end_ms" is in ms by its name, and the start is not: --columns (columns: in a scenario) says the unit of both, like --columns start=start:ms`,
		"a,b,time,duration\n1,2,5,-4\n":        "must be from 0",
	} {
		if _, err := format(t, "contacts").Read(strings.NewReader(file), "file", contacts.Rules{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
}

// Rows of positions are no contacts: their first columns are coordinates, or dates.
func TestPositionsAreNoContacts(t *testing.T) {
	for _, row := range []string{"37.75153 -122.39447 0 1211000000\n", "1,2008-02-02 15:36:08,39.9,116.5\n", "-5,7,1,2\n"} {
		if _, err := format(t, "contacts").Read(strings.NewReader(row), "file", contacts.Rules{}); err == nil || !strings.Contains(err.Error(), "without a header the columns are a, b, start and end: --columns") {
			t.Errorf("%q: %v", row, err)
		}
	}
}

// A row of a clock that was not set is told; rows of two days are not.
func TestFarInstantsAreTold(t *testing.T) {
	for far, want := range map[string]bool{"0": true, "946684840": true, "1777550000": false} {
		file := "a,b,time\n1,3," + far + "\n"
		for i := range 12 {
			file += fmt.Sprintf("1,2,%d\n", 1777640000+700*i)
		}
		notes := &text.Notes{}
		read(t, "contacts", file, contacts.Rules{Scan: 20 * time.Second, Notes: notes})
		if told := strings.Join(notes.Remarks, "\n"); strings.Contains(told, "2 of 26 beginnings and ends are far from all others") != want {
			t.Errorf("%s: told %q", far, told)
		}
	}
}
