// Package view is what an agent knows of the other members: name, address, metadata, and whether
// each is alive, has failed or has left.
//
// It assumes that it is told what memberlist reports and which goodbyes came. It never asks
// anybody, and gives copies only. At most 4096 names are kept; a member that failed or left is
// kept for a day. Times are time.Duration and time.Time. All methods may be called from any
// goroutine.
package view
