package section

// Redraw draws the losses of a run again from an instant on: another future of the same past. Nodes
// move, faults strike and algorithms draw as before.
type Redraw struct {
	// From when on losses are drawn again. Losses go by slots of one millisecond.
	From Duration `yaml:"from" zero:"unsaid" max:"10000h"`
	// The seed of these losses. Default: they are not drawn again.
	Seed Number `yaml:"seed" jsonschema:"minimum=1"`
}
