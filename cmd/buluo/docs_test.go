package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// page returns a file from the top of the repository.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pages are those that people read.
var pages = []string{"README.md", "CHANGELOG.md", "docs/architecture.md", "docs/testing.md", "docs/ideas.md", "docs/variants.md", "docs/tune.md",
	"docs/results/weights.md", "docs/results/strength.md", "docs/results/first-table.md", "docs/results/reference-games.md",
	"docs/results/own-games.md", "docs/results/verdict.md"}

var (
	commandInText = regexp.MustCompile("(?m)`(?:go run \\./cmd/)?buluo\\s([^`]+)`|^    (?:go run \\./cmd/)?buluo ([^&|#\\n]+)")
	linkInText    = regexp.MustCompile(`\]\(([^):]+)\)`)
)

// TestPagesNameRealCommands runs through every command line that the pages quote: its subcommand and its flags must exist. Links must
// lead somewhere.
func TestPagesNameRealCommands(t *testing.T) {
	lines := 0
	root := newRootCmd()
	root.InitDefaultCompletionCmd()
	for _, name := range pages {
		text := page(t, name)
		for _, m := range commandInText.FindAllStringSubmatch(text, -1) {
			lines++
			words := strings.Fields(m[1] + m[2])
			cmd, rest, err := root.Find(words)
			if err != nil || !cmd.HasParent() {
				t.Errorf("%s: `buluo %s`: there is no such command", name, m[1]+m[2])
				continue
			}
			cmd.InitDefaultHelpFlag()
			for _, word := range rest {
				flag, isFlag := strings.CutPrefix(word, "--")
				if flag, _, _ = strings.Cut(flag, "="); isFlag && cmd.Flags().Lookup(flag) == nil {
					t.Errorf("%s: `buluo %s`: there is no flag --%s", name, m[1]+m[2], flag)
				}
			}
		}
		for _, m := range linkInText.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", "..", filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, m[1])
			}
		}
	}
	if lines < 10 {
		t.Errorf("only %d command lines were found", lines)
	}
}

// TestReadmeTour asks the README's tour for every subcommand.
func TestReadmeTour(t *testing.T) {
	readme := page(t, "README.md")
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			if !sub.HasSubCommands() && sub.Name() != "version" && !strings.Contains(readme, "\n| `"+sub.CommandPath()) {
				t.Errorf("the README's tour leaves %s out", sub.CommandPath())
			}
			walk(sub)
		}
	}
	walk(newRootCmd())
}

// TestReadmeStanza reads the README's example of a variant.
func TestReadmeStanza(t *testing.T) {
	const begin, end = "    [my-horde:", "\n\n"
	_, text, found := strings.Cut(page(t, "README.md"), begin)
	text, _, closed := strings.Cut(text, end)
	if !found || !closed {
		t.Fatal("the README has no stanza")
	}
	f, err := variant.Parse("README.md", strings.ReplaceAll("[my-horde:"+text, "\n    ", "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Specs) != 1 || len(f.Notes) > 0 {
		t.Errorf("%d variants, notes %v", len(f.Specs), f.Notes)
	}
}

// TestPathOfAMove runs the five lines of docs/architecture.md, which are this function's own.
func TestPathOfAMove(t *testing.T) {
	own, err := os.ReadFile("docs_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(page(t, "docs/architecture.md"), "\n    spec, err :=")
	block, _, _ = strings.Cut("spec, err :="+block, "\n\n")
	lines := strings.Split(block, "\n")
	for _, line := range lines {
		if !strings.Contains(string(own), "\n\t"+strings.TrimSpace(line)+"\n") {
			t.Errorf("docs/architecture.md: this test does not run %q", line)
		}
	}
	if len(lines) != 5 {
		t.Errorf("docs/architecture.md: the path has %d lines", len(lines))
	}

	spec, err := variant.Load("horde-veteran-36-r2")
	must(err)
	r, err := rules.Compile(spec)
	must(err)
	p, err := position.Parse(r, spec.Start)
	must(err)
	moves := movegen.For(r).Legal(p, nil)
	result := search.New(r, search.Options{}).Run(p, search.Limits{Nodes: 2000}, nil)

	if !movegen.For(r).IsLegal(p, result.Best) {
		t.Errorf("%s is none of the %d legal moves", r.UCI(result.Best), len(moves))
	}
}
