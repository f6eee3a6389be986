package registry

import (
	"regexp"
	"strings"
	"sync"
)

// A Program is the name of a program, with which its commands begin.
type Program string

// Bellwether is the program without own parts.
const Bellwether Program = "bellwether"

// Says puts the name of the program into the commands of a text, such as "see bellwether
// metrics".
func (p Program) Says(text string) string {
	if p == Bellwether {
		return text
	}
	return commands().ReplaceAllString(text, string(p)+"$1$2")
}

// Verbs are the verbs of the command line.
var Verbs = []string{"algorithms", "docs", "explore", "export", "help", "hunt", "lessons", "live", "metrics", "mobility", "new", "play", "plot",
	"report", "reproduce", "run", "scenarios", "show", "story", "sweep", "table", "verify", "version", "view", "why"}

// commands finds the commands of bellwether, and the names of their man pages.
var commands = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bbellwether([ -])(` + strings.Join(Verbs, "|") + `|--version)\b`)
})
