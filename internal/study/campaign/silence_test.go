package campaign

import (
	"fmt"
	"strings"
	"testing"
)

// quiet is a world whose duty cycle allows a tenth of the airtime of hellos alone.
const quiet = `
schema: 2
name: quiet
duration: 60s
nodes: 4
runs: 2
radio: {range: 2000, bitrate: 5000, duty_cycle: {limit: 0.005, window: 30s}}
algorithms: [bully, flood-max]
`

// TestMuteRadiosAreToldOf holds that a warning names the node that could not send for the
// longest time, with the share of that time, the cause, and the rates of messages said and
// sent. A world whose radios can send has no warning.
func TestMuteRadiosAreToldOf(t *testing.T) {
	out := run(t, read(t, quiet), Options{Jobs: 2})
	all := strings.Join(out.Report.Warnings, "\n")
	for _, part := range []string{"radios could not send: node ", " % of its time (a duty cycle of 0.5 %", "were sent; so in bully, flood-max"} {
		if !strings.Contains(all, part) {
			t.Errorf("warned of %q, want %q", all, part)
		}
	}
	a := &out.Report.Algorithms[0]
	worst := &out.Runs[0]
	for i := range out.Runs {
		if r := &out.Runs[i]; r.Metrics.Mutest.Share > worst.Metrics.Mutest.Share {
			worst = r
		}
	}
	if named := fmt.Sprintf("node %d of %s, seed %d, for", worst.Metrics.Mutest.Node, worst.Label, worst.Seed); !strings.Contains(all, named) {
		t.Errorf("warned of %q, want %q", all, named)
	}
	if mute, worst := a.Metrics.Get("mute_fraction"), a.Metrics.Get("mute_worst_fraction"); mute.Mean < 0.5 || mute.Mean > 1 || worst.Mean < mute.Mean || worst.Mean > 1 {
		t.Errorf("mute %v, the worst %v", mute.Mean, worst.Mean)
	}
	if said, sent := a.Metrics.Get("messages_per_node_s"), a.Metrics.Get("messages_sent_per_node_s"); sent.Mean > said.Mean/4 {
		t.Errorf("%v said, %v sent", said.Mean, sent.Mean)
	}
	crowded := run(t, read(t, strings.Replace(quiet, "bitrate: 5000, duty_cycle: {limit: 0.005, window: 30s}", "bitrate: 3000", 1)+
		"faults: [{at: 5s, every: 1ms, elect: [1]}]\n"), Options{Jobs: 2})
	if all := strings.Join(crowded.Report.Warnings, "\n"); !strings.Contains(all, "radios could not send: node 1 ") || !strings.Contains(all, "(full queues, which lost ") {
		t.Errorf("warned of %q", all)
	}
	loud := run(t, read(t, strings.Replace(quiet, ", duty_cycle: {limit: 0.005, window: 30s}", "", 1)), Options{Jobs: 2})
	if all := strings.Join(loud.Report.Warnings, "\n"); strings.Contains(all, "could not send") {
		t.Errorf("warned of %q", all)
	}
}

// TestRadiosThatFallBehindAreToldOf holds that there is a warning if a tenth of the messages
// was not sent though no radio was mute: because frames are too long for the duty cycle, or
// because queues grow without being full. A radio that is off gives no warning.
func TestRadiosThatFallBehindAreToldOf(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"too long": {"limit: 0.005", "limit: 0.001", "were sent (the duty cycle lost "},
		"too slow": {"bitrate: 5000, duty_cycle: {limit: 0.005, window: 30s}", "bitrate: 300", "were sent (others waited for a radio that sends too slowly)"},
		"off":      {"bitrate: 5000, duty_cycle: {limit: 0.005, window: 30s}}", "bitrate: 50000}\nfaults: [{at: 2s, radio-off: [1, 2]}]", ""},
	} {
		out := run(t, read(t, strings.Replace(quiet, c.old, c.new, 1)), Options{Jobs: 2})
		all := strings.Join(out.Report.Warnings, "\n")
		if strings.Contains(all, "radios fell behind: of ") != (c.want != "") || !strings.Contains(all, c.want) {
			t.Errorf("%s: warned of %q", name, all)
		}
	}
}
