package work

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// mannersKey holds, in the environment of a child, what the engine that the test binary is to be does wrong.
const mannersKey = "BULUO_WORK_ENGINE"

// TestMain lets the test binary be its own badly behaved engine.
func TestMain(m *testing.M) {
	if manners := os.Getenv(mannersKey); manners != "" {
		badEngine(manners)
		return
	}
	os.Exit(m.Run())
}

// badEngine speaks UCI until it is asked to think.
func badEngine(manners string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			variant := "minixiangqi"
			if manners == "variant" {
				variant = "chess"
			}
			fmt.Printf("id name bad engine\noption name UCI_Variant type combo default chess var chess var %s\n", variant)
			fmt.Println("option name Hash type spin default 16 min 1 max 64\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "quit":
			return
		case "go":
			switch manners {
			case "crash":
				os.Exit(3)
			case "stall":
				time.Sleep(time.Minute)
			case "illegal":
				fmt.Println("info depth 3 nodes 10 score cp 5\nbestmove a1a7")
			case "none":
				fmt.Println("bestmove (none)")
			case "garbage":
				fmt.Println("bestmove my-best-one")
			case "endless":
				for {
					fmt.Println("info depth 1 nodes 1 score cp 0 pv a2a3")
				}
			}
		}
	}
}
