// Package queue does tasks on many machines, over a queue in NATS JetStream.
//
// A coordinator queues tasks, workers take them, do them and answer, and the coordinator takes
// the answers. The server runs in the coordinator's process ([tasks.Serving].Listen) or a
// cluster of one's own. No other package imports NATS, and only the program
// cmd/nats/bellwether imports this one.
//
// # What it assumes
//
// All programs are the same build, and machines compute alike: the answer to a task depends on
// its ID alone. Workers are trusted to answer truly: an answer is checked for its form, its
// hash and its task, and a second answer is compared with the first, but a client with a
// worker's credentials can answer falsely ("bellwether verify" makes runs again). Clocks need
// not agree.
//
// # How a task is done
//
//   - The coordinator puts what the task needs into an object store under its SHA-256, and
//     publishes the task under its ID. The stream refuses a second message of one ID, so the
//     coordinator may publish a task again if it is not sure of the first attempt.
//   - All workers share one durable consumer. A worker asks for as many tasks as it has free
//     jobs, and holds none back: one that is killed loses only what it was doing. A worker
//     renews its lease each third of it; when a lease ends, the task goes to another worker.
//   - The answer is stored before the task is acknowledged. So a task is never lost, and may be
//     done twice; the second answer is compared, counted and dropped.
//   - The coordinator acknowledges an answer once its line is in the results. If it is killed,
//     answers that it had taken but not kept are delivered again.
//   - A task that ends with an error is queued again until it has failed Tries times; then the
//     error is its answer. A task that Tries workers took without an answer is given up by the
//     next one, which does not begin it: a run that takes a machine's memory with it ends so.
//     A worker that leaves gives its tasks back; this does not count as a failure.
//   - Every five seconds the coordinator compares what the server holds with what it queued, and
//     queues again what was lost: a power cut takes the last messages of a server with it.
//
// # Bounds
//
// Tasks that are queued or under way are at most twice what workers do at a time, and 20 000;
// so the memory of coordinator and server does not grow with the number of tasks. Tasks,
// answers, contents and names have bounds of their own (names.go). A full stream makes its
// writers wait.
//
// # Security
//
// Our own server listens at the given address. On loopback any client may connect as a worker
// (unless Guarded); anywhere else a worker needs the token, which has the seed of an nkey and
// the hash of the server's certificate, and all is encrypted by TLS 1.3. A worker may take
// tasks, read contents and answer, and nothing else. A worker runs only what its program
// validates: a scenario is read strictly, its files are those that were sent, by hash, and
// memory and time of a task are bounded. No program is ever sent.
//
// # Cost
//
// A task costs coordinator and server 0.9 to 1.2 ms of processor time with few workers, and at
// most 0.7 ms with 64 jobs, when messages come together; 2.5 kB on the wire.
// docs/maintainers/projection.md has the measurement and its limits.
package queue
