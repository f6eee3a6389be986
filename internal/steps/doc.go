// Package steps holds machines in an asynchronous message-passing system, in the
// sense of Lynch, Distributed Algorithms (1996, chapter 8): nodes, links, frames on
// their way, timers that are set, storage that outlasts crashes. It takes one step at
// a time, and its caller says which: deliver, lose or duplicate a frame, fire a timer,
// crash a node (also between two effects of a handler), boot it again, make or cut a
// link, change what a node can offer. It is the one world of stories, of the explorer
// and, with a clock and a network of their own, of the tests of overlay and of the
// algorithms.
//
// It assumes worlds of up to some hundred nodes: links are a matrix. It never lets
// time pass by itself, draws nothing at random, and knows nothing of radio, movement
// or energy; package emulator is the real thing. Machines cannot be copied, so a state
// is made again by the steps that lead to it: see [Choice].
//
// # What a step is
//
// Frames wait in the air in the order in which they were sent, unless [Options.Network]
// takes them. A frame to a neighbour needs its link, a routed one a path of live nodes;
// what a crash or a cut leaves without is lost at once. A crash does not call back what
// the dead had sent. Timers wait until they are fired; those set to no delay go off as
// soon as their handler has ended, unless [Hooks.Armed] leaves that to the driver. Neighbours are those that a node truly hears, and it
// is told of changes at once, unless [Hooks.Noticed] lets it learn of them late.
//
// A handler calls the machine, and then its effects are carried out in order
// ([System.CrashAfter] and [Hooks.Effect] crash the node between two of them). A breach
// of contract, or more handlers than [Options.Limit], ends the system: see [System.Err].
//
// # What comes out
//
// [System.Attach] gives sinks of package trace the records of what happens, as package
// emulator writes them: boots, crashes, capabilities, messages with their contents,
// timers, what machines show, elections and beliefs. Nothing is sampled or transmitted,
// and nothing ends. [Hooks] tell a driver of the same things as they happen.
// [System.Snapshot] is the canonical state.
package steps
