// Package twins plays random games with the fast rules (position and movegen) and the slow ones (referee) side by side
// and stops at the first difference: the legal moves, in full and as noisy, quiet and counted; check; the outcome with
// its reason; the FEN; the hash; what was chased. Where repetitions are judged, half of the walks look for them.
//
// The two share nothing but the Spec, so that a difference is a mistake in one of them. The tests run short walks; the
// command runs long ones.
package twins
