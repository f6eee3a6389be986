package election_test

import (
	"testing"

	"bellwether/election"
	tale "bellwether/emulator/story"
	"bellwether/internal/storytest"
)

// TestStoriesByHand plays testdata/*.story, in which no message arrives before
// the script says so: fig-N is the paper's figure N. The older stories beside them, in which each takes its
// millisecond, are TestStories'.
func TestStoriesByHand(t *testing.T) {
	storytest.Run(t, "testdata", tale.Only(election.Vasudevan()))
}
