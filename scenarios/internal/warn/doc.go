// Package warn says of values that are valid what their author may not have meant.
//
// Each type is about one subject: its fields are what it asks of the scenario, and its
// methods report to the file. A warning states the number that caused it. The package
// changes no value, reads no file, and assumes that the scenario is sound: the caller
// has refused the others. The order of warnings is that of the calls.
//
// Lengths are in metres, powers in dBm, shares from 0 to 1.
package warn
