package deptest

import (
	"bytes"
	"go/ast"
	"path"
	"regexp"
	"strings"
	"testing"
)

// How long things may grow before they are two things.
const (
	maxFunction = 80
	maxFile     = 600
)

// TestPackageDoc asks every package to say what it is for, in doc.go and only there.
func TestPackageDoc(t *testing.T) {
	tr := readTree(t)
	for _, dir := range tr.dirs() {
		found := false
		for _, f := range tr.own(dir) {
			switch {
			case f.syntax.Doc == nil:
			case path.Base(f.name) != "doc.go":
				t.Errorf("%s: a package doc belongs in %s/doc.go", f.name, dir)
			case !strings.HasPrefix(f.syntax.Doc.Text(), opening(f.syntax.Name.Name, dir)):
				t.Errorf("%s: the package doc does not begin with %q", f.name, opening(f.syntax.Name.Name, dir))
			default:
				found = true
			}
		}
		if !found {
			t.Errorf("%s has no package doc in doc.go", dir)
		}
	}
}

// opening returns the words that a package doc begins with.
func opening(name, dir string) string {
	if name == "main" {
		return "Command " + path.Base(dir) + " "
	}
	return "Package " + name + " "
}

// TestExportedDoc asks for a comment on every exported name. A group may be documented by its heading.
func TestExportedDoc(t *testing.T) {
	tr := readTree(t)
	for _, dir := range tr.dirs() {
		for _, f := range tr.own(dir) {
			for _, d := range f.syntax.Decls {
				for _, name := range undocumented(d) {
					t.Errorf("%s: %s is exported and has no doc comment", tr.fset.Position(name.Pos()), name.Name)
				}
			}
		}
	}
}

// undocumented returns the exported names that a declaration leaves without a comment.
func undocumented(d ast.Decl) []*ast.Ident {
	var bare []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) {
			bare = append(bare, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if d.Doc == nil && s.Doc == nil && s.Comment == nil && s.Name.IsExported() {
					bare = append(bare, s.Name)
				}
			case *ast.ValueSpec:
				if d.Doc == nil && s.Doc == nil && s.Comment == nil && s.Names[0].IsExported() {
					bare = append(bare, s.Names[0])
				}
			}
		}
	}
	return bare
}

// exportedReceiver reports whether a function is a method of an exported type, or no method.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	expr := d.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.Ident:
			return e.IsExported()
		default:
			return false
		}
	}
}

// TestLengths keeps functions and files within what can be read at one sitting.
func TestLengths(t *testing.T) {
	tr := readTree(t)
	for _, dir := range tr.dirs() {
		for _, f := range tr.own(dir) {
			if f.lines > maxFile {
				t.Errorf("%s has %d lines, %d are the limit: a room that wants dividing", f.name, f.lines, maxFile)
			}
			for _, d := range f.syntax.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				if n := tr.fset.Position(fn.End()).Line - tr.fset.Position(fn.Pos()).Line + 1; n > maxFunction {
					t.Errorf("%s: %s has %d lines, %d are the limit", tr.fset.Position(fn.Pos()), fn.Name.Name, n, maxFunction)
				}
			}
		}
	}
}

// TestMains keeps a command to wiring: its main function is a handful of lines.
func TestMains(t *testing.T) {
	tr := readTree(t)
	for _, dir := range tr.dirs() {
		for _, f := range tr.own(dir) {
			if path.Base(f.name) == "main.go" && f.lines > 60 {
				t.Errorf("%s has %d lines, 60 are the limit: what else it does belongs in a room", f.name, f.lines)
			}
		}
	}
}

// unfinished matches the words that people leave where work was left; it is put together so as not to match itself.
var unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b`)

// TestFinished finds work left undone. What is missing is written where it is looked for, in the docs, or not at all.
func TestFinished(t *testing.T) {
	for _, name := range files(t) {
		if path.Ext(name) != ".go" {
			continue
		}
		for i, line := range strings.Split(read(t, name), "\n") {
			if word := unfinished.FindString(line); word != "" {
				t.Errorf("%s:%d: %s", name, i+1, word)
			}
		}
	}
}

// machinePath matches absolute paths of the machine that something was written on.
var machinePath = regexp.MustCompile(`(^|[^A-Za-z0-9_.)/-])/(work|tmp|farm|root|home|Users)/`)

// TestNoMachinePaths keeps the repository free of one machine's folders.
func TestNoMachinePaths(t *testing.T) {
	for _, name := range files(t) {
		text := read(t, name)
		if strings.Contains(text, "\x00") || path.Ext(name) == ".sum" || ignored(name) {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			if p := machinePath.FindString(line); p != "" {
				t.Errorf("%s:%d: the path %q belongs to one machine", name, i+1, strings.TrimSpace(p))
			}
		}
	}
}

// ignored reports whether a file is one that .gitignore keeps out: what a run leaves behind is not the repository's.
func ignored(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "lab.db") || base == "buluo" || strings.HasSuffix(base, ".prof") || strings.HasSuffix(base, ".test")
}

// TestNoCgo keeps the house pure Go.
func TestNoCgo(t *testing.T) {
	tr := readTree(t)
	for _, dir := range tr.dirs() {
		for _, f := range tr.packages[dir] {
			for _, spec := range f.syntax.Imports {
				if spec.Path.Value == `"C"` {
					t.Errorf("%s imports C", f.name)
				}
			}
		}
	}
}

// TestMachinePathPattern shows the pattern at work, as the house gives it nothing to find.
func TestMachinePathPattern(t *testing.T) {
	for line, want := range map[string]bool{
		"open /ro" + "ot/data.ini":            true,
		`"/wo` + `rk/ref/engine"`:             true,
		"PATH=/ho" + "me/someone/bin":         true,
		"https://example.org/wo" + "rk/page":  false,
		"$WO" + "RK/bad.ini":                  false,
		"docs/wo" + "rk/x":                    false,
		string(bytes.Repeat([]byte("/a"), 3)): false,
	} {
		if got := machinePath.MatchString(line); got != want {
			t.Errorf("%q: found is %v, want %v", line, got, want)
		}
	}
}
