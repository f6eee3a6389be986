// Package movement has what users do with traces of movement and of contacts: look at one,
// convert it, make one from a scenario's model, and find the contacts of moving nodes.
//
// It assumes files that formats can read. It leaves no half file: a trace appears under
// its name whole or not at all, even if it is interrupted.
package movement
