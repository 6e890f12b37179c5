// Package schedule decides what is played, in which order and by how many at once. It plays nothing itself.
package schedule
