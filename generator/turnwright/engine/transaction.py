"""Transactions: another name of drafts, until all code says `Draft`."""

from turnwright.engine.draft import Draft, stuck

Transaction = Draft
__all__ = ["Transaction", "stuck"]
