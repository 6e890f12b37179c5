// Package verdict answers the laboratory's question to a design: is it a game?
//
// The study's three bars are measured: it is decided between good players rather than drawn by
// default; neither side wins from the start; both seats have something to do. Around them stand the
// metrics of automatic game design: what share of games ends by the rules, balance with an
// interval, draws by cause, duration, decisions, drama, changes of lead, what skill is worth, how
// all of it moves with the budget. Each has its definition beside its code ([Definitions]), since a
// figure whose formula is not known says nothing.
//
// [Run] plays or takes over games of our engine against itself from random openings at several
// budgets, and climbs a ladder of budgets. Nothing is measured on a game that the referee does not
// confirm. The thresholds of the gates are proposals, not findings ([Gates]).
package verdict
