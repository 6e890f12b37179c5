//go:build !linux

package pages

// Huge does nothing where no such hint is known.
func Huge[T any](s []T) {}
