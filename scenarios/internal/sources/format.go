package sources

import (
	"bellwether/internal/formats"
	"bellwether/internal/formats/text"
	"bellwether/scenarios/internal/section"
)

// An Input is a file of movement or of contacts.
type Input struct {
	Name, Format string
	Data         []byte
}

// Recognise returns the format of a file, by the key, else by its name or its content.
func (f *Files) Recognise(key string, of Input) (string, error) {
	if of.Format != section.FormatAuto {
		return of.Format, nil
	}
	choice, err := formats.Choose(of.Name, of.Data[:min(len(of.Data), text.HeadBytes)])
	if choice.Remark != "" {
		f.Remarks(key, &text.Notes{Remarks: []string{choice.Remark}})
	}
	return choice.Format, err
}
