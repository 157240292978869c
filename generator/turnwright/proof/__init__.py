"""Proof of rules: mutation testing of clauses."""
