package sweep

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"bellwether/internal/study/plan"
)

// A stress asks of one world what the study of rankings asks of its own: of media and routes it has all levels of that
// study, and of margins none and the greatest.
func TestStressesHaveTheLevelsOfTheRankingStudy(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "docs", "ranking")
	study, err := plan.Load(filepath.Join(dir, "plan.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	s := Stress{Job: Job{Warn: func(string) {}}, Scenario: filepath.Join(dir, "world.yaml")}
	_, stress, err := s.plan()
	if err != nil {
		t.Fatal(err)
	}
	levels := func(p *plan.Plan) (media, margins, routes []string) {
		points, err := p.Points(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all := [3]map[string]bool{{}, {}, {}}
		for _, at := range points {
			all[0][at.Scenario.Radio.Access.Model] = true
			all[1][fmt.Sprint(at.Scenario.Capability.Hysteresis)] = true
			all[2][at.Scenario.Routing.Service] = true
		}
		return slices.Sorted(maps.Keys(all[0])), slices.Sorted(maps.Keys(all[1])), slices.Sorted(maps.Keys(all[2]))
	}
	media, margins, routes := levels(study)
	ofMedia, ofMargins, ofRoutes := levels(stress)
	if !slices.Equal(ofMedia, media) || !slices.Equal(ofRoutes, routes) || !slices.Equal(ofMargins, []string{margins[0], margins[len(margins)-1]}) {
		t.Errorf("a stress has the media %v, margins %v and routes %v, the study %v, %v and %v", ofMedia, ofMargins, ofRoutes, media, margins, routes)
	}
}
