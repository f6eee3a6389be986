// Package traces does with traces of movement what a person wants done: look at
// one, convert it, make one of a scenario's model.
//
// It assumes files that formats can read. It leaves no half file: a trace appears
// under its name whole or not at all, also when it is interrupted.
package traces
