// Command bellwether, with the server and the client of NATS: the same program as
// cmd/bellwether, but its sweeps, hunts and searches can also run on other machines.
//
// It is a command of its own because NATS takes 19 s to compile on two cores, which the first
// command in a clone need not wait for. Releases are built from it. Both programs of one commit
// have one build name, and results may go from one to the other.
package main

import (
	"context"
	"os"

	"bellwether/cmd/cli"
	"bellwether/cmd/nats/internal/queue"
)

func main() {
	app := cli.App{Queue: queue.JetStream{}}
	os.Exit(app.Main(context.Background(), os.Args[1:]))
}
