package ns2_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
	"bellwether/mobility"

	"github.com/paulmach/orb"
)

const traces = "../../../scenarios/traces/"

// The built-in trace agrees with its README.
func TestCityCars(t *testing.T) {
	file, err := os.ReadFile(traces + "city-cars.ns_movements")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(traces + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(file)); !strings.Contains(string(readme), sum) {
		t.Errorf("the README does not give the file's SHA-256, %s", sum)
	}
	tr, err := ns2.Read(bytes.NewReader(file), text.File{Name: "city-cars.ns_movements"})
	if err != nil {
		t.Fatal(err)
	}
	if tr.Nodes() != 62 || tr.Duration() != 5*time.Minute {
		t.Errorf("%d cars for %v, want 62 for 5m", tr.Nodes(), tr.Duration())
	}
	if city := (mobility.Area{Width: 2000, Height: 1500}).Bound(); !city.Contains(tr.Bounds().Min) || !city.Contains(tr.Bounds().Max) {
		t.Errorf("bounds %v leave the city", tr.Bounds())
	}
	if v := tr.MaxSpeed(); v < 10 || v > 17 {
		t.Errorf("greatest speed %.1f m/s, want the speed of a car in a city", v)
	}
	checkTraffic(t, tr)
}

// checkTraffic counts the cars in the world each second, and those that stand.
func checkTraffic(t *testing.T, tr *movetrace.Trace) {
	t.Helper()
	there, standing := make([]int, 300), 0
	for node := 1; node <= tr.Nodes(); node++ {
		if law := tracetest.BrokenLaw(tr, node); law != "" {
			t.Errorf("node %d: %s", node, law)
		}
		legs := tracetest.Walk(tr, node)
		for i, l := range legs {
			if l.Absent {
				continue
			}
			if i > 0 && !legs[i-1].Absent && l.Jumps(legs[i-1]) {
				t.Errorf("node %d jumps at %v", node, l.Start)
			}
			for s := range there {
				if at := time.Duration(s)*time.Second + time.Second/2; l.Start <= at && at < l.End {
					there[s]++
					if l.Velocity == (orb.Point{}) {
						standing++
					}
				}
			}
		}
	}
	total := 0
	for s, n := range there {
		total += n
		if n < 24 || n > 32 {
			t.Errorf("%d cars at %d s, want 24 to 32", n, s)
		}
	}
	if share := float64(standing) / float64(total); share < 0.25 || share > 0.4 {
		t.Errorf("cars stand for %.2f of their time, want about a third", share)
	}
}
