package bench

import (
	"context"
	"fmt"
	"time"

	"buluo/protocol/remote"
	"buluo/search"
)

// Setting is an option of the other engine.
type Setting struct{ Name, Value string }

// RaceOptions say what Against measures.
type RaceOptions struct {
	Command  []string
	Settings []Setting // set in this order before the variant is chosen
	Places   []Place
	Nodes    uint64 // the budget of each search
	TableMB  int    // our table; theirs is among their settings
	Runs     int    // searches of each position by each

	Report func(Heat) // called after each pair of searches, if not nil
}

// Heat is one position searched by both, one after the other.
type Heat struct {
	Place
	Run                  int // from 1
	Ours, Theirs         time.Duration
	OurNodes, TheirNodes uint64
	OurSpeed, TheirSpeed float64 // nodes a second
	Ratio                float64 // of the speeds: how many times as fast we were
}

// Against searches positions by turns with a UCI engine, each within the same budget of nodes on one thread and with everything
// forgotten, and returns every pair. Both are timed by our clock; the other's nodes are what it reports.
//
// A pair in which either finished long before the budget is left out: it says how fast a search begins. An engine that does not
// tell its nodes is an error. Nodes are not the same thing in two engines, since each counts what it likes, and a ratio of
// speeds is no ratio of strength.
func Against(ctx context.Context, o RaceOptions) (name string, heats []Heat, err error) {
	for places := o.Places; len(places) > 0; {
		own, rest := split(places)
		places = rest
		n, some, err := o.variant(ctx, own)
		heats = append(heats, some...)
		if err != nil {
			return n, heats, err
		}
		name = n
	}
	return name, heats, nil
}

// variant runs the heats of one variant, for which the other engine is started afresh: what it keeps of one variant
// shall not matter to the next.
func (o *RaceOptions) variant(ctx context.Context, places []Place) (string, []Heat, error) {
	d, err := newDriver(places[0].Variant, o.TableMB)
	if err != nil {
		return "", nil, err
	}
	e, err := remote.Start(ctx, o.Command)
	if err != nil {
		return "", nil, err
	}
	defer e.Close()
	for _, s := range o.Settings {
		if err := e.SetOption(s.Name, s.Value); err != nil {
			return e.Name(), nil, err
		}
	}
	if err := e.UseSpec(d.spec); err != nil {
		return e.Name(), nil, err
	}
	var heats []Heat
	for run := range o.Runs {
		for _, place := range places {
			h, err := o.heat(ctx, d, e, place)
			if err != nil {
				return e.Name(), heats, err
			}
			if min(h.OurNodes, h.TheirNodes) < o.Nodes/2 {
				continue
			}
			h.Run = run + 1
			heats = append(heats, h)
			if o.Report != nil {
				o.Report(h)
			}
		}
	}
	return e.Name(), heats, nil
}

// heat has both search a position.
func (o *RaceOptions) heat(ctx context.Context, d *driver, e *remote.Engine, place Place) (Heat, error) {
	h := Heat{Place: place}
	var err error
	if h.Ours, h.OurNodes, err = d.search(ctx, place.FEN, search.Limits{Nodes: o.Nodes}); err != nil {
		return h, err
	}
	if err := e.NewGame(); err != nil {
		return h, err
	}
	if err := e.Position(place.FEN, nil); err != nil {
		return h, err
	}
	began := time.Now()
	res, err := e.Go(ctx, remote.Limits{Nodes: o.Nodes})
	if err != nil {
		return h, err
	}
	h.Theirs, h.TheirNodes = time.Since(began), res.Nodes
	if res.Nodes == 0 && res.Best != "" {
		return h, fmt.Errorf("%s does not tell how many nodes it has searched in %s", e.Name(), place.FEN)
	}
	h.OurSpeed, h.TheirSpeed = speed(h.OurNodes, h.Ours), speed(h.TheirNodes, h.Theirs)
	if h.TheirSpeed > 0 {
		h.Ratio = h.OurSpeed / h.TheirSpeed
	}
	return h, nil
}

// Standing is what the heats of one variant, or of all, come to.
type Standing struct {
	Variant              string
	Heats                int
	OurSpeed, TheirSpeed float64 // medians
	Ratio                float64 // the median of the ratios, not the ratio of the medians
	Low, High            float64 // the extreme ratios
}

// Standings returns a standing per variant, in the order of the heats.
func Standings(heats []Heat) []Standing {
	var list []Standing
	for len(heats) > 0 {
		n := 1
		for n < len(heats) && heats[n].Variant == heats[0].Variant {
			n++
		}
		list = append(list, standing(heats[:n]))
		heats = heats[n:]
	}
	return list
}

func standing(heats []Heat) Standing {
	var ours, theirs, ratios []float64
	for _, h := range heats {
		ours, theirs, ratios = append(ours, h.OurSpeed), append(theirs, h.TheirSpeed), append(ratios, h.Ratio)
	}
	s := Standing{Variant: heats[0].Variant, Heats: len(heats), OurSpeed: Median(ours), TheirSpeed: Median(theirs), Ratio: Median(ratios)}
	s.Low, s.High = ratios[0], ratios[len(ratios)-1] // Median has sorted them
	return s
}
