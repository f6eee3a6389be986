package scenarios_test

import (
	"strings"
	"testing"
	"time"

	"bellwether/overlay"
	"bellwether/scenarios"
)

// aodvOf returns the AODV that a routing section gives to the nodes.
func aodvOf(t *testing.T, section string) overlay.AODVOptions {
	t.Helper()
	s, err := scenarios.Read("aodv.yaml", []byte("schema: 2\nnodes: 5\nradio: {model: graph, topology: line}\nrouting: "+section+"\nalgorithms: [bully]\n"), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	if c.Services.AODV == nil || c.Services.Flood != nil {
		t.Fatalf("%s: services %+v", section, c.Services)
	}
	return *c.Services.AODV
}

// A section without keys has the defaults of the RFC or of the draft, and one as it is
// written with its defaults filled in gives the same nodes.
func TestRoutingDefaultsAreTheServices(t *testing.T) {
	for _, row := range []struct {
		section string
		want    overlay.AODVOptions
	}{
		{"{service: aodv}", overlay.AODVOptions{}},
		{"{service: aodv, draft: 3}", overlay.AODVOptions{Draft: overlay.Draft3}},
		{"{service: aodv, hello_interval: 4s, active_route_timeout: 5s}", overlay.AODVOptions{HelloInterval: 4 * time.Second, ActiveRouteTimeout: 5 * time.Second}},
		{"{service: aodv, timeout_buffer: 0, max_queue_time: 0s, jitter: 0s}", overlay.AODVOptions{TimeoutBuffer: -1, MaxQueueTime: -1, Jitter: -1}},
		{"{service: aodv, draft: 3, unicast: routed}", overlay.AODVOptions{Draft: overlay.Draft3, Unicast: "routed"}},
		{"{service: aodv, rreq_retries: 5, detection: both, one_way: true, reply_ack: true}", overlay.AODVOptions{RREQRetries: 5, Detection: "both", OneWay: true, ReplyAck: true}},
	} {
		if got, want := aodvOf(t, row.section).Whole(), row.want.Whole(); got != want {
			t.Errorf("%s:\ngot  %+v\nwant %+v", row.section, got, want)
		}
	}
	if o := aodvOf(t, "{service: aodv, hello_interval: 4s}"); o.DeletePeriod != 40*time.Second { // 5·max(3s, 2·4s), RFC 3561 §10
		t.Errorf("DELETE_PERIOD is %v", o.DeletePeriod)
	}
}

func TestRoutingRefusals(t *testing.T) {
	for section, want := range map[string]string{
		"{service: aodv, draft: 2}":            "3:33: routing.draft: must be one of 0, 3, got 2",
		"{service: aodv, hello_interval: 1ms}": "3:42: routing.hello_interval: hellos",
		"{service: aodv, jitter: 2s}":          "routing.jitter: hellos",
		"{service: olsr, dup_hold_time: 1ms}":  "routing.dup_hold_time: must be at least",
		"{service: olsr, dup_hold_time: 4s}":   "routing.dup_hold_time: topology messages are known again for 4s, which is shorter than tc_interval, 5s",
		"{service: olsr, dup_hold_time: 200ms, tc_interval: 200ms, hello_interval: 2s, jitter: 60ms}": "but may travel for 244ms, over 4 hops",
		"{service: aodv, ttl_start: 9, net_diameter: 8}":                                              "more than net_diameter",
		"{service: aodv, detection: luck}":                                                            "detection",
		"{service: aodv, unicast: luck}":                                                              "unicast",
	} {
		_, err := scenarios.Read("aodv.yaml", []byte("nodes: 5\nradio: {model: graph, topology: line}\nrouting: "+section+"\nalgorithms: [bully]\n"), scenarios.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", section, err)
		}
	}
}

// Messages to neighbours are packets with unicast routed, also of an algorithm that knows
// no other members: it pays for searches then.
func TestUnicastOverRoutes(t *testing.T) {
	for way, want := range map[string]bool{"direct": false, "routed": true} {
		s, err := scenarios.Read("u.yaml", []byte("schema: 2\nnodes: 5\nduration: 1m\nradio: {model: graph, topology: line}\nrouting: {service: aodv, unicast: "+way+
			"}\nalgorithms: [{name: vasudevan, params: {signalling: udp}}]\n"), scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		routed := false
		for _, k := range s.Kinds(s.Algorithms[0]) {
			routed = routed || k.Name == "rreq"
		}
		if routed != want {
			t.Errorf("%s: requests may occur: %v", way, routed)
		}
	}
}
