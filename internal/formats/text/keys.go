package text

import (
	"regexp"
	"strings"
)

// Flags that remarks and errors advise, with a value and alone.
var (
	aside  = regexp.MustCompile(` ?\([^()]* in a scenario\)`)
	mapped = regexp.MustCompile(`--columns (\w+=\S*[^\s,;.:)])`) // a list with commas stands in quotes
	valued = regexp.MustCompile(`--(coordinates (?:metres|degrees)|scan \d|from [a-z])`)
	alone  = regexp.MustCompile(`--(columns|coordinates|scan|from)\b`)
)

// Keys says what a scenario writes in place of the flags that a message advises.
func Keys(message string) string {
	message = aside.ReplaceAllString(message, "")
	message = mapped.ReplaceAllString(message, `columns: "$1"`)
	message = valued.ReplaceAllStringFunc(message, func(flag string) string {
		name, value, _ := strings.Cut(flag[2:], " ")
		return keyOf(name) + ": " + value
	})
	return alone.ReplaceAllStringFunc(message, func(flag string) string { return keyOf(flag[2:]) })
}

// keyOf is the key of a flag.
func keyOf(flag string) string {
	if flag == "from" {
		return "format"
	}
	return flag
}
