"""Markdown rendering of texts from YAML; embedded HTML is escaped."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

# Images would load external resources; headings would break the page's heading order.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image", "heading", "lheading"])


@cache
def inline_html(text: str) -> Markup:
    """Inline HTML of one sentence."""
    return Markup(_MARKDOWN.renderInline(text.strip()))


@cache
def block_html(text: str) -> Markup:
    """Block HTML: paragraphs and lists."""
    return Markup(_MARKDOWN.render(text))


@cache
def plain_text(text: str) -> str:
    """Plain text of a sentence, for titles and drawings."""
    return inline_html(text).striptags()
