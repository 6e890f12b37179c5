// Package prefetch tells the processor what memory will be read soon, so that the read waits less.
package prefetch
