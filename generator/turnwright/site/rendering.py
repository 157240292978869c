"""Rendering: a view model and its Jinja template give HTML."""

from dataclasses import fields
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("turnwright.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, page: object) -> Markup:
    """Render a view model; the template sees its fields and nothing else."""
    shown = {field.name: getattr(page, field.name) for field in fields(page)}  # type: ignore[arg-type]
    return Markup(_environment().get_template(f"{template}.html.jinja").render(shown))
