// Package address finds out at which addresses an agent listens and is reached, from what an
// operator writes.
//
// It has no state. It assumes that a name in an address may be looked up, for ten seconds at most,
// and never sends anything.
package address
