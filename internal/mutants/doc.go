// Package mutants breaks this module on purpose, one fault at a time, and asks who
// notices: the tests of the package, the laws of conformance, the explorer, the hunt.
//
// A [Mutant] is text in .ci/mutants.d: the function it is in, what stands there, and what
// stands there instead. It is laid over the sources as they are built ("go build
// -overlay") and is never written into the tree. Functions are found by package and name,
// and what stands in them with any spaces between its words, so that a mutant outlives a
// function that moves to another file.
//
// # Assumes
//
// That the go command is at hand and the module is the current directory's. A command
// convicts by an exit code that is not 0, or by not ending in time; that it acquits the
// module as it is is asked first, of each command, and that takes as long as the limit
// follows from.
//
// # Never
//
// It never takes a mutant that does not build for one that somebody noticed: that is a
// fault of the list. It never changes a file of the module.
//
// # What a column is
//
// Who may convict is data too (.ci/mutants.d/columns): lines of a column, packages, and a
// command. Those of a column run one after another until one convicts. A column for which
// there is nothing to run yet says so.
//
// # Kept results
//
// A verdict is kept by the hash of all that it follows from: the mutant, the command, and
// every file of the module that the command builds or reads beside what it builds. So a run
// that was stopped goes on where it was, and a change asks again only what it may change.
// Go's own version is part of the hash; the machine's speed is not.
//
// # Cost
//
// A mutant costs a build of what depends on its package, and what the columns run: from
// ten seconds of processor time to some minutes for a mutant of election that nobody
// convicts. What is checked in ordinary tests (each mutant applies, once) takes a tenth
// of a second.
package mutants
