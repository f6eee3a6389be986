package layers

import "strings"

// A Family is a folder of internal: packages that one looks for in one place.
type Family struct {
	Name string // of the folder
	Owns string
	Ours []string // families and public packages that it may import, never of a later family
}

// Families are in order from the ground: none imports one that follows it.
var Families = []Family{
	{Name: "base", Owns: "what any program needs: errors, files, locks, memory, statistics, YAML"},
	{Name: "contract", Owns: "what algorithms, drivers and traces share besides package protocol", Ours: []string{"base", "protocol"}},
	{Name: "sim", Owns: "simulated physics: PHY, space, energy; and the asynchronous system", Ours: []string{"base", "contract", "mobility", "overlay", "protocol", "radio", "trace"}},
	{Name: "laws", Owns: "judges of a trace that algorithms name", Ours: []string{"protocol", "trace", "trace/check"}},
	{Name: "formats", Owns: "files of movement, contacts, obstacles, links and captures", Ours: []string{"base", "sim", "mobility", "protocol", "radio", "trace"}},
	{Name: "draw", Owns: "tables and figures", Ours: []string{"base", "protocol", "trace", "trace/measure"}},
	{Name: "study", Owns: "plans, runs, results, reports, and the reproduction of the paper",
		Ours: []string{"base", "contract", "sim", "formats", "draw", "election", "election/tanist", "emulator", "mobility", "overlay", "protocol", "radio", "scenarios", "trace", "trace/check", "trace/measure"}},
	{Name: "explain", Owns: "why something happened in a run, and without what it would not have",
		Ours: []string{"base", "contract", "draw", "study", "emulator", "protocol", "radio", "scenarios", "trace", "trace/measure"}},
	{Name: "viewer", Owns: "the page that shows a run, play, and lessons",
		Ours: []string{"base", "contract", "study", "explain", "emulator", "protocol", "scenarios", "trace", "trace/measure"}},
	{Name: "live", Owns: "elections in real time: agent, membership, security, HTTP, replay",
		Ours: []string{"base", "contract", "laws", "formats", "draw", "study", "viewer", "emulator", "overlay", "protocol", "radio", "scenarios", "trace", "trace/check", "trace/measure"}},
	{Name: "proof", Owns: "checks of the code: explorer, hunt, benchmarks, second computations, this table",
		Ours: []string{"base", "contract", "sim", "laws", "study", "election", "emulator", "emulator/story", "mobility", "overlay", "protocol", "radio", "scenarios", "trace", "trace/check", "trace/measure"}},
	{Name: "testkit", Owns: "what several tests use", Ours: []string{"live", "emulator", "protocol", "protocol/conformance", "scenarios", "trace"}},
}

// familyOf returns the family of a package of internal, or its public package: base for
// "internal/base/errs", overlay for "overlay/internal/hello".
func familyOf(pkg string) string {
	if rest, ok := strings.CutPrefix(pkg, "internal/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		return name
	}
	room, _, _ := strings.Cut(pkg, "/internal")
	return room
}
