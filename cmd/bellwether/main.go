// Command bellwether is a workbench for leader election in wireless ad-hoc
// networks: it runs scenarios in an emulator, compares algorithms, and shows what
// they say to each other. Package cmd/cli has its verbs, which a program
// with algorithms of its own calls in the same way.
package main

import (
	"context"
	"os"

	"bellwether/cmd/cli"
)

func main() { os.Exit(cli.Main(context.Background(), os.Args[1:])) }
