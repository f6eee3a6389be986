//go:build release

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bellwether/internal/base/build"
)

// A file is one in an archive.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

// pack writes the archives of the programs, their sums, and the directory that an image is
// built from.
func pack(all []program, out string, at time.Time) error {
	version := build.Of(all[0].info).Version
	var sums strings.Builder
	for _, p := range all {
		files, err := contents(p)
		if err != nil {
			return err
		}
		name, form := fmt.Sprintf("bellwether-%s-%s", version, p.name()), tarred
		ends := ".tar.gz"
		if p.system == "windows" {
			form, ends = zipped, ".zip"
		}
		for i := range files {
			files[i].name = name + "/" + files[i].name
		}
		data, err := form(files, at)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, name+ends), data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name+ends)
		fmt.Printf("%-14s %5.1f MB, packed %4.1f MB\n", p.name(), float64(len(files[0].data))/1e6, float64(len(data))/1e6)
		if p.system == "linux" {
			if err := image(p, files, out); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// contents returns what an archive holds, the program first.
func contents(p program) ([]file, error) {
	data, err := os.ReadFile(p.file)
	if err != nil {
		return nil, err
	}
	licence, err := os.ReadFile("LICENSE")
	if err != nil {
		return nil, err
	}
	about, err := readme(p)
	if err != nil {
		return nil, err
	}
	var texts bytes.Buffer
	if err := build.Write(&texts, p.info); err != nil {
		return nil, err
	}
	return []file{{filepath.Base(p.file), 0o755, data}, {"LICENSE", 0o644, licence}, {"NOTICES", 0o644, texts.Bytes()}, {"README", 0o644, about}}, nil
}

// readme returns the first paragraphs of README.md, and what to do with an archive.
func readme(p program) ([]byte, error) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		return nil, err
	}
	about, _, ok := strings.Cut(string(text), "```")
	if !ok {
		return nil, fmt.Errorf("README.md has no code block that ends its first paragraphs")
	}
	return fmt.Appendf([]byte(about), `This is %s, for %s on %s. Put the file %s on your path; it needs no other. Then:

  bellwether version               which build this is
  bellwether version --licences    what it is made of, as in NOTICES
  bellwether run ten-nodes
  bellwether --help
`, build.Of(p.info).Name(), p.system, p.processor, filepath.Base(p.file)), nil
}

func tarred(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	packer, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packer)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: at}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := packer.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func zipped(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		one, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := one.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// image lays out what Dockerfile copies: a root directory for each processor, with places
// for results and temporary files, which an image from scratch does not have.
func image(p program, files []file, out string) error {
	root := filepath.Join(out, "container", p.processor)
	for _, dir := range []string{"work", "tmp"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			return err
		}
	}
	if err := os.Chmod(filepath.Join(root, "tmp"), 0o777|fs.ModeSticky); err != nil { // any --user writes there
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(root, filepath.Base(f.name)), f.data, f.mode); err != nil {
			return err
		}
	}
	recipe, err := os.ReadFile(filepath.Join(".ci", "release.d", "Dockerfile"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "container", "Dockerfile"), recipe, 0o644)
}
