// Package self is this agent as it tells others of itself: name, address, metadata, tags.
//
// It never announces anything: it signals that there is something to announce. All methods may be
// called from any goroutine.
package self
