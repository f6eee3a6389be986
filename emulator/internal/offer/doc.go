// Package offer says what each node can offer as a leader: a fixed value, or a weighted
// sum of shares (internal/offers), brought up to date each second.
//
// # In and out
//
// It is given the kernel, where nodes are, their links, and their batteries. It sets
// what the kernel says of a node to its machine, records it, and tells machines of
// changes. It is told who resigns and who offers again.
//
// # What a node may know
//
// The shares and how old each is are in the comment of package emulator. All but
// closeness are what a node can measure itself.
//
// # Cost
//
// A look at each running node a second, where anything is weighed that changes.
// Closeness, where it has a weight, is quadratic in nodes: 10 ms each 10 s of virtual
// time at most (BenchmarkCloseness).
package offer
