package testbed_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/testbed"
	"bellwether/internal/formats/text"
)

func read(file string, kind testbed.Kind) (*testbed.Table, error) {
	return testbed.Read(strings.NewReader(file), text.File{Name: "day.csv"}, kind)
}

func TestTables(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		kind testbed.Kind
		want string
	}{
		"seconds": {"time,from,to,rssi\n0,n2,n10,-71.5\n5.5,n10,n2,-80\n9,n2,n10,\n", testbed.RSSI,
			"[n2 n10] 0s 1-2 -71.5, 5.5s 2-1 -80, 9s 1-2 silent"},
		"dates, other columns, any order": {"\ufeffprr;lqi;dst;src;timestamp\n0.5;9;b;a;2026-05-01T12:01:00Z\n# pause\n\n1;9;a;b;2026-05-01T12:00:00Z\n", testbed.Delivery,
			"[a b] 1m0s 1-2 0.5, 0s 2-1 1"},
		"without time":           {"tx rx ratio\na b 0\nb a nan\nb a -\n", testbed.Delivery, "[a b] 0s 1-2 0, 0s 2-1 silent, 0s 2-1 silent"},
		"a log without a header": {"0 1 2 -71\n60 2 1 -80\n", testbed.RSSI, "[1 2] 0s 1-2 -71, 1m0s 2-1 -80"},
		"dates without a zone":   {"time,from,to,rssi\n2026-05-01 12:00:09,a,b,-3\n2026-05-01 12:00:00,a,b,-4\n", testbed.RSSI, "[a b] 9s 1-2 -3, 0s 1-2 -4"},
		"since 1970":             {"t,sender,receiver,dBm\n1750000010,a,b,-1\n1750000000,a,c,-200\n", testbed.RSSI, "[a b c] 10s 1-2 -1, 0s 1-3 -200"},
	} {
		table, err := read(c.text, c.kind)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var rows []string
		for _, r := range table.Rows {
			value := fmt.Sprint(r.Value)
			if r.Silent {
				value = "silent"
			}
			rows = append(rows, fmt.Sprintf("%v %d-%d %s", r.At, r.From, r.To, value))
		}
		if got := fmt.Sprint(table.Names, " ", strings.Join(rows, ", ")); got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
	}
	if table, _ := read("time,from,to,prr\n2026-05-01T12:00:00Z,a,b,1\n", testbed.Delivery); !table.Start.Equal(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("begins at %v", table.Start)
	}
}

func TestRefusals(t *testing.T) {
	for file, want := range map[string]string{
		"":                               "day.csv:1: the file ends and has no rows",
		"time,from,to,rssi\n":            "the file ends and has a header alone",
		"time,from,to,prr\n0,a,b,1\n":    "day.csv:1: the header has no column rssi or rssi_dbm or dbm: a table of kind rssi begins with a header like time,from,to,rssi",
		"time,to,rssi\n":                 "no column from or src",
		"time,from,to,rssi\n0,a,b\n":     "day.csv:2: has 3 columns, the header 4",
		"from,to,rssi\na,a,-1\n":         "day.csv:2: node \"a\" hears itself",
		"from,to,rssi\na,b,1\n":          "day.csv:2: rssi: \"1\": must be from -200 to 0 dBm",
		"from,to,rssi\na,b,low\n":        "day.csv:2: rssi: ",
		"from,to,rssi\n,b,-3\n":          "a node without a name",
		"time,from,to,rssi\n-1,a,b,-3\n": "must not be negative",
		"time,from,to,rssi\n2026-05-01T12:00:00Z,a,b,-3\n1,a,b,0": "day.csv:3: time: \"1\": want one like 2026-05-01T12:00:00Z",
	} {
		if _, err := read(file, testbed.RSSI); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
	for file, want := range map[string]string{
		"from,to,ratio\na,b,93\n":  "is it in percent?",
		"from,to,ratio\na,b,-1\n":  "must be from 0 to 1",
		"from,to,ratio\na,b,1e9\n": "must be from 0 to 1",
	} {
		if _, err := read(file, testbed.Delivery); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
	notes := &text.Notes{Lenient: true}
	if _, err := testbed.Read(strings.NewReader("from,to,rssi\na,b,-1\na,b,x\nb,a,-3\n"), text.File{Name: "day.csv", Notes: notes}, testbed.RSSI); err != nil || notes.Bad != 1 {
		t.Errorf("lenient: %v, %d bad rows", err, notes.Bad)
	}
}

// FuzzTable: any bytes are an error, or a table within its bounds.
func FuzzTable(f *testing.F) {
	f.Add("time,from,to,rssi\n0,a,b,-3\n1,b,a,\n", true)
	f.Add("src dst prr\na b .5\n", false)
	f.Add("\"ti\"\"me\";from;to;rssi\n2026-05-01T12:00:00Z;a;b;nan", true)
	f.Fuzz(func(t *testing.T, file string, strengths bool) {
		kind := testbed.Delivery
		if strengths {
			kind = testbed.RSSI
		}
		table, err := read(file, kind)
		if err != nil {
			if !strings.Contains(err.Error(), "day.csv:") {
				t.Fatalf("no file and line: %v", err)
			}
			return
		}
		if len(table.Rows) == 0 || !slices.Equal(table.Names, slices.Compact(slices.Clone(table.Names))) {
			t.Fatalf("%d rows of %v", len(table.Rows), table.Names)
		}
		for _, r := range table.Rows {
			low, high := 0.0, 1.0
			if strengths {
				low, high = -200, 0
			}
			if r.At < 0 || r.From < 1 || r.To < 1 || max(r.From, r.To) > len(table.Names) || r.From == r.To || !(r.Value >= low && r.Value <= high) {
				t.Fatalf("row %+v of %v", r, table.Names)
			}
		}
	})
}

// A mapping says which columns mean what, and what is assumed of a table without a header is told.
func TestColumnsOfATable(t *testing.T) {
	for _, c := range []struct{ columns, text, told string }{
		{"time=when:ms,from=i,to=j,value=power", "i,j,power,when\na,b,-3,5000\n", ""},
		{"time=4:ms,from=1,to=2,value=3", "a b -3 5000\n", ""},
		{"", "5 a b -3\n", "has no column"},
		{"", "5 1 2 -3\n", "rows without a header are read as time, from, to, rssi: --columns time=1,from=2,to=3,value=4 counts them otherwise"},
	} {
		columns, err := text.ParseMapping(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		notes := &text.Notes{}
		table, err := testbed.Read(strings.NewReader(c.text), text.File{Name: "day.csv", Notes: notes, Columns: columns}, testbed.RSSI)
		if err != nil {
			if c.told == "" || !strings.Contains(err.Error(), c.told) {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if r := table.Rows[0]; r.At != 5*time.Second || r.Value != -3 || len(table.Names) != 2 {
			t.Errorf("%q: %+v", c.text, table)
		}
		if got := strings.Join(notes.Remarks, " "); (got == "") != (c.told == "") || !strings.Contains(got, c.told) {
			t.Errorf("%q tells %q, want %q", c.text, got, c.told)
		}
	}
}

// Rows never fall together at one time in silence, whatever their column of times is called.
func TestTimesOfLinks(t *testing.T) {
	for _, c := range []struct{ text, columns, want, told string }{
		{"datetime,from,to,rssi\n2026-05-01 12:00:00,a,b,-3\n2026-05-01 12:00:05,a,b,-4\n", "", "0s 5s", "read as UTC"},
		{"date,from,to,rssi\n2026-05-01,a,b,-3\n2026-05-02,a,b,-4\n", "", "0s 24h0m0s", "read as UTC"},
		{"ts,from,to,rssi\n0,a,b,-3\n5,a,b,-4\n", "", "0s 5s", ""},
		{"epoch,from,to,rssi\n0,a,b,-3\n5,a,b,-4\n", "", "0s 5s", "column epoch is read as the time, in s: --columns time=epoch:ms"},
		{"hour,from,to,rssi\n0,a,b,-3\n2,a,b,-4\n", "", "0s 2h0m0s", "column hour is read as the time, in h: --columns time=hour:s"},
		{"ts_ms,from,to,rssi\n0,a,b,-3\n5,a,b,-4\n", "", "0s 5ms", ""},
		{"date,time,from,to,rssi\n2026-05-01,23:59:59,a,b,-3\n2026-05-02,00:00:04,a,b,-4\n", "", "0s 5s", "columns date and time are read as the day and the time"},
		{"round,from,to,rssi\n0,a,b,-3\n5,a,b,-4\n", "", "0s 0s", "no column is read as the time, so all rows are at one time; and not read are round: --columns time=NAME says otherwise\nday.csv: left out: 1 of 2 rows, since a later row has the same link and time"},
		{"time,from,to,rssi\n09:05:00,a,b,-3\n09:05:05,a,b,-4\n", "", "0s 5s", "times like 09:05:00 have no date, and are read as of one day"},
		{"time,from,to,rssi\n1000,a,b,-3\n5000,a,b,-4\n", "", "16m40s 1h23m20s", "all times are multiples of 1h6m40s apart: are they milliseconds? --columns time=time:ms says so"},
		{"ts_us,from,to,rssi\n1777636800000,a,b,-3\n1777636800005,a,b,-4\n", "", "493h47m16.8s 493h47m16.800005s", "times like 1777636800000 are read as us, as the name of their column says: --columns time=ts_us:ms says otherwise"},
		{"day,hour,from,to,rssi\n1,23,a,b,-3\n2,1,a,b,-4\n", "", "23h0m0s 25h0m0s", "as number and time of the day: --columns time=hour reads it alone"},
		{"time,from,to,rssi\n86380,a,b,-3\n86390,a,b,-4\n5,a,b,-5\n", "", "23h59m40s 23h59m50s 5s", "rows were sorted, though times fall far, 1 times, from 23h59m50s to 5s the farthest"},
		{"time,duration,from,to,rssi\n0,4,a,b,-3\n5,4,a,b,-4\n", "", "0s 5s", "column duration is not read: a row holds until the next of its link, and one with an empty value ends it"},
		{"round,from,to,rssi\n0,a,b,-3\n5,a,b,-4\n", "time=round:min", "0s 5m0s", ""},
		{"from,to,rssi\na,b,-3\nb,a,-4\n", "", "0s 0s", ""},
		{"time,from,to,rssi\n5,a,b,-3\n0,a,b,-9\n5,a,b,-4\n", "", "5s 0s 5s", "left out: 1 of 3 rows"},
		{"# from to rssi time\n1 2 -3 5\n1 2 -4 6\n", "", "5s 6s", ""},
		{"# from to rssi time\na b -3 5\na b -4 6\n", "", "5s 6s", ""},
		{"time,from,to,rssi\n0,a,b,-3\n5,b,a,-4\n#6,b,a,-4\n", "", "0s 5s", "1 lines that begin with # and look like rows"},
	} {
		columns, err := text.ParseMapping(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		notes := &text.Notes{}
		table, err := testbed.Read(strings.NewReader(c.text), text.File{Name: "day.csv", Notes: notes, Columns: columns}, testbed.RSSI)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var at []string
		for _, r := range table.Rows {
			at = append(at, r.At.String())
		}
		for _, found := range regexp.MustCompile(`--columns (\w+=\S+)`).FindAllStringSubmatch(strings.Join(notes.Remarks, "\n"), -1) {
			if other, err := text.ParseMapping(found[1]); err != nil {
				t.Errorf("%q: advice %s: %v", c.text, found[0], err)
			} else if _, err := testbed.Read(strings.NewReader(c.text), text.File{Columns: other}, testbed.RSSI); err != nil && !strings.Contains(found[1], "NAME") {
				t.Errorf("%q: advised %s, and then: %v", c.text, found[0], err)
			}
		}
		told := strings.Join(notes.Remarks, "\n")
		if got := strings.Join(at, " "); got != c.want || !strings.Contains(told, c.told) || c.told == "" && told != "" {
			t.Errorf("%q: at %s, want %s; told %q, want %q", c.text, got, c.want, told, c.told)
		}
	}
	if _, err := read("my_time,her_time,from,to,rssi\n0,1,a,b,-3\n", testbed.RSSI); err == nil || !strings.Contains(err.Error(), "may both be the time") {
		t.Errorf("two columns: %v", err)
	}
}

// Links whose times are hours without a word are told, and a contact table of minutes.
func TestShortTablesAreDoubted(t *testing.T) {
	for unit, want := range map[string]string{"": "all rows are within 11s, as times are read as seconds: --columns time=time:min or :h says otherwise", "time=time:h": ""} {
		table := "time,from,to,prr\n"
		for hour := range 12 {
			table += fmt.Sprintf("%d,a,b,0.5\n", hour)
		}
		columns, err := text.ParseMapping(unit)
		if err != nil {
			t.Fatal(err)
		}
		notes := &text.Notes{}
		if _, err := testbed.Read(strings.NewReader(table), text.File{Name: "day.csv", Notes: notes, Columns: columns}, testbed.Delivery); err != nil {
			t.Fatal(err)
		}
		if told := strings.Join(notes.Remarks, "\n"); !strings.Contains(told, want) || want == "" && told != "" {
			t.Errorf("%q: told %q, want %q", unit, told, want)
		}
	}
}

// An rssi of 0, and names that are perhaps none, are told.
func TestDoubtfulRows(t *testing.T) {
	for file, want := range map[string]string{
		"from,to,rssi\na,b,0\nb,a,-50\n": "1 of 2 rows have an rssi of 0 dBm",
		"from,to,rssi\na,*,-50\n":        "names like * are read as nodes",
		"from,to,rssi\na,NA,-50\n":       "names like NA are read as nodes",
		"from,to,rssi\na,1.8E+14,-50\n":  "names like 1.8E+14 have lost digits",
		"from,to,rssi\na,b,-50\nb,a,\n":  "",
	} {
		notes := &text.Notes{}
		if _, err := testbed.Read(strings.NewReader(file), text.File{Name: "day.csv", Notes: notes}, testbed.RSSI); err != nil {
			t.Fatal(err)
		}
		if told := strings.Join(notes.Remarks, " "); (told == "") != (want == "") || !strings.Contains(told, want) {
			t.Errorf("%q: told %q, want %q", file, told, want)
		}
	}
}

// Tables of packets are told: a link of which none arrives keeps its last value. Tables of changes are not.
func TestPacketsAreDoubted(t *testing.T) {
	table := func(values string, times ...int) string {
		var out strings.Builder
		out.WriteString("time,from,to,prr\n0,b,a,0.5\n9000,b,a,0.5\n")
		for i, at := range times {
			fmt.Fprintf(&out, "%d,a,b,%c\n", at, values[i%len(values)])
		}
		return out.String()
	}
	each := []int{0, 60, 120, 180, 240, 300, 360, 420, 480, 540}
	for file, want := range map[string]string{
		table("1", each...):                                                          "1 of 2 links have rows at most 1m0s apart, like that from a to b, and once none for 2h21m0s",
		table("1", append(each, 5000, 5060, 8970)...):                                "", // of several pauses
		table("1", append(each[:9:9], 8970)...):                                      "and once none for 2h21m30s",
		table("1111111110", each...):                                                 "", // it says that it fell silent
		table("1", 0, 60, 120, 9000):                                                 "",
		"time,from,to,prr\n" + strings.Repeat("0,a,b,1\n", 8) + "1,a,b,0\n2,a,b,1\n": "all values are 0 or 1: if rows are packets",
	} {
		notes := &text.Notes{}
		if _, err := testbed.Read(strings.NewReader(file), text.File{Name: "day.csv", Notes: notes}, testbed.Delivery); err != nil {
			t.Fatal(err)
		}
		told := strings.Join(notes.Remarks, " ")
		if !strings.Contains(told, want) || want == "" && strings.Contains(told, "none for") {
			t.Errorf("%q: told %q, want %q", file, told, want)
		}
	}
}

// What a value's column is called decides how it is read: a loss is no ratio.
func TestValuesHaveTheMeaningOfTheirName(t *testing.T) {
	for _, c := range []struct {
		header, values, columns string
		kind                    testbed.Kind
		want                    string // the first value, or a part of the error
	}{
		{"prr (%)", "0.5 80", "", testbed.Delivery, "0.005"},
		{"pdr_percent", "80", "value=pdr_percent", testbed.Delivery, "0.8"},
		{"PRR%", "80", "", testbed.Delivery, "0.8"},
		{"prr", "80", "", testbed.Delivery, "is it in percent? --columns value=NAME:percent reads it"},
		{"prr", "80", "value=prr:percent", testbed.Delivery, "0.8"},
		{"tq", "1.25", "value=tq", testbed.Delivery, "or ETX, the frames that a delivery takes both ways?"},
		{"prr", "NA", "", testbed.Delivery, "0"},
		{"rssi", "-inf", "", testbed.RSSI, "0"},
		{"pdr_percent", "0.5", "value=pdr_percent:ratio", testbed.Delivery, "0.5"},
		{"loss", "0.95", "", testbed.Delivery, `column "loss" has, by its name, losses: a ratio is 1 less the loss: --columns value=loss:loss reads it so, and :ratio as it is`},
		{"packet_loss", "0.95", "value=packet_loss", testbed.Delivery, "value=packet_loss:loss reads it so"},
		{"PER", "0.95", "value=per", testbed.Delivery, "value=PER:loss reads it so"},
		{"loss", "0.75", "value=loss:loss", testbed.Delivery, "0.25"},
		{"loss (%)", "75", "", testbed.Delivery, "value=4:losspercent reads it so, and :percent as it is"},
		{"loss_pct", "75", "value=loss_pct:losspercent", testbed.Delivery, "0.25"},
		{"loss", "-0.75", "value=loss:loss", testbed.Delivery, "must be from 0 to 1"},
		{"etx", "1", "", testbed.Delivery, "the square root of 1/ETX"},
		{"etx", "1", "value=etx", testbed.Delivery, "value=etx:ratio reads it as it is"},
		{"snr", "-5", "", testbed.RSSI, "the noise floor, in dBm, plus SNR; --columns value=snr:dbm reads it as it is"},
		{"snr", "-5", "value=snr:dbm", testbed.RSSI, "-5"},
		{"lqi", "-5", "value=lqi", testbed.RSSI, "no strengths in dBm"},
	} {
		columns, err := text.ParseMapping(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		file := "time,from,to," + c.header + "\n"
		for _, value := range strings.Fields(c.values) {
			file += "0,a,b," + value + "\n"
		}
		table, err := testbed.Read(strings.NewReader(file), text.File{Name: "day.csv", Columns: columns}, c.kind)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s, %s: error %v, want %s", c.header, c.columns, err, c.want)
		case err == nil && fmt.Sprint(table.Rows[0].Value) != c.want:
			t.Errorf("%s, %s: %v, want %s", c.header, c.columns, table.Rows[0].Value, c.want)
		}
	}
}

// Rows of a link that a local clock puts into one another are refused; others are sorted, and told.
func TestClocksThatAreSetBack(t *testing.T) {
	for name, c := range map[string]struct{ times, columns, want string }{
		"summer time ends":   {"2024-10-27 02:30:00, 2024-10-27 02:50:00, 2024-10-27 02:10:00", "", "was the clock set back here"},
		"and it is said":     {"2024-10-27 02:30:00, 2024-10-27 02:50:00, 2024-10-27 02:10:00", "time=time:sort", "no zone"},
		"a day's 12 hours":   {"11:50:00, 12:50:00, 1:10:00", "", "a clock of 12 hours without AM and PM"},
		"AM and PM":          {"11:50:00 AM, 12:50:00 PM, 1:10:00 PM", "", "as of one day"},
		"a zone":             {"2024-10-27T02:50:00Z, 2024-10-27T02:10:00Z", "", "1 rows are earlier than the row before of their link, and were sorted"},
		"numbers":            {"300, 0, 600", "", "1 rows are earlier"},
		"a day without that": {"2024-10-23 12:50:00, 2024-10-23 12:10:00", "", "1 rows are earlier"},
	} {
		columns, err := text.ParseMapping(c.columns)
		if err != nil {
			t.Fatal(err)
		}
		file := "time,from,to,prr\n"
		for at := range strings.SplitSeq(c.times, ", ") {
			file += at + ",a,b,1\n"
		}
		notes := &text.Notes{}
		_, err = testbed.Read(strings.NewReader(file), text.File{Name: "day.csv", Columns: columns, Notes: notes}, testbed.Delivery)
		if told := fmt.Sprint(err, notes.Remarks); !strings.Contains(told, c.want) {
			t.Errorf("%s: %s, want %s", name, told, c.want)
		}
	}
}
