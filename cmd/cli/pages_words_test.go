package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxWords is how many words users' pages may have together, generated text not counted: they had
// 70 000, which nobody reads.
const maxWords = 46_000

// maxOpening is the length of a first paragraph, in words: two sentences.
const maxOpening = 60

// usersPages are the pages of docs, without those for maintainers.
func usersPages(t *testing.T) []string {
	t.Helper()
	under, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(under) < 8 {
		t.Fatalf("docs holds %d pages: %v", len(under), err)
	}
	return under
}

func TestUsersPagesAreShort(t *testing.T) {
	sum := 0
	for _, page := range usersPages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		words := len(strings.Fields(written(string(text))))
		t.Logf("%6d %s", words, filepath.Base(page))
		sum += words
	}
	t.Logf("%6d together", sum)
	if sum > maxWords {
		t.Errorf("users' pages have %d words, more than %d: shorten some, or move what only maintainers need to docs/maintainers (-v lists the pages)", sum, maxWords)
	}
}

// written is a page without the text that programs make: what commands print below their prompt, and
// tables between or below comments that name their maker.
func written(page string) string {
	for _, made := range []*regexp.Regexp{
		regexp.MustCompile(`(?m)^<!-- made (?:by|from): .*-->\n(?:\n|\*\*.*\n|\|.*\n|<!-- made .*-->\n)*`),
		regexp.MustCompile(`(?ms)^<!-- [^>]* -->\n.*?^<!-- (?:the )?end\b.*?-->$`),
	} {
		page = made.ReplaceAllString(page, "")
	}
	var kept []string
	printed := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "```"):
			printed = false
		case strings.HasPrefix(line, "$ "):
			printed = true
		case printed:
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "")
}

// Generated text is not counted, and what stands around it is.
func TestWrittenLeavesOutGeneratedText(t *testing.T) {
	const page = `# One

two

<!-- made by: bellwether run -->

| a | b |
|---|---|

three

<!-- name -->
x y z
<!-- end -->

` + "```console\n$ four five\nx\n$ six\ny\n```\n\n```sh\nseven\n```\n"
	const want = "# One two three ```console $ four five $ six ``` ```sh seven ```"
	if got := strings.Join(strings.Fields(written(page)), " "); got != want {
		t.Errorf("counted is\n%s\nwant\n%s", got, want)
	}
}

// The first paragraph of a page says what its reader can do after it.
func TestPagesBeginWithWhatTheReaderCanDo(t *testing.T) {
	title := regexp.MustCompile(`\A# [^\n]+\n\n`)
	for _, page := range usersPages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		at := title.FindIndex(text)
		if at == nil {
			t.Errorf("%s does not begin with its title", page)
			continue
		}
		opening, _, _ := strings.Cut(string(text[at[1]:]), "\n\n")
		if words := len(strings.Fields(opening)); words > maxOpening || !strings.Contains(opening, "you can") {
			t.Errorf("%s begins with %d words that do not say, in one or two sentences, what its reader can do:\n%s", page, words, opening)
		}
	}
}
