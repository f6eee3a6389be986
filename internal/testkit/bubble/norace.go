//go:build !race

package bubble

const detector = false
