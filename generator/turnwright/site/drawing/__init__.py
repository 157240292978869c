"""Drawings: boards, timelines, lanes and charts as SVG."""
