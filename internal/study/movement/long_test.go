package movement

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/formats/contacts"
)

// Two thousand nodes for sixty days are 329 node-years, more than a Duration holds.
func TestSumsOverManyNodesDoNotOverflow(t *testing.T) {
	const nodes, days = 2000, 60
	var table, met strings.Builder
	table.WriteString("node,time,x,y\n")
	for i := range nodes {
		fmt.Fprintf(&table, "n%d,0,%d,0\nn%d,%d,%d,100\n", i, i, i, days*24*3600, i)
		fmt.Fprintf(&met, "n%d n%d 0 %d\n", 2*i, 2*i+1, days*24*3600)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "walk.csv")
	if err := os.WriteFile(file, []byte(table.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	tr, err := Read(context.Background(), Source{File: file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	info, err := Inspect(context.Background(), tr, Look{RangeM: 1, Every: tr.Duration()}, nil)
	if err != nil || info.Present != 1 || info.Moving != 1 || math.Abs(info.MeanSpeed*days*24*3600-100) > 1e-9 {
		t.Errorf("in the world %v, moving %v, %v m/s: %v", info.Present, info.Moving, info.MeanSpeed, err)
	}
	format, _ := contacts.FormatByName("contacts")
	pairs, err := format.Read(strings.NewReader(met.String()), "met", contacts.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := InspectContacts(pairs, Look{Every: days * 24 * 3600e9}); err != nil || info.MeanDegree != 1 {
		t.Errorf("mean degree %v: %v", info.MeanDegree, err)
	}
}

// A file beyond the bound is refused by its size, before it is read.
func TestAFileBeyondTheBoundIsNotRead(t *testing.T) {
	for _, name := range []string{"huge.csv", "huge.ns_movements", "huge.gpx", "huge.movements", "huge.geojson", "huge.contacts"} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, 3<<30); err != nil { // a file of holes: it takes no room
			t.Fatal(err)
		}
		read := 0.0
		look := func(_ string, share float64) { read = share }
		var err error
		if name == "huge.contacts" {
			_, err = ReadContacts(context.Background(), Source{File: file}, contacts.Rules{}, look)
		} else {
			_, err = Read(context.Background(), Source{File: file}, look)
		}
		if err == nil || !strings.Contains(err.Error(), "the file has more than") || read > 0 {
			t.Errorf("%s: %v, after %.2g of it", name, err, read)
		}
	}
}
