package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"buluo/eval"
	"buluo/tune/corpus"
)

// fitInText is a line of the page of weights that makes one of the files in the binary.
var fitInText = regexp.MustCompile(`(?m)^    buluo (tune fit .*--games (\S+) .*)--out (eval/weights/(\w+)\.json)$`)

// TestRefit finds on the page of weights, for every family, the command that makes its file, with games that can be read. With BULUO_REFIT=full it runs the
// commands, a minute and a half, and wants the files back to the byte.
func TestRefit(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 22,000 games")
	}
	full := os.Getenv("BULUO_REFIT") == "full"
	top := filepath.Join("..", "..")
	var families []string
	for _, m := range fitInText.FindAllStringSubmatch(page(t, "docs/results/weights.md"), -1) {
		line, games, file, family := m[1], m[2], m[3], m[4]
		families = append(families, family)
		if !strings.HasPrefix(line, "tune fit --family "+family+" ") || filepath.Base(games) != family+".bin.gz" {
			t.Errorf("%s is to make %s", line, file)
		}
		if list, err := corpus.ReadFile(filepath.Join(top, games)); err != nil || len(list) < 1000 {
			t.Errorf("%s: %d games, %v", games, len(list), err)
		}
		if !full {
			continue
		}
		made := filepath.Join(t.TempDir(), family+".json")
		args := strings.Fields(strings.Replace(line, games, filepath.Join(top, games), 1) + "--table=false --out " + made)
		var out, log bytes.Buffer
		if code := execute(context.Background(), args, streams{strings.NewReader(""), &out, &log}); code != exitDone {
			t.Errorf("%s: exit code %d: %s", line, code, log.String())
			continue
		}
		got, err := os.ReadFile(made)
		want, err2 := os.ReadFile(filepath.Join(top, file))
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%s does not make %s (%v, %v)", line, file, err, err2)
		}
	}
	slices.Sort(families)
	if !slices.Equal(families, eval.Families()) {
		t.Errorf("the page has commands for %v; there are %v", families, eval.Families())
	}
}
