package ledger

import (
	"fmt"
	"strconv"
)

// Budget writes a number of nodes as people do: 2k, 1500, 1M.
func Budget(n uint64) string {
	switch {
	case n >= 1_000_000 && n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 1000 && n%1000 == 0:
		return fmt.Sprintf("%dk", n/1000)
	}
	return strconv.FormatUint(n, 10)
}
