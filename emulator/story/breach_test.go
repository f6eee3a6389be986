package story_test

import (
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/emulator/story"
)

// A machine does something that it does not declare. The story ends there with an error
// that says so.
func TestABreachEndsTheStory(t *testing.T) {
	a := baseline.Named("bully")
	a.Timers = 0
	tell := story.New(story.Only(a))
	_, err := tell.Do(story.Directive{Verb: "nodes", Words: []string{"bully"}, Input: []string{"a 1", "b 2", "a-b"}})
	if err == nil {
		_, err = tell.Do(story.Directive{Verb: "elect", Words: []string{"a"}})
	}
	if err == nil || !strings.Contains(err.Error(), "bully breaks its contract at node") || !strings.Contains(err.Error(), "declare Timers: ") {
		t.Errorf("the story says %v", err)
	}
}
