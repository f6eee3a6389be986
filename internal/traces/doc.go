// Package traces does with traces of movement and of contacts what a person wants
// done: look at one, convert it, make one of a scenario's model, and find the
// contacts of what moves.
//
// It assumes files that formats can read. It leaves no half file: a trace appears
// under its name whole or not at all, also when it is interrupted.
package traces
