"""Scaffolding: the files that a new project of somebody's own rules begins with."""
