// Package mutants breaks this module on purpose, one fault at a time, and reports which
// checks detect it: the tests of the package, the laws of conformance, the explorer, the hunt.
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
// convicts by an exit code that is not 0, or by not ending in time. Each command first runs
// on the unchanged module, which it must acquit; its limit follows from the time that takes.
//
// # Never
//
// It never counts a mutant that does not build as convicted: that is a fault of the list. It
// never changes a file of the module.
//
// # What a column is
//
// The columns are data, too (.ci/mutants.d/columns): each line has a column, packages, and a
// command. The commands of a column run one after another until one convicts. A column
// without a command says why.
//
// # Kept results
//
// A verdict is kept under the hash of all that it depends on: the mutant, the command, and
// every file of the module that the command builds, or reads in testdata. So a run that was
// stopped continues where it was, and after a change only the verdicts that it may change are
// found again.
// Go's own version is part of the hash; the machine's speed is not.
//
// # Cost
//
// A mutant costs a build of what depends on its package, and what the columns run: from
// ten seconds of processor time to some minutes for a mutant of election that nobody
// convicts. What is checked in ordinary tests (each mutant applies, once) takes a tenth
// of a second.
package mutants
