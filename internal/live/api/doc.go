// Package api shows an agent over HTTP, and takes orders from clients that may give them.
//
//	GET  /v1/leader    {"name": "b", …}: the leader, "" if none is known
//	GET  /v1/members   the members, as this agent sees them
//	GET  /v1/status    everything the agent knows
//	GET  /v1/events    server-sent events; Last-Event-ID resumes, ?after=N too
//	GET  /v1/openapi.yaml   the description of these requests, as OpenAPI
//	GET  /livez        200 while the agent answers: restart it if it does not
//	GET  /healthz      200 while the agent answers and its storage works
//	GET  /readyz       200 while a leader is known, and the agent is not locked out
//	GET  /metrics      for Prometheus
//	POST /v1/elect     start an election
//	POST /v1/resign    offer nothing from now on, step down
//	POST /v1/resume    offer again
//	POST /v1/leave     hand over, say goodbye, end
//	POST /v1/tags      change this agent's tags
//	POST /v1/force-leave  give up a failed member
//	POST /v1/join      join members at addresses
//	POST /v1/event     tell all members of an event
//	GET  /v1/reachability   who answers whom, which costs a ping of each member to each
//	GET  /v1/keys, /v1/keys/members                     the keys of the gossip, of this and of each agent
//	POST /v1/keys/{install,use,remove,take}             orders about them
//
// openapi.yaml describes them. Reading needs no permission; if that is too much, bind to
// loopback, which is the default, or ask for certificates. Orders, and reading keys, need the
// token (Authorization: Bearer) or the local socket, which only its owner can open. If the
// agent has no token, clients on the network can only read.
//
// It assumes nothing of its clients: request bodies, header sizes, idle, reading and
// writing times, connections and event streams are bounded, for the network and for the
// local socket apart, and a request for the name of another machine is refused. It uses only
// methods of the agent that any goroutine may call, and never blocks the agent.
package api
