// Package discovery finds agents of the same cluster on the local link by multicast
// DNS (RFC 6762, RFC 6763), so that nobody needs to type a seed.
//
// It assumes a link that carries multicast, which many Wi-Fi networks filter or lose. It
// may find no agent, so give a seed if you can. It never joins. An answer may come from
// anyone on the link; keys decide which agents get in.
//
// # Cost
//
// One multicast question per [Find], answered by each agent to the asker alone. An
// agent that only announces sends nothing by itself.
//
// # Deviations
//
//   - Questions and answers go by IPv4 only: the client of mdns gives up the whole query
//     if IPv6 has no route. The addresses found may be of both versions.
//   - An instance is named after the agent's id, not its name: names may have dots and
//     253 bytes, but labels of the DNS at most 63 bytes.
package discovery
