// Package protocol holds the words every algorithm of bellwether is written
// in: who a node is, what it can offer, what it says, and what it may do.
//
// An algorithm is a deterministic state machine, a [Machine]: "executed by
// process i". It reacts to a boot, a message, a time-out; what it knows it asks
// of its [Env]; what it does it tells its Env, which records the deeds in order
// for the driver to carry out. A machine assumes that its driver calls one
// handler at a time and that a message is immutable once sent. It never touches
// a clock, a socket, a disk, a goroutine, a lock, a logger or global
// randomness, so emulator, explorer and live runtime drive the very same value.
//
// # Duties of a driver
//
//  1. Call [Driver.Enter] with the node's facts before each handler, and carry out
//     [Driver.Effects] in order after it. A crash may fall between two effects.
//  2. [OpSave] is durable before any later effect of that handler is visible.
//  3. At most one handler runs at a time per node; handlers get no stale timer:
//     a [Timer] set again has one deadline, the newest; a stopped one never
//     fires; none survives a crash.
//  4. Call Start once per boot. When the node joins a system that is already
//     running (a restart, a late arrival), call Elect after Start if the machine
//     is a [Starter]: recovery begins with an election (VKT04 §1.6, bully).
//  5. Tell a machine nothing of other nodes but what [View] holds: capabilities
//     travel in messages only, and link-layer success or failure is never shown.
//
// # Units
//
// [Time] is nanoseconds since the run began; durations are time.Duration;
// capabilities are fixed-point integers, thousandths of the scenario's scale;
// sizes are bytes.
//
// # Cost
//
// An effect is one flat struct (an interface value per effect costs an
// allocation every third delivery, measured on a prototype); an Env is reused,
// so its slices are valid only during the call.
//
// # Deviations from the design sheet
//
//   - [View] is an interface the Env asks lazily, since most deliveries never
//     ask for neighbours and the exact list costs a query of the spatial index.
//   - [Settler] was added: a scenario may begin in a settled system.
//   - [Env.Suspect], [Env.Trust], [Driver.Meet] and [Driver.Part] report beliefs to
//     the trace; they change nothing in the world.
package protocol
