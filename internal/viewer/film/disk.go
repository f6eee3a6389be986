package film

import "github.com/goccy/go-yaml"

// rangeM returns the range of the radio that a trace's scenario states. Only a disk has one:
// with path losses the range differs from pair to pair.
func rangeM(scenario string) float64 {
	var s struct {
		Radio struct {
			Model string  `yaml:"model"`
			Range float64 `yaml:"range"`
		} `yaml:"radio"`
	}
	// The scenario was checked before its run. If a damaged header has another, only less is
	// drawn.
	if err := yaml.Unmarshal([]byte(scenario), &s); err != nil || s.Radio.Model != "unit-disk" {
		return 0
	}
	return max(0, s.Radio.Range)
}
