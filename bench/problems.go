package bench

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/search"
)

// Task says what a problem asks a search for.
type Task uint8

// The tasks.
const (
	NoTask   Task = iota
	Win           // find the one move that wins within Plies, and that it does
	Save          // find the one move that does not lose
	Avoid         // play none of the moves given
	Distance      // find who wins by force and in exactly how many plies, or claim no win where it is a draw
	numTasks
)

var taskNames = [numTasks]string{"none", "win", "save", "avoid", "distance"}

// String names the task as files do.
func (t Task) String() string {
	if t < numTasks {
		return taskNames[t]
	}
	return "unknown"
}

// ParseTask reads what String writes.
func ParseTask(word string) (Task, bool) {
	i := slices.Index(taskNames[1:], word)
	return Task(i + 1), i >= 0
}

// Problem is a position with a question and its answer.
type Problem struct {
	Variant, FEN string
	Task         Task
	Plies        int         // to the end, or within which the wrong moves lose
	Answer       []string    // moves as UCI writes them; none of a Distance
	Winner       board.Color // of a Distance; NoColor is a draw

	Asked  string // what is asked, for people
	Source string // where it is from, and what proves it
}

// The forms of file, by the columns that their first line names.
const (
	ownForm     = "variant\tfen\tkind\tplies\tanswer\tasked\tsource"
	endgameForm = "soldier\tfen\twinner\tplies"
)

// soldiers are the variants that endgame files mean: with so few men left the designs of a soldier play alike.
var soldiers = map[string]string{"standard": "horde-standard-18-r1", "veteran": "horde-veteran-18-r1"}

// ReadProblems reads a list of problems: columns between tabs, named by the first line, which is one of
//
//	variant fen kind plies answer asked source
//	soldier fen winner plies
//
// the second of which is a table of endgames with their exact distances. Empty lines and lines that begin with # say nothing. The
// name is for errors.
func ReadProblems(name string, in io.Reader) ([]Problem, error) {
	var list []Problem
	form := ""
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimRight(sc.Text(), "\r")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		if form == "" {
			if form = line; form != ownForm && form != endgameForm {
				return nil, fmt.Errorf("%s:%d: the first line should name the columns, between tabs: %s, or %s", name, n,
					strings.ReplaceAll(ownForm, "\t", " "), strings.ReplaceAll(endgameForm, "\t", " "))
			}
			continue
		}
		p, err := readProblem(form, strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		list = append(list, p)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: there is no problem in it", name)
	}
	return list, nil
}

// readProblem reads the columns of a line.
func readProblem(form string, columns []string) (Problem, error) {
	if want := strings.Count(form, "\t") + 1; len(columns) != want {
		return Problem{}, fmt.Errorf("%d columns, there should be %d", len(columns), want)
	}
	read := readOwn
	if form == endgameForm {
		read = readEndgame
	}
	return read(columns)
}

func readOwn(c []string) (p Problem, err error) {
	p = Problem{Variant: c[0], FEN: c[1], Answer: strings.Fields(c[4]), Winner: board.NoColor, Asked: c[5], Source: c[6]}
	var ok bool
	if p.Task, ok = ParseTask(c[2]); !ok || p.Task == Distance {
		return p, fmt.Errorf("kind: %q is none of win, save and avoid", c[2])
	}
	if len(p.Answer) == 0 || p.Task != Avoid && len(p.Answer) > 1 {
		return p, fmt.Errorf("answer: %q should be one move, or several to avoid", c[4])
	}
	p.Plies, err = readPlies(c[3], 1)
	return p, err
}

// readPlies reads a number of plies.
func readPlies(text string, least int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n >= search.MaxPly {
		return 0, fmt.Errorf("plies: %q is no whole number from %d to %d", text, least, search.MaxPly-1)
	}
	return n, nil
}

func readEndgame(c []string) (p Problem, err error) {
	p = Problem{FEN: c[1], Task: Distance, Winner: board.NoColor, Source: "a solved table"}
	var ok bool
	if p.Variant, ok = soldiers[c[0]]; !ok {
		return p, fmt.Errorf("soldier: %q is neither standard nor veteran", c[0])
	}
	switch c[2] {
	case "red":
		p.Winner = board.White
	case "black":
		p.Winner = board.Black
	case "draw":
		p.Asked = "nobody wins by force"
		return p, nil
	default:
		return p, fmt.Errorf("winner: %q is none of red, black and draw", c[2])
	}
	p.Plies, err = readPlies(c[3], 0) // none is a game that is over
	p.Asked = fmt.Sprintf("%s wins in %d plies", c[2], p.Plies)
	return p, err
}
