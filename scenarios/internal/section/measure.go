package section

import "bellwether/protocol"

// Measure is how runs are measured.
type Measure struct {
	// Intervals of which each shows the components at one instant, drawn uniformly. Only for
	// worlds of more than 4096 nodes whose links come and go: in all others each change
	// counts from its own instant.
	Every Duration `yaml:"every" jsonschema:"default=1s" min:"1ms" max:"1h"`
	// Time between two looks at links where the medium has no equation for them: received
	// powers, obstacles, testbeds. Halve it to see what it does to the metrics. Default: 1s, or
	// less if nodes move faster than a twenty-fifth of the reach in that time, and at least 50ms.
	Examine Duration `yaml:"examine" zero:"unsaid" min:"1ms" max:"1h"`
	// How much more than its leader a member may offer, as a fraction, before
	// badly_led_fraction counts the leader as a bad one. Default: the greater of 0.05 and what
	// capability.hysteresis and capability.incumbent let a leader keep its office with. Studies
	// that vary these fix it.
	Tolerance float64 `yaml:"tolerance" jsonschema:"exclusiveMinimum=0,maximum=10"`
}

// Detection is the budget to notice a dead leader.
type Detection struct {
	// Time between two signs of life.
	Interval Duration `yaml:"interval" jsonschema:"default=2s" min:"1ms" max:"24h"`
	// Number of missed signs after which a leader counts as lost.
	Misses int `yaml:"misses" jsonschema:"default=3,minimum=1,maximum=1000"`
}

// Protocol returns the budget in the words of package protocol.
func (d Detection) Protocol() protocol.Detection {
	return protocol.Detection{Interval: d.Interval.Std(), Misses: d.Misses}
}
