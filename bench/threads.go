package bench

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"buluo/engine"
)

// ThreadOptions say what Threads measures.
type ThreadOptions struct {
	Places  []Place
	Depth   int // of every search
	Threads int // of the searches that are compared with those of one thread
	TableMB int
	Runs    int // searches of each position by each

	Report func(Pull) // called after each pair of searches, if not nil
}

// Pull is one position searched to a depth by one thread and by several.
type Pull struct {
	Place
	Run                 int // from 1
	One, Many           time.Duration
	OneNodes, ManyNodes uint64
}

// Ratio returns the time that several threads took as a share of what one took.
func (p Pull) Ratio() float64 { return p.Many.Seconds() / max(p.One.Seconds(), 1e-9) }

// Threads searches positions by turns with one thread and with several, to the same depth and with everything forgotten, and returns every pair.
// Times are of the wall clock: the machine should have nothing else to do and as many processors as there are threads. Several threads
// do not search what one does, since each meets what the others left in the table; so one pair says little, and many say something.
func Threads(ctx context.Context, o ThreadOptions) ([]Pull, error) {
	var pulls []Pull
	for places := o.Places; len(places) > 0; {
		own, rest := split(places)
		places = rest
		e, err := engine.New(engine.Config{Variant: own[0].Variant, HashMB: o.TableMB})
		if err != nil {
			return pulls, err
		}
		for run := range o.Runs {
			for _, place := range own {
				p, err := o.pull(ctx, e, place)
				if err != nil {
					return pulls, err
				}
				p.Run = run + 1
				pulls = append(pulls, p)
				if o.Report != nil {
					o.Report(p)
				}
			}
		}
	}
	return pulls, nil
}

// pull has one thread and then several search a position.
func (o *ThreadOptions) pull(ctx context.Context, e *engine.Engine, place Place) (Pull, error) {
	p := Pull{Place: place}
	var err error
	if p.One, p.OneNodes, err = o.search(ctx, e, place, 1); err != nil {
		return p, err
	}
	p.Many, p.ManyNodes, err = o.search(ctx, e, place, o.Threads)
	return p, err
}

// search has an engine search a position with so many threads and nothing left of an earlier search. A first, short search makes the searchers and
// the table, which is not to be timed.
func (o *ThreadOptions) search(ctx context.Context, e *engine.Engine, place Place, threads int) (spent time.Duration, nodes uint64, err error) {
	if err := e.Set(engine.OptionThreads, strconv.Itoa(threads)); err != nil {
		return 0, 0, err
	}
	if _, _, err := dive(ctx, e, place, 1); err != nil {
		return 0, 0, err
	}
	return dive(ctx, e, place, o.Depth)
}

// dive has an engine search a position to a depth with everything forgotten.
func dive(ctx context.Context, e *engine.Engine, place Place, depth int) (spent time.Duration, nodes uint64, err error) {
	if err := e.NewGame(); err != nil {
		return 0, 0, err
	}
	if err := e.Setup(place.FEN, nil, engine.FromOne); err != nil {
		return 0, 0, fmt.Errorf("%s: %s: %w", place.Variant, place.FEN, err)
	}
	began := time.Now()
	job, err := e.Go(engine.Limits{Depth: depth})
	if err != nil {
		return 0, 0, err
	}
	defer context.AfterFunc(ctx, job.Stop)()
	for event := range job.Events() {
		if res, ok := event.(engine.Result); ok {
			spent, nodes = time.Since(began), res.Nodes
		}
	}
	return spent, nodes, ctx.Err()
}

// Haul is what the pulls of one variant, or of all, come to.
type Haul struct {
	Variant string
	Pulls   int
	Time    float64 // geometric mean, over the positions, of the median share of one thread's time that several took
	Nodes   float64 // the same of nodes
}

// Hauls returns a haul per variant, in the order of the pulls, and that of all together, which is called total. Pulls that one thread had done
// before least has passed are left out: they say how fast a search begins.
func Hauls(pulls []Pull, least time.Duration) (list []Haul, total Haul) {
	type tally struct {
		logTime, logNodes float64
		places, pulls     int
	}
	times, nodes := map[Place][]float64{}, map[Place][]float64{}
	var order []Place
	for _, p := range pulls {
		if p.One < least {
			continue
		}
		if times[p.Place] == nil {
			order = append(order, p.Place)
		}
		times[p.Place] = append(times[p.Place], p.Ratio())
		nodes[p.Place] = append(nodes[p.Place], float64(p.ManyNodes)/float64(max(p.OneNodes, 1)))
	}
	haul := func(name string, t tally) Haul {
		n := float64(t.places)
		return Haul{Variant: name, Pulls: t.pulls, Time: math.Exp(t.logTime / n), Nodes: math.Exp(t.logNodes / n)}
	}
	var all tally
	for len(order) > 0 {
		own, rest := split(order)
		order = rest
		var t tally
		for _, place := range own {
			t.logTime += math.Log(Median(times[place]))
			t.logNodes += math.Log(Median(nodes[place]))
			t.pulls += len(times[place])
		}
		t.places = len(own)
		list = append(list, haul(own[0].Variant, t))
		all.logTime, all.logNodes = all.logTime+t.logTime, all.logNodes+t.logNodes
		all.places, all.pulls = all.places+t.places, all.pulls+t.pulls
	}
	if all.places == 0 {
		return nil, Haul{Variant: "total"}
	}
	return list, haul("total", all)
}
