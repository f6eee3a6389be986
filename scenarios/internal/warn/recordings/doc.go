// Package recordings warns about recorded worlds: which part of a recording is run, how much
// of the measured time lies outside it, and what its format does not state.
//
// World is about traces and tables of links, Contacts about files of contacts. The
// package assumes that the recordings were read and cut, and changes nothing. A census of a
// trace costs a walk over its fixes.
//
// Shares are of the measured time or node-time.
package recordings
