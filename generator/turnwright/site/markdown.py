"""Sentences from YAML as HTML: inline Markdown, with everything else shown as the text it is."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

# Images would fetch something from elsewhere; headings would break the order of a page's own.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image", "heading", "lheading"])


@cache
def inline_html(text: str) -> Markup:
    """One sentence, for a place inside a paragraph."""
    return Markup(_MARKDOWN.renderInline(text.strip()))


@cache
def block_html(text: str) -> Markup:
    """A few sentences, as paragraphs and lists."""
    return Markup(_MARKDOWN.render(text))


@cache
def plain_text(text: str) -> str:
    """A sentence without its Markdown, for titles and pictures."""
    return inline_html(text).striptags()
