package play

import "fmt"

// Level is how well the engine plays, from 1, a beginner, to Strongest.
type Level int

// Strongest is the level that holds nothing back but time.
const Strongest Level = 10

// DefaultLevel is one that a casual player can beat now and then.
const DefaultLevel Level = 4

// Setting is what a level searches, and how it chooses among what it found.
type Setting struct {
	Depth int    // 0 is no bound
	Nodes uint64 // of one move; 0 is no bound

	// The best so many moves are weighed, each by exp(-loss/Temperature), the loss being what it gives away to the best one in
	// centipawns; one is drawn by these weights. With a temperature of 0 the best is played.
	Lines       int
	Temperature float64
}

// settings are the levels' from 1 on. The first four see one, two or three plies and captures, and have no other bound: where nodes ran out before every
// line was there, nothing could be drawn and a beginner played the best move. Those after see what their nodes allow. Chance fades out on the way: from level 7
// on the search's own choice is played.
var settings = [Strongest]Setting{
	{Depth: 1, Lines: 12, Temperature: 150},
	{Depth: 1, Lines: 8, Temperature: 70},
	{Depth: 2, Lines: 6, Temperature: 50},
	{Depth: 3, Lines: 5, Temperature: 35},
	{Nodes: 20_000, Lines: 4, Temperature: 25},
	{Nodes: 40_000, Lines: 3, Temperature: 12},
	{Nodes: 60_000, Lines: 1},
	{Nodes: 250_000, Lines: 1},
	{Nodes: 1_000_000, Lines: 1},
	{Nodes: 5_000_000, Lines: 1},
}

// Setting returns what a level means. Levels that there are not mean the nearest one.
func (l Level) Setting() Setting { return settings[min(max(l, 1), Strongest)-1] }

// Check says what is wrong with a level.
func (l Level) Check() error {
	if l < 1 || l > Strongest {
		return fmt.Errorf("there is no level %d; 1 is a beginner, %d full strength", int(l), int(Strongest))
	}
	return nil
}

// String writes the level for people.
func (l Level) String() string {
	switch l {
	case 1:
		return "level 1, a beginner"
	case Strongest:
		return fmt.Sprintf("level %d, full strength", int(l))
	}
	return fmt.Sprintf("level %d", int(l))
}
