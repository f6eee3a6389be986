// Package demo starts agents on one machine, kills the one that leads, and tells
// what happens.
//
// Each agent is a process of its own, the very program that a user starts, bound to
// a free port of the loopback interface, with a state directory that is removed at
// the end. A scenario's radio stands between them, so that they are a network of
// several hops: a grid, on which no agent hears all others. What is told was asked of
// the agents over their local sockets; nothing is known by any other way.
package demo
