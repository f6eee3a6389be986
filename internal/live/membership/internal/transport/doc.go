// Package transport is the network below an agent: UDP and TCP on one port, a transport of the
// user that outlives one memberlist, and a filter by which an emulated radio separates agents.
//
// It assumes nothing of the packets that it carries, and never reads beyond the first bytes. It
// never encrypts: package secure does. Sizes are bytes.
package transport
