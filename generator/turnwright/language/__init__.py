"""Language: rulesets, steps, clauses and examples as frozen values. Standard library only."""
