package workers

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"bellwether/internal/study/registry"
	"bellwether/internal/study/tasks"
)

// tokenVariable has the token where a command line, which others can read, should not.
const tokenVariable = "BELLWETHER_TOKEN"

// Connection returns how a server is reached: by URLs, or as a directory says.
func Connection(reg *registry.Registry, access tasks.Access, urls []string) (tasks.Access, error) {
	if len(urls) == 0 {
		return access, errors.New("--connect is missing: the URL that --serve printed, or the directory of the sweep")
	}
	if stat, err := os.Stat(urls[0]); len(urls) == 1 && !strings.Contains(urls[0], "://") {
		if err != nil || !stat.IsDir() {
			return access, fmt.Errorf("--connect %s: want nats://HOST:PORT, tls://HOST:PORT, or the directory of a sweep", urls[0])
		}
		found, served, err := reg.Queue().At(urls[0])
		switch {
		case err != nil:
			return access, err
		case !served:
			return access, fmt.Errorf("--connect %s: no server is at work there: bellwether sweep %s --serve starts one", urls[0], urls[0])
		}
		return found, nil
	}
	access.URLs = urls
	return access, nil
}
