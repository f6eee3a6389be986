// Package strict reads YAML the way a careful colleague does: every fault at
// once, each with file, line, column and a caret, and the nearest known name
// where one was misspelt.
//
// It assumes small files written by people ([MaxBytes]) and Go structs that say
// in their tags what they take; the same tags make the JSON Schema, so the two
// cannot disagree. It never guesses: an unknown key, a wrong type, a number in
// quotes, a duration without a unit is a fault. Sizes, nesting and the growth by
// aliases are bounded before anything is built, for the file may come from
// anybody.
//
// # Tags
//
//   - yaml:"range" names the key.
//   - jsonschema:"default=250,exclusiveMinimum=0,maximum=1e6,enum=a,enum=b"
//     are defaults and bounds, in the words of JSON Schema. Lists know maxItems.
//   - min:"1ms" and max:"24h" bound a Duration, which JSON Schema cannot.
//   - unit:"m" goes into messages.
//   - when:"model=static|trace" says that the key has a meaning only while its
//     sibling has one of these values; [Document.Unused] lists the others.
//
// The parser is goccy/go-yaml, for its columns; its decoder is not used, since
// it stops at the first fault.
package strict
