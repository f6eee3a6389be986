package contacts_test

import (
	"bufio"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/testkit/sample"
)

// aMillion returns a trace of a million contacts among a thousand nodes where each of 10,000
// pairs meets a hundred times, at instants of its own.
func aMillion(tb testing.TB, meetings int) *contacts.Trace {
	tb.Helper()
	r, w := io.Pipe()
	go func() {
		buffer := bufio.NewWriter(w)
		var row []byte
		for k := range meetings {
			for pair := range 10_000 {
				a, b := pair%1000, (pair%1000+1+pair/1000)%1000
				start := 1000*k + pair%700
				row = appendRow(row[:0], a, b, start, start+30)
				buffer.Write(row)
			}
		}
		w.CloseWithError(buffer.Flush())
	}()
	tr, err := format(tb, "contacts").Read(r, "pipe", contacts.Rules{})
	if err != nil {
		tb.Fatal(err)
	}
	return tr
}

func appendRow(row []byte, columns ...int) []byte {
	for i, n := range columns {
		if i > 0 {
			row = append(row, ' ')
		}
		var digits [20]byte
		at := len(digits)
		for {
			at--
			digits[at] = byte('0' + n%10)
			if n /= 10; n == 0 {
				break
			}
		}
		row = append(row, digits[at:]...)
	}
	return append(row, '\n')
}

// meter counts the bytes that are read, and measures the live memory every few megabytes.
type meter struct {
	r          io.Reader
	read, next int
	peak       uint64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if m.read += n; m.read >= m.next || err != nil {
		m.next = m.read + 4<<20
		m.peak = max(m.peak, alive())
	}
	return n, err
}

func alive() uint64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// A million contacts are kept in 24 bytes each. During the reading each row takes 24
// bytes, or each two events 48 and a row 24, and half as much again while slices grow.
// Measured: 46 MB and 103 MB alive, with the test's writer and its copy.
func TestAMillionContacts(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a million contacts")
	}
	meetings := sample.Of(30, 100)
	many := 10_000 * meetings
	tr := aMillion(t, meetings)
	if n := len(tr.Contacts()); n != many || tr.Nodes() != 1000 {
		t.Fatalf("%d contacts of %d nodes", n, tr.Nodes())
	}
	for _, f := range contacts.Formats() {
		before := alive()
		r, w := io.Pipe()
		go func() { w.CloseWithError(f.Write(w, tr)) }()
		m := &meter{r: r}
		again, err := f.Read(m, "pipe", contacts.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		kept := alive() - before
		// The writer in the other goroutine holds a sorted copy, 24 or 48 MB.
		room, most := uint64(many)*130<<20/1_000_000, uint64(many)*30<<20/1_000_000
		if len(again.Contacts()) != many || m.peak-before > room || kept > most {
			t.Errorf("%s: %d contacts, %d bytes alive at most, %d kept", f.Name, len(again.Contacts()), m.peak-before, kept)
		}
		t.Logf("%s: %.0f MB read with at most %.0f MB alive, writer included; %.0f MB kept", f.Name, float64(m.read)/1e6, float64(m.peak-before)/1e6, float64(kept)/1e6)
		runtime.KeepAlive(again)
	}
	runtime.KeepAlive(tr)
}

// BenchmarkRead reads a thousand contacts.
func BenchmarkRead(b *testing.B) {
	var file strings.Builder
	for i := range 1000 {
		file.Write(appendRow(nil, i%50, 50+i%30, 40*i, 40*i+30))
	}
	for b.Loop() {
		if _, err := format(b, "contacts").Read(strings.NewReader(file.String()), "bench", contacts.Rules{Scan: time.Second}); err != nil {
			b.Fatal(err)
		}
	}
}
