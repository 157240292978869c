"""Static analysis of a ruleset: the step tree, reachable steps, labels, odds."""
