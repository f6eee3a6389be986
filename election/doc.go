// Package election is the leader election for mobile ad-hoc networks of
// Vasudevan, Kurose and Towsley (ICNP 2004).
package election
