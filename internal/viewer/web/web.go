// Package web has the modules, styles and texts of two pages, the viewer (index.html) and an
// agent's page (cluster.html), which share their look.
package web

import "embed"

// Files holds all files of the pages.
//
//go:embed *.html *.css *.js vendor
var Files embed.FS
