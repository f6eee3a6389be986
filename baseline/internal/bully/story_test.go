package bully_test

import (
	"testing"

	"bellwether/baseline/internal/bully"
	"bellwether/emulator/story"
	"bellwether/internal/storytest"
)

// TestStories plays testdata/*.story: what the nodes say to each other.
func TestStories(t *testing.T) {
	storytest.Run(t, "testdata", story.Only(bully.Algorithm()))
}
