package build

import "strings"

// known are the licences that this module's programs may link, and words that only their
// texts have. A module under another fails the test: somebody must read it first.
var known = []struct{ licence, words string }{
	{"Apache-2.0", "Apache License Version 2.0, January 2004"},
	{"MPL-2.0", "Mozilla Public License, version 2.0 1. Definitions"},
	{"MPL-2.0", "Mozilla Public License Version 2.0 ======"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files"},
	{"BSD", "Redistribution and use in source and binary forms, with or without modification, are permitted"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee"},
	{"Boost-1.0", "Boost Software License - Version 1.0"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"},
	{"FreeType", "The FreeType Project LICENSE"},
	{"CC-BY-4.0", "Creative Commons Attribution 4.0 International Public License"},
}

// refused are words of licences under which this program cannot be given away as it is.
var refused = []string{"GNU GENERAL PUBLIC LICENSE", "GNU AFFERO GENERAL PUBLIC LICENSE", "GNU LESSER GENERAL PUBLIC LICENSE", "Server Side Public License", "Business Source License"}

// left lists the files that are not taken, each with the reason.
var left = map[string]string{
	house + ": internal/base/build/NOTICES.txt":    "it is what is written here",
	"github.com/golang/freetype: licenses/gpl.txt": "one may choose, and here the FreeType licence is chosen",
}

// licenceOf names the licences of a text, or returns nothing.
func licenceOf(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	var names []string
	for _, k := range known {
		if strings.Contains(text, strings.ToLower(k.words)) && !strings.Contains(strings.Join(names, " "), k.licence) {
			names = append(names, k.licence)
		}
	}
	return strings.Join(names, " and ")
}

// refusedWords returns the words of a refused licence in a text.
func refusedWords(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, words := range refused {
		if strings.Contains(text, words) {
			return words
		}
	}
	return ""
}
