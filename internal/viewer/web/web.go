// Package web has the pages' modules, styles and texts: those of the viewer (index.html) and of
// an agent (cluster.html), which share how things look.
package web

import "embed"

// Files are all of them.
//
//go:embed *.html *.css *.js vendor
var Files embed.FS
