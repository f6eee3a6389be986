// Package daemon runs one agent as a program: it reads settings, starts storage, gossip,
// sensor, agent, hooks and interfaces, and stops them in the right order at the end.
//
// It assumes a process of its own. It never decides anything about an election:
// that is package agent's task.
//
// # Order
//
// The agent's identity and incarnation are durable before a byte is sent. The membership
// starts before the agent, so that the agent finds members. The agent leaves before the
// membership, so that another can take over. Hooks end last, so that the hook of
// leader-lost still runs.
//
// # Reload
//
// A reload takes over new settings. Hooks, the sensor and the log level change at once,
// and the keys of the key file replace those in use, unless an order about keys was obeyed
// (package keyring). All other settings need a restart; those that differ are logged. A token
// is read at the start only.
package daemon
