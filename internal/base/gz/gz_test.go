package gz

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

func pack(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(file []byte) (string, error) {
	r, err := Reader(bytes.NewReader(file))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

func TestReader(t *testing.T) {
	packed := pack(t, "one\ntwo\n")
	for name, file := range map[string][]byte{"plain": []byte("one\ntwo\n"), "packed": packed, "in two parts": append(pack(t, "one\n"), pack(t, "two\n")...)} {
		if text, err := read(file); text != "one\ntwo\n" || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if text, err := read(nil); text != "" || err != nil {
		t.Errorf("an empty file: %q, %v", text, err)
	}
	damaged := bytes.Clone(packed)
	damaged[len(damaged)-6]++ // of the checksum
	for want, file := range map[string][]byte{"cut off": packed[:len(packed)-9], "damaged": damaged, "the gzip file is cut off": packed[:5]} {
		if text, err := read(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v", want, text, err)
		}
	}
}

// A file that unpacks to very much more than its size is refused long before its end.
func TestReaderRefusesBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks 16 MB")
	}
	small := pack(t, strings.Repeat("\n", inflateFree/4))
	r, err := Reader(bytes.NewReader(bytes.Repeat(small, 8)))
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, r)
	if err == nil || !strings.Contains(err.Error(), "unpacks to more than 250 times its size") || n > inflateFree+1<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
}

func TestNamed(t *testing.T) {
	for name, want := range map[string]bool{"a.ndjson.gz": true, "a.GZ": true, "a.ndjson": false, "gz": false, "": false} {
		if Named(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}
