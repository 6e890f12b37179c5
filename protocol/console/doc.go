// Package console is the engine's end of a conversation: lines come in, lines go out, and one goroutine owns everything in
// between.
//
// [Run] reads lines, finds out by the first word it knows which [Dialect] the other side speaks, and from then on hands it every line and every
// event of the job that is going on. A dialect answers through its [Desk]: [Desk.Say] writes a line, [Desk.Start] puts a job to work, and
// [Desk.Finish] ends it, playing out what it still has to report; [Desk.Aside] does the same for work that is not the engine's. A reader of its own
// keeps the lines coming, so that a running search never keeps an answer waiting.
//
// What all dialects have in common lives here too: the commands load and check, which read stanzas from a file or from the
// lines that follow up to a marker; the picture of a board; the list that a count of leaves prints; [Words], which the
// parsers read their lines with, and commands of one [Word]; and what UCI and UCCI have alike: of the commands a [Position], and of the
// replies what a [Grammar] reads.
//
// What a word means in a dialect is the dialect's business.
package console
