// Package web has the pages' modules, styles and texts: those of the viewer (index.html) and of
// an agent (cluster.html), which share how things look.
package web

import "embed"

// Files holds all files of the pages.
//
//go:embed *.html *.css *.js vendor
var Files embed.FS
