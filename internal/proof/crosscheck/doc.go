// Package crosscheck compares our models and readers with other programs: ns-3 and SUMO.
//
// It uses a record of those programs' results in testdata. .ci/crosscheck runs the
// programs if they are installed, and with --record replaces the record. So every test
// run compares our code with those results, also on machines without the programs. It
// never runs them itself, and nothing imports it.
//
// go test -v prints the comparison. It is also in radio/CROSSCHECK.md, and a test checks
// that page.
package crosscheck
