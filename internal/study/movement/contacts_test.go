package movement_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/study/movement"
	"bellwether/scenarios"
)

func readContacts(t *testing.T, file string, rules contacts.Rules) *contacts.Trace {
	t.Helper()
	tr, err := movement.ReadContacts(context.Background(), movement.Source{File: file}, rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// Four nodes in 100 s: 4-9 are in contact twice, 4-p twice without a break in one of them,
// and q has no contact. The contact of 9 and p never ends.
const evening = `4,9,0,10
9,4,40,70
4,p,10,20
p,4,20,30
4,p,90,100
9,p,60,
q,4,50,50
`

// The numbers are counted by hand.
func TestInspectContacts(t *testing.T) {
	info, err := movement.InspectContacts(readContacts(t, write(t, "a.contacts", evening), contacts.Rules{}), movement.Look{Every: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	s := time.Second
	if info.First != 0 || info.Last != 100*s || info.Contacts != 5 || info.Pairs != 3 || info.Open != 1 || info.Rows != 7 || info.Empty != 1 || info.OneSided != 1 || info.Grain != 10*s {
		t.Errorf("%+v", info)
	}
	// Contacts that end last 10, 30, 20 and 10 s; 4-9 are apart for 30 s, 4-p for 60 s.
	if want := (movement.Times{Count: 4, Median: 10 * s, P95: 30 * s}); info.Lasts != want {
		t.Errorf("contacts last %+v, want %+v", info.Lasts, want)
	}
	if want := (movement.Times{Count: 2, Median: 30 * s, P95: 60 * s}); info.Apart != want {
		t.Errorf("between contacts are %+v, want %+v", info.Apart, want)
	}
	// 10 + 30 + 20 + 10 s, and 40 s of the open one: two ends each, four nodes, 100 s.
	if want := 2 * 110.0 / 400; math.Abs(info.MeanDegree-want) > 1e-12 {
		t.Errorf("mean degree %v, want %v", info.MeanDegree, want)
	}
	want := []movement.Moment{
		{0, 4, 0.5, 3, 2},       // 4-9
		{20 * s, 4, 0.5, 3, 2},  // 4-p
		{40 * s, 4, 0.5, 3, 2},  // 4-9
		{60 * s, 4, 1, 2, 3},    // 4-9-p
		{80 * s, 4, 0.5, 3, 2},  // 9-p
		{100 * s, 4, 0.5, 3, 2}, // 9-p; 4-p has ended
	}
	if fmt.Sprint(info.Moments) != fmt.Sprint(want) {
		t.Errorf("moments\n%v, want\n%v", info.Moments, want)
	}
	if _, err := movement.InspectContacts(readContacts(t, write(t, "a.contacts", evening), contacts.Rules{}), movement.Look{Every: 1}); err == nil {
		t.Error("too many moments are accepted")
	}
}

func TestContactsArePrinted(t *testing.T) {
	info, err := movement.InspectContacts(readContacts(t, write(t, "a.contacts", evening), contacts.Rules{}), movement.Look{Every: 50 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := info.Print(&b); err != nil {
		t.Fatal(err)
	}
	want := `nodes      4; 3 of 6 pairs ever meet
ids        1=4 2=9 3=p 4=q
time       0s to 1m40s in the file
contacts   5 of 7 sightings: 1 without length left out, 1 pairs seen by one side only, 1 contacts never end
contact    median 10s, 95 % within 30s, of 4
between    median 30s, 95 % within 1m0s, of 2
degree     0.55 on average over that time
grain      all instants are whole multiples of 10s apart

`
	if got := b.String(); !strings.HasPrefix(got, want) {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
	b.Reset()
	if err := info.PrintJSON(&b); err != nil {
		t.Fatal(err)
	}
	var of struct {
		Names []string
		Lasts struct {
			MedianS float64 `json:"median_s"`
		} `json:"contact_times"`
		Moments []struct{ Largest int }
	}
	if err := json.Unmarshal(b.Bytes(), &of); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(of.Names, []string{"4", "9", "p", "q"}) || of.Lasts.MedianS != 10 || len(of.Moments) != 3 {
		t.Errorf("%s", b.String())
	}
}

// A walker at 10 m/s passes the first node: 50 m before it at 10 s, 50 m behind it at 20
// s. The last node is near the end of the way, and the walker stays there. The nodes that
// stand have one fix: by default they leave with it, like in a run.
func TestMeet(t *testing.T) {
	tr := read(t, write(t, "walk.csv", "node,time,x,y\nwalker,0,0,0\nwalker,30,300,0\nfirst,0,150,0\nlast,0,320,0\n"))
	if _, err := movement.Meet(context.Background(), tr, movement.Meeting{RangeM: 50}); err == nil || !strings.Contains(err.Error(), "no two nodes are ever in contact") {
		t.Errorf("nodes that have left meet: %v", err)
	}
	met, err := movement.Meet(context.Background(), tr, movement.Meeting{RangeM: 50, After: movetrace.Stay})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := met.Names(), []string{"first", "last", "walker"}; !slices.Equal(got, want) {
		t.Fatalf("nodes %v", got)
	}
	s := time.Second
	want := []contacts.Contact{{A: 1, B: 3, From: 10 * s, Until: 20 * s}, {A: 2, B: 3, From: 27 * s, Until: contacts.Forever}}
	got := met.Contacts()
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if g, w := got[i], want[i]; g.A != w.A || g.B != w.B || (g.From-w.From).Abs() > 1 || w.Until != contacts.Forever && (g.Until-w.Until).Abs() > 1 || w.Until == contacts.Forever && g.Until != w.Until {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
	far := read(t, write(t, "far.csv", "node,time,x,y\na,0,0,0\nb,0,150,0\n"))
	if _, err := movement.Meet(context.Background(), far, movement.Meeting{RangeM: 149}); err == nil || !strings.Contains(err.Error(), "no two nodes are ever in contact") {
		t.Errorf("error %v", err)
	}
}

// At each moment the nodes in contact are those within range.
func TestMeetAgreesWithPlaces(t *testing.T) {
	s, err := scenarios.Load("campus-walk", scenarios.Options{
		Set:        []scenarios.Override{scenarios.Set("duration", "duration", "3m"), scenarios.Set("nodes", "nodes", "30")},
		Algorithms: []string{"vasudevan"},
	})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := movement.Generate(s, 3)
	if err != nil {
		t.Fatal(err)
	}
	const rangeM = 180
	met, err := movement.Meet(context.Background(), tr, movement.Meeting{RangeM: rangeM})
	if err != nil {
		t.Fatal(err)
	}
	info, err := movement.Inspect(context.Background(), tr, movement.Look{RangeM: rangeM, Every: 777 * time.Millisecond}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range info.Moments {
		links := 0
		for _, c := range met.Contacts() {
			if c.From <= m.At && m.At < c.Until {
				links++
			}
		}
		if got := 2 * float64(links) / 30; math.Abs(got-m.MeanDegree) > 1e-12 {
			t.Fatalf("at %v the mean degree is %v by contacts, %v by places", m.At, got, m.MeanDegree)
		}
	}
}

func TestContactsAreWritten(t *testing.T) {
	tr := readContacts(t, write(t, "a.contacts", evening), contacts.Rules{})
	dir := t.TempDir()
	for _, name := range []string{"b.contacts", "b.conn", "b.contacts.csv.gz", "b.one-contacts.gz"} {
		file := filepath.Join(dir, name)
		losses, err := movement.WriteContacts(context.Background(), tr, movement.Target{File: file})
		if err != nil {
			t.Fatal(err)
		}
		if len(losses) != 1 || !strings.Contains(losses[0], "a node that meets no other: 1 of 4") {
			t.Errorf("%s: losses %v", name, losses)
		}
		if again := readContacts(t, file, contacts.Rules{}); !slices.Equal(again.Contacts(), tr.Contacts()) {
			t.Errorf("%s: %+v", name, again.Contacts())
		}
	}
	if _, err := movement.WriteContacts(context.Background(), tr, movement.Target{File: filepath.Join(dir, "b.gpx")}); err == nil || !strings.Contains(err.Error(), "contacts have no positions") {
		t.Errorf("error %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := movement.WriteContacts(ctx, tr, movement.Target{File: filepath.Join(dir, "c.contacts")}); err == nil {
		t.Error("an interrupt was ignored")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 4 {
		t.Errorf("%d files, %v", len(left), err)
	}
}
