package main

import (
	"fmt"

	"buluo/lab/crosscheck"
	"buluo/lab/design"
	"buluo/variant"
)

// certified lets an engine play only where a cross-check of it, kept in a file, covers every one of the designs. An engine that plays other
// rules than the referee loses games, or wins them, for no reason of strength; a match of it says nothing, and it shows hours later or never.
// Without a file nothing is asked.
func certified(file, command string, designs []design.Design) error {
	if file == "" {
		return nil
	}
	words, err := splitCommand(command)
	if err != nil {
		return err
	}
	in, err := openText(file)
	if err != nil {
		return err
	}
	defer in.Close()
	cert, err := crosscheck.ReadCertificate(in)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	specs := make([]*variant.Spec, len(designs))
	for i, d := range designs {
		specs[i] = d.Spec
	}
	if err := crosscheck.Verify(cert, words, specs); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
