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

// doubtfulFiles are files that are refused, or told to be read as one of several things, with what they mean:
// how long they last and how far they reach, the contacts, or the links.
var doubtfulFiles = []struct{ name, file, text, truth string }{
	{"seconds of a day over midnight", "a.csv", "id,time,x,y\na,86380,0,0\na,86390,10,0\na,0,20,0\na,10,30,0\n", "30s 30 0"},
	{"seconds of a week over its end", "a.csv", "id,gps_time,x,y\na,604780,0,0\na,604790,10,0\na,0,20,0\na,10,30,0\n", "30s 30 0"},
	{"times of a day over several midnights", "a.csv", "id,time,x,y\na,23:59:50,0,0\na,00:00:00,10,0\nb,23:59:50,0,0\nb,00:00:00,10,0\na,00:00:10,20,0\n", "20s 20 0"},
	{"hours of a summer's end", "a.csv", "id,time,x,y\na,2024-10-27 02:50:00,0,0\na,2024-10-27 02:10:00,8,0\na,2024-10-27 02:20:00,9,0\n", "30m 9 0"},
	{"a clock of 12 hours", "a.csv", "id,time,x,y\na,11:59:50,0,0\na,12:58:00,4,0\na,1:13:00,8,0\n", "1h13m10s 8 0"},
	{"two runs", "a.csv", "id,run,time,x,y\na,1,0,0,0\na,1,10,8,0\na,2,0,0,0\na,2,10,8,0\n", "10s 8 0"},
	{"two runs that nothing says", "a.csv", "id,time,x,y\na,0,0,0\na,10,8,0\na,1,0,0\na,9,8,0\n", "10s 8 0"},
	{"parts of a date", "a.csv", "id,year,month,day,hour,minute,second,x,y\na,2024,5,13,23,59,58,0,0\na,2024,5,14,0,0,2,8,0\n", "4s 8 0"},
	{"hours and minutes", "a.csv", "id,hour,min,x,y\na,9,59,0,0\na,10,0,60,0\n", "1m0s 60 0"},
	{"numbers of days", "a.csv", "day,id,time,x,y\n1,a,86398,0,0\n2,a,2,8,0\n", "4s 8 0"},
	{"a date, and digits that are seconds", "a.csv", "id,date,time,x,y\na,2024-05-13,34200,0,0\na,2024-05-13,34300,8,0\n", "1m40s 8 0"},
	{"a local time and its offset", "a.csv", "id,local_time,utc_offset,x,y\na,2024-05-13 11:30:00,+02:00,0,0\na,2024-05-13 12:30:10,+03:00,8,0\n", "10s 8 0"},
	{"a local time and one of UTC", "a.csv", "id,local_time,utc_time,x,y\na,2024-03-31 01:59:58,2024-03-31 00:59:58,0,0\na,2024-03-31 03:00:02,2024-03-31 01:00:02,8,0\n", "4s 8 0"},
	{"a trip", "a.csv", "id,start_time,end_time,x,y\na,2024-05-13T09:30:00Z,2024-05-13T09:30:10Z,0,0\n", "0s 0 0"},
	{"minutes and seconds", "a.csv", "id,time,x,y\na,00:00,0,0\na,00:04,8,0\n", "4s 8 0"},
	{"minutes and seconds apart", "a.csv", "id,min,sec,x,y\na,0,58,0,0\na,1,2,8,0\n", "4s 8 0"},
	{"degrees times a million", "a.csv", "id,time,lat,lon\na,0,55600000,12500000\na,4,55600100,12500000\n", "4s 0 11.14"},
	{"AIS's units", "a.csv", "mmsi,time,lat,lon\na,0,-20316000,-42360000\na,4,-20316060,-42360000\n", "4s 0 11.09"},
	{"degrees and minutes", "a.csv", "id,time,lat,lon\na,0,0018.0000,00030.0000\na,4,0018.0060,00030.0000\n", "4s 0 11.06"},
	{"latitude and longitude exchanged", "a.csv", "id,time,lat,lon\na,0,112.5,55.6\na,4,112.5,55.6001\n", "4s 0 11.13"},
	{"feet in a column of units", "a.csv", "id,time,x,y,alt,alt_unit\na,0,0,0,1378,ft\na,4,8,0,1378,ft\n", "4s 8 0"},
	{"pixels", "a.csv", "id,time,x_px,y_px\na,0,0,0\na,4,8,1\n", "4s 8 1"},
	{"a minute in one cell", "a.csv", "id,time,lat,lat_min,lon\na,0,-10,0.0,-20\na,4,-10,0.006,-20\n", "4s 0 11.06"},
	{"a day and a time of contacts", "a.contacts.csv", "a,b,date,start,end\n1,2,2024-05-13,23:59:50,00:00:10\n", "1-2 20s"},
	{"two days and times of contacts", "a.contacts.csv", "a,b,start_date,start_time,end_date,end_time\n1,2,2024-05-13,09:30:00,2024-05-14,09:30:10\n", "1-2 24h0m10s"},
	{"a number of a day of contacts", "a.contacts.csv", "day,a,b,start,end\n1,1,2,86390,10\n", "1-2 20s"},
	{"contacts of two runs", "a.contacts.csv", "run,a,b,start,end\n1,1,2,0,10\n2,1,2,5,20\n", "1-2 10s"},
	{"two ends of contacts", "a.contacts.csv", "a,b,from_when,till_when\n1,2,0,10\n", "1-2 10s"},
	{"contacts over midnight", "a.contacts.csv", "a,b,start,end\n1,2,86380,86390\n1,2,86395,86399\n1,2,5,9\n", "1-2 10s, 1-2 4s, 1-2 4s"},
	{"losses", "a.delivery", "time,from,to,loss\n0,a,b,0.95\n", "0s 0.05"},
	{"percent", "a.delivery", "time,from,to,prr\n0,a,b,80\n", "0s 0.8"},
	{"links of hours and days", "a.delivery", "day,hour,from,to,ratio\n1,23,a,b,0.5\n2,1,a,b,0.75\n", "23h0m0s 0.5, 25h0m0s 0.75"},
	{"links over midnight", "a.delivery", "time,from,to,ratio\n86380,a,b,0.5\n86390,a,b,0.75\n5,a,b,1\n", "0s 0.5"},
	{"links of two runs", "a.delivery", "run,time,from,to,ratio\n1,0,a,b,0.5\n1,9,a,b,0.5\n2,0,a,b,1\n", "0s 0.5"},
}

// Each advice, when it is followed, makes the reading right, or that is told again.
func TestAdviceMakesRightOrIsToldAgain(t *testing.T) {
	said := regexp.MustCompile(`--columns (\w+=\S*[^\s,;.:)])|; (:\w+) would put it|, and (:\w+) (?:reads|in)`)
	followed := 0
	for _, c := range doubtfulFiles {
		got, told := readAny(c.file, c.text, "")
		if got != c.truth && told == "" {
			t.Errorf("%s: read as %q in silence, and it is %q", c.name, got, c.truth)
		}
		advice := ""
		for _, found := range said.FindAllStringSubmatch(told, -1) {
			if unit := found[2] + found[3]; unit != "" {
				advice = regexp.MustCompile(`:\w+\b`).ReplaceAllString(advice, unit)
			} else {
				advice = found[1]
			}
			if strings.Contains(advice, "NAME") || advice == "" {
				continue
			}
			followed++
			again, toldAgain := readAny(c.file, c.text, advice)
			// Of several units the message shows what each makes of the place.
			if again != c.truth && toldAgain == "" && !strings.Contains(told, "says otherwise") && !strings.Contains(told, "would put it") {
				t.Errorf("%s\n%s\nfollowed %s, and it is read as %q in silence, not %q", c.name, told, advice, again, c.truth)
			}
		}
	}
	if followed < 15 {
		t.Errorf("only %d advices were followed", followed)
	}
}

// readAny reads a file of movement, contacts or links, and returns what was read in short, and all that is
// told.
func readAny(file, content, columns string) (got, told string) {
	notes := &text.Notes{}
	var err error
	switch {
	case strings.HasSuffix(file, ".delivery"):
		var table *testbed.Table
		if table, err = testbed.Read(strings.NewReader(content), text.File{Name: file, Notes: notes, Columns: mapped(columns)}, testbed.Delivery); err == nil {
			var rows []string
			for _, r := range table.Rows {
				rows = append(rows, fmt.Sprintf("%v %.4g", r.At, r.Value))
			}
			got = strings.Join(rows, ", ")
		}
	case strings.HasSuffix(file, ".contacts.csv"):
		f, _ := contacts.FormatByName("contacts")
		var trace *contacts.Trace
		if trace, err = f.Read(strings.NewReader(content), file, contacts.Rules{Notes: notes, Columns: mapped(columns)}); err == nil {
			var met []string
			for _, m := range trace.Contacts() {
				met = append(met, fmt.Sprintf("%s-%s %v", trace.Names()[m.A-1], trace.Names()[m.B-1], m.Until-m.From))
			}
			got = strings.Join(met, ", ")
		}
	default:
		f, _ := formats.ByFile(file)
		tr, wrong := f.Read(strings.NewReader(content), formats.Input{Name: file, Notes: notes, Columns: mapped(columns)})
		if err = wrong; err == nil {
			b := tr.Bounds()
			got = fmt.Sprintf("%v %.4g %.4g", tr.Duration(), b.Max[0]-b.Min[0], b.Max[1]-b.Min[1])
		}
	}
	told = strings.Join(notes.Remarks, "\n")
	if err != nil {
		told += err.Error()
	}
	return got, told
}
