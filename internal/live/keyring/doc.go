// Package keyring keeps the keys of the group for one agent, on disk, and plans how a cluster
// changes its key.
//
// It assumes that the directory of its file belongs to one agent. It never sends anything:
// package membership carries the orders. An order that was obeyed is on the disk before anybody
// learns that it was obeyed, and no key that was removed is taken again, after any restart.
//
// # Which keys hold
//
// A key file of the operator gives the first keys. As long as no order about keys was obeyed,
// the key file is the truth: it is read at each start and each reload, and replaces the keys.
// The first order makes the ring's own file the truth for ever. From then on the keys of
// the key file do not count any more, and starts and reloads say so if the two differ. So an old key file can neither
// bring back a removed key nor take away a new one. [Ring.Take] replaces the keys of one agent
// by the operator's, as an order to this agent alone: for an agent that was away while the key
// of its cluster was changed.
//
// # Changing the key of a cluster
//
// The steps are: install the new key everywhere, use it everywhere, remove the old ones
// everywhere. Each step is taken by all members before the next begins, so that at each
// moment any two members have the key that either of them uses. A step may be repeated, and
// nothing but the members' rings says how far a change has come. [Resume] continues it from
// there, [Undo] takes it back, which is possible until the first member has removed the old
// key. A key is newer than another if the order that installed it has a higher number.
//
// # The file
//
// Lines of text: the number of the last order, the keys with the numbers of the orders that
// installed them, the one in use first; SHA-256 of the last 1000 removed keys; and a SHA-256
// over the lines before. The file is written whole (package durable). If it is damaged, Open
// fails: the former keys of the key file may have been removed.
//
// # Units and cost
//
// Numbers of orders are wall clocks, ns since 1970, or one more than the last; no two clocks
// need to agree. An order costs two syncs of the disk.
package keyring
