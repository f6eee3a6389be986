// Package movement works with traces of movement and of contacts for users: it inspects and
// converts them, makes one from a scenario's model, and finds the contacts of moving nodes.
//
// It assumes files that formats can read. It leaves no half file: a trace appears under
// its name whole or not at all, even if it is interrupted.
package movement
