// Package discover finds agents of the same cluster on the local link by multicast
// DNS (RFC 6762, RFC 6763), so that nobody needs to type a seed.
//
// It assumes a link that carries multicast, which many Wi-Fi networks filter or
// lose: it may find nobody, and whoever can should give a seed. It never joins,
// and what it finds is a hint from anyone on the link; keys decide who gets in.
//
// # Cost
//
// One multicast question per [Find], answered by each agent to the asker alone. An
// agent that only announces sends nothing by itself.
//
// # Deviations
//
//   - Questions and answers go by IPv4 only: the client of mdns gives the whole
//     question up where IPv6 has no route. Addresses found may be of either.
//   - An instance is named after the agent's id, not its name: names may have dots
//     and 253 bytes, labels of the DNS 63.
package discover
