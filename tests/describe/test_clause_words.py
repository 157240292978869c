"""What a step takes over from the steps that it is like."""

FERRY = """
ruleset: ferry
language: 2
title: A ferry
sides: [north, south]
documents: {book: {title: A book}}
steps:
  battle:
    source: {document: book}
    clauses:
      - {id: battle.again, text: Trips follow each other., means: {repeats: round}}
  round:
    source: {document: book}
    clauses:
      - {id: round.parts, text: Board and then land., means: {sequence: [board, land]}}
  crossing:
    source: {document: book}
    clauses:
      - {id: crossing.one, text: One at a time., means: {together: one}}
      - {id: crossing.narrow, text: The plank is narrow., follows: [crossing.one]}
      - {id: crossing.own, text: Among your own., means: {among: own}}
      - {id: crossing.calm, text: Keep calm., advice: Nobody can check.}
      - {id: crossing.walk, text: Passengers walk., means: {each: [walk]}}
  board: {title: Board, like: crossing}
  walk: {title: Walk}
  land:
    title: Land
    like: crossing
    source: {document: book}
    clauses:
      - {id: land.all, text: Several walk together., means: {together: several}}
"""
