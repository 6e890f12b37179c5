// Package e2e plays with the finished program as its users' programs do: graphical clients, adapters, other people's libraries
// and our own driver, each a process at the other end of a pipe.
//
// There is nothing to import. A test whose client is not installed skips itself; where BULUO_E2E is 1 it fails instead. The
// clients are Debian's xboard and uci2wb, which want an X server (xvfb-run, from the package xvfb, with xauth), and node-uci
// from npm, in this repository's node_modules or in the folder that BULUO_NODE_UCI names.
package e2e
