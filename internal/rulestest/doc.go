// Package rulestest gives tests the rules that they are about, and ends the test where there are none.
package rulestest
