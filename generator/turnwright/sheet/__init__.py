"""Sheets: PDF summaries of a system on one or two pages."""
