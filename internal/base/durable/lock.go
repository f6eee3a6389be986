package durable

import "errors"

// ErrInUse marks a lock that another process holds.
var ErrInUse = errors.New("in use")
