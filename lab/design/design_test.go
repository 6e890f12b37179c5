package design

import (
	"strings"
	"testing"

	"buluo/variant"
)

// TestDials reads the dials of designs back from their names.
func TestDials(t *testing.T) {
	for name, want := range map[string]Design{
		"horde-standard-18-r1":           {Soldier: "standard", Soldiers: 18, Array: "ranks 1-2", Clock: 120},
		"horde-veteran-36-r2":            {Soldier: "veteran", Soldiers: 36, Array: "ranks 2-5", Clock: 120},
		"horde-standard-27-r4-c60":       {Soldier: "standard", Soldiers: 27, Array: "ranks 4-6", Clock: 60},
		"horde-veteran-32-points":        {Soldier: "veteran", Soldiers: 32, Array: "five points", Clock: 120},
		"horde-standard-40-parent":       {Soldier: "standard", Soldiers: 40, Array: "parent shape", Clock: 120},
		"horde-standard-36-r1-stalemate": {Soldier: "standard", Soldiers: 36, Array: "ranks 1-4", Extra: "stalemate", Clock: 120},
		"horde-cover-12-r4":              {Soldier: "cover", Soldiers: 12, Array: "from rank 4", Clock: 120},
		"xiangqi-tournament":             {Soldiers: 16, Array: "xiangqi-tournament", Clock: 120},
	} {
		d, err := Load(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d.Name() != name {
			t.Errorf("%s is called %s", name, d.Name())
		}
		if d.Spec = nil; d != want {
			t.Errorf("%s: %+v, want %+v", name, d, want)
		}
	}
}

// TestLies gives stanzas whose names say what they are not.
func TestLies(t *testing.T) {
	for name, want := range map[string]string{
		"horde-veteran-37-r1":     "horde-veteran-37-r1: the name says 37 soldiers, the start has 36",
		"horde-veteran-36-r2":     "horde-veteran-36-r2: the name says r2, the block starts on rank 1",
		"horde-veteran-36-r1-c60": "horde-veteran-36-r1-c60: the name says a clock of 60 plies, the rules say 120",
	} {
		spec, err := variant.Load("horde-veteran-36-r1")
		if err != nil {
			t.Fatal(err)
		}
		named := *spec
		named.Name = name
		if _, err := Of(&named); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

// TestSelect checks patterns, their order and their refusals.
func TestSelect(t *testing.T) {
	list, err := Select([]string{"horde-veteran-27-r4", "horde-standard-27-r?", "horde-standard-27-r1"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range list {
		names = append(names, d.Name())
	}
	if got, want := strings.Join(names, " "), "horde-veteran-27-r4 horde-standard-27-r1 horde-standard-27-r2 horde-standard-27-r4"; got != want {
		t.Errorf("selected %s, want %s", got, want)
	}
	for _, bad := range []string{"no-such-thing", "horde-[", ""} {
		if _, err := Select([]string{bad}); err == nil {
			t.Errorf("pattern %q is taken", bad)
		}
	}
	if Seat(Horde) != "horde" || Seat(Army) != "army" || Seat(2) != "draw" {
		t.Error("seats are misnamed")
	}
}

// TestWholeCatalogue loads every variant as a design.
func TestWholeCatalogue(t *testing.T) {
	list, err := Select([]string{"*"})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(variant.Names()) {
		t.Errorf("%d designs of %d variants", len(list), len(variant.Names()))
	}
}
