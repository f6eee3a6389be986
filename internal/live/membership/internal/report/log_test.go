package report

import (
	"bellwether/internal/testkit/bubble"
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestLinesOfMemberlistBecomeRecords(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := NewScribe(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{
			Level: slog.LevelDebug,
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}})))
		for range 5 {
			s.Write([]byte("net.go:568: [ERR] memberlist: Failed to decode ping request: x from=1.2.3.4:5\n"))
		}
		for i, line := range []string{"[DEBUG] memberlist: a", "[INFO] memberlist: b", "[WARN] memberlist: c", "[ERR] d", "Err: e", "f"} {
			s.Write(fmt.Appendf(nil, "state.go:%d: %s\n", i, line))
		}
		for port := range 1000 { // lines of one place, or of many, do not fill the disk
			s.Write(fmt.Appendf(nil, "net.go:9: [ERR] memberlist: something quite new (%d bytes) from=1.2.3.4:%d\n", port, port))
			s.Write(fmt.Appendf(nil, "net.go:1%d: [WARN] memberlist: new%d\n", port, port))
		}
		time.Sleep(faultEvery)
		s.Write([]byte("net.go:568: [ERR] memberlist: Failed to decode ping request: y\n"))
		s.ended.Store(true)
		s.Write([]byte("[ERR] memberlist: after the end\n"))
		want := `level=WARN msg="Failed to decode ping request: x from=1.2.3.4:5" not_logged_before=0
level=DEBUG msg=a
level=INFO msg=b
level=WARN msg=c not_logged_before=0
level=WARN msg=d not_logged_before=0
level=WARN msg=e not_logged_before=0
level=INFO msg=f
level=WARN msg="something quite new (0 bytes) from=1.2.3.4:0" not_logged_before=0
level=WARN msg="Failed to decode ping request: y" not_logged_before=4
`
		var got strings.Builder
		new := 0
		for line := range strings.Lines(out.String()) {
			if strings.Contains(line, "msg=new") {
				new++
				continue
			}
			got.WriteString(line)
		}
		if got.String() != want {
			t.Errorf("got\n%s", got.String())
		}
		if new > kindLimit {
			t.Errorf("%d lines of as many kinds", new)
		}
	})
}
