// Package crosscheck holds our models and readers against programs of others: ns-3
// and SUMO.
//
// It assumes what those programs said, which testdata holds: .ci/crosscheck asks
// them, where they are installed, and --record replaces the record. So what they
// said once is asked of our code by every test run, on machines that have neither.
// It never runs them itself, and nothing imports it.
//
// The comparison is printed by go test -v, and written down in
// radio/CROSSCHECK.md, which a test holds to it.
package crosscheck
