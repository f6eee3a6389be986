package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Times that are lost as each file begins at time 0 are told, and how to keep them.
func TestLostTimesAreTold(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"p1.csv": "node,time,x,y\na,100,0,0\na,160,60,0\n", "p2.csv": "node,time,x,y\nb,220,120,0\nb,280,180,0\n",
		"d.csv":  "node,time,x,y\nd,2026-05-01T12:00:00Z,0,0\nd,2026-05-01T12:01:00Z,60,0\n",
		"e1.csv": "node,time,x,y\na,23:59:00,0,0\na,23:59:30,60,0\n", "e2.csv": "node,time,x,y\nb,00:01:00,0,0\nb,00:02:00,60,0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	group := func(name, file string) string {
		return "  - {name: " + name + ", mobility: {model: trace, file: " + file + "}}\n"
	}
	for yaml, want := range map[string]string{
		"mobility: {model: trace, files: [p*.csv]}\n":                                         "align: clock",
		"mobility: {model: trace, files: [e*.csv]}\n":                                         "align: clock",
		"mobility: {model: trace, files: [d.csv, p1.csv]}\n":                                  "dates are dropped, since p1.csv has none",
		"groups:\n" + group("a", "d.csv") + group("b", "p1.csv"):                              "dates are dropped, since p1.csv has none",
		"groups:\n" + group("a", "p1.csv") + group("b", "p2.csv"):                             "align: clock, in each section",
		"groups:\n" + group("a", "p1.csv, align: clock") + group("b", "p2.csv"):               "align: clock, in each section",
		"groups:\n" + group("a", "p1.csv, align: clock") + group("b", "p2.csv, align: clock"): "",
		"mobility: {model: trace, files: [p*.csv], align: start}\n":                           "",
		"mobility: {model: trace, files: [p*.csv], align: clock}\n":                           "",
		"mobility: {model: trace, file: p1.csv}\n":                                            "",
	} {
		var told string
		for _, w := range world(t, dir, yaml).Warnings() {
			if strings.Contains(w.Message, "begins at time 0") {
				told += w.Message
			}
		}
		if (told == "") != (want == "") || !strings.Contains(told, want) {
			t.Errorf("%s: told %q, want %q", yaml, told, want)
		}
	}
}
