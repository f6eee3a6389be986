package sweep

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/base/stats"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/goals"
	"bellwether/internal/study/plan"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// An assumption is something of which a scenario might as well state another level, as an axis: its
// name, and its levels, the scenario's own first. The levels are those of the study of what decides a
// ranking, docs/ranking/plan.yaml, so that a stress asks of one world what the study asks of made
// ones. Of margins a stress has the scenario's own and none, or none and a tenth: there the small one lies between.
type assumption struct {
	name   string
	levels []level
}

// A level is a name and what it sets in the scenario.
type level struct {
	name string
	sets []setting
}

type setting struct{ path, value string }

// assumptionsOf returns the assumptions of a scenario that can be turned round, and for each other
// one why it cannot. routing are the labels of the rows that are judged and send along routes.
func assumptionsOf(s *scenarios.Scenario, routing []string) (have []assumption, leftOut []string) {
	for _, one := range []struct {
		name string
		of   func() (levels []level, why string)
	}{
		{"medium", func() ([]level, string) { return mediumOf(s) }},
		{"margin", func() ([]level, string) { return marginOf(s), "" }},
		{"routes", func() ([]level, string) { return routesOf(s, routing) }},
	} {
		levels, why := one.of()
		if why != "" {
			leftOut = append(leftOut, one.name+": "+why)
			continue
		}
		have = append(have, assumption{one.name, levels})
	}
	return have, leftOut
}

// mediumOf turns a medium that nodes share into an ideal one, and the other way round.
func mediumOf(s *scenarios.Scenario) (levels []level, why string) {
	switch {
	case s.Radio.Placeless():
		return levels, fmt.Sprintf("nodes of the radio model %s have no places, so no rule says which frames collide", s.Radio.Model)
	case s.Radio.Contended():
		return []level{
			{"contended", []setting{{"radio.access.model", s.Radio.Access.Model}}}, // as it is, with its other keys
			{"ideal", []setting{{"radio.access", "{model: ideal}"}}}}, ""
	}
	contended := "{model: csma}"
	if s.Radio.Bought().AssessDBm != 0 { // of 802.15.4
		contended = "{model: unslotted-csma-ca}"
	}
	return []level{
		{"ideal", []setting{{"radio.access.model", s.Radio.Access.Model}}},
		{"contended", []setting{{"radio.access", contended}}}}, "" // by the times of its preset
}

// marginOf takes the leader's margin away, or grants the study's greatest where it has none.
func marginOf(s *scenarios.Scenario) []level {
	margin := s.Capability.Margin()
	if margin == (protocol.Margin{}) {
		return []level{
			{"none", []setting{{"capability.hysteresis", "0"}}},
			{"tenth", []setting{{"capability.hysteresis", decimal(float64(tenth.Share) / 1000)}}}}
	}
	with, without := []setting{{"capability.hysteresis", decimal(s.Capability.Hysteresis)}}, []setting{{"capability.hysteresis", "0"}}
	if margin.Bonus > 0 {
		with, without = append(with, setting{"capability.incumbent", decimal(s.Capability.Incumbent)}), append(without, setting{"capability.incumbent", "0"})
	}
	return []level{{"with", with}, {"without", without}}
}

// tenth is the greatest margin of the study.
var tenth = protocol.Margin{Share: 100}

// routesOf sets the scenario's own service first, and then the others of the study.
func routesOf(s *scenarios.Scenario, routing []string) (levels []level, why string) {
	if len(routing) == 0 {
		return nil, "of the rows that a verdict judges no row sends along routes"
	}
	own := s.Routing.Service
	levels = []level{{own, []setting{{"routing.service", own}}}} // as it is, with its other keys
	for _, other := range []string{"oracle", "aodv", "olsr"} {
		if other != own {
			levels = append(levels, level{other, []setting{{"routing", "{service: " + other + "}"}}})
		}
	}
	return levels, ""
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// rowsOf sorts the rows of a scenario: those that a verdict judges, and those that send along
// routes, by which AODV's unicast: routed makes all of them do.
func rowsOf(s *scenarios.Scenario) (judged, routing, others []string) {
	aims := make([]goals.Aim, len(s.Algorithms))
	for i, e := range s.Algorithms {
		a, _ := s.Algorithm(e.Name)
		aims[i].Goal, aims[i].Quorum = goals.Written(a.Goal)
	}
	common, shared := goals.Common(aims)
	for i, e := range s.Algorithms {
		if shared && aims[i] == common {
			judged = append(judged, e.Label)
		}
		if routes(s, e) {
			routing = append(routing, e.Label)
		} else {
			others = append(others, e.Label)
		}
	}
	return judged, routing, others
}

// runsToTell is the least number of runs with which a verdict over all corners can show anything: Holm's
// correction multiplies the least p of the signed ranks by the number of comparisons, each two
// rows in both metrics at each corner.
func runsToTell(judged, corners int) int { return stats.LeastPairs(corners * judged * (judged - 1)) }

// oneTolerance is by how much a member may exceed its leader in a stress with and without margin,
// so that one standard judges both: what the greater margin comes to where a leader offers all that the weights
// allow, 1000, and at least the 5 % of measure.ToleranceOf. A leader keeps its office until a
// rival exceeds its offer and the bonus by the hysteresis.
func oneTolerance(m protocol.Margin) float64 {
	if m == (protocol.Margin{}) {
		m = tenth
	}
	const all, least = 1000, 0.05
	share := float64(m.Share) / 1000
	return max(math.Round(1000*((1+share)*(1+float64(m.Bonus)/all)-1))/1000, least)
}

// stressPlan returns the plan that crosses the assumptions of a scenario. from is its name or
// file, runs how many each row gets at each corner; 0: as few as tell anything.
func stressPlan(s *scenarios.Scenario, from string, flags []scenarios.Override, runs int) (*plan.Plan, error) {
	judged, routing, others := rowsOf(s)
	if len(judged) < 2 {
		return nil, fmt.Errorf("--stress says which row leads best where, and of the rows of %s fewer than two elect the best node, or share another goal", s.Name)
	}
	have, leftOut := assumptionsOf(s, slices.DeleteFunc(routing, func(label string) bool { return !slices.Contains(judged, label) }))
	if runs == 0 {
		corners := 1
		for _, a := range have {
			corners *= len(a.levels)
		}
		runs = runsToTell(len(judged), corners)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "schema: %d\nname: %s\nabout: %s\nscenario: %s\n", plan.Form, stressName(s.Name), strictyaml.Text(aboutStress), strictyaml.Text(from))
	set := ownLevels(have, settingsOf(flags))
	stress := plan.Stress{LeftOut: leftOut, Command: commandOf(s, runs)}
	if s.Measure.Tolerance == 0 {
		stress.Tolerance = oneTolerance(s.Capability.Margin())
		set = append(set, setting{"measure.tolerance", decimal(stress.Tolerance)})
	}
	if len(set) > 0 {
		b.WriteString("set:\n")
		writeSettings(&b, set, "  ")
	}
	b.WriteString("axes:\n")
	for _, a := range have {
		fmt.Fprintf(&b, "  %s:\n", a.name)
		for _, l := range a.levels {
			fmt.Fprintf(&b, "    %s:\n", l.name)
			writeSettings(&b, l.sets, "      ")
		}
	}
	if slices.ContainsFunc(have, func(a assumption) bool { return a.name == "routes" }) {
		stress.Untouched = others
	}
	fmt.Fprintf(&b, "algorithms: %s\nruns: %d\nstress: %s\n", strictyaml.Inline(s.Algorithms), runs, stress.Inline())
	return plan.Read("the plan of --stress", []byte(b.String()))
}

// commandOf is the command of a stress, without the program's name.
func commandOf(s *scenarios.Scenario, runs int) string {
	again := *s
	again.Runs = runs
	return again.Again() + " --stress"
}

// ownLevels takes out of what flags set the paths of the axes, since a plan sets no path twice. The
// scenario's own levels set them: of a whole section that a flag sets, with what flags set in it
// later.
func ownLevels(have []assumption, set []setting) []setting {
	for i := range have {
		own, other := &have[i].levels[0], &have[i].levels[1]
		section := other.sets[0].path
		inside := func(s setting) bool { return s.path == section || strings.HasPrefix(s.path, section+".") }
		if at := slices.IndexFunc(set, func(s setting) bool { return s.path == section }); at >= 0 && section != own.sets[0].path {
			own.sets = slices.DeleteFunc(slices.Clone(set[at:]), func(s setting) bool { return !inside(s) })
			set = slices.DeleteFunc(set, inside)
			continue
		}
		set = slices.DeleteFunc(set, func(s setting) bool {
			return slices.ContainsFunc(own.sets, func(o setting) bool { return o.path == s.path })
		})
	}
	return set
}

// settingsOf returns what flags set, the last value of each path, in the order of these. Rows and
// runs stand elsewhere in a plan.
func settingsOf(flags []scenarios.Override) (set []setting) {
	for _, o := range flags {
		if o.Path == "runs" || o.Path == "algorithms" || strings.HasPrefix(o.Path, "algorithms[") {
			continue
		}
		set = slices.DeleteFunc(set, func(s setting) bool { return s.path == o.Path })
		set = append(set, setting{o.Path, o.Value})
	}
	return set
}

const aboutStress = "Who leads best where, if the assumptions of the scenario are turned round?"

// stressName is the name of the plan. Names have 64 letters at most.
func stressName(scenario string) string {
	const end, most = "-stress", 64
	return scenario[:min(len(scenario), most-len(end))] + end
}

func writeSettings(b *strings.Builder, set []setting, indent string) {
	for _, s := range set {
		fmt.Fprintf(b, "%s%s: %s\n", indent, strictyaml.Text(s.path), s.value)
	}
}

// placeOf returns a scenario's name or the whole path of its file.
func placeOf(name string) (string, error) {
	if _, builtin := scenarios.Source(name); builtin {
		return name, nil
	}
	return filepath.Abs(name)
}
