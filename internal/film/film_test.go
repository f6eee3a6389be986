package film

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func TestBig(t *testing.T) {
	f, err := os.Open("/tmp/view/cw.ndjson")
	if err != nil {
		t.Skip()
	}
	t0 := time.Now()
	m, err := Read(f, Options{Name: "cw"})
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, p := range m.Head.Pages {
		total += p.Bytes
	}
	fmt.Println(time.Since(t0), m.Head.Records, m.Head.Scene, len(m.Head.Pages), total, len(m.scene), len(m.Head.Moments), m.Head.Goal, m.Head.Messages)
	for _, x := range m.Head.Moments[:20] {
		fmt.Printf("%+v\n", x)
	}
	fmt.Println(m.Head.Curves.Wrong[:60])
}
