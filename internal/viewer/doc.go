// Package viewer shows films of package film in a browser: as a server of this machine alone, or
// as one page that works from disk.
//
// The page is plain ES modules below web/, without a build step: browsers run the files as
// they are. uPlot draws the curves (MIT, web/vendor). The page fetches nothing from elsewhere,
// which its content security policy enforces; names of a trace only ever become text.
//
// A server answers only requests that read, and only for localhost or an address of this
// machine. A page from disk cannot import modules by address, so [WritePage] joins them to one
// script. Therefore no two modules may share a top-level name; a test checks this.
//
// Cost: see package film. A page from disk contains all pages of the film, packed, in base64.
package viewer
