package conformance

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/proof/explorer"
	"bellwether/internal/proof/storytest"
)

// directory is where the stories of the algorithm lie.
func (f Facts) directory() (dir string, given bool) {
	if f.Stories != "" {
		return f.Stories, true
	}
	return "testdata", false
}

// notPlain is what has no place in the name of a file.
var notPlain = regexp.MustCompile(`[^a-z0-9]+`)

// foundIn is the file of the story of a conviction: found_bully_line-of-2-timers-any.story.
func foundIn(dir, algorithm string, k Known) string {
	world := k.World
	if world != "*" { // which stands for all
		world = strings.Trim(notPlain.ReplaceAllString(strings.ToLower(world), "-"), "-")
	}
	return filepath.Join(dir, "found_"+algorithm+"_"+world+storytest.Suffix)
}

// foundText is the story as it is kept: the explorer's own, below the world and the reason.
func foundText(algorithm string, k Known, found explorer.Report) string {
	return fmt.Sprintf("# %s, %s: convicted after %d steps.\n# Why: %s.\n%s", algorithm, k.World, k.Steps, k.Why, found.Story)
}

// haveStories compares convictions and stories of an algorithm that has stories: it refuses a
// conviction without a story, and a story without a conviction. With -rewrite it then writes
// the missing ones.
func haveStories(r row) error {
	dir, _ := r.facts.directory()
	if some, err := filepath.Glob(filepath.Join(dir, "*"+storytest.Suffix)); err != nil || len(some) == 0 {
		return err
	}
	stale, err := filepath.Glob(foundIn(dir, r.a.Name, Known{World: "*"}))
	if err != nil {
		return err
	}
	for _, k := range r.facts.Known {
		if k.Verdict != string(explorer.Convicted) {
			continue
		}
		file := foundIn(dir, r.a.Name, k)
		if at := slices.Index(stale, file); at >= 0 {
			stale = slices.Delete(stale, at, at+1)
		} else if !rewrites() {
			return &finding{"Facts.Known", fmt.Sprintf("%s of %s is convicted, and there is no %s", k.World, r.a.Name, file), byRewrite}
		}
	}
	if len(stale) > 0 {
		return &finding{"Facts.Known", fmt.Sprintf("%s is of no conviction that is stated", stale[0]), "the conviction, or remove the file"}
	}
	return nil
}

const byRewrite = "the story that the explorer finds: run the test with -rewrite, without -short"

// keptStory compares the story of a conviction with the one that is kept, and writes it with -rewrite.
func keptStory(t testing.TB, r row, k Known, found explorer.Report) error {
	dir, _ := r.facts.directory()
	file, text := foundIn(dir, r.a.Name, k), foundText(r.a.Name, k, found)
	before, err := os.ReadFile(file)
	switch {
	case err == nil && string(before) == text:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case rewrites():
		t.Logf("%s is written", file)
		return os.WriteFile(file, []byte(text), 0o644)
	case err != nil:
		return nil // an algorithm without stories: see haveStories
	}
	return &finding{"Facts.Known", fmt.Sprintf("%s is not what the explorer finds in %s:\n%s", file, k.World, text), byRewrite}
}

// rewrites reports whether the test was called with -rewrite, which is datadriven's.
func rewrites() bool {
	f := flag.Lookup("rewrite")
	return f != nil && f.Value.String() == "true"
}
