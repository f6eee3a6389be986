package scenarios_test

import (
	"strings"
	"testing"

	"bellwether/scenarios"
)

// What contradicts itself about OLSR is refused at a key that the file gives.
func TestKeysOfOLSRAreRefused(t *testing.T) {
	for keys, want := range map[string]string{
		"hello_interval: 10ms, jitter: 9ms":        "routing.jitter: a jitter of 9ms is more than half of the shorter interval, 10ms",
		"tc_interval: 1s, jitter: 600ms":           "routing.jitter: a jitter of 600ms is more than half of the shorter interval, 1s",
		"neighb_hold_time: 1s":                     "routing.neighb_hold_time: neighbours are held for 1s, which is shorter than hello_interval, 2s",
		"tc_interval: 10s, top_hold_time: 9s":      "routing.top_hold_time: links are held for 9s, which is shorter than tc_interval, 10s",
		"hello_interval: 1h":                       "routing.hello_interval: hold times of OLSR 3h0m0s and 15s: a message can state 1h6m8s at most",
		"tc_interval: 30m":                         "routing.tc_interval: hold times of OLSR 6s and 1h30m0s: a message can state 1h6m8s at most",
		"hello_interval: 2s, neighb_hold_time: 1s": "routing.neighb_hold_time: ",
		"hello_interval: 2s, neighb_hold_time: 1h": "",
	} {
		_, err := scenarios.Read("s.yaml", []byte("nodes: 3\nmobility: {model: static}\nrouting: {service: olsr, "+keys+"}\n"), scenarios.Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", keys, err, want)
		}
	}
}
