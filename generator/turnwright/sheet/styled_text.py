"""Styled text: inline Markdown as runs of text for the typst template."""

from functools import cache

from markdown_it import MarkdownIt

from turnwright.sheet.content import StyledText

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image"])
_STYLES = {"strong_open": "strong", "em_open": "emph"}


@cache
def styled_text(text: str) -> tuple[StyledText, ...]:
    """Parse inline Markdown into styled text."""
    found, styles = [], [""]
    for token in _MARKDOWN.parseInline(text.strip())[0].children or ():
        if token.type in _STYLES:
            styles.append(_STYLES[token.type])
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type == "code_inline":
            found.append(StyledText(token.content, "code"))
        elif token.type in ("softbreak", "hardbreak"):
            found.append(StyledText(" ", styles[-1]))
        elif token.content:
            found.append(StyledText(token.content, styles[-1]))
    return tuple(found)
