// Package identity holds the ed25519 key of an agent, and knows which key belongs to which
// other agent.
//
// It assumes that the files it reads and writes belong to this agent's user alone. It never
// changes a key file that exists, and never replaces an entry: an operator does
// that, in the file, while the agent is stopped. It forgets one only if a list of first use is full, and the
// agent was not seen for a day.
//
// # Files
//
// The own key is in PEM (PKCS #8), mode 0600. Known keys are lines in the form of ssh's
// known_hosts, "NAME ed25519 KEY [ID]": the key in base64, the ID as a number if one is known.
// A list that an operator wrote is the whole list: an agent that is not in it is refused. A
// list that an agent makes itself is trust on first use: the first key of a name and of an ID
// is written down with the day on which it was last seen, and another one is refused from then on. New
// names are taken within limits, for one source and for all: see Admit.
//
// Cost: some 200 bytes for each known agent, and two syncs of the disk for each new one.
package identity
