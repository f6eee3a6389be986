//go:build docs

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"bellwether/internal/study/results"
)

// The archive has three files that the directory of results has not.
const (
	runsFile      = "runs.csv"
	linesFile     = "lines.json"     // what the lines of a row at a point have beside numbers
	collapsedFile = "collapsed.json" // the rows whose frames fill the medium somewhere: what tells of it is not kept
)

// pack writes an archive: the documents of a directory, and its numbers.
func pack(file, dir string) error {
	s, err := newStudy(dir)
	if err != nil {
		return err
	}
	lines, err := packed(s)
	if err != nil {
		return err
	}
	var runs bytes.Buffer
	if err := writeRuns(&runs, lines); err != nil {
		return err
	}
	bare := map[string]results.Line{} // by row and point
	for i := range lines {
		l := lines[i]
		l.Seed, l.Events, l.Transmissions, l.Deliveries, l.ID, l.SHA256, l.TraceSHA256, l.Course = 0, 0, 0, 0, "", "", "", nil
		l.Metrics = lines[0].Metrics // overwritten
		bare[keyOf(l.Label, l.Axes.Values())] = l
	}
	text, err := json.Marshal(bare)
	if err != nil {
		return err
	}
	collapsed, err := json.Marshal(s.fallen)
	if err != nil {
		return err
	}
	content := []struct {
		name string
		data []byte
	}{{runsFile, runs.Bytes()}, {linesFile, text}, {collapsedFile, collapsed}}
	names, err := documents(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		content = append(content, struct {
			name string
			data []byte
		}{name, data})
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	small, _ := gzip.NewWriterLevel(out, gzip.BestCompression)
	archive := tar.NewWriter(small)
	for _, c := range content {
		err = errors.Join(err, archive.WriteHeader(&tar.Header{Name: c.name, Mode: 0o644, Size: int64(len(c.data)), Format: tar.FormatUSTAR}))
		_, wrong := archive.Write(c.data)
		err = errors.Join(err, wrong)
	}
	return errors.Join(err, archive.Close(), small.Close(), out.Close())
}

// documents lists what a directory has beside lines: index, plan, scenario, and the files that it names.
func documents(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && name != results.SweepLines && name != "lock" && name != "report.html" {
			names = append(names, name)
		}
	}
	return names, err
}

func keyOf(label string, at []string) string { return label + "\n" + results.PointKey(at) }

// unpack makes a directory of results. Its lines have the kept metrics alone, and no hashes of traces. Beside it stands
// which rows collapsed.
func unpack(file, dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists", dir)
	}
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	packed, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for archive := tar.NewReader(packed); ; {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if files[h.Name], err = io.ReadAll(archive); err != nil {
			return err
		}
	}
	lines, err := linesOf(files)
	if err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if name == runsFile || name == linesFile {
			continue
		}
		if name == collapsedFile {
			if err := os.WriteFile(dir+"."+name, data, results.Readable); err != nil {
				return err
			}
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), data, results.Readable); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, results.SweepLines), lines, results.Readable)
}

// linesOf makes the lines of the archive's table.
func linesOf(files map[string][]byte) ([]byte, error) {
	var bare map[string]results.Line
	if err := json.Unmarshal(files[linesFile], &bare); err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(files[runsFile])).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, errors.Join(err, errors.New("no runs"))
	}
	header := rows[0]
	var out bytes.Buffer
	for n, row := range rows[1:] {
		first := 2 + len(counts) + len(kept)
		l, known := bare[keyOf(row[0], row[first:])]
		if !known {
			return nil, fmt.Errorf("run %d: no line of %s at %v", n+1, row[0], row[first:])
		}
		if err := fill(&l, header, row); err != nil {
			return nil, fmt.Errorf("run %d: %w", n+1, err)
		}
		l.ID = l.Task().ID()
		text, err := encode(&l)
		if err != nil {
			return nil, err
		}
		out.Write(text)
	}
	return out.Bytes(), nil
}

// unkept matches a metric that is null in a line.
var unkept = regexp.MustCompile(`"([a-z0-9_]+)":null,?`)

// encode returns a line without the metrics that are not kept, so that it is one of a program that
// does not know them, with its hash.
func encode(l *results.Line) ([]byte, error) {
	text, err := l.Encode()
	if err != nil {
		return nil, err
	}
	head, rest, _ := bytes.Cut(text, []byte(`"metrics":{`))
	metrics, tail, ok := bytes.Cut(rest, []byte("}"))
	sum := bytes.LastIndex(tail, []byte(`,"sha256":"`))
	if !ok || sum < 0 {
		return nil, errors.New("a line has no metrics or no hash")
	}
	metrics = unkept.ReplaceAllFunc(metrics, func(m []byte) []byte {
		if slices.Contains(kept, string(unkept.FindSubmatch(m)[1])) {
			return m
		}
		return nil
	})
	bare := slices.Concat(head, []byte(`"metrics":{`), bytes.TrimSuffix(metrics, []byte(",")), []byte("}"), tail[:sum])
	return fmt.Appendf(bare, `,"sha256":"%x"}`+"\n", sha256.Sum256(bare)), nil
}
