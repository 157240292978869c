"""Rendering: a view model and its Jinja template give HTML."""

from dataclasses import fields
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from turnwright.describe.labels import as_words, heading, join_names
from turnwright.describe.odds_table import percent

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


FILTERS = {
    "md": inline_html,
    "blocks": block_html,
    "plain": plain_text,
    "words": as_words,
    "heading": heading,
    "listed": join_names,
    "number": "{:g}".format,
    "percent": percent,
}
"""Filters of templates, which are given the objects of the language and not copies of them.

What depends on the page (links to clauses, sources, titles) is asked of its `References`.
"""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("turnwright.site", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= FILTERS
    return environment


def render(template: str, page: object) -> Markup:
    """Render a view model; the template sees its fields, and itself as `view` for its methods."""
    shown = {field.name: getattr(page, field.name) for field in fields(page)}  # type: ignore[arg-type]
    shown["view"] = page
    return Markup(_environment().get_template(f"{template}.html.jinja").render(shown))
