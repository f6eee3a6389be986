package csv

import (
	"errors"
	"strings"
)

// splitter cuts rows into fields, and uses its memory again.
type splitter struct {
	delimiter byte // ' ' for blanks, any number of them
	fields    []string
}

// detect chooses the delimiter by the first row.
func (s *splitter) detect(line string) {
	s.delimiter = ' '
	for _, c := range []byte{';', '\t', ','} {
		if strings.IndexByte(line, c) >= 0 {
			s.delimiter = c
			return
		}
	}
}

// split cuts a row; the fields are valid until the next one.
func (s *splitter) split(line string) ([]string, error) {
	s.fields = s.fields[:0]
	if s.delimiter == ' ' {
		for word := range strings.FieldsSeq(line) {
			s.fields = append(s.fields, word)
		}
		return s.fields, nil
	}
	for {
		field, rest, more, err := s.cut(line)
		if err != nil {
			return nil, err
		}
		s.fields = append(s.fields, field)
		if !more {
			return s.fields, nil
		}
		line = rest
	}
}

// cut takes the first field.
func (s *splitter) cut(line string) (field, rest string, more bool, err error) {
	if line = strings.TrimLeft(line, " "); strings.HasPrefix(line, `"`) {
		return s.cutQuoted(line[1:])
	}
	end := strings.IndexByte(line, s.delimiter)
	if end < 0 {
		return strings.TrimSpace(line), "", false, nil
	}
	return strings.TrimSpace(line[:end]), line[end+1:], true, nil
}

// cutQuoted takes a field after its opening quotation mark; two of them are one.
func (s *splitter) cutQuoted(line string) (field, rest string, more bool, err error) {
	var b strings.Builder
	for {
		part, after, closed := strings.Cut(line, `"`)
		if !closed {
			return "", "", false, errors.New(`the line ends before the closing "`)
		}
		b.WriteString(part)
		if !strings.HasPrefix(after, `"`) {
			after = strings.TrimLeft(after, " ")
			if after == "" {
				return b.String(), "", false, nil
			}
			if after[0] != s.delimiter {
				return "", "", false, errors.New(`text after the closing "`)
			}
			return b.String(), after[1:], true, nil
		}
		b.WriteByte('"')
		line = after[1:]
	}
}
