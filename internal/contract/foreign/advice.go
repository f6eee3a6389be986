package foreign

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// interpreters start files by their ending.
var interpreters = map[string]string{".py": "python3", ".js": "node", ".mjs": "node"}

// advice says what may be done about a first word that could not be started, "" if that is not known.
func (c Command) advice() string {
	word := c.Words[0]
	if by := interpreters[filepath.Ext(word)]; by != "" {
		return fmt.Sprintf("; the command that runs it is %s %s", by, word)
	}
	stat, err := os.Stat(c.path(word))
	switch {
	case err != nil:
		return ""
	case stat.IsDir():
		return "; it is a directory: name the program in it"
	case filepath.Base(word) == word:
		return "; for the file of that name here, write ./" + word
	case stat.Mode()&0o111 == 0:
		return "; it may not be executed: chmod +x allows it, or name the program that runs it before it"
	}
	if by := shebang(c.path(word)); by != "" {
		return fmt.Sprintf("; its first line wants %s, which may not be here", by)
	}
	return ""
}

// shebang is what the first line of a script says that it is run by, "" if it says nothing.
func shebang(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	b := make([]byte, 200)
	n, _ := f.Read(b)
	line, _, _ := bytes.Cut(b[:n], []byte("\n"))
	by, has := bytes.CutPrefix(line, []byte("#!"))
	if !has {
		return ""
	}
	return excerpt(bytes.TrimSpace(by))
}
