// Package strictyaml reads YAML and reports every fault at once, each with file, line, column
// and a caret, and with the nearest known name if one was misspelt.
//
// It assumes small files written by people ([MaxBytes]) and Go structs whose tags say what
// they accept; the same tags make the JSON Schema, so the two always agree. It never
// guesses: an unknown key, a wrong type, a number in quotes, or a duration without a unit
// is a fault. Sizes, nesting and the growth by aliases are checked before anything is
// built, because the file may come from anybody.
//
// # Tags
//
//   - yaml:"range" names the key.
//   - jsonschema:"default=250,exclusiveMinimum=0,maximum=1e6,enum=a,enum=b" has defaults
//     and bounds, with the names of JSON Schema. Lists may have maxItems.
//   - min:"1ms" and max:"24h" bound a Duration, which JSON Schema cannot.
//   - unit:"m" goes into messages.
//   - when:"model=static|trace" says that the key has a meaning only while its sibling has
//     one of these values; [Document.Unused] lists the keys without meaning.
//
// The parser is goccy/go-yaml, because it knows columns. Its decoder is not used, because
// it stops at the first fault.
package strictyaml
