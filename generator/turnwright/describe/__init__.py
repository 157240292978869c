"""Description: what a ruleset is in words and numbers: labels, step tree, odds, story."""
