// Package mutants breaks this module on purpose, one fault at a time, and reports which
// checks detect it: the tests of the package, the laws of conformance, the explorer, the hunt.
//
// A [Mutant] is an entry in .ci/mutants.d: a function, a text in it, and the text that replaces
// it. It is applied while the sources are built ("go build -overlay") and is never written into
// the tree. A function is found by package and name, and white space in the text is ignored; so
// a mutant still applies after its function moved to another file.
//
// # Assumes
//
// The go command is installed, and the current directory is the root of the module. A command
// convicts a mutant by an exit code that is not 0, or by not ending in time; else it acquits it.
// Each command first runs on the unchanged module, which it must acquit; its time limit is a
// multiple of the time that this takes.
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
// without a command has a reason instead.
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
// ten seconds of processor time to some minutes for a mutant of election that no column
// convicts. The ordinary test that each mutant applies takes a tenth of a second.
package mutants
