// Package viewer shows films of package film in a browser: as a server of this machine alone, or
// as one page that works from disk.
//
// The page is plain ES modules below web/, without a build step: what stands there is what
// runs. uPlot draws the curves (MIT, web/vendor). The page fetches nothing from elsewhere,
// which its content security policy enforces; names of a trace only ever become text.
//
// A server answers requests for localhost or an address of this machine, and only reading
// ones. In a page from disk no module may import another by address: [WritePage] joins the
// modules to one script, which requires that no two have a top-level name in common (a test
// holds them to it).
//
// Cost: see package film. A page of one file has all pages of the film, packed, in base64.
package viewer
