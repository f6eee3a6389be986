package scenarios

import (
	"strings"
	"testing"

	"bellwether/internal/base/errs"
)

// TestWrongKeysAreAnsweredWithTheRightOnes has keys that newcomers write, in the words of other
// programs or in the wrong place, and what they are told.
func TestWrongKeysAreAnsweredWithTheRightOnes(t *testing.T) {
	for text, want := range map[string]string{
		"groups: [{count: 5}]":           "did you mean nodes?",
		"groups: [{size: 5}]":            "did you mean nodes?",
		"groups: [{movement: {}}]":       "did you mean mobility?",
		"groups: [{energy: {}}]":         "did you mean battery?",
		"radio: {mac: csma}":             "did you mean access?",
		"radio: {tx_power: 20}":          "did you mean power?",
		"radio: {data_rate: 1e6}":        "did you mean bitrate?",
		"radio: {radius: 100}":           "did you mean range?",
		"radio: {buildings: a.geojson}":  "did you mean obstacles?",
		"radio: {packet-loss: 0.1}":      "did you mean loss?",
		"radio: {rnage: 100}":            "did you mean range?",
		"num_nodes: 20":                  "did you mean nodes?",
		"area: {width: 100}":             "did you mean world?",
		"movement: {model: static}":      "did you mean mobility?",
		"battery: {min: 3}":              "did you mean energy?",
		"replications: 5":                "did you mean runs?",
		"neighbors: {service: oracle}":   "did you mean neighbours?",
		"time: 10s":                      "did you mean duration?",
		"algos: [bully]":                 "did you mean algorithms?",
		"world: {x: 100}":                "did you mean width?",
		"mobility: {velocity: 3}":        "did you mean speed?",
		"mobility: {wait: 3s}":           "did you mean pause?",
		"bitrate: 1e6":                   "did you mean radio.bitrate?",
		"radio: {duration: 3s}":          "duration stands at the top of the file",
		"mobility: {area: {width: 100}}": "did you mean world, which stands at the top of the file?",
		"groups: [{xyzzy: 5}]":           "; there are name, nodes, ",
		"radio: {frobnicate: 5}":         "; there are model, ",
	} {
		_, err := Read("mine.yaml", []byte("schema: 2\n"+text+"\n"), Options{})
		if err == nil || !strings.Contains(errs.Plain(err), want) {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
}
