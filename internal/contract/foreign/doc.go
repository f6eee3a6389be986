// Package foreign lets an algorithm be a program in any language: a child process that speaks lines of
// JSON over its standard input and output. [Open] makes a [protocol.Algorithm] of it, which every driver
// runs like one in Go.
//
// # The conversation
//
// A program answers each line with one line, in lock-step, and one process hosts all nodes of a run. Every
// line from us is a call: what it is, the node, the time and what belongs to the call. The answer lists the
// effects of the handler, in order:
//
//	→ {"call":"receive","node":3,"now_ns":2100000000,"capability":512,"from":7,"message":{"kind":"claim","leader":7}}
//	← {"do":[{"op":"elected","leader":7},{"op":"set_timer","timer":"beat","after_ns":2000000000}]}
//
// Before its answer a program may ask for what most handlers do not need:
//
//	← {"ask":"neighbours"}            → {"neighbours":[1,4,7]}
//	← {"ask":"members"}               → {"members":[1,2,3,4,5,6,7]}
//	← {"ask":"random","below":1000}   → {"random":417}
//
// The first call is describe: its answer is a [Declaration]. The second, in a process that is to run nodes,
// is run, with the time to notice a dead leader, the margin and the parameters. Then come start, receive,
// fire, elect, resign, settle, neighbour_up, neighbour_down and capability_changed, which are the methods of
// protocol's machines. A program ends when its standard input does.
//
// A program that declares together is told in one line of all nodes that receive a broadcast, and answers with
// the effects of each; a question of a node in between comes with those of the nodes before it. A program that
// hears snapshot gives and takes the states of its nodes, so that the explorer can copy machines: see swap.go.
//
// A program that cannot go on answers {"error":"…"}.
//
// # Assumes
//
// The program is deterministic: it draws only by asking, and looks at no clock. Its nodes share no state. A
// second process hears the first run's beginning: see witness.go.
//
// # Never
//
// It starts no program by itself: the caller decides whom to trust. No shell is used. A line that was not
// asked for, is no JSON, is longer than [MaxLine], or has a field, a timer or a message that was not
// declared, ends the run with an error that names the node and the instant. So does a program that ends, or
// gives no answer within [Patience]. What it wrote to standard error last is in the error.
//
// # Units
//
// Instants and durations are whole nanoseconds, in keys that end in _ns. Sizes are bytes.
//
// # Cost
//
// A call is a line each way: about 20 µs of processor time in Python, on both sides together, and 7 µs of a
// broadcast to ten nodes that are told together; half of that in JavaScript, and 3 µs in C.
//
// # Deviations
//
//   - Messages cannot ride on hellos, nor hold lists of records.
//   - Instants in the states of nodes are not moved, so the explorer comes back to no state that has one.
package foreign
