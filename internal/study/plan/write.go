package plan

import (
	"bytes"
	"fmt"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios"
)

// YAML returns the plan as YAML, with ranges as lists. It reads back as the same plan in any
// directory, and equal plans give the same bytes.
func (p *Plan) YAML() []byte {
	var b bytes.Buffer
	b.WriteString("# As run by bellwether.\n")
	b.Write(strictyaml.Encode(struct {
		Schema   int    `yaml:"schema"`
		Name     string `yaml:"name"`
		About    string `yaml:"about"`
		Scenario string `yaml:"scenario"`
	}{p.Schema, p.Name, p.About, p.Scenario}))
	if len(p.Set) > 0 {
		b.WriteString("set:\n")
		p.Set.write(&b, 2)
	}
	if len(p.Axes) > 0 {
		b.WriteString("axes:\n")
		for _, a := range p.Axes {
			if a.sets == nil {
				fmt.Fprintf(&b, "  %s: [%s]\n", strictyaml.Text(a.Path), strings.Join(a.Values, ", "))
				continue
			}
			fmt.Fprintf(&b, "  %s:\n", strictyaml.Text(a.Path))
			for i, set := range a.sets {
				if a.section() {
					fmt.Fprintf(&b, "    %s: %s\n", strictyaml.Text(a.Values[i]), set[0].Value)
					continue
				}
				fmt.Fprintf(&b, "    %s:\n", strictyaml.Text(a.Values[i]))
				set.write(&b, 6)
			}
		}
	}
	if len(p.Algorithms) > 0 {
		b.Write(strictyaml.Encode(struct {
			Algorithms []scenarios.Entry `yaml:"algorithms"`
		}{p.Algorithms}))
	}
	switch {
	case p.Adaptive():
		fmt.Fprintf(&b, "stop: {metric: %s, half_width: %v, min: %d, max: %d}\n",
			p.Stop.Metric, p.Stop.HalfWidth, p.Stop.Min, p.Stop.Max)
	case p.Runs > 0:
		fmt.Fprintf(&b, "runs: %d\n", p.Runs)
	}
	if p.Stressed() {
		fmt.Fprintf(&b, "stress: %s\n", p.Stress.Inline())
	}
	return b.Bytes()
}

// Inline writes the section on one line.
func (s Stress) Inline() string {
	text := fmt.Sprintf("{left_out: %s, untouched: %s", strictyaml.Inline(s.LeftOut), strictyaml.Inline(s.Untouched))
	if s.Command != "" {
		text += ", command: " + strictyaml.Text(s.Command)
	}
	if s.Tolerance > 0 {
		text += fmt.Sprintf(", tolerance: %v", s.Tolerance)
	}
	return text + "}"
}

// write writes each setting on a line.
func (s Settings) write(b *bytes.Buffer, indent int) {
	for _, one := range s {
		fmt.Fprintf(b, "%*s%s: %s\n", indent, "", strictyaml.Text(one.Path), one.Value)
	}
}
