// Package scenarios reads experiments from YAML files, checks them, and builds
// the worlds they describe. It also holds the scenarios that come with
// bellwether and the table of algorithms.
//
// A scenario is a value: Load has checked everything, so that building a world from it fails
// only if an algorithm refuses its parameters. Load reports all faults of a file at once, each
// with file, line, column and an excerpt. A value that is valid, but may not
// mean what its author thinks, gives a [Warning] with the number behind it.
// The package never runs anything and never looks at a clock.
//
// # Where things are written
//
// The types are the format: the comments of their fields are the descriptions in
// schema.json, their tags the defaults and bounds that loader and schema share
// (see package strictyaml). [DescribeModels] prints both, and REFERENCE.md beside this
// file, which [Reference] writes, holds all of them. "go test ./scenarios -update"
// writes schema and page anew.
//
// # The parts
//
// This package has the Scenario, its rows and Load, which asks parts in a fixed order: the
// order of faults and warnings. The parts are packages in scenarios/internal. None of them
// knows a Scenario: each takes the sections and numbers that it asks, and all that report
// share one file of keys.
//
//	section            the types of all sections, and the words that keys take
//	keys               the file that is being read: which keys it gives, faults, warnings
//	sources            the files that a scenario names, opened and kept
//	recorded           traces, road maps and contacts from these files, and their rules
//	radiofile, air     the section radio as read; the medium, losses and range of a run
//	movement           the ways to move: defaults, checks, the model of a run
//	equipment          batteries, offers as a leader, neighbour and routing services
//	script             faults, interventions and the beginning of a run
//	density            how many neighbours nodes have, and whether they ever meet
//	warn               one type for each subject of the warnings below
//	warn/recordings    warnings about recorded worlds
//	reference          the format and the algorithms described for people
//
// To add a key, add a field in section, and its check in the part that reads the section.
// To add a model of movement, add its words in section and its case in movement.
//
// # What a program defines
//
// [Options] may hold algorithms, faults, models of movement and losses of the program's own.
// A file refers to them by name: a row of algorithms, own: NAME in an entry of faults,
// model: own and a name. If the program does not have what a file names, Load refuses the
// file and lists what the program has. A copy of the scenario, and a trace of a run, need a
// program that has it too.
//
// # Warnings
//
// Warnings are printed on standard error and written to the JSON, each with the number that
// caused it. For each of them testdata/faults/warnings has a case that causes it and one
// that just does not. There is a warning if
//
//	energy      idling empties the smallest battery in less than 60 s, or the largest
//	            within the warm-up (without a sun); its default profile is of another radio
//	            than radio.preset
//	range       it reaches across the diagonal of the world, in space, for the weakest
//	            sender in the deepest shadow; no walls stand in it, and no antenna has
//	            a direction
//	recording   a part of a trace or of contacts is run, and which; no node is in the
//	            world for 1 % of the measured time before or after the trace, or meets
//	            another for 5 %; node-time is measured after a node's last fix; half of
//	            it is of nodes that stand for good; nodes leave with their only fix, or
//	            are never in the part that is run; dates of files are dropped, because
//	            others have none
//	meeting     no two nodes are ever linked, in a sample of places or movement once a
//	            second; or fewer than 0.5 pairs are expected in range at any instant;
//	            or the mean degree is below ln 2, so that most nodes hear no other
//	hellos      their time-out is below the longest pause between two, 1.1 intervals; or
//	            the channel loses all of a time-out more than once a minute on each link
//	            (Bernoulli losses, and an algorithm that looks at neighbours); or one is
//	            on the air for more than a tenth of their interval
//	bursts      a link is dead for the detection budget on average
//	speed       nodes go more than 1.5 times as fast as it says; or its minimum is 0 where
//	            a model has no steady state then; or two nodes can part by more than
//	            a range between hellos
//	obstacles   none stands in the world; no way leads to more than a twentieth of what
//	            they leave open
//	times       the warm-up is not shorter than the run, components are drawn fewer than
//	            10 times in the measured time, measure.every is given where components are
//	            followed, or the detection budget is longer than the run
//	algorithms  all leaves out some, which do not take so many nodes
//	runs        one alone compares two algorithms: there is no interval
//	parameters  a CHILD-TIMEOUT is not above two jitters and two airtimes
//	capability  all weights are 0, or add up to more than 1; or a term is the same for
//	            all: no batteries, no movement, no late boots, equal shares
//	eligible    no node ever meets a rule, or has all tags that the rules ask for; a rule is
//	            of what nodes do not have: a battery, a load, an adapter; or a row does not
//	            elect by what nodes offer
//	faults      one comes after the run, strikes outside the world, or strikes the node
//	            that each algorithm itself elected
//	interventions  one begins after the run, or names a message or a strike of one
//	            run where there are several
//	keys        one has no meaning beside its siblings
//
// # Versions
//
// A file states the version of its form, schema: 2. If an older form meant something
// else, a warning states the difference and what to write: see [Form].
//
// # Units
//
// Metres, m/s, joules, bit/s; durations carry their unit.
package scenarios
