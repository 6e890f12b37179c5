package variant

// String names the value as the format does.
func (v Value) String() string { return word(valueWords, v) }

// String names the rule as the format does.
func (c Chase) String() string { return word(chaseWords, c) }

// String names the rule as the format does.
func (i Insufficient) String() string { return word(insufficientWords, i) }

// String names the kind of step in English.
func (k StepKind) String() string { return word(stepWords, k) }

// The words of the format's enums, in the order of their constants. They are read by the parser, the writer and the docs.
var (
	valueWords        = []string{None: "none", Win: "win", Loss: "loss", DrawValue: "draw"}
	chaseWords        = []string{NoChase: "none", AXF: "axf"}
	insufficientWords = []string{NeverInsufficient: "none", XiangqiInsufficient: "xiangqi", HordeInsufficient: "horde", ChessInsufficient: "chess"}
	stepWords         = []string{Leap: "leap", Lame: "lame leap", Ride: "ride", Hop: "hop"}
)

// word looks a constant up, and survives values that are no constants.
func word[E ~uint8](words []string, e E) string {
	if int(e) < len(words) {
		return words[e]
	}
	return "unknown"
}
