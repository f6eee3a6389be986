// Package section has the sections of a scenario file: their keys, the words that keys
// take, how a section that has several forms is read and written, and what a section is in
// the types of the simulator.
//
// The types are the format. The comments of their fields are the descriptions in the JSON
// Schema; their tags are the defaults and the bounds (see package strictyaml). A section
// knows only itself: what contradicts another section, and defaults that depend on another
// one, are found by the packages beside this one. The package opens no file and runs
// nothing.
//
// Units are in the tags: metres, m/s, joules, watts, dB; durations carry their unit.
package section

import "bellwether/internal/base/strictyaml"

// Duration is a span of time with its unit: 10s, 1m30s, 250ms.
type Duration = strictyaml.Duration
