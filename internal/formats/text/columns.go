package text

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Columns divides the rows of a table into fields, and reuses its memory.
type Columns struct {
	delimiter byte // ' ' for blanks, any number of them
	fields    []string
}

// Detect chooses the delimiter by the first row: the first of semicolon, tab and comma
// that it contains, else blanks.
func (c *Columns) Detect(line string) {
	c.delimiter = ' '
	for _, d := range []byte{';', '\t', ','} {
		if strings.IndexByte(line, d) >= 0 {
			c.delimiter = d
			return
		}
	}
}

// Delimiter is what separates the fields: ' ' for blanks.
func (c *Columns) Delimiter() byte { return c.delimiter }

// Blank reports whether blanks are the delimiter, so that no field can be empty.
func (c *Columns) Blank() bool { return c.delimiter == ' ' }

// Split divides a row; the fields are valid until the next call. If the delimiter is not
// blanks, a field may stand in double quotes.
func (c *Columns) Split(line string) ([]string, error) {
	c.fields = c.fields[:0]
	if c.delimiter == ' ' {
		for word := range strings.FieldsSeq(line) {
			c.fields = append(c.fields, word)
		}
		return c.fields, nil
	}
	for {
		field, rest, more, err := c.cut(line)
		if err != nil {
			return nil, err
		}
		c.fields = append(c.fields, field)
		if !more {
			return c.fields, nil
		}
		line = rest
	}
}

// NoMore refuses a row that has more fields than the first row of its table: a number with
// a decimal comma makes two fields, and shifts all that follow. Empty fields at the end do
// not count.
func NoMore(fields []string, most int) error {
	for i := most; i < len(fields); i++ {
		if fields[i] != "" {
			if _, err := strconv.Atoi(fields[0]); err == nil && i == len(fields)-1 {
				return fmt.Errorf("%d columns, and the first row has %d: is there a decimal comma? Write decimal points. Or has the column of the numbers of rows no name, as R writes it? Write one before the others", len(fields), most)
			}
			return fmt.Errorf("%d columns, and the first row has %d: is there a decimal comma? Write decimal points", len(fields), most)
		}
	}
	return nil
}

// cut takes the first field.
func (c *Columns) cut(line string) (field, rest string, more bool, err error) {
	if line = strings.TrimLeft(line, " "); strings.HasPrefix(line, `"`) {
		return c.cutQuoted(line[1:])
	}
	end := strings.IndexByte(line, c.delimiter)
	if end < 0 {
		return strings.TrimSpace(line), "", false, nil
	}
	return strings.TrimSpace(line[:end]), line[end+1:], true, nil
}

// cutQuoted takes a field after its opening quotation mark; a doubled mark stands for one.
func (c *Columns) cutQuoted(line string) (field, rest string, more bool, err error) {
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
			if after[0] != c.delimiter {
				return "", "", false, errors.New(`text after the closing "`)
			}
			return b.String(), after[1:], true, nil
		}
		b.WriteByte('"')
		line = after[1:]
	}
}

// Quoted puts a field into double quotes if readers would otherwise misread it.
func Quoted(field string) string {
	if strings.ContainsAny(field, "\",;\t#") || strings.TrimSpace(field) != field {
		return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}
