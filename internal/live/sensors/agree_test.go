package sensors

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/testkit/scenariotest"
	"bellwether/scenarios"
	"bellwether/trace"
)

// claims records why node 1 must not lead in the end.
type claims struct {
	barred bool
	why    string
}

func (*claims) Wants() trace.Set { return trace.Of(trace.Capability) }

func (c *claims) Record(r *trace.Record) {
	if r.Node == 1 {
		c.barred, c.why = r.Value < 0, r.Name
	}
}

// A live agent and an emulated node of the same state are told the same by the same rules: a battery at 15 %, up for
// 600 s, 3 others heard, the tag role gateway.
func TestAgentsAndEmulatedNodesAgreeOnRules(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{"class/power_supply/BAT0/type": "Battery\n", "class/power_supply/BAT0/capacity": "15\n",
		"class/power_supply/BAT0/status": "Discharging\n", "loadavg": "0.00 0.00 0.00 1/100 1\n", "uptime": "600.00 100.00\n"} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, rules := range []string{
		"role = gateway", "role != gateway", "role =", "zone = north", "zone != north", "zone =",
		"battery > 20 %", "battery > 20 %, role = gateway", "battery>=14%", "battery > 16", "battery > 16 %, zone = x",
		"members >= 3", "members > 3", "members < 3", "uptime >= 10m", "uptime < 600s, uptime > 1h", "load < 50 %", "load > 0",
		"gateway", "> 3", "battery = 20 %", "battery > much", "batery > 20 %", "members > x", "uptime > 5", "role == a", "a=b,",
		strings.Repeat("a=b, ", 17) + "a=b",
	} {
		r, wrong := ParseRules(rules)
		text := fmt.Sprintf("schema: 2\nname: agree\nduration: 600001ms\nwarmup: 0s\nnodes: 4\nradio: {model: graph, topology: complete}\n"+
			"energy: {profile: none}\ncapability: {values: [4, 3, 2, 1]}\nalgorithms: [vasudevan]\nneighbours: {service: oracle}\n"+
			"tags: [{nodes: [1], tags: {role: gateway}}]\neligible: %q\nfaults: [{at: 599s, drain: [1], left: 0.15}]\n", rules)
		text = strings.Replace(text, "profile: none", "profile: wifi-ns3, battery: {min: 1e8, max: 1e8}", 1)
		s, err := scenarios.Read("agree.yaml", []byte(text), scenarios.Options{})
		if (err == nil) != (wrong == nil) || err != nil && !strings.Contains(err.Error(), wrong.Error()) {
			t.Errorf("%q: a scenario says %v, an agent %v", rules, err, wrong)
		}
		if err != nil || wrong != nil {
			continue
		}
		r.machine = machine{sys: root, proc: root, cpus: 2}
		want, err := r.Broken(map[string]string{"role": "gateway"}, Heard{Members: 3, Quality: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := new(claims)
		if scenariotest.Run(t, s, got); got.why != want || got.barred != (want != "") {
			t.Errorf("%q: an emulated node breaks %q (%t), an agent %q", rules, got.why, got.barred, want)
		}
	}
}
