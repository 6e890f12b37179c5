// Package stat turns outcomes into figures. Its functions are pure: no files, no time, no chance.
package stat
