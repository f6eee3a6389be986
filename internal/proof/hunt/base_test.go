package hunt

import (
	"testing"

	"bellwether/internal/study/registry"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
)

// Each world that is drawn from a built-in scenario can be run, also if the draw removes its
// batteries.
func TestWorldsOfBuiltInScenariosCanBeRun(t *testing.T) {
	reg, err := registry.New(registry.Own{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range scenarios.Builtin() {
		base, err := LoadBase(name, []string{"vasudevan"}, reg)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for number := range uint64(sample.Of(3, 12)) {
			w := base.draw(1, number, base.scenario.Algorithms[0])
			o := reg.Options()
			o.Files = base.files
			if _, err := scenarios.Read("drawn.yaml", w.YAML(), o); err != nil {
				t.Errorf("%s, world %d: %v", name, number, err)
				break
			}
		}
	}
}
