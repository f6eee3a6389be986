package plan

import (
	"context"
	"strings"
	"testing"

	"bellwether/internal/base/errs"
)

const paces = `scenario: campus-walk
axes:
  mobility.speed:
    slow: {min: 1, max: 2}
    fast: {min: 5, max: 9}
runs: 1
`

// TestAnAxisHoldsSections: with their names as values, and through a file and back.
func TestAnAxisHoldsSections(t *testing.T) {
	p, err := Read("paces.yaml", []byte(paces))
	if err != nil {
		t.Fatal(errs.Plain(err))
	}
	again, err := Read("paces.yaml", p.YAML())
	if err != nil {
		t.Fatalf("%s\n%s", errs.Plain(err), p.YAML())
	}
	for _, p := range []*Plan{p, again} {
		points, err := p.Points(context.Background())
		if err != nil {
			t.Fatal(errs.Plain(err))
		}
		slow, fast := points[0], points[1]
		if len(points) != 2 || slow.At[0] != "slow" || fast.At[0] != "fast" ||
			slow.Scenario.Mobility.Speed.Max != 2 || fast.Scenario.Mobility.Speed.Min != 5 {
			t.Errorf("%v has %+v, %v has %+v", slow.At, slow.Scenario.Mobility.Speed, fast.At, fast.Scenario.Mobility.Speed)
		}
	}
}

// TestBadSectionsAreRefusedInTheirPlace: with the file and the line of the value.
func TestBadSectionsAreRefusedInTheirPlace(t *testing.T) {
	for change, want := range map[string]string{
		"{min: 5, mxa: 9}":  "paces.yaml:5:",
		"{min: 9, max: 5}":  "paces.yaml:5:",
		"{min: 5, max: no}": "paces.yaml:5:",
		"{}":                "sets nothing",
	} {
		p, err := Read("paces.yaml", []byte(strings.Replace(paces, "{min: 5, max: 9}", change, 1)))
		if err == nil {
			_, err = p.Points(context.Background())
		}
		if err == nil || !strings.Contains(errs.Plain(err), want) {
			t.Errorf("%s: %v; want %s", change, err, want)
		}
	}
}
