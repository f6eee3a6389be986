// Package air makes the radio of a run from the section radio of a scenario: who may hear
// whom, which frames are lost, and how far the radio reaches.
//
// It assumes that the section is sound and that its files were read. One Radio makes the
// media of all seeds; a medium is a function of the seed alone. It reads no file, draws
// nothing that the seed does not decide, and knows nothing of algorithms.
//
// Lengths are in metres, powers in dBm, angles in degrees.
package air
