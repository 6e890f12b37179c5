package work

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"buluo/eval"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/rules"
	"buluo/search"
)

// The settings of our own engine that are not numbers of the search or the evaluation.
const (
	tableOption   = "Hash"    // the size of the table in megabytes
	weightsOption = "weights" // plain: those that nothing was fitted for
	plainWeights  = "plain"
)

// Configure turns settings as people write them, name=value, into the options of our engine as a player of jobs: Hash, a parameter of the search, a weight of
// the evaluation as one number or as middle/ending, weights=plain, or weights=FILE for all the weights of a file, which read finds. Options say
// everything by themselves, files too. Numbers are written in one way, a weight as two, and a parameter of the search that equals its default is left out.
// The table's size and weights stay where they are named: the same search by other options, as a job another one.
func Configure(settings []string, read func(file string) (eval.Weights, error)) (map[string]string, error) {
	options := map[string]string{}
	for _, text := range settings {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("setting %q should be a name, = and a number", text)
		}
		if name == weightsOption {
			for other := range options {
				if other == weightsOption || strings.Contains(other, ".") {
					delete(options, other)
				}
			}
			if value == plainWeights {
				options[name] = value
				continue
			}
			w, err := read(value)
			if err != nil {
				return nil, fmt.Errorf("setting %q: %w", text, err)
			}
			for _, n := range w.Names() {
				p, _ := w.Get(n)
				options[n] = pairText(p)
			}
			continue
		}
		o := search.Options{}
		if err := configure(&o, name, value); err != nil {
			return nil, fmt.Errorf("setting %q: %w", text, err)
		}
		switch {
		case o.Weights != nil:
			p, _ := o.Weights.Get(name)
			options[name] = pairText(p)
		case o.Params != nil && *o.Params == search.DefaultParams():
			delete(options, name)
		default:
			n, err := strconv.Atoi(value)
			if err != nil {
				return nil, fmt.Errorf("setting %q: %w", text, err)
			}
			options[name] = strconv.Itoa(n) // not 064 or +64
		}
	}
	return options, nil
}

func pairText(p eval.Pair) string { return fmt.Sprintf("%d/%d", p.Mg, p.Eg) }

// ownOptions reads the options of our engine. The order of a map does not matter: no option takes another back.
func ownOptions(options map[string]string) (search.Options, error) {
	var o search.Options
	if text, ok := options[weightsOption]; ok {
		if text != plainWeights {
			return o, fmt.Errorf("our engine: option %s: %q is not %s", weightsOption, text, plainWeights)
		}
		w := eval.PlainWeights()
		o.Weights = &w
	}
	for name, value := range options {
		if name == weightsOption {
			continue
		}
		if err := configure(&o, name, value); err != nil {
			return o, fmt.Errorf("our engine: option %s: %w", name, err)
		}
	}
	return o, nil
}

// configure changes one setting.
func configure(o *search.Options, name, value string) error {
	middle, ending, two := strings.Cut(value, "/")
	mg, err := strconv.Atoi(middle)
	eg := mg
	if err == nil && two {
		eg, err = strconv.Atoi(ending)
	}
	switch {
	case name == tableOption:
		if err != nil || two || mg < 1 || mg > 1<<16 {
			return fmt.Errorf("%q is no number of megabytes", value)
		}
		o.TableMB = mg
		return nil
	case err != nil:
		return fmt.Errorf("%q is not a whole number, nor two with a / between", value)
	case strings.Contains(name, "."):
		if o.Weights == nil {
			w := eval.DefaultWeights()
			o.Weights = &w
		}
		return o.Weights.Set(name, eval.Pair{Mg: mg, Eg: eg})
	}
	if o.Params == nil {
		p := search.DefaultParams()
		o.Params = &p
	}
	if two || !SetParam(o.Params, name, mg) {
		return fmt.Errorf("the search has no parameter %s; weights of the evaluation have a point in their names", name)
	}
	return nil
}

// SetParam sets a parameter of the search by its name, false where there is none.
func SetParam(to *search.Params, name string, value int) bool {
	f := reflect.ValueOf(to).Elem().FieldByName(name)
	if !f.IsValid() || f.Kind() != reflect.Int {
		return false
	}
	f.SetInt(int64(value))
	return true
}

// clock is a player's time a move.
func clock(pl schedule.Player) time.Duration { return time.Duration(pl.MoveTime) * time.Millisecond }

// maxIdle bounds the searchers that wait for another game. A worker gives back its two and asks for two, mostly of the same kind; more would only be
// tables of variants that are over.
const maxIdle = 6

// idle are searchers between two games: one with a large table takes as long to make as a short game's first moves. The zero value is ready for any
// number of goroutines. A game clears what it is given (Reset), so that nothing of one shows in the next.
type idle struct {
	mu   sync.Mutex
	list []idler // longest idle first
}

type idler struct {
	r      *rules.Rules
	config string
	player *match.Searching
}

// own returns a searcher for a player, and how it is given back.
func (d *idle) own(r *rules.Rules, pl schedule.Player) (match.Player, func(), error) {
	o, err := ownOptions(pl.Options)
	if err != nil {
		return nil, nil, err
	}
	it := idler{r: r, config: pl.Config()}
	d.mu.Lock()
	for i, have := range d.list {
		if have.r == r && have.config == it.config {
			it = have
			d.list = append(d.list[:i:i], d.list[i+1:]...)
			break
		}
	}
	d.mu.Unlock()
	limits := search.Limits{Nodes: pl.Nodes, Time: clock(pl)}
	if it.player == nil {
		it.player = match.NewSearching(r, o, limits)
	}
	it.player.Limit(limits)
	return it.player, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.list = append(d.list, it); len(d.list) > maxIdle {
			d.list = append([]idler{}, d.list[1:]...)
		}
	}, nil
}
