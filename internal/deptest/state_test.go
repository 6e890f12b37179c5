package deptest

import (
	"go/ast"
	"go/token"
	"go/types"
	"testing"
)

// TestNoMutableState finds package-level variables that change after the program has started: two designs must be able to
// play each other in one process. Tables filled where they are declared, or in init, and errors are welcome.
//
// Names are resolved by the type checker with every import left empty, which is quick and enough: what the test looks for is declared
// and changed in one package.
func TestNoMutableState(t *testing.T) {
	tr := readTree(t)
	for _, dir := range tr.dirs() {
		var files []*ast.File
		for _, f := range tr.own(dir) {
			files = append(files, f.syntax)
		}
		if len(files) == 0 {
			continue
		}
		for _, found := range changes(tr.fset, files) {
			t.Errorf("%s: the package-level variable %s %s", tr.fset.Position(found.pos), found.name, found.how)
		}
	}
}

// change is a place where a package-level variable is changed, or made to be.
type change struct {
	pos       token.Pos
	name, how string
}

// emptyImporter lets every import succeed with nothing in it.
type emptyImporter struct{}

func (emptyImporter) Import(p string) (*types.Package, error) {
	name := p[1+lastSlash(p):]
	pkg := types.NewPackage(p, name)
	pkg.MarkComplete()
	return pkg, nil
}

func lastSlash(p string) int {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] == '/' {
			return i
		}
	}
	return -1
}

// changes returns every change of a package-level variable in a package's files.
func changes(fset *token.FileSet, files []*ast.File) []change {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: emptyImporter{}, Error: func(error) {}, FakeImportC: true}
	pkg, _ := conf.Check("p", fset, files, info) // what is missing from imports is no concern of ours
	s := &searchForChanges{info: info, scope: pkg.Scope()}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil && !(d.Recv == nil && d.Name.Name == "init") {
					ast.Inspect(d.Body, s.visit)
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					s.declared(d)
				}
			}
		}
	}
	return s.found
}

// searchForChanges walks function bodies.
type searchForChanges struct {
	info  *types.Info
	scope *types.Scope
	found []change
}

// declared finds variables that are there to be changed: locks, atomics, pools.
func (s *searchForChanges) declared(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		typ := v.Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		if index, ok := typ.(*ast.IndexExpr); ok {
			typ = index.X
		}
		if sel, ok := typ.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && (x.Name == "sync" || x.Name == "atomic") {
				s.found = append(s.found, change{v.Pos(), v.Names[0].Name, "has the type " + x.Name + "." + sel.Sel.Name + ", which is there to be changed"})
			}
		}
	}
}

// visit looks at one node of a body.
func (s *searchForChanges) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, left := range n.Lhs {
				s.changed(left, "is assigned")
			}
		}
	case *ast.IncDecStmt:
		s.changed(n.X, "is counted up or down")
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			s.changed(n.Key, "is assigned by a loop")
			s.changed(n.Value, "is assigned by a loop")
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear" || f.Name == "copy") && len(n.Args) > 0 {
			s.changed(n.Args[0], "is changed by "+f.Name)
		}
	}
	return true
}

// changed records a change where the expression is a package-level variable, or a part of one.
func (s *searchForChanges) changed(e ast.Expr, how string) {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.Ident:
			if v, ok := s.info.Uses[x].(*types.Var); ok && v.Parent() == s.scope {
				s.found = append(s.found, change{x.Pos(), x.Name, how})
			}
			return
		default:
			return
		}
	}
}
