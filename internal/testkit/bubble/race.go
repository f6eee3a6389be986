//go:build race

package bubble

const detector = true
