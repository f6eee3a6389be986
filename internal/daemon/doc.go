// Package daemon runs one agent as a program does: it reads settings, puts storage,
// gossip, sensor, agent, hooks and interfaces together, and takes them apart again
// in the right order when it is told to end.
//
// It assumes a process of its own. It never decides anything about an election:
// that is package live's.
//
// # Order
//
// The agent's identity and incarnation are durable before a byte is sent. The
// membership starts before the agent, so that it finds members; the agent leaves
// before the membership, so that others can take over; hooks run last, so that the
// one of leader-lost still runs.
//
// # Reload
//
// A reload reads the settings again. Hooks, the token, the sensor and the log level
// change at once, new keys of the key file are installed and the first of it is
// used; everything else needs a restart, and is named if it differs.
package daemon
