"""Play: a battle that players set up, go through by asking the engine, and keep.

What is here beside `preparing` needs the standard library alone, so that it runs in a browser.
"""
