package game

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"buluo/internal/rulestest"
	"buluo/position"
	"buluo/rules"
)

// deliberate reports whether a text may differ from the reference's, and why.
func deliberate(name string, n Notation, ours, theirs, uciText string, times int) bool {
	switch {
	case ours == uciText && times > 1:
		// The reference has one text for several moves here.
		return n == WXF
	case name == "horde-doublestep-36-r1" && strings.HasPrefix(ours, "B") && strings.HasPrefix(theirs, "E"):
		// E is this variant's soldier; the reference calls the elephant so too, although its own FENs must not.
		return true
	}
	return false
}

// against holds the texts of a position against the reference's: "uci wxf san" for each move, - for one not given. It returns how many
// were compared, and how many differ deliberately.
func against(t *testing.T, name string, p *position.Position, theirs []string) (compared, differing int) {
	t.Helper()
	want := map[string][]string{}
	times := map[string]int{}
	for _, line := range theirs {
		if f := strings.Fields(line); len(f) == 3 {
			want[f[0]] = f
			times[f[1]]++
		}
	}
	for i, n := range []Notation{WXF, SAN} {
		legal, texts := FormatAll(n, p)
		if len(legal) != len(want) {
			t.Errorf("%s: %s: %d legal moves, the reference has %d", name, p.FEN(), len(legal), len(want))
			return compared, differing
		}
		for k, m := range legal {
			move := p.Rules().UCI(m)
			f := want[move]
			if f == nil {
				t.Errorf("%s: %s: the reference has no move %s", name, p.FEN(), move)
				continue
			}
			if f[i+1] == "-" {
				continue
			}
			compared++
			if theirs := f[i+1]; texts[k] != theirs {
				differing++
				if !deliberate(name, n, texts[k], theirs, move, times[theirs]) {
					t.Errorf("%s: %s: %s is %s in %s, the reference writes %s", name, p.FEN(), move, texts[k], n, theirs)
				}
			}
		}
	}
	return compared, differing
}

// TestReference holds WXF and SAN against what the reference (ffish 0.7.10) wrote at positions of every variant of the corpus, chosen for
// what they need: tandems and crowds on several files, disambiguation, castling, promotion, mate.
func TestReference(t *testing.T) {
	f, err := os.Open("testdata/notation.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string]*rules.Rules{}
	compared, differing := 0, 0
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		field := strings.Split(in.Text(), "\t")
		name := field[0]
		if all[name] == nil {
			all[name] = rulestest.Load(t, name)
		}
		c, d := against(t, name, parsed(t, all[name], field[1]), strings.Split(field[2], ";"))
		compared, differing = compared+c, differing+d
	}
	if in.Err() != nil || compared < 10_000 {
		t.Errorf("%d texts compared: %v", compared, in.Err())
	}
	t.Logf("%d texts compared, %d differ deliberately", compared, differing)
}

// TestLiveReference asks ffish itself about a few positions of every built-in variant, where node and the module are there: BULUO_FFISH is
// the directory that npm installed it to.
func TestLiveReference(t *testing.T) {
	module := os.Getenv("BULUO_FFISH")
	node, err := exec.LookPath("node")
	if module == "" || err != nil {
		t.Skip("BULUO_FFISH does not name an ffish module, or there is no node")
	}
	builtin := map[string]*rules.Rules{}
	for _, name := range []string{"xiangqi", "minixiangqi", "manchu", "chess", "horde"} {
		builtin[name] = rulestest.Load(t, name)
	}
	var asked []*position.Position
	var questions strings.Builder
	corpus(t, func(line int, name, start string, moves []string) {
		r := builtin[name]
		if r == nil {
			return
		}
		p := parsed(t, r, start)
		for ply, text := range moves {
			if (ply+line)%17 == 0 {
				asked = append(asked, parsed(t, r, p.FEN()))
				questions.WriteString(name + "\t" + p.FEN() + "\n")
			}
			p.Do(move(t, p, text))
		}
	})
	cmd := exec.Command(node, filepath.Join("testdata", "ffish.js"), module)
	cmd.Stdin = strings.NewReader(questions.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %.300s", err, out)
	}
	answers := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if len(answers) != len(asked) {
		t.Fatalf("%d answers to %d questions", len(answers), len(asked))
	}
	compared, differing := 0, 0
	for i, p := range asked {
		c, d := against(t, p.Rules().Spec().Name, p, strings.Split(answers[i], ";"))
		compared, differing = compared+c, differing+d
	}
	t.Logf("%d texts of %d positions compared, %d differ deliberately", compared, len(asked), differing)
}
