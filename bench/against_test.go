package bench

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// init makes the test binary an engine where it is called with one of these words. It searches nothing and says that it has spent
// the budget, half of it where "lazy", and never how much where "silent".
func init() {
	if len(os.Args) != 2 || !slices.Contains([]string{"honest", "lazy", "silent"}, os.Args[1]) {
		return
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		switch {
		case len(words) == 0:
		case words[0] == "uci":
			fmt.Println("id name Mock\noption name Speed type spin default 1 min 1 max 9\n" +
				"option name UCI_Variant type combo default chess var chess var xiangqi\nuciok")
		case words[0] == "isready":
			fmt.Println("readyok")
		case words[0] == "go":
			nodes := words[2]
			time.Sleep(20 * time.Millisecond)
			switch os.Args[1] {
			case "lazy":
				fmt.Println("info depth 1 score cp 0 nodes 10")
			case "honest":
				fmt.Printf("info depth 1 score cp 0 nodes %s\n", nodes)
			}
			fmt.Println("bestmove a1a2")
		case words[0] == "quit":
			os.Exit(0)
		}
	}
	os.Exit(0)
}

// race runs Against on two variants with an engine of a kind.
func race(t *testing.T, kind string, settings ...Setting) ([]Heat, error) {
	t.Helper()
	places, err := Places()
	if err != nil {
		t.Fatal(err)
	}
	if places, err = Choose(places, []string{"xiangqi", "chess"}); err != nil {
		t.Fatal(err)
	}
	told := 0
	name, heats, err := Against(context.Background(), RaceOptions{
		Command: []string{os.Args[0], kind}, Settings: settings, Places: places, Nodes: 2000, TableMB: 1, Runs: 2,
		Report: func(Heat) { told++ },
	})
	if name != "" && name != "Mock" || told != len(heats) {
		t.Errorf("%q, %d pairs told, %d returned", name, told, len(heats))
	}
	return heats, err
}

func TestAgainst(t *testing.T) {
	heats, err := race(t, "honest", Setting{"Speed", "9"})
	if err != nil {
		t.Fatal(err)
	}
	if len(heats) != 2*2*5 {
		t.Errorf("%d pairs of five positions of two variants, twice", len(heats))
	}
	for _, h := range heats {
		if h.OurNodes != 2000 || h.TheirNodes != 2000 || h.Theirs < 20*time.Millisecond || h.Ours <= 0 {
			t.Errorf("%+v", h)
		}
		if want := h.Theirs.Seconds() / h.Ours.Seconds(); h.Ratio < 0.999*want || h.Ratio > 1.001*want {
			t.Errorf("ratio %v of the same nodes in %v and %v", h.Ratio, h.Ours, h.Theirs)
		}
	}
	for i, s := range Standings(heats) {
		if s.Variant != []string{"xiangqi", "chess"}[i] || s.Heats != 10 || s.Low > s.Ratio || s.Ratio > s.High || s.Low == s.High {
			t.Errorf("%+v", s)
		}
	}
}

// TestAgainstRefuses has engines that cannot be compared.
func TestAgainstRefuses(t *testing.T) {
	if heats, err := race(t, "lazy"); err != nil || len(heats) != 0 {
		t.Errorf("searches that ended at once: %d pairs, %v", len(heats), err)
	}
	if _, err := race(t, "silent"); err == nil || !strings.Contains(err.Error(), "how many nodes") {
		t.Errorf("an engine that tells no nodes: %v", err)
	}
	if _, err := race(t, "honest", Setting{"Speed", "99"}); err == nil {
		t.Error("an option out of range was taken")
	}
	if _, err := race(t, "honest", Setting{"Speeed", "1"}); err == nil {
		t.Error("an option that is not there was taken")
	}
}
