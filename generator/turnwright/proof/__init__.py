"""Proof of rules: replay of examples, and mutation testing of clauses."""
