// Package demo starts agents on one machine, kills the leader, and prints what happens.
//
// Each agent is a process of its own and runs the same program that a user starts. It is
// bound to a free port of the loopback interface, and its state directory is removed at
// the end. A scenario's radio is emulated between the agents, so that they are a network
// of several hops: a grid, on which no agent hears all others. All that is printed comes
// from the agents' local sockets.
package demo
