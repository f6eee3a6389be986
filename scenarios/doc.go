// Package scenarios reads experiments from YAML files, checks them, and builds
// the worlds they describe. It also holds the scenarios that come with
// bellwether and the table of algorithms.
//
// A scenario is a value: what Load returns has no open question left, so that
// building a world from it can only fail where an algorithm refuses its
// parameters. Everything a person can get wrong is found by Load, all faults at
// once, each with file, line, column and an excerpt; what makes sense to the
// machine but perhaps not to the person is a [Warning] with the number behind it.
// The package never runs anything and never looks at a clock.
//
// # Where things are written
//
// The types are the format: the comments of their fields are the descriptions in
// schema.json, their tags the defaults and bounds that loader and schema share
// (see package strict). [DescribeModels] prints both, and REFERENCE.md beside this
// file, which [Reference] writes, holds all of them. "go test ./scenarios -update"
// writes schema and page anew.
//
// # Units
//
// Metres, m/s, joules, bit/s; durations carry their unit.
package scenarios
