// Package protocol is the contract between an election algorithm and what runs it: nodes,
// capabilities, messages, timers and effects.
//
// An algorithm is a deterministic state machine, a [Machine]: "executed by process i". Its
// driver calls a handler for a boot, a message or a time-out. The handler reads what the
// node knows from its [Env], and calls methods of the Env to act. The Env records these
// effects in order, and the driver carries them out. A machine assumes that its driver
// calls one handler at a time and that a message is immutable once sent. It never uses a
// clock, a socket, a disk, a goroutine, a lock, a logger or global randomness, so emulator,
// explorer and live agent run the same code.
//
// # Duties of a driver
//
//  1. Call [Driver.Enter] with the node's facts before each handler, and carry out
//     [Driver.Effects] in order after it. A crash may fall between two effects.
//  2. [OpSave] is durable before any later effect of that handler is visible.
//  3. At most one handler runs at a time per node. A handler never gets a stale timer:
//     a [Timer] that is set again has one deadline, the newest; a stopped one never
//     fires; none survives a crash.
//  4. Call Start once per boot. When the node joins a system that is already
//     running (a restart, a late arrival), call Elect after Start if the machine
//     is a [Starter]: recovery begins with an election (VKT04 §1.6, bully).
//  5. Tell a machine about other nodes only what [View] holds: capabilities
//     travel in messages only, and link-layer success or failure is never shown.
//
// [OpRide], [OpSlot] and [OpCancel] never reach a driver, and no driver calls HelloDue: the layers of
// package overlay, which every driver puts around its machines, keep the slots and send the hellos.
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
// # Decisions
//
//   - [View] is an interface that is called on demand: most handlers never ask
//     for neighbours, and the exact list costs a query of the spatial index.
//   - [Settler] lets a scenario begin in a settled system.
//   - What a node knows of its neighbours ([Env.Hellos]) comes from the frames that it received, never
//     from the outcome of its own.
//   - [Env.Suspect], [Env.Trust], [Driver.Meet] and [Driver.Part] report beliefs to
//     the trace; they change nothing in the world.
package protocol
