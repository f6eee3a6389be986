package scenarios

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/formats/contacts"
	"bellwether/protocol"
	"bellwether/radio"
)

// stored writes files into a directory and loads one of them.
func stored(t *testing.T, files map[string]string, name string) (*Scenario, error) {
	t.Helper()
	dir := t.TempDir()
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Load(filepath.Join(dir, name), Options{})
}

// sights is a file like Haggle's: ids that are not 1…n, both sides of a contact, contacts
// without length.
const sights = "20 3 1000 1240\n3 20 1060 1060\n7 20 1300 1300\n3 7 5000 5120\n100 3 0 9000\n"

func TestContactsAreRun(t *testing.T) {
	s, err := stored(t, map[string]string{"haggle.contacts": sights,
		"a.yaml": "radio: {model: contacts, file: haggle.contacts, scan: 120s, begin: 1100s, latency: 3ms}\nduration: 1h\nnodes: 3"}, "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"3", "7", "20", "100"}; !slices.Equal(s.NodeNames(), want) {
		t.Errorf("nodes are %v, want %v", s.NodeNames(), want)
	}
	c, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	// 3 and 20 meet from 1000 to 1360, 7 and 20 from 1300 to 1420, 3 and 7 after the end
	// of the run; 100 is left out.
	walk := c.Medium.(radio.Timetable).Changes()
	for _, want := range []radio.Change{
		{At: 0, A: 1, B: 3, Up: true}, {At: seconds(200), A: 2, B: 3, Up: true},
		{At: seconds(260), A: 1, B: 3}, {At: seconds(320), A: 2, B: 3},
	} {
		if got, ok := walk(); !ok || got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if got, ok := walk(); ok {
		t.Errorf("one more change: %+v", got)
	}
	if c.Medium.Delay() != 3*time.Millisecond || c.Mobility != nil {
		t.Errorf("%+v", c)
	}
	// All other defaults are the same as every radio's.
	if c.Link.BitrateBps != 2e6 || c.Energy != nil || c.Loss == nil || c.Services.Hello == nil || s.Warmup != Duration(time.Minute) {
		t.Errorf("defaults: %+v, warm-up %v", c, s.Warmup)
	}
	if _, err := emulator.New(c); err != nil {
		t.Error(err)
	}
	if s.Movement() != nil {
		t.Error("there is a movement")
	}
}

func seconds(s int) protocol.Time { return protocol.Time(time.Duration(s) * time.Second) }

func TestContactsByFormatAndSides(t *testing.T) {
	for text, want := range map[string]int{
		"file: a.contacts":                       2,
		"file: a.contacts, one_sided: both":      1,
		"file: a.txt, format: contacts":          2,
		"file: a.conn":                           1,
		"file: events.txt, format: one-contacts": 1,
	} {
		s, err := stored(t, map[string]string{
			"a.contacts": "1,2,5,9\n2,1,7,12\n3,1,0,\n", "a.txt": "1,2,5,9\n2,1,7,12\n3,1,0,\n",
			"a.conn": "5 CONN 1 2 up\n7 CONN 1 2 down\n", "events.txt": "5 CONN 1 2 up\n7 CONN 1 2 down\n",
			"s.yaml": "radio: {model: contacts, " + text + "}",
		}, "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if got := len(s.Contacts().Contacts()); got != want {
			t.Errorf("%s: %d contacts, want %d", text, got, want)
		}
	}
}

func TestContactsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"radio: {model: contacts}":                                                                     "radio: model contacts needs a file",
		"radio: {model: contacts, file: none.conn}":                                                    "radio.file: cannot read none.conn: no such file",
		"radio: {model: contacts, file: a.csv}":                                                        "format: contacts or one-contacts says that it is of contacts all the same",
		"radio: {model: contacts, file: bad.conn}":                                                     `radio.file: bad.conn:2: want time CONN`,
		"radio: {model: contacts, file: a.contacts}\nmobility: {model: static}":                        "mobility: nobody moves in a world of contacts: it has no places",
		"radio: {model: contacts, file: a.contacts}\ngroups: [{nodes: 2}]":                             "groups: nobody moves in a world of contacts",
		"radio: {model: contacts, file: a.contacts}\nnodes: 4":                                         "nodes: the contacts of a.contacts are of 3 nodes, not 4",
		"radio: {model: contacts, file: a.contacts}\nfaults: [{at: 1s, jam: {x: 1, y: 2, radius: 3}}]": "radio model contacts has no places: unit-disk has",
		"radio: {model: contacts, file: a.contacts, loss: {model: distance}}":                          "loss by distance has no range to go by with radio model contacts",
		"radio: {model: contacts, file: dated.contacts, begin: 10s}":                                   "radio.begin: 10s is long before the first contact, at 2023-11-14T22:13:20Z, 1700000000 seconds after 1970: begin counts from 1970 as the file does, or leave it out",
		"radio: {model: contacts, file: dated.contacts, end: 10s}":                                     "radio.end: 10s is not after the beginning, at 2023-11-14T22:13:20Z",
		"radio: {model: contacts, file: a.contacts, one_sided: never}":                                 "one_sided",
		"radio: {model: contacts, file: good.conn, one_sided: both}":                                   "do not say which side saw the other",
		"radio: {model: contacts, file: a.contacts, scan: 25h}":                                        "radio.scan",
	} {
		_, err := stored(t, map[string]string{
			"a.contacts": "1,2,5,9\n3,1,0,\n", "a.csv": "1,2,5,9\n", "bad.conn": "5 CONN 1 2 up\n7 CONN 1 2\n", "good.conn": "5 CONN 1 2 up\n", "dated.contacts": "a,b,start,end\n1,2,1700000000,1700000100\n",
			"s.yaml": text,
		}, "s.yaml")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want … %s", text, err, want)
		}
	}
}

func TestWarningsOfContacts(t *testing.T) {
	var grid strings.Builder // sixty contacts of a minute, with gaps of a minute
	for i := range 60 {
		fmt.Fprintf(&grid, "1 2 %d %d\n", 120*i, 120*i+60)
	}
	for text, want := range map[string]string{
		// Measured from 7 s to 70 s: node 2 is alone from 9 s on, node 3 until 60 s.
		"file: a.contacts":                                                      "radio.file: 60.3 % of the measured node-time is of nodes before the first contact that the file has of them, or after the last: they are in the world, alone, because contacts do not state which nodes are away",
		"file: a.contacts, begin: 10s, end: 50s":                                "radio.file: no two nodes are ever in contact from 10s to 50s of the file's time: its contacts are from 5s to 1m10s",
		"file: a.contacts, begin: 20s":                                          "radio.file: a part of the contacts is run: 20s to 1m10s of 5s to 1m10s, 1 of 2 contacts",
		"file: a.contacts, begin: 20s, end: 65s":                                "radio.begin: no two nodes meet until 40s: 87.7 % of the measured time; the first contact is at 1m of the file's time",
		"file: late.contacts}\nnodes: 2\nduration: 10m\nenergy: {profile: none": "radio.file: a part of the contacts is run: 0s to 10m of 5s to 16m41s, 1 of 1 contacts, of the first 2 of 3 nodes",
		"file: a.contacts}\nduration: 10m\nenergy: {profile: none":              "duration: no two nodes meet from 1m10s on: 89.4 % of the measured time; the contacts end then, the run at 10m",
		"file: haggle.contacts":                                                 "radio.scan: 2 of 5 sightings have no length, and are not contacts: if they come from periodic scans, --scan 20s (scan: 20s in a scenario) makes each hold until the next scan",
		"file: grid.contacts":                                                   "detection: the contacts are known to the nearest 1m only, coarser than the budget of 6s (2s × 3)",
		"file: a.contacts, scan: 7s":                                            "detection: the contacts are known to the nearest 7s only, coarser than the budget of 6s (2s × 3)",
		"file: together.contacts":                                               "",
		"file: together.contacts, end: 99.5s":                                   "",
		"file: together.contacts, end: 90s":                                     "radio.file: a part of the contacts is run: 0s to 1m30s of 0s to 1m40s, 2 of 2 contacts",
		"file: stranger.contacts":                                               "radio.file: 33.3 % of the measured node-time is of nodes before the first contact that the file has of them, or after the last: they are in the world, alone, because contacts do not state which nodes are away; 1 of 3 nodes meet nobody in the measured time",
		"file: dated.contacts, begin: 1700000020s":                              "radio.file: a part of the contacts is run: 2023-11-14T22:13:40Z to 2023-11-14T22:15:00Z of 2023-11-14T22:13:20Z to 2023-11-14T22:15:00Z, 2 of 2 contacts",
		"file: a.contacts, range: 3":                                            "radio.range: has no effect, since radio.model is contacts",
	} {
		s, err := stored(t, map[string]string{
			"a.contacts": "1,2,5,9\n3,1,60,70\n", "late.contacts": "1,2,5,9\n2,3,600,601\n2,3,1000,1001\n", "haggle.contacts": sights, "grid.contacts": grid.String(),
			"together.contacts": "a,b,start,end\n1,2,0,100\n2,3,0,100\n", "stranger.contacts": "1,2,0,100\n2,3,0,1\n", "dated.contacts": "a,b,start,end\n1,2,1700000000,1700000100\n2,3,1700000000,1700000100\n",
			"s.yaml": "schema: 2\nradio: {model: contacts, " + text + "}\nalgorithms: [vasudevan]",
		}, "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range s.Warnings() {
			got = append(got, w.Path+": "+w.Message)
		}
		if all := strings.Join(got, "\n"); !strings.Contains(all, want) || want == "" && all != "" {
			t.Errorf("%s: warned of %q, want %q", text, all, want)
		}
	}
}

// A scenario of contacts that is written with its file is the same when it is read again.
func TestContactsAreWrittenWithTheScenario(t *testing.T) {
	s, err := stored(t, map[string]string{"a.contacts": "1,2,5,9\n3,1,60,70\n", "s.yaml": "radio: {model: contacts, file: a.contacts, begin: 6s}"}, "s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"s.yaml": string(s.YAML())}
	for _, f := range s.Files() {
		files[f.Name] = string(f.Data)
	}
	again, err := stored(t, files, "s.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || !reflect.DeepEqual(again.Radio, s.Radio) || !slices.Equal(again.Contacts().Contacts(), s.Contacts().Contacts()) || string(again.YAML()) != string(s.YAML()) {
		t.Errorf("%d files; it is read again as\n%s", len(files), again.YAML())
	}
}

// The trace of conference-contacts is what the generator makes from seed 1, byte for byte:
// "bellwether mobility generate --conference --seed 1".
func TestTheConferenceIsGenerated(t *testing.T) {
	shipped, err := builtin.ReadFile("traces/conference.contacts")
	if err != nil {
		t.Fatal(err)
	}
	var made bytes.Buffer
	if err := contacts.WriteConference(&made, contacts.ConferenceOptions{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(shipped, made.Bytes()) {
		t.Errorf("%d bytes are shipped, %d made, and they differ", len(shipped), made.Len())
	}
}

// In the breaks most of the conference is one component. In the sessions components are
// small.
func TestTheConferenceMeetsInTheBreaks(t *testing.T) {
	s := load(t, "conference-contacts", Options{})
	if s.Nodes != 41 || s.Duration != Duration(9*time.Hour) {
		t.Fatalf("%d nodes for %v", s.Nodes, s.Duration)
	}
	c, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	for minutes, fits := range map[int]func(largest int) bool{
		20: crowd, 135: crowd, 300: crowd, 440: crowd, // coffee, coffee, lunch, coffee
		75: apart, 200: apart, 370: apart, 500: apart,
	} {
		if largest := largestAt(c.Medium.(radio.Timetable), protocol.Time(time.Duration(minutes)*time.Minute)); !fits(largest) {
			t.Errorf("after %d minutes the largest component has %d nodes", minutes, largest)
		}
	}
}

func crowd(largest int) bool { return largest > 20 }
func apart(largest int) bool { return largest < 10 }

// largestAt returns the size of the largest component, by a flood from every node in turn.
func largestAt(c radio.Timetable, at protocol.Time) int {
	largest, seen := 0, map[protocol.ID]bool{}
	for first := protocol.ID(1); int(first) <= c.Nodes(); first++ {
		reached := []protocol.ID{}
		if !seen[first] {
			reached, seen[first] = append(reached, first), true
		}
		for k := 0; k < len(reached); k++ {
			for other := protocol.ID(1); int(other) <= c.Nodes(); other++ {
				if !seen[other] && c.Carries(radio.Hop{From: reached[k], To: other, Ends: at}) {
					reached, seen[other] = append(reached, other), true
				}
			}
		}
		largest = max(largest, len(reached))
	}
	return largest
}
