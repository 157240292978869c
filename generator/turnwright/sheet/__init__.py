"""Printed sheets: one system on one or two sides of paper."""
