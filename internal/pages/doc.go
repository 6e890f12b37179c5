// Package pages asks the system for large memory pages.
//
// A table of many megabytes that is read at random costs a walk through the page tables with almost every read, as the processor remembers where
// a few thousand pages lie and no more: 8 MB of pages of 4 kB. On pages of 2 MB it remembers all of the table.
package pages
