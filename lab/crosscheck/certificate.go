package crosscheck

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"buluo/position"
	"buluo/variant"
)

// Certificate says that an engine has passed: which engine, on which rules, and how closely it was looked at. Whoever
// lets an engine play can ask [Verify] for it first.
type Certificate struct {
	Engine    EngineID    `json:"engine"`
	Depth     int         `json:"depth"`
	Positions int         `json:"positions"`
	Games     int         `json:"games"`
	Seed      uint64      `json:"seed"`
	Variants  []Certified `json:"variants"`
}

// Certified is a variant on which the engine has passed.
type Certified struct {
	Name    string  `json:"name"`
	Spec    string  `json:"spec"`    // hash of the rules as read from their stanza
	Answers string  `json:"answers"` // hash of our own answers: the program may change where the stanza does not
	Figures Figures `json:"figures"`
}

// Certificate returns the certificate of a report. Where something differs there is none; skipped variants are not in it.
func (r *Report) Certificate() (*Certificate, error) {
	if !r.Passed() {
		_, differ, skipped := r.Totals()
		return nil, fmt.Errorf("no certificate for %s: %d of %d variants differ and %d were skipped",
			r.Engine.Name, differ, len(r.Variants), skipped)
	}
	if r.Partial || r.Depth == 0 || r.Positions == 0 || r.Games == 0 {
		return nil, fmt.Errorf("no certificate for %s: it takes an array's tree, positions and games, and some were left out",
			r.Engine.Name)
	}
	cert := &Certificate{Engine: r.Engine, Depth: r.Depth, Positions: r.Positions, Games: r.Games, Seed: r.Seed}
	for _, v := range r.Variants {
		if v.Skipped == "" {
			cert.Variants = append(cert.Variants, Certified{v.Name, v.Spec, v.Answers, v.Figures})
		}
	}
	return cert, nil
}

// Verify returns nil if the certificate covers the engine, as it is now, on all the variants, as they are now and as this
// program plays them now. The error names everything that it does not cover.
func Verify(cert *Certificate, engine []string, variants []*variant.Spec) error {
	if cert == nil {
		return errors.New("no certificate: let the engine pass a cross-check first")
	}
	hash, err := EngineHash(engine)
	if err != nil {
		return err
	}
	if hash != cert.Engine.Hash {
		return fmt.Errorf("the certificate is for another program (%s, sha256 %.12s) than %s (sha256 %.12s)",
			cert.Engine.Name, cert.Engine.Hash, strings.Join(engine, " "), hash)
	}
	var faults []error
	for _, spec := range variants {
		faults = append(faults, cert.covers(spec))
	}
	return errors.Join(faults...)
}

// covers says why the certificate does not cover a variant, or returns nil.
func (cert *Certificate) covers(spec *variant.Spec) error {
	i := slices.IndexFunc(cert.Variants, func(c Certified) bool { return c.Name == spec.Name })
	if i < 0 {
		return fmt.Errorf("%s: the certificate does not cover this variant", spec.Name)
	}
	if cert.Variants[i].Spec != SpecHash(spec) {
		return fmt.Errorf("%s: the rules have changed since the certificate was made", spec.Name)
	}
	o, err := newOurs(spec)
	if err != nil {
		return err
	}
	answers, err := o.answers()
	if err != nil {
		return err
	}
	if cert.Variants[i].Answers != answers {
		return fmt.Errorf("%s: this program plays the rules differently than when the certificate was made", spec.Name)
	}
	return nil
}

// ReadCertificate reads what [Certificate.Write] writes.
func ReadCertificate(r io.Reader) (*Certificate, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var cert Certificate
	if err := d.Decode(&cert); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("certificate: something follows it")
	}
	if cert.Engine.Hash == "" {
		return nil, errors.New("certificate: it names no engine")
	}
	return &cert, nil
}

// Write writes the certificate as JSON.
func (cert *Certificate) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(cert)
}

// EngineHash identifies an engine by content: SHA-256 over the program and over every argument, by its content where it
// names a file. Scripts run by an interpreter are so told apart, and options that a program takes as arguments count.
func EngineHash(cmd []string) (string, error) {
	if len(cmd) == 0 {
		return "", errors.New("no engine: its command is empty")
	}
	path, err := exec.LookPath(cmd[0])
	if err != nil {
		return "", fmt.Errorf("the engine %s: %w", cmd[0], errors.Unwrap(err))
	}
	h := sha256.New()
	if err := hashFile(h, path); err != nil {
		return "", fmt.Errorf("the engine %s: %w", cmd[0], err)
	}
	for _, arg := range cmd[1:] {
		fmt.Fprintf(h, "\x00%d\x00", len(arg))
		if info, err := os.Stat(arg); err != nil || !info.Mode().IsRegular() {
			io.WriteString(h, arg)
			continue
		}
		if err := hashFile(h, arg); err != nil {
			return "", fmt.Errorf("the engine's argument %s: %w", arg, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hashFile(w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// SpecHash identifies a variant's rules: SHA-256 over everything its Spec says.
func SpecHash(spec *variant.Spec) string {
	text, err := json.Marshal(spec)
	if err != nil { // a Spec is plain data
		panic(fmt.Sprintf("crosscheck: %s: %v", spec.Name, err))
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// answersDepth keeps the fixed questions cheap enough to be asked at every Verify.
const answersDepth = 2

// answers hashes what we say ourselves at the array and at the hand-built positions, so that a change of this program shows.
func (o *ours) answers() (string, error) {
	all, err := builtPositions()
	if err != nil {
		return "", err
	}
	_, set := o.suited(all)
	h := sha256.New()
	for _, p := range append(set, position.Start(o.rules)) {
		counts := o.divide(p, answersDepth)
		moves := lacking(counts, nil)
		fmt.Fprintf(h, "%s %v %v", p.FEN(), p.InCheck(), o.gen.Outcome(p))
		for _, m := range moves {
			fmt.Fprintf(h, " %s:%d", m, counts[m])
		}
		fmt.Fprintln(h)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
