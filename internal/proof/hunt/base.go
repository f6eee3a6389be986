package hunt

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/base/wording"
	"bellwether/internal/study/portable"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
	"bellwether/scenarios"
)

// A Base is a user's scenario whose faults, losses and seeds are varied.
type Base struct {
	scenario *scenarios.Scenario
	from     string
	world    World // without what each draw changes
	moves    bool  // its movement can be ended
	// unpowered holds its sections that name batteries or motors, with these removed; glide is
	// what its nodes do then; "": as in the world.
	unpowered []section
	glide     string
	files     map[string]string // where its files are, by the name that it has for them; without those built in
	spec      baseSpec
	needs     []tasks.Content // of the spec
}

// baseWindow bounds the time within which drawn faults, losses and movement of a user's
// scenario end. It is half the duration if that is shorter.
const baseWindow = time.Minute

// LoadBase reads a scenario, a file or a built-in one. It keeps the rows of the named
// algorithms, or all rows if none is named.
func LoadBase(name string, algorithms []string, program *registry.Registry) (*Base, error) {
	o := program.Options()
	o.Algorithms = algorithms
	s, err := scenarios.Load(name, o)
	if err != nil {
		return nil, err
	}
	for _, e := range s.Algorithms {
		if len(e.Command) > 0 {
			var words []string
			for _, word := range e.Command {
				words = append(words, wording.Quote(word))
			}
			return nil, fmt.Errorf("%s: hunt starts no program that a scenario names: leave the row %s out, and if you trust it give it to --algorithm %s",
				name, e.Label, wording.Quote(e.Name+"="+strings.Join(words, " ")))
		}
	}
	as := name
	text, builtin := scenarios.Source(name)
	if builtin {
		as += ".yaml"
	} else if text, err = os.ReadFile(name); err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, f := range s.Files() {
		if f.From != "" {
			files[f.As] = f.From
		}
	}
	b, err := newBase(as, &portable.Loaded{Scenario: s, Text: text, Files: files})
	if err != nil {
		return nil, err
	}
	b.from = name
	b.describe(as, text, algorithms)
	return b, nil
}

// newBase returns the base of a scenario that was read. name is the name of its text.
func newBase(name string, l *portable.Loaded) (*Base, error) {
	doc, err := strictyaml.Parse(name, l.Text)
	if err != nil {
		return nil, err
	}
	s := l.Scenario
	b := &Base{scenario: s, files: l.Files}
	b.world = World{Name: s.Name, Seed: s.Seed, Nodes: s.Nodes, Duration: s.Duration.Std(), Given: []section{}}
	b.read(doc.Root())
	return b, nil
}

// describe describes the base to other machines.
func (b *Base) describe(name string, text []byte, algorithms []string) {
	whole := tasks.NewContent(text)
	files, contents := portable.Contents(b.scenario)
	b.spec = baseSpec{portable.Spec{Name: name, Scenario: whole.SHA256, Files: files}, algorithms}
	b.needs = append([]tasks.Content{whole}, contents...)
}

// Rows returns the labels of the scenario's rows.
func (b *Base) Rows() (out []string) {
	for _, e := range b.scenario.Algorithms {
		out = append(out, e.Label)
	}
	return out
}

// read splits the file into what draws change and what stays as it is.
func (b *Base) read(root *strictyaml.Node) {
	w := &b.world
	for _, f := range root.Fields {
		switch f.Key {
		case "schema", "name", "duration", "runs", "seed", "nodes", "algorithms", "interventions":
		case "faults":
			for _, item := range f.Value.Items {
				w.Faults = append(w.Faults, fault{Raw: item.Flow()})
			}
		case "radio":
			w.Radio, w.Loss, w.LossEnds = fieldsBut(f.Value, "loss"), "", 0
			if loss := f.Value.Get("loss"); loss != nil {
				w.Loss = fieldsBut(loss, "until")
			}
		case "mobility":
			w.Move, b.glide = fieldsBut(f.Value, "until"), fieldsBut(f.Value, "until", "propulsion")
			model := f.Value.Get("model")
			b.moves = model == nil || model.Text != "static" && model.Text != "trace"
		default:
			w.Given = append(w.Given, section{f.Key, f.Value.Flow()})
			switch f.Key {
			case "capability":
				b.unpowered = append(b.unpowered, section{f.Key, "{" + fieldsBut(f.Value, "battery") + "}"})
			case "groups":
				b.unpowered = append(b.unpowered, section{f.Key, groupsWithoutPower(f.Value)})
			}
		}
	}
	if root.Get("radio") == nil {
		w.Radio = "model: unit-disk"
	}
	if root.Get("mobility") == nil && root.Get("groups") == nil && b.scenario.Movement() != nil {
		w.Move, b.moves = "model: random-waypoint", true
	}
}

// fieldsBut returns the fields of a mapping except some, on one line.
func fieldsBut(n *strictyaml.Node, but ...string) string {
	var out []string
	for _, f := range n.Fields {
		if !slices.Contains(but, f.Key) {
			out = append(out, f.Key+": "+f.Value.Flow())
		}
	}
	return strings.Join(out, ", ")
}

// groupsWithoutPower returns the groups without batteries and motors, on one line.
func groupsWithoutPower(groups *strictyaml.Node) string {
	var out []string
	for _, g := range groups.Items {
		fields := fieldsBut(g, "battery", "mobility")
		if m := g.Get("mobility"); m != nil {
			fields += ", mobility: {" + fieldsBut(m, "propulsion") + "}"
		}
		out = append(out, "{"+strings.TrimPrefix(fields, ", ")+"}")
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// draw makes the world of a number. World 0 is the scenario unchanged. The others have another
// seed, more faults and other losses; movement and losses end, so that the world becomes calm.
// Two of three have no batteries.
func (b *Base) draw(seed, number uint64, e scenarios.Entry) *World {
	w := b.world.clone()
	w.Algorithm, w.Params = e.Name, e.Params
	if number == 0 {
		w.Loss, w.LossEnds = b.world.Loss, 0
		return w
	}
	g := stream(seed, number, "base")
	w.Seed = 1 + g.Uint64N(1_000_000)
	by := min(w.Duration/2, baseWindow)
	if g.IntN(2) == 0 { // else the losses of the file, which end
		w.Loss = ""
		w.drawLoss(stream(seed, number, "losses"))
	} else if w.Loss != "" {
		w.LossEnds = seconds(g, by)
	}
	w.LossEnds = min(w.LossEnds, by)
	if b.moves {
		w.Still = seconds(g, by)
	}
	drains := slices.ContainsFunc(w.Faults, func(f fault) bool { return strings.Contains(f.Raw, "drain:") })
	if g.IntN(3) > 0 && !drains {
		w.Given = slices.DeleteFunc(w.Given, func(s section) bool { return s.Key == "energy" })
		w.Given = append(w.Given, section{"energy", "{profile: none}"})
		if b.glide != "" {
			w.Move = b.glide
		}
		for i := range w.Given { // without batteries the weight of a charge, or a motor, is a fault of the file
			if at := slices.IndexFunc(b.unpowered, func(s section) bool { return s.Key == w.Given[i].Key }); at >= 0 {
				w.Given[i].Value = b.unpowered[at].Value
			}
		}
	}
	if g.IntN(2) == 0 {
		w.Faults = nil
	}
	w.drawFaults(stream(seed, number, "faults"), by)
	return w
}

// String names the scenario in messages.
func (b *Base) String() string {
	return fmt.Sprintf("%s (%d nodes)", b.scenario.Name, b.scenario.Nodes)
}
