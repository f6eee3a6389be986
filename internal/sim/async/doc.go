// Package async runs machines in an asynchronous message-passing system, in the sense of
// Lynch, Distributed Algorithms (1996, chapter 8): nodes, links, frames on their way,
// timers that are set, storage that survives crashes. It takes one step at a time, and
// the caller chooses the step: deliver, lose or duplicate a frame, fire a timer, crash a
// node (also between two effects of a handler), boot it again, make or cut a link, change
// what a node can offer. Stories and the explorer use it, and so do the tests of overlay
// and of the algorithms, with a clock and a network of their own.
//
// It assumes worlds of up to some hundred nodes: links are a matrix. It never lets
// time pass by itself, draws nothing at random, and knows nothing of radio, movement
// or energy; for these there is package emulator. A state is copied with [System.Copy],
// or made again by the steps that lead to it: see [Choice].
//
// # What a step is
//
// Frames wait in the air in the order in which they were sent, unless [Options.Network]
// takes them. A frame to a neighbour needs a link, and a routed frame needs a path of
// live nodes; if a crash or a cut removes the link or the path, the frame is lost at once.
// The frames that a node sent before its crash stay on their way. Timers wait until they
// are fired. A timer that is set to no delay fires as soon as its handler has ended, unless
// [Hooks.Armed] leaves that to the driver. Neighbours are the nodes that a node truly
// hears. It learns of changes at once, or late if the driver sets [Hooks.Noticed].
//
// A handler calls the machine, and then its effects are carried out in order
// ([Machines.CrashAfter] and [Hooks.Effect] crash the node between two of them). A breach
// of contract, or more handlers than [Options.Limit], ends the system: see [Calls.Err].
//
// # What comes out
//
// [Records.Attach] gives sinks of package trace the records of what happens, as package
// emulator writes them: boots, crashes, capabilities, messages with their contents,
// timers, what machines show, elections and beliefs. There are no records of samples,
// transmissions or the end. [Hooks] report the same events to a driver as they happen.
// [System.Snapshot] is the canonical state. [System.Rebase] and [System.Renumber] remove from
// it the instant at which it was reached and the number of messages sent before.
package async
