// Package offer says what each node can offer as a leader: a fixed value, or a weighted
// sum of shares (internal/contract/capability), brought up to date each second.
//
// # In and out
//
// It uses the kernel, the places of nodes, their links, and their batteries. It sets the
// capability that the kernel shows to a node's machine, records it, and informs machines
// of changes. It is informed when a node resigns or offers again.
//
// # What a node may know
//
// The comment of package emulator lists the shares and their ages. A node can measure all
// of them itself, except closeness.
//
// # Who may lead
//
// A node that breaks a rule (Options.Eligible) claims less than any that breaks none; the kernel lets it
// abstain if it is elected. A charge that crosses a bound, a boot and an uptime are events of their own; what
// nodes hear is examined with the updates. A leader that breaks a rule is told to resign at once.
//
// # Cost
//
// One update of each running node a second, if a share that changes has a weight.
// Closeness, if it has a weight, is quadratic in nodes: 10 ms each 10 s of virtual time
// at most (BenchmarkCloseness).
package offer
