package deptest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the top of the repository, seen from this package.
const root = "../.."

// module is the path that the house's own imports begin with.
const module = "buluo/"

// source is one Go file.
type source struct {
	name   string // from the top, with slashes
	test   bool
	lines  int
	syntax *ast.File
}

// tree is every Go file of the house, by package directory.
type tree struct {
	fset     *token.FileSet
	packages map[string][]source
}

// dirs returns the package directories in order.
func (tr *tree) dirs() []string { return slices.Sorted(maps.Keys(tr.packages)) }

// own returns a package's files that are not tests.
func (tr *tree) own(dir string) []source {
	return slices.DeleteFunc(slices.Clone(tr.packages[dir]), func(f source) bool { return f.test })
}

// imports returns what files import, each path once, and without the standard library.
func imports(files []source) []string {
	seen := map[string]bool{}
	for _, f := range files {
		for _, spec := range f.syntax.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err == nil && (strings.HasPrefix(p, module) || strings.Contains(strings.Split(p, "/")[0], ".")) {
				seen[p] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// readTree parses every Go file below the top.
func readTree(t *testing.T) *tree {
	t.Helper()
	tr := &tree{fset: token.NewFileSet(), packages: map[string][]source{}}
	for _, name := range files(t) {
		if path.Ext(name) != ".go" {
			continue
		}
		text := read(t, name)
		syntax, err := parser.ParseFile(tr.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(name)
		tr.packages[dir] = append(tr.packages[dir], source{
			name: name, test: strings.HasSuffix(name, "_test.go"), lines: strings.Count(text, "\n"), syntax: syntax,
		})
	}
	if len(tr.packages) < 10 {
		t.Fatalf("only %d packages below %s: the tests look in the wrong place", len(tr.packages), root)
	}
	return tr
}

// files lists the repository's files from the top, in order, without what is fetched or kept by tools.
func files(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == ".git" || n == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, p)
		names = append(names, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// read returns a file's text.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
