package section

// DutyCycle bounds the time that each node may be on the air.
type DutyCycle struct {
	// Greatest share of the window on the air, acknowledgements included; 0: no limit. In
	// Europe 0.01 at 868.0 to 868.6 MHz, 0.1 at 869.4 to 869.65, 0.001 at 868.7 to 869.2
	// (ETSI EN 300 220-2, table B.1).
	Limit float64 `yaml:"limit" jsonschema:"default=0,minimum=0,maximum=1"`
	// Length of the window, which may begin at any time; an hour in ETSI EN 300 220-1.
	Window Duration `yaml:"window" jsonschema:"default=1h" min:"1ms" max:"8760h"`
	// What happens to a frame above the limit. hold: it waits at its sender, and the
	// frames behind it wait, too; drop: it is lost.
	Excess string `yaml:"excess" jsonschema:"default=hold,enum=hold,enum=drop"`
}

// Budget is the greatest number of broadcasts that a node should send.
type Budget struct {
	// Number of broadcasts in any span of the length per; 0: no budget.
	Broadcasts int `yaml:"broadcasts" jsonschema:"default=0,minimum=0,maximum=100000"`
	// Length of the span.
	Per Duration `yaml:"per" jsonschema:"default=1m" min:"1ms" max:"24h"`
}
